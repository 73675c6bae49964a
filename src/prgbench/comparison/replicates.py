"""Bootstrap replicates of a task.

Each replicate draws the instances of a task with replacement, the same for all models. Repeated
cross-validation has several rows of an instance; they are drawn together.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from prgbench.comparison.reweighting import reweighted_scores
from prgbench.comparison.setting import Setting
from prgbench.comparison.task_scores import Floats, TaskScores, evaluate_models
from prgbench.replication.best_models import direction

_CELLS_AT_ONCE = 1 << 24


@dataclass(frozen=True, slots=True, eq=False)
class Replicates:
    """Scores of the models of a task, higher is better, whatever the measure.

    Attributes
    ----------
    original : ndarray of shape (measures, models)
        On the task.
    scores : ndarray of shape (replicates, measures, models)
        On the replicates with both classes.
    undefined : int
        How many replicates have one class only.
    """

    original: Floats
    scores: Floats
    undefined: int


@lru_cache(maxsize=1)
def replicates_of_task(task: TaskScores, setting: Setting) -> Replicates:
    """Evaluate the models of a task on bootstrap replicates of its instances.

    Those of the last task are remembered: several parts ask for them.
    """
    measures = setting.measures
    sign = direction(measures)[:, None]
    rng = np.random.default_rng([setting.seed, task.task_id])
    n = task.n_instances
    at_once = max(1, _CELLS_AT_ONCE // len(task.y_true))
    parts = []
    for start in range(0, setting.replicates, at_once):
        size = min(at_once, setting.replicates - start)
        drawn = rng.integers(n, size=(size, n)) + n * np.arange(size)[:, None]
        counts = np.bincount(drawn.ravel(), minlength=size * n).reshape(size, n)
        weights = counts.astype(np.int32)[:, task.instances]
        n_pos = weights @ task.y_true
        weights = weights[(n_pos > 0) & (n_pos < weights.sum(axis=1))]
        parts.append(reweighted_scores(task, measures, weights))
    scores = np.concatenate(parts)
    return Replicates(
        original=evaluate_models(task.y_true, task.y_scores, measures).T * sign,
        scores=scores * sign,
        undefined=setting.replicates - len(scores),
    )
