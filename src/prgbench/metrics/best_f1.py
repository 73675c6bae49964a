"""The best F1 of many subsets of the instances, compiled."""

import numpy as np
from numpy.typing import NDArray

from prgbench.metrics.engine.inputs import BoolArray, FloatArray
from prgbench.run.compiling import compiled

Bytes = NDArray[np.uint8]


def best_f1_of_subsets(
    positive: BoolArray, scores: FloatArray, subsets: BoolArray
) -> tuple[FloatArray, FloatArray]:
    """Find the threshold with the best F1 [1]_ in each subset of the instances.

    Parameters
    ----------
    positive : ndarray of bool, shape (n,)
        The truth.
    scores : ndarray of shape (n,)
        The scores, without NaN.
    subsets : ndarray of bool, shape (subsets, n)
        The members of each subset.

    Returns
    -------
    f1, thresholds : ndarray of shape (subsets,)
        The best F1 and the highest score that reaches it with "positive when score >= threshold".
        Both are NaN in a subset without positives.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves. NIPS 28. Equation 1.

    Examples
    --------
    >>> best_f1_of_subsets(
    ...     np.array([True, False, True]), np.array([3.0, 2, 1]), np.array([[True, True, False]])
    ... )
    (array([1.]), array([3.]))
    """
    order = np.argsort(-scores)
    ranked = scores[order]
    ends = np.append(ranked[1:] != ranked[:-1], True)
    f1 = np.full(len(subsets), np.nan)
    thresholds = np.full(len(subsets), np.nan)
    members = subsets[:, order].view(np.uint8)
    _scan(positive[order].view(np.uint8), ranked, ends, members, f1, thresholds)
    return f1, thresholds


@compiled
def _scan(
    positive: Bytes,
    ranked: FloatArray,
    ends: BoolArray,
    members: Bytes,
    f1: FloatArray,
    thresholds: FloatArray,
) -> None:
    for subset in range(len(members)):
        inside = members[subset]
        n_pos = 0
        for place in range(len(ranked)):
            n_pos += positive[place] & inside[place]
        best, hits, predicted = 0.0, 0, 0
        # Sums without branches: a processor cannot predict which rows are members.
        for place in range(len(ranked)):
            predicted += inside[place]
            hits += positive[place] & inside[place]
            if ends[place]:
                value = 2.0 * hits / (predicted + n_pos)
                if value > best:
                    best = value
                    f1[subset] = value
                    thresholds[subset] = ranked[place]
