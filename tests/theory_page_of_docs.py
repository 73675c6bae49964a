"""What docs/theory.md shows, and whether it is what the code finds."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

import pandas as pd
import pytest

from markdown_pages import read
from prgtheory.chapters import CHAPTERS, PRINTED_TABLE
from prgtheory.printed_beside_found import Row
from prgtheory.theory_page import table_as_markdown

PAGE = read("docs/theory.md")
FIGURES = [file for chapter in CHAPTERS for file in chapter.figure_files]
TABLES = [
    PRINTED_TABLE,
    *(table.name for chapter in CHAPTERS for table in chapter.tables if table.heading),
]
_NUMBER = re.compile(r"\d+(?:\.\d+)?(?:e[+-]?\d+)?")
_TABLE = re.compile(r"(?:^\|.*\n)+", re.MULTILINE)


def caption(figure: str) -> str:
    """Return the caption that a figure has in the docs."""
    return re.search(rf"\(theory/{figure}\.png\)\n\n\*(.+)\*\n", PAGE)[1]


def table(name: str) -> str:
    """Return a table of the docs."""
    return dict(zip(TABLES, _TABLE.findall(PAGE), strict=True))[name]


def assert_table_of_docs(name: str, lines: Sequence[Mapping[str, object]], folder: Path) -> None:
    """Fail if the docs have another table than the one of these lines."""
    file = folder / f"{name}.csv"
    pd.DataFrame(lines).to_csv(file, index=False)
    assert_alike(_without_padding(table_as_markdown(file)), _without_padding(table(name)))


def assert_rows_of_docs(rows: Sequence[Row], folder: Path) -> None:
    """Fail if the docs show other rows of printed numbers, but for those that follow these."""
    file = folder / "rows.csv"
    pd.DataFrame([asdict(row) for row in rows]).to_csv(file, index=False)
    found = _without_padding(table_as_markdown(file)).splitlines()
    sources = {"source", *(row.source for row in rows)}
    lines = _without_padding(table(PRINTED_TABLE)).splitlines()
    shown = [line for line in lines if line.split("|")[1].strip() in sources]
    assert_alike("\n".join(found), "\n".join(shown[: len(found)]))


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


def _without_padding(text: str) -> str:
    return re.sub(r" +", " ", re.sub(r"^\|:.*\n", "", text, flags=re.MULTILINE)).strip()
