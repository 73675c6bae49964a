"""Choose by a measure on one half of the instances, judge the choice on the other half.

A measure and a target that are computed from the same instances share their noise; halves do not.
Source of the design: Huang & Ling (2006), Evaluating model selection abilities of performance
measures.
"""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.comparison.regret.names import ITSELF
from prgbench.comparison.reweighting import reweighted_scores
from prgbench.comparison.task_scores import BoolArray, Floats, TaskScores
from prgbench.metrics import Measure, get_measure
from prgbench.metrics.best_f1 import best_f1_of_subsets
from prgbench.replication.best_models import best_by_score, direction, sets_differ

SPLIT_TARGETS = ("expected_f1", "max_f1")


def split_sample_of_task(
    task: TaskScores,
    measures: Sequence[Measure],
    *,
    splits: int,
    decimals: int,
    seed: int,
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Split the instances of a task into halves of its folds, again and again.

    Parameters
    ----------
    task : TaskScores
        The task.
    measures : sequence of Measure
        The measures to choose by.
    splits : int
        How many random splits; each is used both ways.
    decimals : int
        Scores that are equal at this decimal are tied.
    seed : int
        The seed of the splits.

    Returns
    -------
    regrets : DataFrame
        A row per target and measure: the mean regret on the half that the measure has not seen
        (NaN if there is none), and ``undefined``, the number of judgements left out because a half
        has one class only or a best model has no target. The reference "target itself" chooses by
        the target, on the half that it is not judged on.
    changes : DataFrame
        A row per measure: how often its best models differ between the two halves (``differs``,
        and ``differs_expected`` if ties are broken at random), and ``undefined`` splits.

    Notes
    -----
    Halves are made of the folds of the first repeat (of single instances, if no file states the
    folds), so that no instance is in both.
    """
    halves = _halves(task, splits, seed)
    subsets = np.stack([halves, ~halves], axis=1).reshape(2 * splits, -1)
    scores, judged = _scores_of_subsets(task, measures, subsets)
    usable = _both_classes(task, subsets).reshape(splits, 2).all(axis=1)
    sets = best_by_score(scores, decimals)
    regrets = _regrets(sets, judged)[np.repeat(usable, 2)]
    differ, expected = sets_differ(sets[::2], sets[1::2])
    names = [measure.name for measure in measures]
    shown = np.array(
        [[*range(len(names)), len(names) + target] for target in range(len(SPLIT_TARGETS))]
    )
    defined = (~np.isnan(regrets)).sum(axis=0)
    mean = np.nansum(regrets, axis=0) / np.where(defined > 0, defined, np.nan)
    return pd.DataFrame(
        {
            "task_id": task.task_id,
            "target": np.repeat(SPLIT_TARGETS, len(names) + 1),
            "measure": [*names, ITSELF] * len(SPLIT_TARGETS),
            "regret": np.concatenate([mean[t, shown[t]] for t in range(len(SPLIT_TARGETS))]),
            "undefined": 2 * splits
            - np.concatenate([defined[t, shown[t]] for t in range(len(SPLIT_TARGETS))]),
        }
    ), pd.DataFrame(
        {
            "task_id": task.task_id,
            "measure": names,
            "differs": _mean(differ[usable, : len(names)]),
            "differs_expected": _mean(expected[usable, : len(names)]),
            "undefined": int((~usable).sum()),
        }
    )


def _halves(task: TaskScores, splits: int, seed: int) -> BoolArray:
    """Rows that are in the first half: shape (splits, rows)."""
    rng = np.random.default_rng([seed, task.task_id])
    group_of_instance = np.arange(task.n_instances)
    if not (task.folds < 0).any():
        first = np.flatnonzero(task.repeats == task.repeats.min())
        group_of_instance[task.instances[first]] = task.folds[first]
    _, groups = np.unique(group_of_instance, return_inverse=True)
    n_groups = int(groups.max()) + 1
    order = rng.permuted(np.tile(np.arange(n_groups), (splits, 1)), axis=1)
    chosen: BoolArray = (order < (n_groups + 1) // 2)[:, groups[task.instances]]
    return chosen


def _both_classes(task: TaskScores, subsets: BoolArray) -> BoolArray:
    n_pos = subsets @ task.y_true.astype(np.int64)
    both: BoolArray = (n_pos > 0) & (n_pos < subsets.sum(axis=1))
    return both


def _scores_of_subsets(
    task: TaskScores, measures: Sequence[Measure], subsets: BoolArray
) -> tuple[Floats, Floats]:
    """Scores (subsets, measures + targets, models), higher better, and targets alone.

    Those of a subset with one class only are NaN.
    """
    chosen = [*measures, get_measure("expected_inverse_f1")]
    scores = np.full((len(subsets), len(measures) + 2, len(task.run_ids)), np.nan)
    usable = _both_classes(task, subsets)
    values = reweighted_scores(task, chosen, subsets[usable].astype(np.int32))
    scores[usable, :-2] = values[:, :-1] * direction(measures)[:, None]
    scores[usable, -2] = 1 / values[:, -1]
    for model, y_score in enumerate(task.y_scores):
        scores[:, -1, model] = best_f1_of_subsets(task.y_true, y_score, subsets)[0]
    return scores, scores[:, -2:]


def _regrets(sets: BoolArray, judged: Floats) -> Floats:
    """Regrets (subsets, targets, measures + targets) of a half's best models on the other."""
    other = judged.reshape(-1, 2, *judged.shape[1:])[:, ::-1].reshape(judged.shape)
    missing = np.isnan(other)
    highest = np.where(missing, -np.inf, other).max(axis=-1)
    chosen = np.einsum("scm,stm->stc", sets, np.where(missing, 0.0, other))
    chosen /= sets.sum(axis=-1)[:, None, :]
    lost = np.einsum("scm,stm->stc", sets, missing) > 0
    regrets: Floats = np.where(lost, np.nan, highest[:, :, None] - chosen)
    return regrets


def _mean(values: NDArray[np.float64] | BoolArray) -> Floats:
    return values.mean(axis=0) if len(values) else np.full(values.shape[1], np.nan)
