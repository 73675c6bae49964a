"""Titles of marks in SVG files: browsers show that of the mark under the pointer.

Matplotlib writes no titles, but it writes the ``gid`` of an artist: `titles_gid` puts the titles
there, and `with_titles` moves them to the artist's marks in the written file.
"""

import re
from collections.abc import Iterable

_GID = "titles:"
_BETWEEN = "\n"
_GROUP = re.compile(rf"<g id=(?=['\"]{_GID})")
_MARK = re.compile(r"<(use|path)\b(?![^>]*\bid=)([^>]*)/>")


def titles_gid(titles: Iterable[str]) -> str:
    """Return the ``gid`` of an artist whose marks have these titles, in the order drawn."""
    return _GID + _BETWEEN.join(" ".join(title.split()) for title in titles)


def with_titles(svg: str) -> str:
    r"""Return an SVG file by Matplotlib with the titles that `titles_gid` has put there.

    Examples
    --------
    >>> svg = f'<g id="{titles_gid(["one", "two"])}"><use x="1"/><use x="2"/></g>'
    >>> print(with_titles(svg))
    <g><use x="1"><title>one</title></use><use x="2"><title>two</title></use></g>
    """
    first, *pieces = _GROUP.split(svg)
    return "<g".join([first, *map(_titled, pieces)])


def _titled(piece: str) -> str:
    quote, text = piece[0], piece[1:].removeprefix(_GID)
    text, marks = text.split(quote, 1)
    titles = text.split(_BETWEEN)
    titled = iter(titles)
    return _MARK.sub(
        lambda mark: f"<{mark[1]}{mark[2]}><title>{next(titled)}</title></{mark[1]}>",
        marks,
        count=len(titles),
    )
