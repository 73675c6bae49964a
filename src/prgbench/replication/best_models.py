"""Sets of best models of many score vectors at once."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from prgbench.metrics import Measure

BoolArray = NDArray[np.bool_]
Floats = NDArray[np.float64]


def direction(measures: Sequence[Measure]) -> Floats:
    """Return 1 for each measure that is better when higher, else -1."""
    return np.array([1.0 if measure.higher_is_better else -1.0 for measure in measures])


def winner_sets(scores: Floats, decimals: int) -> BoolArray:
    """Find the best models along the last axis.

    Parameters
    ----------
    scores : ndarray of shape (..., models)
        Higher is better; NaN is worst.
    decimals : int
        Scores that are equal at this decimal are tied.

    Examples
    --------
    >>> winner_sets(np.array([[1.0, 2.0, np.nan], [3.0, 1.0, 3.0]]), 12).tolist()
    [[False, True, False], [True, False, True]]
    """
    rounded = np.round(scores, decimals)
    rounded = np.where(np.isnan(rounded), -np.inf, rounded)
    return np.asarray(rounded == rounded.max(axis=-1, keepdims=True))


def sets_differ(a: BoolArray, b: BoolArray) -> tuple[BoolArray, Floats]:
    """Compare sets of best models along the last axis.

    Returns
    -------
    differ : ndarray of bool
        Whether the sets differ.
    expected : ndarray
        The probability that one model drawn from each set is not the same.
    """
    shared = (a & b).sum(axis=-1)
    return (a != b).any(axis=-1), 1 - shared / (a.sum(axis=-1) * b.sum(axis=-1))
