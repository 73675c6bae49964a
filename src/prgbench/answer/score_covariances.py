"""How uncertain the models' scores on a task are, by its instances: their covariance."""

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.answer.confidence_sets import smaller_class
from prgbench.answer.interface import PartOptions, Tables
from prgbench.answer.setting import Setting
from prgbench.answer.task_replicates import TaskReplicates
from prgbench.answer.task_scores import TaskScores, replicates_of_task
from prgbench.metrics import Measure, get_measure
from prgbench.metrics.delong import delong
from prgbench.metrics.engine.sample import Sample

Floats = NDArray[np.float64]

COVARIANCES = "score_covariances"
COLUMNS = ["task_id", "measure", "run_ids", "covariance", "degrees"]
_FEWEST_REPLICATES = 10


def per_task(
    task: TaskScores | TaskReplicates,
    setting: Setting,
    _options: PartOptions,
) -> Tables:
    """Return ``score_covariances``, a row per measure that is defined.

    ``covariance`` is the upper triangle, row by row, of the scores of the models ``run_ids``; for
    AUROC by DeLong et al. (1988), else over bootstrap replicates. ``degrees`` are the degrees of
    freedom: one less than the smaller class, and fewer for the finite number of replicates. Where
    replicates of scores are given, it is theirs.
    """
    if isinstance(task, TaskReplicates):
        return {COVARIANCES: _of_given(task, setting)}
    n = smaller_class(task)
    rows = []
    if n > 1:
        for place, measure in enumerate(setting.measures):
            found = _of_auroc(task) if measure == get_measure("auroc") else None
            kept, covariance, n_replicates = found or _of_replicates(task, setting, place, n)
            if len(kept) and n_replicates > 1:
                degrees = 1 / (1 / (n - 1) + 1 / (n_replicates - 1))
                rows.append(row_of(task.task_id, measure, task.run_ids[kept], covariance, degrees))
    return {COVARIANCES: pd.DataFrame(rows, columns=COLUMNS)}


def row_of(
    task_id: int, measure: Measure, run_ids: NDArray[np.int64], covariance: Floats, degrees: float
) -> list[object]:
    """Return a row of the table."""
    packed = covariance[np.triu_indices(len(run_ids))]
    return [task_id, measure.name, run_ids, packed, degrees]


def unpacked(triangle: Floats, n_models: int) -> Floats:
    """Return the covariance whose upper triangle a row has.

    Examples
    --------
    >>> unpacked(np.array([1.0, 2.0, 3.0]), 2).tolist()
    [[1.0, 2.0], [2.0, 3.0]]
    """
    upper = np.zeros((n_models, n_models))
    upper[np.triu_indices(n_models)] = triangle
    return upper + np.triu(upper, 1).T


def _of_given(task: TaskReplicates, setting: Setting) -> pd.DataFrame:
    rows = [
        row_of(task.task_id, measure, task.run_ids, *found)
        for place, measure in enumerate(setting.measures)
        if (found := task.covariance(place)) is not None
    ]
    return pd.DataFrame(rows, columns=COLUMNS)


def _of_auroc(task: TaskScores) -> tuple[NDArray[np.intp], Floats, float] | None:
    """Return DeLong's covariance; None if a class is in one group only."""
    grouped = task.n_groups < len(task.y_true)
    ones = np.ones(len(task.y_true))
    sample = Sample(task.y_true, task.y_scores, ones, task.groups, False, grouped)
    try:
        return np.arange(len(task.run_ids)), delong(sample)[1], np.inf
    except ValueError:
        return None


def _of_replicates(
    task: TaskScores, setting: Setting, place: int, n: int
) -> tuple[NDArray[np.intp], Floats, float]:
    """Return the covariance over replicates, which is too small by (n - 1) / n for n instances."""
    drawn = replicates_of_task(task, setting)
    scores = drawn.scores[:, place]
    kept = np.flatnonzero(np.isfinite(drawn.original[place]) & np.isfinite(scores).all(axis=0))
    if len(scores) < _FEWEST_REPLICATES:
        return kept[:0], np.zeros((0, 0)), 0
    covariance = np.cov(scores[:, kept], rowvar=False).reshape(len(kept), len(kept))
    return kept, covariance * n / (n - 1), len(scores)
