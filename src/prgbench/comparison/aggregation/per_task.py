"""Each measure of a task's models as a mean over folds, and over repeats."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.comparison.aggregation import Options
from prgbench.comparison.compared import Tables
from prgbench.comparison.setting import Setting
from prgbench.comparison.task_scores import Floats, TaskScores
from prgbench.metrics import Measure, evaluate


def per_task(
    task: TaskScores, _models: pd.DataFrame, setting: Setting, _options: Options
) -> Tables:
    """Return the table of `fold_scores_of_task`, "fold_scores"."""
    return {"fold_scores": fold_scores_of_task(task, setting.measures)}


def fold_scores_of_task(task: TaskScores, measures: Sequence[Measure]) -> pd.DataFrame:
    """Average each measure over the folds, and over the repeats, of a task.

    Returns
    -------
    DataFrame
        A row per model, measure and aggregation ("fold", "repeat"): the mean over the parts in
        which the measure is defined, the number of parts and of those in which it is not (a fold
        of one class). The mean is NaN if no part has a value or the folds are not stated.
    """
    parts = []
    for aggregation, groups in (("fold", task.fold_rows()), ("repeat", task.repeat_rows())):
        mean, undefined = _mean_over(task, measures, groups)
        parts.append(
            pd.DataFrame(
                {
                    "task_id": task.task_id,
                    "run_id": np.repeat(task.run_ids, len(measures)),
                    "aggregation": aggregation,
                    "measure": [m.name for m in measures] * len(task.run_ids),
                    "mean": mean.ravel(),
                    "parts": len(groups),
                    "undefined": undefined.ravel(),
                }
            )
        )
    return pd.concat(parts, ignore_index=True)


def _mean_over(
    task: TaskScores, measures: Sequence[Measure], groups: Sequence[NDArray[np.intp]]
) -> tuple[Floats, NDArray[np.int64]]:
    """Mean (models, measures) over groups of rows, and in how many it is undefined."""
    shape = (len(task.run_ids), len(measures))
    if not groups:
        return np.full(shape, np.nan), np.zeros(shape, dtype=np.int64)
    values = np.array(
        [evaluate(task.y_true[rows], task.y_scores[:, rows], measures) for rows in groups]
    )
    missing = np.isnan(values)
    counts = (~missing).sum(axis=0)
    totals = np.where(missing, 0.0, values).sum(axis=0)
    return totals / np.where(counts > 0, counts, np.nan), missing.sum(axis=0)
