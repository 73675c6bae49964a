"""CSV files that somebody else may have made: columns by name, cells as they stand there."""

import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import NoReturn

from prgbench.pipeline.errors import PrgbenchError
from prgbench.pipeline.foreign_text import plain
from prgbench.pipeline.text_file import LARGEST, read_text_file

SHOWN_COLUMNS = 20
OTHER_SEPARATORS = {";": "semicolons", "\t": "tabulators"}


@dataclass(frozen=True, slots=True)
class CsvTable:
    """Columns of a CSV file, by name, and the line of the file on which each row ends."""

    path: Path
    lines: list[int]
    columns: dict[str, list[str]]

    def refuse(self, row: int, problem: str) -> NoReturn:
        """Say what is wrong in a row.

        Raises
        ------
        PrgbenchError
            Always.
        """
        raise PrgbenchError(f"{self.path}, line {self.lines[row]}: {problem}.")


def read_csv_table(
    path: Path, needed: Sequence[str], more: Iterable[str] = (), largest: int = LARGEST
) -> CsvTable:
    """Read columns of a CSV file; those that nobody asks for may hold what they like.

    Parameters
    ----------
    path : Path
        A file in UTF-8 whose first line names its columns.
    needed : sequence of str
        The columns that it must have.
    more : iterable of str
        Columns that are read where they are there.
    largest : int
        The number of bytes that it may have.

    Raises
    ------
    PrgbenchError
        If it is no such file, lacks a column or has one twice, or a row has more or fewer cells
        than there are columns.
    """
    reader = csv.reader(StringIO(read_text_file(path, largest), newline=""), strict=True)
    try:
        header = [name.strip() for name in next(reader, [])]
        found = places(path, header, needed, more)
        table = CsvTable(path, [], {name: [] for name in found})
        wanted = [(table.columns[name], place) for name, place in found.items()]
        for cells in reader:
            if not cells:
                continue
            table.lines.append(reader.line_num)
            if len(cells) != len(header):
                table.refuse(
                    -1,
                    f"{len(cells)} cells under {len(header)} columns; decimals need points, and "
                    "cells with commas need quotes",
                )
            for column, place in wanted:
                column.append(cells[place])
    except csv.Error as error:
        raise PrgbenchError(
            f"{path}, line {reader.line_num} is no CSV ({plain(str(error))}): correct it."
        ) from None
    return table


def places(
    path: Path, header: Sequence[str], needed: Sequence[str], more: Iterable[str]
) -> dict[str, int]:
    """Return where the columns stand that are read: the needed ones, and others that are there.

    Raises
    ------
    PrgbenchError
        If one is missing or stands there twice.
    """
    missing = [name for name in needed if name not in header]
    if missing:
        for separator, name in OTHER_SEPARATORS.items():
            if any(separator in cell for cell in header):
                raise PrgbenchError(f"{path} separates its columns by {name}: write commas.")
        shown = ", ".join(header[:SHOWN_COLUMNS])
        raise PrgbenchError(
            f"{path} lacks the column {', '.join(missing)}; it needs {', '.join(needed)} and has "
            f"{plain(shown) or 'none'}{', ...' if len(header) > SHOWN_COLUMNS else ''}."
        )
    read = [name for name in (*needed, *more) if name in header]
    for name in read:
        if header.count(name) > 1:
            raise PrgbenchError(f"{path} has the column {name} twice: keep one of them.")
    return {name: header.index(name) for name in read}
