"""The tables of the theory: those of each source, and the one of all printed numbers."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from prgbench.papers.printed_beside_found import Row
from prgbench.papers.sources import PRINTED_TABLE, SOURCES

Lines = Sequence[dict[str, Any]]


def table_named(name: str) -> Lines:
    """Return the lines of a table.

    Raises
    ------
    ValueError
        If there is no such table.
    """
    if name == PRINTED_TABLE:
        return [asdict(row) for row in printed_rows()]
    for source in SOURCES:
        if name in {table.name for table in source.tables}:
            lines: Lines = source.load("tabulated", f"table_{name}")()
            return lines
    raise ValueError(f"There is no table {name}.")


def printed_rows() -> list[Row]:
    """Return every number that the sources print beside the one found here."""
    return [
        row
        for source in SOURCES
        if source.has_printed_numbers
        for row in source.load("printed", "rows")()
    ]
