"""The results of the models of a task on its items, such as pass or fail."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from prgbench.answer.scored_task import Covariance, NoiseKnown, NoisyTask, Setting
from prgbench.answer.seeds import seed_of_scores
from prgbench.study.agreement import direction
from prgbench.typing import Floats, Ints

_STREAM_OF_HALVES = 3
_STREAM_OF_NOISE = 20_152


@dataclass(frozen=True, eq=False)
class TaskItems:
    """The results of the models on the items of a task: ``results`` (items, measures, models).

    Items with the same number in ``clusters`` depend on each other, as those of a repository may:
    clusters are the units of which others could have been drawn. Several runs of an item have been
    averaged, as they say nothing of other items.
    """

    task_id: int
    run_ids: Ints
    results: Floats
    clusters: Ints

    @property
    def seed(self) -> int:
        """A seed of random numbers that depends on the results alone, not on any name."""
        return seed_of_scores(self.results)

    @property
    def noise_known(self) -> NoiseKnown:
        """It is that of other items."""
        return NoiseKnown.YES

    @property
    def n_units(self) -> int:
        """The number of clusters, which halves consist of."""
        return int(self.clusters.max()) + 1

    @property
    def parts(self) -> Floats:
        """What each cluster adds to the mean results: shape (clusters, measures, models)."""
        sums = np.zeros((self.n_units, *self.results.shape[1:]))
        np.add.at(sums, self.clusters, self.results)
        return sums / len(self.results)

    def scores_of_halves(self, setting: Setting) -> Floats:
        """Return the mean results on halves of the clusters, in each split.

        Shape (splits, 2, measures, models). Higher is better.
        """
        rng = np.random.default_rng([setting.seed, self.seed, _STREAM_OF_HALVES])
        sizes = self._sizes
        sums = self.parts * len(self.results)
        means = np.full((setting.splits, 2, *self.results.shape[1:]), np.nan)
        half = self.n_units // 2
        for split in range(setting.splits if half else 0):
            drawn = rng.permutation(self.n_units)
            for side, clusters in enumerate((drawn[:half], drawn[half:])):
                means[split, side] = sums[clusters].sum(axis=0) / sizes[clusters].sum()
        signed: Floats = means * direction(setting.measures)[:, None]
        return signed

    def noisy(self, setting: Setting, *, gains: bool = True) -> NoisyTask:  # noqa: ARG002 - only predictions give gains another scale
        """Return the mean results with the noise of other clusters, by the bootstrap."""
        sign = direction(setting.measures)[:, None]
        n = self.n_units
        rng = np.random.default_rng([setting.seed, self.seed, _STREAM_OF_NOISE])
        size = setting.replicates if n > 1 else 0
        drawn = rng.multinomial(n, np.full(n, 1 / n), size) - 1.0
        noise = np.tensordot(drawn, self._errors, axes=1) * np.sqrt((n - 1) / n)
        return NoisyTask(self.results.mean(axis=0) * sign, noise * sign, n)

    def covariances(self, setting: Setting) -> Iterator[Covariance]:
        """Yield the covariance of the models' mean results over other clusters.

        Of clusters of unequal size the large ones decide: the degrees of freedom are one less than
        Kish's effective number of clusters.
        """
        n = self.n_units
        if n < 2:
            return
        degrees = float(len(self.results) ** 2 / np.sum(self._sizes**2) - 1)
        for index, measure in enumerate(setting.measures):
            errors = self._errors[:, index]
            covariance = (n - 1) / n * errors.T @ errors
            yield Covariance(measure, self.run_ids, covariance, degrees)

    @property
    def _sizes(self) -> Ints:
        return np.bincount(self.clusters)

    @property
    def _errors(self) -> Floats:
        """By how much the mean would change without each cluster (CR3, the jackknife)."""
        shares = (self._sizes / len(self.results))[:, None, None]
        deviations = self.parts - shares * self.results.mean(axis=0)
        # A large cluster draws the mean to itself, which its deviation hides.
        return np.asarray(deviations / (1 - shares)) if self.n_units > 1 else deviations
