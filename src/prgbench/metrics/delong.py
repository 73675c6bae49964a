"""The covariance of AUROCs by DeLong's method, with weights and with clusters of instances."""

import numpy as np

from prgbench.metrics.engine.inputs import BoolArray, FloatArray
from prgbench.metrics.engine.sample import Sample


def delong(sample: Sample) -> tuple[FloatArray, FloatArray]:
    """AUROC of each model and the covariance of the AUROCs [1]_.

    Instances of one group are one cluster [2]_; without groups each is its own. Placements are
    computed from sorted scores, in O(n log n) [3]_.

    Parameters
    ----------
    sample : Sample
        Labels of both classes, scores, weights and groups.

    Returns
    -------
    areas : ndarray of shape (models,)
        As by `auroc_score`.
    covariance : ndarray of shape (models, models)
        0 if the classes are separated.

    Raises
    ------
    ValueError
        If a class has only one instance or group.

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

    Examples
    --------
    >>> scores = {"y_score": [0.1, 0.4, 0.35, 0.8]}
    >>> areas, covariance = delong(Sample.checked([0, 0, 1, 1], scores))
    >>> areas.tolist(), covariance.tolist()
    ([0.75], [[0.125]])
    """
    positive, weights = sample.positive, sample.weights
    shares = np.where(positive, weights, 0.0), np.where(positive, 0.0, weights)
    above, below = (share / share.sum() for share in shares)
    placed = np.stack([_placements(positive, row, weights) for row in sample.scores])
    areas = placed @ above
    deviations = placed - areas[:, np.newaxis]
    of_positives = sample.group_sums(deviations * above)
    of_negatives = sample.group_sums(deviations * below)
    has_positives, has_negatives = sample.group_sums(np.stack([above, below])) > 0
    pair = of_positives @ of_negatives.T
    covariance: FloatArray = (
        _correction(has_positives, "positive") * of_positives @ of_positives.T
        + _correction(has_negatives, "negative") * of_negatives @ of_negatives.T
        + _correction(has_positives | has_negatives, "") * (pair + pair.T)
    )
    return areas, covariance


def _placements(positive: BoolArray, scores: FloatArray, weights: FloatArray) -> FloatArray:
    """Share of the other class below a positive, or above a negative; ties count one half."""
    placed = np.empty(scores.size)
    below = _share_below(scores[positive], scores[~positive], weights[~positive])
    placed[positive] = below
    placed[~positive] = 1 - _share_below(scores[~positive], scores[positive], weights[positive])
    return placed


def _share_below(scores: FloatArray, others: FloatArray, weights: FloatArray) -> FloatArray:
    order = np.argsort(others)
    sums = np.concatenate(([0.0], np.cumsum(weights[order])))
    ranked = others[order]
    both = sums[np.searchsorted(ranked, scores, "left")]
    both += sums[np.searchsorted(ranked, scores, "right")]
    share: FloatArray = both / (2 * sums[-1])
    return share


def _correction(present: BoolArray, kind: str) -> float:
    """Return k / (k - 1) for k clusters, which makes a variance unbiased."""
    k = int(np.count_nonzero(present))
    if k < 2:
        raise ValueError(
            f"DeLong's variance needs two {kind} instances, in different groups: "
            "choose another method, or score more data."
        )
    return k / (k - 1)
