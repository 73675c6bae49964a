"""A user's file with the predictions of a model: does it fit its task?"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from prgbench.archive.store.bundle import Bundle
from prgbench.archive.table.named import PARQUET
from prgbench.comparison.task_scores import Floats
from prgbench.comparison.your_model.parquet_table import read_parquet_table
from prgbench.pipeline.csv_table import CsvTable, read_csv_table
from prgbench.pipeline.decimals import DECIMAL
from prgbench.pipeline.errors import PrgbenchError
from prgbench.pipeline.foreign_text import plain
from prgbench.plotting.sentences import listing

SCORES = ("score", "y_score")
SHOWN_TASKS = 20
SHOWN_CELL = 60
NO_FRACTION = r"\.0*$"
WHOLE = rf"^-?[0-9]{{1,18}}({NO_FRACTION})?$"
NUMBER = f"^{DECIMAL}$"

# What people write where a score is wanted, and what to do about it.
NO_SCORES = {
    r"": "predict every row",
    r"(?i)nan|na|null|none|\?": "predict every row",
    r"(?i)[+-]?inf(inity)?": "every finite score is a threshold of the curves, an infinite one is "
    "none; write a number beyond all others",
    r"(?i)true|false": "write the score of the positive class, not the decision",
    r"[+-]?[0-9]+,[0-9]+": "write a point for the comma",
    NUMBER: "it is beyond the largest number of 64 bits; make the scores smaller",
}


def models_of_task(models: pd.DataFrame, task: int | str, study: str) -> pd.DataFrame:
    """Return the models of a task among those of a study.

    Parameters
    ----------
    models : DataFrame
        The ranked models.
    task : int or str
        The task's id, or the name of its data set.
    study : str
        How a sentence calls the study.

    Raises
    ------
    PrgbenchError
        If the study does not have the task, or several of the data set.
    """
    own = models[models["task_id" if isinstance(task, int) else "dataset_name"] == task]
    if own["task_id"].nunique() > 1:
        ids = listing([str(task_id) for task_id in sorted(own["task_id"].unique())])
        raise PrgbenchError(
            f"Study {study} has several tasks of the data set {plain(str(task))}: name one of "
            f"{ids}."
        )
    if own.empty:
        known = sorted(models["task_id"].unique())
        shown = ", ".join(map(str, known[:SHOWN_TASKS]))
        more = ", ..." if len(known) > SHOWN_TASKS else ""
        raise PrgbenchError(
            f"Task {plain(str(task))} is not in study {study}; it has the tasks {shown}{more}."
        )
    return own


def read_scores(file: Path, bundle: Bundle) -> Floats:
    """Read a user's scores in the order of the rows of a bundle.

    Parameters
    ----------
    file : Path
        A CSV or Parquet file with the columns ``row_id`` and ``score`` or ``y_score`` (of the
        positive class), ``fold`` if the task's files state folds and ``repeat`` if the
        cross-validation is repeated; further columns are ignored, the order of the rows does not
        matter.
    bundle : Bundle
        The task.

    Returns
    -------
    ndarray of shape (rows,)

    Raises
    ------
    PrgbenchError
        If the file can't be read, lacks a column, a row or a score, has a row twice or one that
        is not of the task, or puts a row into another fold than the task does.
    """
    official = pd.DataFrame(
        {"repeat": bundle.repeat(), "row_id": bundle.row_id(), "fold": bundle.fold()}
    ).astype(np.int64)
    keys = ["repeat", "row_id"] if official["repeat"].nunique() > 1 else ["row_id"]
    folds = ["fold"] if (official["fold"] >= 0).all() else []
    given = _read_columns(file, [*keys, *folds])
    twice = given.duplicated(keys)
    if twice.any():
        raise PrgbenchError(f"{file} has {_row(given[twice], keys)} more than once: keep one.")
    merged = official.merge(given, on=keys, how="outer", suffixes=("", "_given"), indicator=True)
    foreign = merged[merged["_merge"] == "right_only"]
    if len(foreign):
        raise PrgbenchError(
            f"{file} has {_row(foreign, keys)}, which is not of task "
            f"{bundle.header.task.task_id} ({len(foreign):,} such rows)."
        )
    missing = merged[merged["_merge"] == "left_only"]
    if len(missing):
        raise PrgbenchError(
            f"{file} lacks {_row(missing, keys)} of task {bundle.header.task.task_id} "
            f"({len(missing):,} of {len(official):,} rows are missing): predict all of them."
        )
    if folds:
        moved = merged[merged["fold"] != merged["fold_given"]]
        if len(moved):
            raise PrgbenchError(
                f"{file} has {_row(moved, keys)} in fold {moved['fold_given'].iloc[0]:.0f}, the "
                f"task has it in fold {moved['fold'].iloc[0]} ({len(moved):,} such rows): use the "
                "task's own folds."
            )
    ordered = official.merge(given, on=keys, how="left", suffixes=("", "_given"))
    return ordered["score"].to_numpy(dtype=np.float64)


def _read_columns(file: Path, keys: Sequence[str]) -> pd.DataFrame:
    read = read_parquet_table if file.name.endswith(PARQUET) else read_csv_table
    found = read(file, [], [*keys, *SCORES]).columns
    score = next((name for name in SCORES if name in found), SCORES[0])
    table = read(file, [*keys, score])
    return pd.DataFrame(
        {name: _whole(table, name) for name in keys} | {"score": _scores(table, score)}
    )


def _whole(table: CsvTable, name: str) -> NDArray[np.int64]:
    cells = pc.ascii_trim_whitespace(pa.array(table.columns[name], pa.string()))
    wrong = pc.invert(pc.match_substring_regex(cells, WHOLE))
    if pc.any(wrong).as_py():
        _refuse(table, name, wrong, "not a whole number; write digits only")
    whole: NDArray[np.int64] = pc.replace_substring_regex(cells, NO_FRACTION, "").cast(pa.int64())
    return np.asarray(whole)


def _scores(table: CsvTable, name: str) -> Floats:
    cells = pc.ascii_trim_whitespace(pa.array(table.columns[name], pa.string()))
    numbers = pc.if_else(pc.match_substring_regex(cells, NUMBER), cells, "nan").cast(pa.float64())
    wrong = pc.invert(pc.is_finite(numbers))
    if pc.any(wrong).as_py():
        cell = cells[pc.index(wrong, True).as_py()].as_py()
        advice = (todo for kind, todo in NO_SCORES.items() if re.fullmatch(kind, cell))
        _refuse(table, name, wrong, f"not a number: {next(advice, 'write one')}")
    return np.asarray(numbers)


def _refuse(table: CsvTable, name: str, wrong: pa.Array, problem: str) -> NoReturn:
    row = pc.index(wrong, True).as_py()
    cell = plain(table.columns[name][row], SHOWN_CELL)
    table.refuse(row, f"{name} is {cell or 'empty'}, {problem}")


def _row(rows: pd.DataFrame, keys: Sequence[str]) -> str:
    return ", ".join(f"{key} {rows[key].iloc[0]}" for key in keys)
