"""What is true of known models: whether winners differ, rank correlations, losses of choices.

The truth of a task is of shape (models, `TRUE`); higher is better.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from prgbench.answer.cost_means import mean_of_sets
from prgbench.answer.interface import Setting
from prgbench.answer.subsamples import best_on_parts, scores_of_parts
from prgbench.answer.task_scores import evaluate_models
from prgbench.study.agreement import best_by_score, direction, sets_differ
from prgbench.study.ranking import Ranking, rank_losses
from worlds.real import TRUE, RealTask

Floats = NDArray[np.float64]
Values = Sequence[Floats]
RANKING = Ranking()
TOP = 10


def winners_differ(truths: Values, a: str, b: str, again: Values | None = None) -> float:
    """Return the share of tasks whose best models by two measures differ in truth.

    With the truth ``again``, from other rows, the second measure takes that; a share above 0 of a
    measure and itself is then the error of the truth.
    """
    differ = []
    for one, other in zip(truths, again or truths, strict=True):
        both = np.concatenate([_of(one, a), _of(other, b)])
        differ.append(sets_differ(*best_by_score(both, RANKING.decimals))[1])
    return float(np.mean(differ))


def rank_correlation(truths: Values, a: str, b: str, again: Values | None = None) -> float:
    """Return the mean over tasks of the product of the ranks by two measures, over mean norms.

    Ranks of K models are centred, and their products divided by K (K^2 - 1) / 12. With the truth
    ``again``, from other rows, products are between the two, so that the error of the truth, which
    lowers a correlation, has no part in it.
    """
    total = np.zeros((2, 2))
    for one, other in zip(truths, again or truths, strict=True):
        models = len(one)
        first, second = (_ranks(truth, a, b) - (models + 1) / 2 for truth in (one, other))
        products = first @ second.T / (models * (models**2 - 1) / 12)
        total += (products + products.T) / 2
    return float(total[0, 1] / np.sqrt(total[0, 0] * total[1, 1]))


def top_models(values: Values, a: str, b: str, k: int = TOP) -> list[NDArray[np.intp]]:
    """Return the ``k`` best models of each task by the mean rank of two measures."""
    return [np.argsort(_ranks(task, a, b).sum(axis=0), kind="stable")[:k] for task in values]


def among(truths: Values, chosen: Sequence[NDArray[np.intp]]) -> list[Floats]:
    """Return the truth of the chosen models of each task."""
    return [truth[models] for truth, models in zip(truths, chosen, strict=True)]


def losses(truth: Floats, scores: Floats) -> Floats:
    """Return what the picks by scores (..., measures, models) lose: (..., measures, `TRUE`).

    That is the truth of the best model minus that of the pick, which is drawn from tied ones; NaN
    where there is no pick, or its truth is undefined.
    """
    best = best_on_parts(scores, RANKING.decimals)
    picked = [mean_of_sets(best, values) for values in truth.T]
    return np.nanmax(truth, axis=0) - np.stack(picked, axis=-1)


def sample_losses(task: RealTask, setting: Setting) -> Floats:
    """Return the losses of the picks by all rows of the task: (measures, `TRUE`)."""
    values = evaluate_models(task.y_true, task.scores, setting.measures).T
    return losses(task.truth, values * direction(setting.measures)[:, None])


def half_losses(task: RealTask, setting: Setting) -> Floats:
    """Return the mean losses of the picks by random halves of the task: (measures, `TRUE`)."""
    of_halves = losses(task.truth, scores_of_parts(task.task_scores(), setting, 2))
    mean: Floats = np.nanmean(of_halves, axis=(0, 1))
    return mean


def _ranks(values: Floats, a: str, b: str) -> Floats:
    """Return the ranks of the models by two measures: shape (2, models)."""
    return rank_losses(-_of(values, a, b), RANKING)


def _of(truth: Floats, *names: str) -> Floats:
    return truth[:, [TRUE.index(name) for name in names]].T
