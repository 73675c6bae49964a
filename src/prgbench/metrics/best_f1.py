"""The best F1 of many subsets of the instances."""

import numpy as np

from prgbench.metrics import engine
from prgbench.metrics.engine.inputs import BoolArray, FloatArray


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
    return engine.best_f1(positive[order], ranked, ends, subsets[:, order])
