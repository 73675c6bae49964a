"""A user's file with the predictions of a model: does it fit its task?"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd

from prgbench.archive.store.bundle import Bundle
from prgbench.comparison.task_scores import Floats
from prgbench.pipeline.errors import PrgbenchError

SHOWN_TASKS = 20


def models_of_task(models: pd.DataFrame, task: int, study: str) -> pd.DataFrame:
    """Return the models of a task among those of a study.

    Raises
    ------
    PrgbenchError
        If the study does not have the task.
    """
    own = models[models["task_id"] == task]
    if own.empty:
        known = sorted(models["task_id"].unique())
        shown = ", ".join(map(str, known[:SHOWN_TASKS]))
        more = ", ..." if len(known) > SHOWN_TASKS else ""
        raise PrgbenchError(
            f"Task {task} is not in study {study}; it has the tasks {shown}{more}."
        )
    return own


def read_scores(file: Path, bundle: Bundle) -> Floats:
    """Read a user's scores in the order of the rows of a bundle.

    Parameters
    ----------
    file : Path
        A CSV file with the columns ``row_id`` and ``score`` (of the positive class), ``fold`` if
        the task's files state folds and ``repeat`` if the cross-validation is repeated; further
        columns are ignored, the order of the rows does not matter.
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
    given = _read_csv(file, [*keys, *folds, "score"])
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


def _read_csv(file: Path, columns: Sequence[str]) -> pd.DataFrame:
    try:
        table = pd.read_csv(file)
    except (OSError, ValueError) as error:
        raise PrgbenchError(f"{file} is not a readable CSV file: {error}") from None
    absent = [name for name in columns if name not in table]
    if absent:
        raise PrgbenchError(
            f"{file} lacks the column {', '.join(absent)}; it needs {', '.join(columns)} and has "
            f"{', '.join(map(str, table.columns))}."
        )
    for name in columns:
        numbers = pd.to_numeric(table[name], errors="coerce")
        wrong = numbers.isna()
        if name != "score":
            wrong |= numbers != numbers.round()
        if wrong.any():
            line = int(np.flatnonzero(wrong)[0]) + 2
            raise PrgbenchError(
                f"{file}, line {line}: {name} is {table[name].iloc[line - 2]}, "
                f"not a {'' if name == 'score' else 'whole '}number."
            )
        table[name] = numbers if name == "score" else numbers.astype(np.int64)
    return table[list(columns)]


def _row(rows: pd.DataFrame, keys: Sequence[str]) -> str:
    return ", ".join(f"{key} {rows[key].iloc[0]}" for key in keys)
