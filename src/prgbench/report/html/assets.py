"""The scripts, charts and figures of the page, as text embedded in it."""

import base64
import hashlib
import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any, Self

import vl_convert
from markupsafe import Markup

from prgbench.plotting.drawn import SavedFigure
from prgbench.report.html.markup import inline_svg, line_as_html
from prgbench.run.files import write_text

DATA = "csv"
SCRIPTS = (
    *("elements", "data", "lines", "tables", "charts"),
    *("tasks", "task", "heatmap", "leaderboard", "downloads", "router"),
)
"""In the order in which they run."""

CHARTS = ("scatter", "ranks", "heatmap", "curve")
_ROOM = files("prgbench.report.html")


@dataclass(frozen=True, slots=True)
class FigureFiles:
    """What the page shows of a figure; of one without enough data, the caption says so.

    ``element`` is the image, which needs no script; ``endings`` are those of its files, its data
    last.
    """

    name: str
    drawn: bool
    element: Markup
    caption_html: Markup
    data: str | None
    endings: list[str]

    @classmethod
    def read(cls, folder: Path, name: str, formats: Sequence[str]) -> Self:
        """Read a figure from the folder of the study's figures."""
        png = folder / f"{name}.png"
        data = folder / f"{name}.{DATA}"
        saved = SavedFigure.read(png)
        if "svg" in formats:
            svg = png.with_suffix(".svg").read_text(encoding="utf-8")
            element = Markup(inline_svg(svg, f"figure-{name}", saved.alt))
        else:
            source = f"data:image/png;base64,{_letters(png.read_bytes())}"
            image = '<img id="figure-{}" src="{}" alt="{}">'
            element = Markup(image).format(name, source, saved.alt)
        return cls(
            name=name,
            drawn=saved.drawn,
            element=element,
            caption_html=line_as_html(saved.caption),
            data=data.read_text(encoding="utf-8") if data.exists() else None,
            endings=[*formats, *([DATA] if data.exists() else [])],
        )


def text_of(name: str) -> str:
    """Return the text of a file of this package."""
    return _ROOM.joinpath(name).read_text(encoding="utf-8")


def charts() -> dict[str, Any]:
    """Return the charts in Vega-Lite, by name."""
    return {name: json.loads(text_of(f"charts/{name}.json")) for name in CHARTS}


def scripts() -> list[Markup]:
    """Return Vega-Lite and the page's own scripts."""
    of_page = "\n".join(text_of(f"js/{name}.js") for name in SCRIPTS)
    return [Markup(vega()), Markup(f'(() => {{\n"use strict";\n{of_page}\n}})();')]


@cache
def vega() -> str:
    """Return Vega-Embed with Vega and Vega-Lite as one script, which is kept beside the bytecode.

    To make it takes a second, and it depends on the version of vl-convert alone.
    """
    name = f".vega-{version('vl-convert-python')}.json"
    kept = Path(cache_from_source(__file__)).with_suffix(name)
    with suppress(OSError, ValueError, KeyError, TypeError):
        stored = json.loads(kept.read_text(encoding="utf-8"))
        # A file that was cut off or changed is made again: the page's policy allows its scripts by
        # their digests.
        if stored["digest"] == _digest(stored["script"]):
            return str(stored["script"])
    script = vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;")
    with suppress(OSError):
        write_text(kept, json.dumps({"digest": _digest(script), "script": script}), durable=False)
    return script


def policy(texts: Iterable[str], *, beside: bool) -> str:
    """Return the content security policy: the page runs its own scripts and fetches nothing.

    With ``beside``, scripts in the page's folder may run too.
    """
    allowed = [f"'sha256-{_digest(text)}'" for text in texts]
    # Opened as a file, a page has no origin of its own, so that 'self' does not allow the curves.
    if beside:
        allowed += ["'self'", "file:"]
    return "; ".join(
        [
            "default-src 'none'",
            f"script-src {' '.join(allowed)}",
            # Vega and the figures style single elements.
            "style-src 'unsafe-inline'",
            "img-src data: blob:",
            "base-uri 'none'",
            "form-action 'none'",
        ]
    )


def _digest(text: str) -> str:
    return _letters(hashlib.sha256(text.encode()).digest())


def _letters(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")
