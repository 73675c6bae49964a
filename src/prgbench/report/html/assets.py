"""The files of the page's room that go into the page: style, scripts, charts, licences."""

import base64
import hashlib
import json
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any

import vl_convert
from markupsafe import Markup

SCRIPTS = (
    "elements",
    "data",
    "lines",
    "tables",
    "charts",
    "heatmap",
    "tasks",
    "task",
    "flows",
    "downloads",
    "router",
)
CHARTS = ("scatter", "ranks", "curve")
_ROOM = files("prgbench.report.html")


def text_of(name: str) -> str:
    """Return the text of a file of this room."""
    return _ROOM.joinpath(name).read_text(encoding="utf-8")


def style() -> Markup:
    """Return the page's style."""
    return Markup(text_of("page.css"))


def licences() -> str:
    """Return the licences of what the page contains of others."""
    return text_of("licences.txt")


def charts() -> dict[str, Any]:
    """Return the charts in Vega-Lite, by name."""
    return {name: json.loads(text_of(f"charts/{name}.json")) for name in CHARTS}


def scripts() -> list[Markup]:
    """Return the scripts in the order in which they run: Vega-Lite, then the page's own."""
    own = "\n".join(text_of(f"js/{name}.js") for name in SCRIPTS)
    return [Markup(vega()), Markup(f'(() => {{\n"use strict";\n{own}\n}})();')]


@cache
def vega() -> str:
    """Return Vega-Embed with the Vega and Vega-Lite that it draws with, as one script."""
    return vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;")


def policy(texts: Iterable[str], *, beside: bool) -> str:
    """Return what the page may do: run its own scripts, and fetch nothing.

    Parameters
    ----------
    texts : iterable of str
        The scripts of the page.
    beside : bool
        Whether scripts of the page's own folder may run too.
    """
    allowed = [f"'sha256-{_digest(text)}'" for text in texts]
    if beside:
        allowed += ["'self'", "file:"]
    return "; ".join(
        [
            "default-src 'none'",
            f"script-src {' '.join(allowed)}",
            # Vega and the answer's figure style single elements.
            "style-src 'unsafe-inline'",
            "img-src data: blob:",
            "base-uri 'none'",
            "form-action 'none'",
        ]
    )


def _digest(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")
