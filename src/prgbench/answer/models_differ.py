"""Whether the models of the tasks differ at all by some measure, beyond the noise of their scores.

Where they do not, there is nothing to rank, and no two measures rank them differently.
"""

from collections.abc import Sequence

import numpy as np

from prgbench.answer.scored_task import NoisyTask
from prgbench.typing import Floats

_DRAWS = 1_000
_STREAM = 20_151
_EQUAL = 1e-9
"""Noise of a model below this share of the largest is taken for this share, so that no weight is
infinite.
"""

_ROUNDING = 1e-12
"""Scores that differ by less than this share of the largest are equal: means of equal scores have
errors of this kind.
"""


def models_differ(tasks: Sequence[NoisyTask], n_measures: int, tail: float) -> bool:
    """Test whether the models' scores vary more than their noise under any measure.

    If the models of all tasks were equal, their deviations from a common score would be noise.
    Those of each model are held against the noise of that model: a model whose scores are known
    badly does not hide how the others vary.

    Parameters
    ----------
    tasks : sequence of NoisyTask
        The models of each task by all measures, with replicates of the noise.
    n_measures : int
        The number of measures: p-values are adjusted for it, by Bonferroni.
    tail : float
        Half of the error that is allowed: verdicts are on one side of an interval.

    Examples
    --------
    >>> noise = np.random.default_rng(0).normal(size=(100, 1, 4))
    >>> apart = NoisyTask(np.array([[0.0, 9.0, 18.0, 27.0]]), noise, independent=50)
    >>> close = NoisyTask(np.array([[0.0, 0.1, 0.2, 0.3]]), noise, independent=50)
    >>> models_differ([apart], 1, 0.025), models_differ([close], 1, 0.025)
    (True, False)
    """
    p_values = []
    for measure in range(n_measures):
        observed = 0.0
        draws = np.zeros(_DRAWS)
        for number, task in enumerate(tasks):
            rng = np.random.default_rng([number, _STREAM])
            of_scores, of_noise = _deviations(task.of_pair(measure, measure), rng)
            observed += of_scores
            draws += of_noise
        # The study itself is one of the draws, so that no p-value is 0.
        p_values.append((1 + np.count_nonzero(draws >= observed)) / (1 + _DRAWS))
    return bool(min(p_values) * len(p_values) <= 2 * tail)


def _deviations(task: NoisyTask, rng: np.random.Generator) -> tuple[float, Floats]:
    """Return how far the models of a task are from a common score, and how far noise takes them.

    This is the logarithm of the likelihood ratio of Student's t: squares of what is known well,
    and bounded where few folds give a small variance by chance.
    """
    scores = task.scores[0]
    noise = task.noise[:, 0]
    degrees = task.degrees
    variances = noise.var(axis=0)
    floor = _EQUAL * variances.max(initial=0.0)
    # Below it is no noise but that of rounding, and the weights would not be finite, as kept noise
    # has single precision.
    if not floor > np.finfo(variances.dtype).tiny * len(scores):
        return 0.0, np.zeros(_DRAWS)
    # The common score is the mean by precision; noise loses its own, as scores do.
    # In double precision, so that the mean of equal scores is their score.
    weights = 1 / np.maximum(variances, floor).astype(np.float64)
    weights /= weights.sum()
    noise = noise - (noise @ weights)[:, None]
    errors = np.maximum(noise.var(axis=0), floor)
    # The variances that a study of equal models would have.
    chance = rng.chisquare(degrees, (_DRAWS, len(scores))) / degrees
    apart = scores - weights @ scores
    # Equal models have no noise of their own, beside which rounding would be a difference.
    apart[np.abs(apart) <= _ROUNDING * np.abs(scores).max()] = 0.0
    squares = apart**2 / errors
    of_noise = noise[rng.integers(len(noise), size=_DRAWS)] ** 2 / (errors * chance)
    ratio = np.log1p(squares / degrees).sum()
    ratios = np.log1p(of_noise / degrees).sum(axis=-1)
    return float((degrees + 1) * ratio), (degrees + 1) * ratios
