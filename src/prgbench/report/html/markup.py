"""Text, numbers, links and figures in the form that the page needs."""

import base64
import html
import json
import re
import zlib
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import quote

import numpy as np
import pandas as pd
from markdown_it import MarkdownIt
from markupsafe import Markup

_PROLOGUE = re.compile(r"^.*?(?=<svg\b)", re.DOTALL)
_METADATA = re.compile(r"<metadata>.*?</metadata>\s*", re.DOTALL)
_NAME = re.compile(r'(\bid="|(?:xlink:)?href="#|url\(#)')
FONT = "'DejaVu Sans'"
FALLBACK = "Verdana, sans-serif"
BETWEEN = "~"
# Names of data sets and flows are part of the text: nothing in them is fetched or followed.
_MARKDOWN = (
    MarkdownIt("commonmark", {"html": False})
    .enable("table")
    .disable(["image", "link", "autolink", "reference"])
)


def inline_svg(svg: str, name: str, alt: str) -> str:
    """Return an image by Matplotlib as an element of a page; its ids begin with ``name``.

    It looks the same where Matplotlib's font is missing.
    """
    # A declaration and metadata belong to a file of its own, not to an element of a page.
    element = _METADATA.sub("", _PROLOGUE.sub("", svg.replace(FONT, f"{FONT}, {FALLBACK}")))
    # Matplotlib names clips and glyphs alike in all figures, and ids hold for the whole page.
    element = _NAME.sub(lambda match: f"{match[1]}{name}-", element)
    # Without this, the style of one figure would hold for the page.
    element = element.replace("*{", f"#{name} *{{")
    label = html.escape(alt)
    return element.replace("<svg", f'<svg id="{name}" role="img" aria-label="{label}"', 1).strip()


def encode(value: Any) -> str:
    """Return a value as base64 of deflated JSON."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    # The highest level takes twice as long for a two-hundredth less.
    return base64.b64encode(zlib.compress(text.encode(), 6)).decode("ascii")


def numbers(values: "Iterable[float] | pd.Series[Any]", digits: int) -> list[float | None]:
    """Return numbers for JSON: rounded, with None for those that are not finite."""
    rounded = np.round(np.asarray(values, dtype=float), digits)
    return [value if np.isfinite(value) else None for value in rounded.tolist()]


def as_html(markdown: str) -> Markup:
    r"""Return paragraphs, lists and tables as HTML."""
    return Markup(_MARKDOWN.render(markdown))


def line_as_html(markdown: str) -> Markup:
    """Return a line of text, such as a caption, as HTML."""
    return Markup(_MARKDOWN.renderInline(markdown))


def pair_value(a: str, b: str) -> str:
    """Return the name of two measures in an address.

    Examples
    --------
    >>> pair_value("aupr", "auprg")
    'aupr~auprg'
    """
    return f"{a}{BETWEEN}{b}"


def route(view: str, wanted: Mapping[str, str]) -> str:
    """Return the address of a view."""
    query = "&".join(f"{key}={quote(value, safe=BETWEEN)}" for key, value in wanted.items())
    return f"#{view}?{query}" if query else f"#{view}"


def route_to_tasks(a: str, b: str, shown: str) -> str:
    """Return the address of the tasks in which two measures agree or differ."""
    return route("tasks", {"pair": pair_value(a, b), "show": shown})


def route_to_task(task_id: int) -> str:
    """Return the address of a task's own page.

    Examples
    --------
    >>> route_to_task(3872)
    '#task?id=3872'
    """
    return route("task", {"id": f"{task_id}"})
