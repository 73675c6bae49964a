"""Tables of scores from files, folders and memory, as data frames."""

from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd
import pyarrow as pa

from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import plain, some_of
from prgbench.sources.scores.blank_edges import without_blank_edges
from prgbench.sources.scores.data_frames import in_memory
from prgbench.sources.scores.measures_of_files import measure_sheets
from prgbench.sources.scores.mteb import mteb_files, read_mteb
from prgbench.sources.scores.number_commas import with_decimal_points
from prgbench.sources.scores.paths import is_path, paths_of
from prgbench.sources.scores.tuple_names import tuples_as_columns
from prgbench.sources.table.files import datasets_of, find_files
from prgbench.sources.table.found_tables import open_file, unreadable
from prgbench.sources.table.names import ONLY_DATASET
from prgbench.sources.table.workbook import other_sheets

IN_MEMORY = "The table"
"""What sentences call a table that is no file."""

ROWS_AT_ONCE = 1 << 16


class Frame(NamedTuple):
    """The name of a table for sentences, its cells, and the data set if no column states it.

    ``note`` says what of it was not read; ``model`` is that of one file among several, if its
    columns are resamples.
    """

    label: str
    table: pd.DataFrame
    dataset: str
    note: str = ""
    model: str = ""


def read_frames(table: Any, measures: Sequence[str] | None = None) -> list[Frame]:
    """Return the tables in files or in memory, each with the name that error messages use.

    Of a workbook with a sheet for each measure these are the sheets of the ``measures``.

    Without a column of data sets, a file is one that is called as the file.
    """
    if not is_path(table):
        frame = without_blank_edges(in_memory(table))
        return [Frame(IN_MEMORY, tuples_as_columns(frame), ONLY_DATASET)]
    if files := mteb_files(table):
        results, unread = read_mteb(files)
        note = f"Left out because they are not MTEB results: {some_of([*map(str, unread)])}."
        label = plain(paths_of(table)[0])
        return [Frame(label, results, ONLY_DATASET, note if unread else "")]
    if sheets := measure_sheets(table, measures):
        path = find_files(paths_of(table))[0]
        return [
            Frame(label, _of_file(path, name.measure_sheet), ONLY_DATASET)
            for label, name in sheets.items()
        ]
    files = find_files(paths_of(table))
    return [
        Frame(str(path), _of_file(path), name, other_sheets(path))
        for path, name in datasets_of(files).items()
    ]


def first_frame(table: Any) -> Frame:
    """Return the first rows of a table, of the first of several files."""
    if not is_path(table):
        return read_frames(table)[0]
    path = find_files(paths_of(table))[0]
    return Frame(str(path), _of_file(path, n_batches=1), ONLY_DATASET)


def _of_file(
    path: Path, sheet: str | None = None, *, n_batches: int | None = None
) -> pd.DataFrame:
    """Read a file, or a sheet of a workbook; cells of all but Parquet files are texts.

    Of a long one, only so many batches of rows are read if that is stated.
    """
    names, batches, _ = open_file(path, sheet)
    try:
        of_rows = list(islice(batches(names, ROWS_AT_ONCE), n_batches))
        if not of_rows:
            raise PrgbenchError(f"{path} has no rows: write the scores of the models into it.")
        table = pa.Table.from_batches(of_rows)
    except (pa.ArrowException, ValueError, OSError) as error:
        raise PrgbenchError(f"{path} can't be read{unreadable(error)}.") from None
    frame = without_blank_edges(table.to_pandas())
    return tuples_as_columns(with_decimal_points(str(path), frame))
