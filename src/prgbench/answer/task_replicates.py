"""The scores of the models of a task, given as replicates."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from prgbench.answer.scored_task import Covariance, NoiseKnown, NoisyTask, Setting, centred
from prgbench.answer.seeds import seed_of_scores
from prgbench.stats.steps import variance_of_steps
from prgbench.study.agreement import direction
from prgbench.typing import Floats, Ints

_STREAM_OF_HALVES = 2
_STREAM_OF_NOISE = 20_151
_PRIOR_DEGREES = 2
"""Equal noise of the models counts as so many replicates."""


@dataclass(frozen=True, eq=False)
class TaskReplicates:
    """The scores of the models of a task: ``scores`` have shape (replicates, measures, models).

    Two disjoint sets of replicates take the place of the halves of the instances. Folds of a
    cross-validation share no test instance, so that neither do two sets of them; of a repeated
    one, each split takes the folds of one repeat. Seeds, and repeats without folds, share the test
    instances, whose noise does not show in how they vary: nothing bounds it.

    Replicates with the same number in ``blocks`` are of one cross-validation; ``folds`` says
    whether they are its folds, ``splits`` whether they are random splits into training and test
    instances. ``ratio`` is the number of test over that of training instances of such splits, if
    it is known.
    """

    task_id: int
    run_ids: Ints
    scores: Floats
    blocks: Ints
    folds: bool
    splits: bool = False
    ratio: float | None = None

    @property
    def seed(self) -> int:
        """A seed of random numbers that depends on the scores alone, not on any name."""
        return seed_of_scores(self.scores)

    @property
    def n_units(self) -> int:
        """The number of replicates, which halves consist of."""
        return len(self.scores)

    @property
    def error_ratio(self) -> float:
        """The variance of a mean score over that of a single replicate.

        Folds and random splits share training rows: 1 / their number + the ratio of test to
        training rows, of folds 1 / (folds of a repeat - 1), corrects for it (Nadeau & Bengio
        2003, Inference for the generalization error, Machine Learning 52(3)).
        """
        overlap = 1 / (self.n_folds - 1) if self.folds and self.n_folds > 1 else 0.0
        return 1 / len(self.scores) + (self.ratio or overlap)

    @property
    def fitted_error_ratio(self) -> float:
        """The variance of a mean score over that of a single replicate, of the fitted models.

        Folds share no test instance, so that their scores are independent, given the models that
        were fitted (Bayle et al. 2020, Cross-validation confidence intervals for test error,
        NeurIPS 33). Repeats of a cross-validation test the same instances again. It is safe:
        scores of folds vary with their training, too. Random splits of unknown sizes get a ratio
        of 1, which is safe if no test set is larger than its training set.
        """
        if self.folds:
            return 1 / self.n_folds
        return 1 / len(self.scores) + (self.ratio or 1.0)

    @property
    def noise_known(self) -> NoiseKnown:
        """Whether it is known, by what the replicates are."""
        if self.folds or self.ratio or len(self.scores) == 1:
            return NoiseKnown.YES
        return NoiseKnown.AT_MOST if self.splits else NoiseKnown.NO

    @property
    def n_folds(self) -> int:
        """The number of folds of a repeat."""
        return int(np.bincount(self.blocks).max())

    def scores_of_halves(self, setting: Setting) -> Floats:
        """Return the mean scores of disjoint sets of as many replicates each, in each split.

        Shape (splits, 2, measures, models). Higher is better; NaN where no block has two.
        """
        rng = np.random.default_rng([setting.seed, self.seed, _STREAM_OF_HALVES])
        blocks = [np.flatnonzero(self.blocks == number) for number in np.unique(self.blocks)]
        blocks = [replicates for replicates in blocks if len(replicates) > 1]
        means = np.full((setting.splits, 2, *self.scores.shape[1:]), np.nan)
        for split in range(setting.splits if blocks else 0):
            block = blocks[split % len(blocks)]
            size = len(block) // 2
            drawn = rng.permutation(block)[: 2 * size].reshape(2, size)
            means[split] = self.scores[drawn].mean(axis=1)
        signed: Floats = means * direction(setting.measures)[:, None]
        return signed

    def noisy(self, setting: Setting, *, gains: bool = True) -> NoisyTask:  # noqa: ARG002 - only predictions give gains another scale
        """Return the mean scores with normal noise of the covariance of the replicates.

        A few replicates vary in a few directions only, and some models little by chance: their
        covariance is shrunk towards that of models with equal and independent noise. Seeds, and
        repeats without folds, have no replicates of noise.
        """
        n = len(self.scores)
        sign = direction(setting.measures)[:, None]
        is_known = n > 1 and self.noise_known is not NoiseKnown.NO
        size = setting.replicates if is_known else 0
        degrees = max(n - 1, 1)
        rng = np.random.default_rng([setting.seed, self.seed, _STREAM_OF_NOISE])
        deviations = centred(self.scores)
        weights = rng.normal(size=(size, n)) / np.sqrt(degrees)
        share = _PRIOR_DEGREES / (_PRIOR_DEGREES + degrees)
        equal = rng.multivariate_normal(
            np.zeros(len(sign)),
            _pooled_products(deviations) / degrees,
            (size, deviations.shape[2]),
            method="eigh",
        )
        noise = np.sqrt(1 - share) * np.tensordot(weights, deviations, axes=1)
        noise += np.sqrt(share) * np.moveaxis(equal, 1, 2)
        # The models are those that were fitted, as where instances are resampled.
        noise *= np.sqrt(self.fitted_error_ratio)
        return NoisyTask(self.scores.mean(axis=0) * sign, noise * sign, n)

    def covariances(self, setting: Setting) -> Iterator[Covariance]:
        """Yield the covariance of the models' mean scores by each measure.

        None of a single fold, and of replicates that are neither folds nor splits of known sizes.
        """
        if self.n_folds < 2 or not (self.folds or self.ratio):
            return
        for index, measure in enumerate(setting.measures):
            scores = self.scores[:, index]
            spread = np.atleast_2d(np.cov(scores, rowvar=False))
            spread += variance_of_steps(scores) * np.eye(len(spread))
            yield Covariance(
                measure, self.run_ids, self.error_ratio * spread, len(self.scores) - 1.0
            )


def _pooled_products(deviations: Floats) -> Floats:
    """Return the products of the noise by two measures, summed over replicates, of a model."""
    complete = deviations[:, :, np.isfinite(deviations).all(axis=(0, 1))]
    # The noise that all models share moves none of them past another.
    beyond = complete - complete.mean(axis=2, keepdims=True) if complete.size else complete
    n_models = max(complete.shape[2] - 1, 1)
    return np.asarray(np.einsum("rak,rbk->ab", beyond, beyond) / n_models)
