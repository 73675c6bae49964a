"""Parquet files that somebody else may have made, as tables of cells."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NoReturn

import pyarrow as pa
import pyarrow.parquet as pq

from prgbench.pipeline.csv_table import CsvTable, places
from prgbench.pipeline.errors import PrgbenchError
from prgbench.pipeline.foreign_text import plain


class ParquetTable(CsvTable):
    """Columns of a Parquet file, by name, their cells as texts."""

    def refuse(self, row: int, problem: str) -> NoReturn:
        """Say what is wrong in a row, counted from 1.

        Raises
        ------
        PrgbenchError
            Always.
        """
        raise PrgbenchError(f"{self.path}, row {row + 1}: {problem}.")


def read_parquet_table(
    path: Path, needed: Sequence[str], more: Iterable[str] = ()
) -> ParquetTable:
    """Read columns of a Parquet file, as `read_csv_table` reads those of a CSV file.

    Raises
    ------
    PrgbenchError
        If it is no such file, lacks a column or has one twice, or a column holds neither numbers
        nor texts.
    """
    try:
        names = pq.read_schema(path).names
        read = list(places(path, names, needed, more))
        table = pq.read_table(path, columns=read)
        cells = {name: table.column(name).cast(pa.string()).to_pylist() for name in read}
    except (OSError, pa.ArrowException) as error:
        problem = plain(str(error).splitlines()[0].rstrip("."))
        raise PrgbenchError(
            f"{path} can't be read as Parquet ({problem}): write it again."
        ) from None
    columns = {name: [cell or "" for cell in column] for name, column in cells.items()}
    return ParquetTable(path, [], columns)
