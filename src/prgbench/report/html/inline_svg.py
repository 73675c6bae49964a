"""A figure of Matplotlib as a part of a page: its names and its style stay its own."""

import html
import re

_PROLOGUE = re.compile(r"^.*?(?=<svg\b)", re.DOTALL)
_METADATA = re.compile(r"<metadata>.*?</metadata>\s*", re.DOTALL)
_NAME = re.compile(r'(\bid="|(?:xlink:)?href="#|url\(#)')
FONT = "'DejaVu Sans'"
LIKE_IT = "'DejaVu Sans', Verdana, sans-serif"


def standalone(svg: str) -> str:
    """Return a figure that looks alike where Matplotlib's font is missing."""
    return svg.replace(FONT, LIKE_IT)


def inline_svg(svg: str, name: str, alt: str) -> str:
    """Return a figure as an element of a page.

    Parameters
    ----------
    svg : str
        What Matplotlib has written.
    name : str
        A name that no other element of the page begins with.
    alt : str
        What the figure shows, for those who cannot see it.

    Examples
    --------
    >>> inline_svg('<?xml?><svg width="9pt"><g id="a"/></svg>', "answer", "one < two")
    '<svg id="answer" role="img" aria-label="one &lt; two" width="9pt"><g id="answer-a"/></svg>'
    """
    element = _METADATA.sub("", _PROLOGUE.sub("", standalone(svg)))
    element = _NAME.sub(lambda found: f"{found[1]}{name}-", element)
    element = element.replace("*{", f"#{name} *{{")
    label = html.escape(alt)
    return element.replace("<svg", f'<svg id="{name}" role="img" aria-label="{label}"', 1).strip()
