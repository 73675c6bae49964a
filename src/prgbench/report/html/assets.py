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
    *("tasks", "task", "leaderboard", "downloads", "router"),
)
"""In the order in which they run."""

CHARTS = ("scatter", "ranks", "curve")
_ROOM = files("prgbench.report.html")


@dataclass(frozen=True, slots=True)
class FigureFiles:
    """The contents of a figure's files; without enough data, the caption says so."""

    name: str
    alt: str
    caption: str
    drawn: bool
    svg: str | None
    png: bytes
    data: str | None
    formats: tuple[str, ...]

    @classmethod
    def read(cls, folder: Path, name: str, formats: Sequence[str]) -> Self:
        """Read a figure from the folder of the study's figures."""
        stem = folder / name
        saved = SavedFigure.read(stem.with_suffix(".png"))
        svg, data = stem.with_suffix(".svg"), stem.with_suffix(f".{DATA}")
        return cls(
            name=name,
            alt=saved.alt,
            caption=saved.caption,
            drawn=saved.drawn,
            svg=svg.read_text(encoding="utf-8") if "svg" in formats else None,
            png=stem.with_suffix(".png").read_bytes(),
            data=data.read_text(encoding="utf-8") if data.exists() else None,
            formats=tuple(formats),
        )

    @property
    def element(self) -> Markup:
        """Return the image as an element of the page that needs no script."""
        name = f"figure-{self.name}"
        if self.svg is not None:
            return Markup(inline_svg(self.svg, name, self.alt))
        source = f"data:image/png;base64,{_letters(self.png)}"
        return Markup('<img id="{}" src="{}" alt="{}">').format(name, source, self.alt)

    @property
    def caption_html(self) -> Markup:
        """Return the caption."""
        return line_as_html(self.caption)

    @property
    def endings(self) -> list[str]:
        """Return the endings of its files, its data last."""
        return [*self.formats, *([] if self.data is None else [DATA])]


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
