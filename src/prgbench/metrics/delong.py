"""The covariance of AUROCs by DeLong's method, with weights and with clusters of instances."""

from dataclasses import dataclass

import numpy as np

from prgbench.metrics.engine.counts import Indices
from prgbench.metrics.engine.inputs import FloatArray
from prgbench.metrics.engine.sample import Sample

_ROUNDING = 1e-12


@dataclass(frozen=True, slots=True, eq=False)
class Placements:
    """AUROC of each model and what each group of instances adds to its error.

    Attributes
    ----------
    areas : ndarray of shape (models,)
        As by `auroc_score`; exactly 1 or 0 if the classes are separated.
    of_positives, of_negatives : ndarray of shape (models, groups)
        By how much the placements of a group's positives, or negatives, change the area. They are
        exact without weights, so that equal placements add exactly 0.
    clusters : (int, int, int)
        How many groups have positives, have negatives, and how many there are.
    """

    areas: FloatArray
    of_positives: FloatArray
    of_negatives: FloatArray
    clusters: tuple[int, int, int]

    @property
    def covariance(self) -> FloatArray:
        """Covariance of the areas, shape (models, models)."""
        # Cluster k of K has a deviation of its positives and one of its negatives. Their product,
        # the third term, is 0 where no cluster has both classes; K / (K - 1) corrects each for the
        # mean [2].
        positives = self.of_positives
        negatives = self.of_negatives
        for_positives, for_negatives, for_both = (k / (k - 1) for k in self.clusters)
        pair = positives @ negatives.T
        covariance: FloatArray = (
            for_positives * positives @ positives.T
            + for_negatives * negatives @ negatives.T
            + for_both * (pair + pair.T)
        )
        return covariance

    def contrast(self, factors: FloatArray) -> "tuple[float, float, float]":
        """Return a weighted sum of the areas, its variance and the degrees of freedom of that.

        The degrees are those of Satterthwaite for the variances of the two classes.
        """
        # A contrast of areas is the area of a contrast of placements, as both are linear.
        total = Placements(
            np.atleast_1d(factors @ self.areas),
            np.atleast_2d(factors @ self.of_positives),
            np.atleast_2d(factors @ self.of_negatives),
            self.clusters,
        )
        # The cross term can make it negative by rounding, or with few clusters.
        variance = max(float(total.covariance[0, 0]), 0.0)
        spreads = np.array([np.sum(row**2) for row in (total.of_positives, total.of_negatives)])
        if not spreads.any():
            return float(total.areas[0]), 0.0, 1.0
        # Relative to the larger one, as the squares of tiny variances underflow.
        spreads /= spreads.max()
        sizes = np.array(self.clusters[:2])
        # Satterthwaite: (s1 + s2)^2 / (s1^2 / df1 + s2^2 / df2), each variance with clusters - 1.
        parts = spreads * sizes / (sizes - 1)
        degrees = float(np.sum(parts) ** 2 / np.sum(parts**2 / (sizes - 1)))
        return float(total.areas[0]), variance, degrees


def placements(sample: Sample) -> Placements:
    """Areas and their errors by DeLong's method [1]_; instances of one group are a cluster [2]_.

    Placements are computed from sorted scores, in O(n log n) [3]_.

    References
    ----------
    .. [1] E. R. DeLong, D. M. DeLong, D. L. Clarke-Pearson (1988). Comparing the areas under two
           or more correlated receiver operating characteristic curves: a nonparametric approach.
           Biometrics 44(3), 837-845.
    .. [2] N. A. Obuchowski (1997). Nonparametric analysis of clustered ROC curve data. Biometrics
           53(2), 567-578.
    .. [3] X. Sun, W. Xu (2014). Fast implementation of DeLong's algorithm for comparing the areas
           under correlated receiver operating characteristic curves. IEEE Signal Processing
           Letters 21(11), 1389-1393.
    """
    positive = sample.positive
    clusters = _clusters(sample)
    w_pos = sample.weights[positive]
    w_neg = sample.weights[~positive]
    n_pos = w_pos.sum()
    n_neg = w_neg.sum()
    # Twice the number of pairs, so that a tie counts 1 and without weights all sums are whole.
    pairs = 2 * n_pos * n_neg
    areas = np.empty(len(sample.scores))
    deviations = np.zeros((2, *sample.scores.shape))
    for model, scores in enumerate(sample.scores):
        cases = scores[positive]
        controls = scores[~positive]
        orders = np.argsort(cases), np.argsort(controls)
        below = _twice_below(cases, controls, w_neg, *orders)
        above = 2 * n_pos - _twice_below(controls, cases, w_pos, *orders[::-1])
        won = w_pos @ below
        areas[model] = _area(cases, controls, won / pairs)
        # Multiplied out, not divided: with whole weights, equal placements deviate by exactly 0.
        deviations[0, model, positive] = w_pos * _from_rounding(n_pos * below - won, pairs)
        deviations[1, model, ~positive] = w_neg * _from_rounding(n_neg * above - won, pairs)
    of_positives, of_negatives = map(sample.group_sums, deviations)
    return Placements(
        areas, of_positives / (pairs * n_pos), of_negatives / (pairs * n_neg), clusters
    )


def is_separated(sample: Sample) -> bool:
    """Whether all positives of the first model are above all negatives, or all are below."""
    cases = sample.scores[0, sample.positive]
    controls = sample.scores[0, ~sample.positive]
    return bool(cases.min() > controls.max() or cases.max() < controls.min())


def _area(cases: FloatArray, controls: FloatArray, share: float) -> float:
    if cases.min() > controls.max():
        return 1.0
    return 0.0 if cases.max() < controls.min() else share


def _from_rounding(deviations: FloatArray, pairs: float) -> FloatArray:
    """Set to 0 what weights leave by rounding; whole weights leave nothing."""
    return np.where(np.abs(deviations) > _ROUNDING * pairs, deviations, 0.0)


def _twice_below(
    scores: FloatArray,
    opposite: FloatArray,
    weights: FloatArray,
    order: Indices,
    opposite_order: Indices,
) -> FloatArray:
    """Twice the weight of the opposite class below each score; ties count once."""
    sums = np.concatenate(([0.0], np.cumsum(weights[opposite_order])))
    ranked = scores[order]
    ranked_opposite = opposite[opposite_order]
    twice_below = np.empty(scores.size)
    twice_below[order] = (
        # Ties lie between the two insertion points, so the sum counts them once and those below
        # twice.
        sums[np.searchsorted(ranked_opposite, ranked, "left")]
        + sums[np.searchsorted(ranked_opposite, ranked, "right")]
    )
    return twice_below


def _clusters(sample: Sample) -> tuple[int, int, int]:
    """Count the groups with positives, with negatives and in all."""
    sizes = sample.class_sizes
    for size, kind in zip(sizes, ("positive", "negative"), strict=True):
        if size < 2:
            raise ValueError(
                f"DeLong's variance needs two {kind} instances, in different groups: "
                "choose another method or measure, or score more data."
            )
    return *sizes, sample.n_groups
