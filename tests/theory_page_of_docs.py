"""What docs/theory.md shows, and whether it is what the code finds."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import pandas as pd
import pytest

from markdown_pages import read
from prgtheory.chapters import CHAPTERS
from prgtheory.printed_beside_found import Row
from prgtheory.theory_page import _NOTED, _noted, _statements, table_as_markdown

PAGE = read("docs/theory.md")
FIGURES = [file for chapter in CHAPTERS for file in chapter.figure_files]
HEADINGS = {
    table.name: table.heading for chapter in CHAPTERS for table in chapter.tables if table.heading
}
_NUMBER = re.compile(r"\d+(?:\.\d+)?(?:e[+-]?\d+)?")
_LISTED = re.compile(r"^- \*\*.*(?:\n  .*)*", re.MULTILINE)


def caption(figure: str) -> str:
    """Return the caption that a figure has in the docs."""
    shown = re.search(rf"\(theory/{figure}\.png\)\n\n\*(.+?)\*\n\n", PAGE, re.DOTALL)[1]
    return " ".join(shown.split())


def table(name: str) -> str:
    """Return a table of the docs."""
    return re.search(rf"^{re.escape(HEADINGS[name])}:\n\n((?:\|.*\n)+)", PAGE, re.MULTILINE)[1]


def assert_table_of_docs(name: str, lines: Sequence[Mapping[str, object]], folder: Path) -> None:
    """Fail if the docs have another table than the one of these lines."""
    file = folder / f"{name}.csv"
    pd.DataFrame(lines).to_csv(file, index=False)
    assert_alike(table_as_markdown(file), table(name).strip())


def assert_rows_of_docs(rows: Sequence[Row], *, whole: bool = True) -> None:
    """Fail if the docs show other rows of a chapter, but for those that follow if not `whole`."""
    chapter = next(chapter for chapter in CHAPTERS if rows[0].source in chapter.sources)
    of_chapter = tuple(f": {source}, " for source in chapter.sources)
    noted = [item for item in _listed(_section(_NOTED)) if any(s in item for s in of_chapter)]
    section = _section(chapter.title)
    found = _statements(chapter, rows)
    for made, shown in (
        (_listed(_noted(rows)), noted),
        (_tabled(found), _tabled(section.partition("\n\n![")[0])),
        (_listed(found), _listed(section)),
    ):
        assert len(made) <= len(shown)
        assert_alike("\n".join(made), "\n".join(shown if whole else shown[: len(made)]))


def _section(title: str) -> str:
    return PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def _listed(text: str) -> list[str]:
    return [" ".join(item.split()) for item in _LISTED.findall(text)]


def _tabled(text: str) -> list[str]:
    """Return the lines of the first table."""
    return re.search(r"(?:^\|.*\n?)+", text, re.MULTILINE)[0].splitlines()


def assert_alike(found: str, shown: str) -> None:
    """Fail if texts differ, or numbers by more than a unit of the last digit shown."""
    assert without_numbers(found) == without_numbers(shown)
    for number, expected in zip(_NUMBER.findall(found), _NUMBER.findall(shown), strict=True):
        assert float(number) == pytest.approx(float(expected), abs=_last_digit(expected), rel=0)


def without_numbers(text: str) -> str:
    return _NUMBER.sub("#", text)


def _last_digit(number: str) -> float:
    """Return a unit of the last digit of a decimal number; whole numbers are exact."""
    digits, _, exponent = number.partition("e")
    if digits == number and "." not in digits:
        return 0.0
    return 1.001 * 10.0 ** (int(exponent or 0) - len(digits.partition(".")[2]))
