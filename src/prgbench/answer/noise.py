"""The scores of the models of a task with replicates of their noise."""

from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from prgbench.metrics import Measure

Floats = NDArray[np.float64]

MOST_PAIRED = 200
"""Of more models in a task, so many are compared in pairs."""


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


def centred(replicates: Floats) -> Floats:
    """Return replicates (replicates, ...) without their mean."""
    return np.asarray(replicates - replicates.mean(axis=0)) if len(replicates) else replicates


class Covariance(NamedTuple):
    """The covariance of the scores of some models by a measure, and its degrees of freedom."""

    measure: Measure
    run_ids: NDArray[np.int64]
    covariance: Floats
    degrees: float


def reversed_shares(noisy: NoisyTask, equal: float) -> Floats:
    """Return of which share of the pairs of models two measures prefer another by more.

    Shape (pairs of measures, 1 + replicates): of the scores, then of these with the noise added,
    which have more noise than the scores and so more pairs reversed. Of the pairs of models that
    both measures have a score of; NaN if there is none.
    """
    compared = np.unique(np.linspace(0, noisy.n_models - 1, MOST_PAIRED).astype(int))
    scores, noise = noisy.scores[:, compared], noisy.noise[:, :, compared]
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
