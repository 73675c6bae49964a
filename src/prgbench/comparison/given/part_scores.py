"""Scores of the models of a task in each fold, in each repeat and in halves of repeats."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from prgbench.comparison.reweighting import reweighted_scores
from prgbench.comparison.setting import Setting
from prgbench.comparison.subsamples import defined_parts, two_parts
from prgbench.comparison.task_scores import Floats, TaskScores, evaluate_models
from prgbench.metrics import Measure
from prgbench.replication.best_models import direction

Rows = NDArray[np.intp]
_DRAW_OF_REPEATS = 71


def scores_of_folds(task: TaskScores, measures: Sequence[Measure]) -> Floats:
    """Evaluate the models on each fold of each repeat: shape (folds, measures, models).

    Higher is better, whatever the measure; NaN where a measure is undefined; no fold if the files
    do not state them.
    """
    return _scores_of(task, measures, task.fold_rows())


def scores_of_repeats(task: TaskScores, measures: Sequence[Measure]) -> Floats:
    """Evaluate the models on each of `whole_repeats`: shape (repeats, measures, models)."""
    return _scores_of(task, measures, whole_repeats(task))


def whole_repeats(task: TaskScores) -> list[Rows]:
    """Return the rows of each repeat, if there are several and each has all instances once.

    Then two repeats share their instances, and the partition and the fitted models differ.
    """
    repeats = task.repeat_rows()
    everything = np.arange(task.n_instances)
    whole = all(np.array_equal(np.sort(task.instances[rows]), everything) for rows in repeats)
    return repeats if whole and len(repeats) > 1 else []


def scores_of_halves_of_repeats(task: TaskScores, setting: Setting) -> Floats:
    """Evaluate the models on both halves of the instances in two repeats, in each split.

    Returns
    -------
    ndarray of shape (splits, 2, 2, measures, models)
        By split, half and repeat; the two repeats of a split are drawn at random. Without the
        splits in which a half has one class only; no split if the task does not repeat.
    """
    measures = setting.measures
    repeats = whole_repeats(task)
    if not repeats:
        return np.empty((0, 2, 2, len(measures), len(task.run_ids)))
    members = two_parts(task, setting, 2)
    members = members[defined_parts(task, members).all(axis=1)]
    rng = np.random.default_rng([setting.seed, task.task_id, _DRAW_OF_REPEATS])
    drawn = np.array([rng.permutation(len(repeats))[:2] for _ in members]).reshape(-1, 2)
    scores = np.empty((len(members), 2, 2, len(measures), len(task.run_ids)))
    for repeat, rows in enumerate(repeats):
        splits, place = np.nonzero(drawn == repeat)
        if len(splits):
            weights = members[splits][:, :, rows].reshape(-1, len(rows)).astype(np.int32)
            values = reweighted_scores(_rows_of(task, rows), measures, weights)
            scores[splits, :, place] = values.reshape(len(splits), 2, *values.shape[1:])
    return scores * direction(measures)[:, None]


def _scores_of(task: TaskScores, measures: Sequence[Measure], parts: Sequence[Rows]) -> Floats:
    scores = np.empty((len(parts), len(measures), len(task.run_ids)))
    for place, rows in enumerate(parts):
        scores[place] = evaluate_models(task.y_true[rows], task.y_scores[:, rows], measures).T
    return scores * direction(measures)[:, None]


def _rows_of(task: TaskScores, rows: Rows) -> TaskScores:
    return replace(
        task,
        y_true=task.y_true[rows],
        y_scores=task.y_scores[:, rows],
        decisions=task.decisions[:, rows],
        repeats=task.repeats[rows],
        folds=task.folds[rows],
        instances=task.instances[rows],
    )
