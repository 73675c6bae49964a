"""The contents of a page in Markdown, from its headings."""

import re
from itertools import pairwise

from markdown_it import MarkdownIt

LEVELS = {"h2": 0, "h3": 1}


def contents(markdown: str) -> str:
    r"""Return a list of links to the headings of the second and third level.

    Examples
    --------
    >>> print(contents("# Page\n## What is it?\n### More\n## What is it?"))
    - [What is it?](#what-is-it)
      - [More](#more)
    - [What is it?](#what-is-it-1)
    """
    tokens = MarkdownIt().parse(markdown)
    lines = []
    seen: dict[str, int] = {}
    for opening, inline in pairwise(tokens):
        if opening.type != "heading_open":
            continue
        name = anchor(inline.content)
        number = seen[name] = seen.get(name, -1) + 1
        if opening.tag in LEVELS:
            link = f"{name}-{number}" if number else name
            lines.append(f"{'  ' * LEVELS[opening.tag]}- [{inline.content}](#{link})")
    return "\n".join(lines)


def anchor(heading: str) -> str:
    """Return the name under which GitHub links to a heading, if it is the first of its words.

    Examples
    --------
    >>> anchor("More than noise? At what cost?")
    'more-than-noise-at-what-cost'
    """
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")
