"""The scores that the universes need, of the models of a task."""

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.comparison.compared import Tables
from prgbench.comparison.duplicates.per_task import rankings_of_task
from prgbench.comparison.multiverse import Options
from prgbench.comparison.multiverse.names import (
    FOLD_MEAN,
    MEASURES,
    OTHER,
    POOLED,
    STATED,
    score_column,
)
from prgbench.comparison.setting import Setting
from prgbench.comparison.task_scores import Floats, TaskScores, model_batches
from prgbench.metrics import evaluate


def per_task(
    task: TaskScores, _models: pd.DataFrame, _setting: Setting, _options: Options
) -> Tables:
    """Return ``multiverse_scores``.

    Returns
    -------
    dict of str to DataFrame
        A row per model: a checksum of its ranking of the rows, the number of instances of the
        task, and its scores, pooled and as means over folds, with the stated positive class and,
        where the classes are balanced, with the other one (else NaN).
    """
    table = rankings_of_task(task).assign(task_id=task.task_id, instances=task.n_instances)
    balanced = 2 * task.y_true.sum() == len(task.y_true)
    everything = [np.arange(len(task.y_true))]
    for positive_class in (STATED, OTHER):
        for average, parts in ((POOLED, everything), (FOLD_MEAN, task.fold_rows())):
            defined = positive_class == STATED or balanced
            scores = _means(task, parts if defined else [], swapped=positive_class == OTHER)
            for name, values in zip(MEASURES, scores, strict=True):
                table[score_column(positive_class, average, name)] = values
    return {"multiverse_scores": table}


def _means(task: TaskScores, parts: list[NDArray[np.intp]], *, swapped: bool) -> Floats:
    """Average each measure over the parts in which it is defined: shape (measures, models)."""
    totals = np.zeros((len(MEASURES), len(task.run_ids)))
    counts = np.zeros_like(totals)
    for rows in parts:
        values = _values(task, rows, swapped=swapped)
        defined = ~np.isnan(values)
        totals += np.where(defined, values, 0.0)
        counts += defined
    return totals / np.where(counts > 0, counts, np.nan)


def _values(task: TaskScores, rows: NDArray[np.intp], *, swapped: bool) -> Floats:
    y_true = task.y_true[rows] != swapped
    sign = -1.0 if swapped else 1.0
    batches = [
        evaluate(y_true, sign * task.y_scores[models][:, rows], MEASURES)
        for models in model_batches(task.y_scores)
    ]
    return np.concatenate(batches).T
