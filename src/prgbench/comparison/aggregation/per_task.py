"""Each measure of a task's models as a mean over folds, and over repeats; F1 of decisions too."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.comparison.aggregation import Options
from prgbench.comparison.aggregation.names import WAYS
from prgbench.comparison.compared import Tables
from prgbench.comparison.setting import Setting
from prgbench.comparison.task_scores import BoolArray, Floats, TaskScores, model_batches
from prgbench.metrics import Measure, evaluate, mean_fbeta


def per_task(
    task: TaskScores, _models: pd.DataFrame, setting: Setting, _options: Options
) -> Tables:
    """Return "fold_scores", of the measures, and "fold_decisions"."""
    return {
        "fold_scores": fold_scores_of_task(task, setting.measures),
        "fold_decisions": fold_decisions_of_task(task),
    }


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


def fold_decisions_of_task(task: TaskScores) -> pd.DataFrame:
    """Average the F1 of the stored decisions over the folds of a task.

    Returns
    -------
    DataFrame
        A row per model: F1 averaged over the folds of both classes as F-gain and converted back
        (``f_gain``; 0 if a fold has no true positive), their ``arithmetic`` mean, and F1 of the
        ``pooled`` decisions; the number of ``folds`` and of those with one class, which are left
        out (``undefined``). F1 is NaN where decisions or folds are not stated.
    """
    groups = task.fold_rows()
    counts = [int(task.y_true[rows].sum()) for rows in groups]
    chosen = [rows for rows, n in zip(groups, counts, strict=True) if 0 < n < len(rows)]
    prevalence = [float(task.y_true[rows].mean()) for rows in chosen]
    values = np.full((3, len(task.run_ids)), np.nan)
    stated = task.decisions.min(axis=1) >= 0
    if chosen and stated.any():
        yes = task.decisions[stated] == 1
        folds = np.array([_f1(task.y_true[rows], yes[:, rows]) for rows in chosen])
        values[0, stated] = [mean_fbeta(own, prevalence) for own in folds.T]
        values[1, stated] = folds.mean(axis=0)
        values[2, stated] = _f1(task.y_true, yes)
    return pd.DataFrame(
        {
            "task_id": task.task_id,
            "run_id": task.run_ids,
            **dict(zip(WAYS, values, strict=True)),
            "folds": len(groups),
            "undefined": len(groups) - len(chosen),
        }
    )


def _f1(positive: BoolArray, yes: BoolArray) -> Floats:
    """F1 of decisions (models, n); there is a positive."""
    f1: Floats = 2 * (yes & positive).sum(axis=1) / (yes.sum(axis=1) + positive.sum())
    return f1


def _mean_over(
    task: TaskScores, measures: Sequence[Measure], groups: Sequence[NDArray[np.intp]]
) -> tuple[Floats, NDArray[np.int64]]:
    """Mean (models, measures) over groups of rows, and in how many it is undefined."""
    shape = (len(task.run_ids), len(measures))
    if not groups:
        return np.full(shape, np.nan), np.zeros(shape, dtype=np.int64)
    values = np.empty((len(groups), *shape))
    for models in model_batches(task.y_scores):
        scores = task.y_scores[models]
        for place, rows in enumerate(groups):
            values[place, models] = evaluate(task.y_true[rows], scores[:, rows], measures)
    missing = np.isnan(values)
    counts = (~missing).sum(axis=0)
    totals = np.where(missing, 0.0, values).sum(axis=0)
    return totals / np.where(counts > 0, counts, np.nan), missing.sum(axis=0)
