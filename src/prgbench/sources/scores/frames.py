"""Opens what holds a table of scores: data frames, CSV and Parquet files, results of MTEB."""

import json
import re
from collections.abc import Iterable, Sequence
from os import PathLike, fspath
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa

from prgbench.run.errors import PrgbenchError
from prgbench.run.foreign_text import plain
from prgbench.sources.table.found_tables import arrow_problem, open_file
from prgbench.sources.table.layout import datasets_of, find_files

IN_MEMORY = "The table"
MTEB_META = "model_meta.json"
MTEB_SCORE = "main_score"

ONLY_DATASET = "data"
MOST_COLUMNS = 10_000
ROWS_AT_ONCE = 1 << 16
DECIMAL_COMMA = re.compile(r"^([+-]?[0-9]*),([0-9]+)$")

Frame = tuple[str, pd.DataFrame, str]
"""The name of a table for sentences, its cells, and the data set if no column states it."""


def column_names(table: Any) -> list[str]:
    """Return the names of the columns of a table, of the first file of several.

    What can't be opened has none: whoever reads all of it says why.
    """
    try:
        if not _is_place(table):
            return [str(name) for name in _in_memory(table).columns]
        if files := mteb_files(table):
            return list(_of_mteb(files[:1]).columns)
        return open_file(find_files(_places(table))[0])[0]
    except (PrgbenchError, TypeError):
        return []


def read_frames(table: Any) -> list[Frame]:
    """Return the tables in files or in memory, each with the name that error messages use.

    Without a column of data sets, a file is one that is called as the file.
    """
    if not _is_place(table):
        return [(IN_MEMORY, _in_memory(table), ONLY_DATASET)]
    if files := mteb_files(table):
        return [(plain(_places(table)[0]), _of_mteb(files), ONLY_DATASET)]
    files = find_files(_places(table))
    return [(str(path), _of_file(path), name) for path, name in datasets_of(files).items()]


def check_width(place: str, names: Sequence[str]) -> None:
    """Refuse a table with more columns than models and measures ever are."""
    if len(names) > MOST_COLUMNS:
        raise PrgbenchError(
            f"{place} has {len(names):,} columns, more than the {MOST_COLUMNS:,} that a table of "
            "scores may have: leave some out."
        )


def mteb_files(table: Any) -> list[Path]:
    """Return the result files of MTEB in folders: ``<model>/<revision>/<task>.json``."""
    folders = [Path(place) for place in _places(table)] if _is_place(table) else []
    return [
        file
        for folder in folders
        if folder.is_dir()
        for file in sorted(folder.rglob("*.json"))
        if file.name != MTEB_META and len(file.relative_to(folder).parts) > 1
    ]


def _of_mteb(files: Iterable[Path]) -> pd.DataFrame:
    """Return a row for each result of MTEB, with the means over splits and subsets."""
    rows: list[dict[str, object]] = []
    for path in files:
        try:
            result = json.loads(path.read_text(encoding="utf-8"))
            scores = [own for split in result["scores"].values() for own in split]
            names = [
                name
                for name, value in scores[0].items()
                if isinstance(value, float | int) and all(name in own for own in scores)
            ]
            means = {name: float(np.mean([own[name] for own in scores])) for name in names}
            task = str(result["task_name"])
        except (OSError, ValueError, KeyError, TypeError, AttributeError, IndexError):
            raise PrgbenchError(
                f"{path} is not a result of MTEB from version 1.11 on, with the keys task_name "
                "and scores: remove it."
            ) from None
        rows.append({"dataset": task, "model": path.parts[-3].replace("__", "/"), **means})
    return pd.DataFrame(rows)


def _of_file(path: Path) -> pd.DataFrame:
    """Read a file; cells of all but Parquet files are texts."""
    names, batches, separator = open_file(path)
    check_width(str(path), names)
    try:
        table = pa.Table.from_batches(batches(names, ROWS_AT_ONCE))
    except (pa.ArrowException, ValueError, OSError) as error:
        raise PrgbenchError(
            f"{path} can't be read ({arrow_problem(error)}): write it again."
        ) from None
    frame: pd.DataFrame = table.to_pandas()
    if separator in ("", ","):
        return frame
    return frame.map(lambda cell: DECIMAL_COMMA.sub(r"\1.\2", cell))


def _in_memory(table: Any) -> pd.DataFrame:
    """Return a data frame as one of pandas; an index with a name or of texts is a column."""
    if isinstance(table, pd.DataFrame):
        if isinstance(table.index, pd.RangeIndex) and table.index.name is None:
            return table
        named = table.rename_axis(index="dataset") if _is_unnamed(table) else table
        return named.reset_index()
    if hasattr(table, "__arrow_c_stream__"):
        frame: pd.DataFrame = pa.table(table).to_pandas()
        return frame
    raise TypeError(
        f"A table of scores is a file's path or a data frame of pandas, polars or Arrow, "
        f"not {type(table).__name__}."
    )


def _is_unnamed(frame: pd.DataFrame) -> bool:
    texts = frame.index.nlevels == 1 and not pd.api.types.is_numeric_dtype(frame.index)
    return texts and frame.index.name is None and "dataset" not in frame.columns


def _is_place(table: Any) -> bool:
    return isinstance(table, str | PathLike) or (
        isinstance(table, Sequence) and all(isinstance(one, str | PathLike) for one in table)
    )


def _places(table: Any) -> list[str]:
    return [fspath(table)] if isinstance(table, str | PathLike) else [fspath(one) for one in table]
