"""The tables of the theory: those of each chapter, and the one of all printed numbers."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from prgtheory.chapters import CHAPTERS, PRINTED_TABLE, Chapter
from prgtheory.printed_beside_found import Row

Lines = Sequence[dict[str, Any]]


def table_named(name: str) -> Lines:
    """Return the lines of a table.

    Parameters
    ----------
    name : str
        That of `PRINTED_TABLE` or of a chapter's table.

    Returns
    -------
    sequence of dict
        A mapping from columns to values for each line.

    Raises
    ------
    ValueError
        If there is no such table.

    Examples
    --------
    >>> table_named("nothing")
    Traceback (most recent call last):
    ValueError: There is no table nothing.
    """
    if name == PRINTED_TABLE:
        return [asdict(row) for row in printed_rows()]
    for chapter in CHAPTERS:
        if name in {table.name for table in chapter.tables}:
            lines: Lines = chapter.load("tabulated", f"table_{name}")()
            return lines
    raise ValueError(f"There is no table {name}.")


def printed_rows(chapters: Sequence[Chapter] = CHAPTERS) -> list[Row]:
    """Return every statement of the sources beside what is found here.

    Parameters
    ----------
    chapters : sequence of Chapter, default=CHAPTERS
        The chapters of the sources; one that prints no numbers adds none.

    Returns
    -------
    list of Row
        In the order of the chapters.

    Examples
    --------
    >>> boyd = next(chapter for chapter in CHAPTERS if chapter.name == "boyd")
    >>> row = printed_rows([boyd])[0]
    >>> row.where, row.printed, row.found, row.verdict
    ('table 1a', '0.2', '0.2', 'agrees')
    """
    return [
        row for chapter in chapters if chapter.sources for row in chapter.load("printed", "rows")()
    ]
