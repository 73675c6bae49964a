"""What is true of known models: whether winners differ, rank correlations, losses of choices.

The truth of a task is of shape (models, `TRUE`); higher is better.
"""

from collections.abc import Sequence

import numpy as np

from prgbench.answer.choosing import mean_of_sets, ranks_of_choosers
from prgbench.answer.scored_task import Setting
from prgbench.answer.scores_of_rows import evaluate_models
from prgbench.study.agreement import best_by_score, direction, sets_differ
from prgbench.study.ranking import Ranking
from prgbench.typing import Floats
from worlds.real import TRUE, RealTask

Values = Sequence[Floats]
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


def mean_spearman(truths: Values, a: str, b: str) -> float:
    """Return the mean over the tasks of the rank correlation of the models by two measures."""
    ranks = [ranks_of_choosers(_of(truth, a, b), DECIMALS) for truth in truths]
    return float(np.mean([np.corrcoef(by_two)[0, 1] for by_two in ranks]))


def losses(truth: Floats, scores: Floats) -> Floats:
    """Return what the picks by scores (..., measures, models) lose: (..., choosers, `TRUE`).

    The choosers are the measures, then their mean rank. The loss is the truth of the best model
    minus that of the pick, which is drawn from tied ones; NaN where its truth is undefined.
    """
    mean_rank = -ranks_of_choosers(scores, DECIMALS).mean(axis=-2, keepdims=True)
    best = best_by_score(np.concatenate([scores, mean_rank], axis=-2), DECIMALS)
    picked = [mean_of_sets(best, values) for values in truth.T]
    return np.nanmax(truth, axis=0) - np.stack(picked, axis=-1)


def losses_of_sample(task: RealTask, setting: Setting) -> Floats:
    """Return the losses of the picks by all rows of the task: (choosers, `TRUE`)."""
    values = evaluate_models(task.y_true, task.scores, setting.measures).T
    return losses(task.truth, values * direction(setting.measures)[:, None])


def losses_of_halves(task: RealTask, setting: Setting) -> Floats:
    """Return the mean losses of the picks by a half of the rows, over splits."""
    scores = task.task_scores().scores_of_halves(setting)
    mean: Floats = np.nanmean(losses(task.truth, scores), axis=(0, 1))
    return mean


def _of(truth: Floats, *names: str) -> Floats:
    return truth[:, [TRUE.index(name) for name in names]].T
