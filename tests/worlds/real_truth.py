"""What is true of known models: whether winners differ, rank correlations, losses of choices.

The truth of a task is of shape (models, `TRUE`); higher is better.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from prgbench.answer.choosing import mean_of_sets
from prgbench.answer.rankings import TOP_MODELS, centred_ranks, mean_products, rank_products
from prgbench.answer.setting import Setting
from prgbench.answer.subsamples import best_on_parts, scores_of_parts
from prgbench.answer.task_scores import evaluate_models
from prgbench.study.agreement import best_by_score, direction, sets_differ
from prgbench.study.ranking import Ranking
from worlds.real import TRUE, RealTask

Floats = NDArray[np.float64]
Values = Sequence[Floats]
Choices = Sequence[NDArray[np.intp]]
DECIMALS = Ranking().decimals


def winners_differ(truths: Values, a: str, b: str, again: Values | None = None) -> float:
    """Return the share of tasks whose best models by two measures differ in truth.

    With the truth ``again``, from other rows, the second measure takes that; a share above 0 of a
    measure and itself is then the error of the truth.
    """
    differ = []
    for one, other in zip(truths, again or truths, strict=True):
        both = np.concatenate([_of(one, a), _of(other, b)])
        differ.append(sets_differ(*best_by_score(both, DECIMALS))[1])
    return float(np.mean(differ))


def rank_correlation(
    truths: Values, a: str, b: str, again: Values | None = None, chosen: Choices | None = None
) -> float:
    """Return the mean over tasks of the product of the ranks by two measures, over mean norms.

    With the truth ``again``, from other rows, products are between the two, so that the error of
    the truth, which lowers a correlation, has no part in it. ``chosen`` are, for each task, sets
    of models of shape (sets, size): they alone are ranked.
    """
    total = np.zeros((2, 2))
    for place, (one, other) in enumerate(zip(truths, again or truths, strict=True)):
        sets = np.arange(len(one))[None] if chosen is None else chosen[place]
        values = np.stack([_of(one, a, b), _of(other, a, b)])[:, :, sets]
        total += mean_products(rank_products(np.moveaxis(values, 2, 0), DECIMALS))
    return float(total[0, 1] / np.sqrt(total[0, 0] * total[1, 1]))


def top_in_truth(truths: Values, a: str, b: str, size: int = TOP_MODELS) -> Choices:
    """Return the best models of each task by the mean true rank of two measures, as one set."""
    return [_top(_of(truth, a, b)[None], size) for truth in truths]


def top_on_thirds(tasks: Sequence[RealTask], setting: Setting, a: str, b: str) -> Choices:
    """Return the best models of each task on thirds of its rows, as `top_products` takes them."""
    places = [setting.names.index(name) for name in (a, b)]
    chosen = []
    for task in tasks:
        thirds = scores_of_parts(task.task_scores(), setting, 3)[:, :, places]
        chosen.append(_top(thirds.reshape(-1, *thirds.shape[2:]), TOP_MODELS))
    return chosen


def losses(truth: Floats, scores: Floats) -> Floats:
    """Return what the picks by scores (..., measures, models) lose: (..., choosers, `TRUE`).

    The choosers are the measures, then their mean rank. The loss is the truth of the best model
    minus that of the pick, which is drawn from tied ones; NaN where there is no pick, or its truth
    is undefined.
    """
    mean_rank = -centred_ranks(scores, DECIMALS).mean(axis=-2, keepdims=True)
    best = best_on_parts(np.concatenate([scores, mean_rank], axis=-2), DECIMALS)
    picked = [mean_of_sets(best, values) for values in truth.T]
    return np.nanmax(truth, axis=0) - np.stack(picked, axis=-1)


def losses_of_sample(task: RealTask, setting: Setting) -> Floats:
    """Return the losses of the picks by all rows of the task: (choosers, `TRUE`)."""
    values = evaluate_models(task.y_true, task.scores, setting.measures).T
    return losses(task.truth, values * direction(setting.measures)[:, None])


def losses_of_parts(task: RealTask, setting: Setting, parts: int) -> Floats:
    """Return the mean losses of the picks by one of equal parts of the rows, over splits."""
    scores = scores_of_parts(task.task_scores(), setting, parts)
    mean: Floats = np.nanmean(losses(task.truth, scores), axis=(0, 1))
    return mean


def _top(scores: Floats, size: int) -> NDArray[np.intp]:
    """Return the best models by the mean rank, (sets, size), from scores (sets, 2, models)."""
    defined = scores[~np.isnan(scores).any(axis=(1, 2))]
    order = centred_ranks(defined, DECIMALS).sum(axis=1)
    return np.argsort(order, axis=-1, kind="stable")[:, :size]


def _of(truth: Floats, *names: str) -> Floats:
    return truth[:, [TRUE.index(name) for name in names]].T
