"""The pages in Markdown, and the blocks of code that stand on them."""

import re
from pathlib import Path
from typing import NamedTuple

from places import ROOT

PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for pattern in ("*.md", "docs/*.md", "config/*.md")
    for path in ROOT.glob(pattern)
)
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_LINK = re.compile(r"\]\((?!\w+:)([^)#\s]*)(#[^)\s]+)?\)")


class Block(NamedTuple):
    """A block of code: its page, its language and what it says."""

    page: str
    language: str
    text: str


def read(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def blocks(language: str) -> list[Block]:
    """Return the blocks of a language on all pages, in their order."""
    return [block for page in PAGES for block in blocks_of(page, language)]


def blocks_of(page: str | Path, language: str = "") -> list[Block]:
    """Return the blocks of a page, of a language or of all; its path is seen from the root."""
    text = (ROOT / page).read_text(encoding="utf-8")
    found = [Block(str(page), *block) for block in _BLOCK.findall(text)]
    return [block for block in found if language in ("", block.language)]


def languages() -> set[str]:
    """Return the languages of all blocks; what is for the site alone stands in braces."""
    return {named for page in PAGES for named, _ in _BLOCK.findall(read(page))}


def commands() -> list[str]:
    """Return the commands of all pages, each once."""
    lines = [line for block in blocks("sh") for line in block.text.splitlines()]
    return list(dict.fromkeys(lines))


def links(page: str) -> list[tuple[Path, str]]:
    """Return what a page links to: files, and headings in them (with #) or nothing."""
    here = ROOT / page
    return [
        (here.parent / path if path else here, anchor)
        for path, anchor in _LINK.findall(read(page))
    ]
