"""The scores of the models of a task with replicates of their noise."""

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from prgbench.answer.confidence_sets import GAIN_SCALE, smaller_class
from prgbench.answer.setting import Setting
from prgbench.answer.task_scores import Floats, TaskReplicates, TaskScores, replicates_of_task
from prgbench.metrics.gains import ungain
from prgbench.study.agreement import direction

MOST_PAIRED = 200
"""Of more models in a task, so many are compared in pairs."""

_STREAM = 20_151
_PRIOR_DEGREES = 2
"""Equal noise of the models counts as so many replicates."""


@dataclass(frozen=True, slots=True, eq=False)
class NoisyTask:
    """The scores of the models of a task by some measures, and replicates of their noise.

    ``scores`` are (measures, models), higher for better models; ``noise`` is (replicates,
    measures, models) with mean 0. ``independent`` counts the groups of rows of the smaller class,
    or the folds; it is 1 where replicates share their test instances, whose noise is then unknown.
    """

    scores: Floats
    noise: Floats
    independent: int

    @property
    def n_models(self) -> int:
        """Return the number of models."""
        return int(self.scores.shape[-1])

    def of_pair(self, a: int, b: int) -> "NoisyTask":
        """Return the models of two measures that have a score and its noise by both."""
        scores, noise = self.scores[[a, b]], self.noise[:, [a, b]]
        defined = np.isfinite(scores).all(axis=0) & np.isfinite(noise).all(axis=(0, 1))
        return NoisyTask(scores[:, defined], noise[:, :, defined], self.independent)

    @property
    def degrees(self) -> float:
        """Return the degrees of freedom of the variances: of instances, and of replicates."""
        return 1 / (1 / max(self.independent - 1, 1) + 1 / max(len(self.noise) - 1, 1))


def noisy_task(
    task: TaskScores | TaskReplicates, setting: Setting, *, gains: bool = True
) -> NoisyTask:
    """Return the scores of a task with replicates of their noise; without, if it is unknown.

    Without ``gains``, these are on the scale of precision and F, which keeps their order: a weak
    model's gain is far below 0, and its noise would hide all other models.
    """
    if isinstance(task, TaskReplicates):
        return _of_scores(task, setting)
    replicates, n = replicates_of_task(task, setting), smaller_class(task)
    # A bootstrap of one value tells nothing of its noise.
    scores, resampled = replicates.original, replicates.scores[: len(replicates.scores) * (n > 1)]
    if not gains:
        scores, resampled, prevalence = scores.copy(), resampled.copy(), float(task.y_true.mean())
        for index, measure in enumerate(setting.measures):
            if (measure.lower, measure.upper, measure.higher_is_better) == GAIN_SCALE:
                scores[index] = ungain(scores[index], prevalence)
                resampled[:, index] = ungain(resampled[:, index], prevalence)
    # A bootstrap of n values has (n - 1) / n of their variance.
    return NoisyTask(scores, _centred(resampled) * np.sqrt(n / max(n - 1, 1)), n)


def _of_scores(task: TaskReplicates, setting: Setting) -> NoisyTask:
    """Return the mean scores of a task with normal noise of the covariance of its replicates.

    A few replicates vary in a few directions only, and some models little by chance: their
    covariance is shrunk towards that of models with equal and independent noise.
    """
    n, sign = len(task.scores), direction(setting.measures)[:, None]
    rng = np.random.default_rng([setting.seed, task.seed, _STREAM])
    size, degrees, centred = (
        setting.replicates if n > 1 else 0,
        max(n - 1, 1),
        _centred(task.scores),
    )
    weights = rng.normal(size=(size, n)) / np.sqrt(degrees)
    share = _PRIOR_DEGREES / (_PRIOR_DEGREES + degrees)
    equal = rng.multivariate_normal(
        np.zeros(len(sign)), _pooled(centred) / degrees, (size, centred.shape[2]), method="eigh"
    )
    deviations = np.sqrt(1 - share) * np.tensordot(weights, centred, axes=1)
    deviations += np.sqrt(share) * np.moveaxis(equal, 1, 2)
    # The models are those that were fitted, as where instances are resampled.
    deviations *= np.sqrt(task.fitted_error_ratio)
    return NoisyTask(task.scores.mean(axis=0) * sign, deviations * sign, n if task.folds else 1)


def _pooled(centred: Floats) -> Floats:
    """Return the products of the noise by two measures, summed over replicates, of a model."""
    complete = centred[:, :, np.isfinite(centred).all(axis=(0, 1))]
    beyond = complete - complete.mean(axis=2, keepdims=True) if complete.size else complete
    n_models = max(complete.shape[2] - 1, 1)
    return np.asarray(np.einsum("rak,rbk->ab", beyond, beyond) / n_models)


def _centred(replicates: Floats) -> Floats:
    return np.asarray(replicates - replicates.mean(axis=0)) if len(replicates) else replicates


def reversed_shares(noisy: NoisyTask, equal: float) -> Floats:
    """Return of which share of the pairs of models two measures prefer another by more.

    Shape (pairs of measures, 1 + replicates): of the scores, then of these with the noise added,
    which have more noise than the scores and so more pairs reversed. Of the pairs of models that
    both measures have a score of; NaN if there is none.
    """
    some = np.unique(np.linspace(0, noisy.n_models - 1, MOST_PAIRED).astype(int))
    scores, noise = noisy.scores[:, some], noisy.noise[:, :, some]
    pairs = list(combinations(range(len(scores)), 2))
    shares = np.empty((len(pairs), 1 + len(noise)))
    for replicate, values in enumerate([scores, *(scores + noise)]):
        gaps = values[:, :, None] - values[:, None, :]
        preferred = (gaps > equal).astype(np.int8) - (gaps < -equal)
        for row, (a, b) in enumerate(pairs):
            shares[row, replicate] = (preferred[a] * preferred[b] < 0).sum()
    n_defined = np.array([np.isfinite(scores[[a, b]]).all(axis=0).sum() for a, b in pairs])
    n_pairs = np.where(n_defined > 1, n_defined * (n_defined - 1.0), np.nan)
    return np.asarray(shares / n_pairs[:, None])
