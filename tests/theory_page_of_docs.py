"""What docs/theory.md and docs/theory.csv show, and whether it is what the code finds."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import astuple
from io import StringIO

import pandas as pd
import pytest

from markdown_pages import read
from places import ROOT
from prgtheory.chapters import CHAPTERS, PRINTED_TABLE
from prgtheory.printed_beside_found import Row
from prgtheory.theory_page import as_markdown

PAGE = read("docs/theory.md")
CSV = ROOT / "docs" / f"{PRINTED_TABLE}.csv"
ROWS = [
    Row(*line) for line in pd.read_csv(CSV, dtype=str, keep_default_na=False).to_numpy().tolist()
]
FIGURES = [file for chapter in CHAPTERS for file in chapter.figure_files]
HEADINGS = {
    table.name: table.heading for chapter in CHAPTERS for table in chapter.tables if table.heading
}
_NUMBER = re.compile(r"\d+(?:\.\d+)?(?:e[+-]?\d+)?")


def caption(figure: str) -> str:
    """Return the caption that a figure has in the docs."""
    shown = re.search(rf"\(theory/{figure}\.png\)\n\n\*(.+?)\*\n\n", PAGE, re.DOTALL)[1]
    return " ".join(shown.split())


def table(name: str) -> str:
    """Return a table of the docs."""
    return re.search(rf"^{re.escape(HEADINGS[name])}:\n\n((?:\|.*\n)+)", PAGE, re.MULTILINE)[1]


def assert_table_of_docs(name: str, lines: Sequence[Mapping[str, object]]) -> None:
    """Fail if the docs have another table than the one of these lines."""
    csv = StringIO(pd.DataFrame(lines).to_csv(index=False))
    made = as_markdown(pd.read_csv(csv, dtype=str, keep_default_na=False))
    assert_alike(made, table(name).strip())


def assert_rows_of_docs(rows: Sequence[Row]) -> None:
    """Fail if the docs have other rows of the sources."""
    sources = {row.source for row in rows}
    shown = [row for row in ROWS if row.source in sources]
    for made, of_docs in zip(rows, shown, strict=True):
        assert_alike("; ".join(astuple(made)), "; ".join(astuple(of_docs)))


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
