"""The scores of the models of a task on bootstrap replicates of its groups of rows."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from prgbench.answer.scored_task import Setting
from prgbench.answer.scores_of_rows import evaluate_models, reweighted_scores
from prgbench.answer.task_rows import TaskRows
from prgbench.metrics import Measure
from prgbench.metrics.gains import ungain
from prgbench.metrics.resampling import draw_counts
from prgbench.study.agreement import direction
from prgbench.typing import Floats

_CELLS_AT_ONCE = 1 << 23
"""Weights of rows that are held in memory at a time, of as many replicates as that makes."""


@dataclass(frozen=True, slots=True, eq=False)
class Replicates:
    """Scores (measures, models) of a task and of its replicates; higher is better."""

    original: Floats
    scores: Floats


@lru_cache(maxsize=1)
def replicates_of_task(task: TaskRows, setting: Setting) -> Replicates:
    """Evaluate the models of a task on bootstrap replicates of its groups of rows.

    The replicates of the last task are remembered, since several parts use them.
    """
    measures = setting.measures
    sign = direction(measures)[:, None]
    rng = np.random.default_rng([setting.seed, task.seed])
    n = task.n_groups
    groups = np.arange(n)
    at_once = max(1, _CELLS_AT_ONCE // len(task.y_true))
    parts = []
    for start in range(0, setting.replicates, at_once):
        size = min(at_once, setting.replicates - start)
        weights = draw_counts(rng, [groups], size, n)[:, task.groups]
        n_pos = weights @ task.y_true
        # Those that happen to lack a class tell nothing.
        weights = weights[(n_pos > 0) & (n_pos < weights.sum(axis=1))]
        parts.append(reweighted_scores(task, measures, weights))
    original = evaluate_models(task.y_true, task.y_scores, measures).T
    return Replicates(original * sign, np.concatenate(parts) * sign)


def _is_gain(measure: Measure) -> bool:
    """Say whether a measure is on the scale of gains, which shows in its range."""
    return (measure.lower, measure.upper, measure.higher_is_better) == (-np.inf, 1, True)


def replicates_without_gains(task: TaskRows, setting: Setting) -> Replicates:
    """Return the replicates with gains on the scale of precision and F, which keeps their order.

    Gains can be very negative, and the errors of weak models would hide all differences.
    """
    replicates = replicates_of_task(task, setting)
    if not 0 < task.prevalence < 1:
        return replicates
    scores = replicates.original.copy()
    resampled = replicates.scores.copy()
    for index, measure in enumerate(setting.measures):
        if _is_gain(measure):
            stated = measure.prevalence
            prevalence = task.prevalence if stated is None else stated
            scores[index] = ungain(scores[index], prevalence)
            resampled[:, index] = ungain(resampled[:, index], prevalence)
    return Replicates(scores, resampled)
