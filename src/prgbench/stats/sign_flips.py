"""Tests of a mean over tasks by flipping the signs of whole data sets."""

from typing import Literal

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]

MOST_EXACT = 13
FLIPS = 9_999
_EQUAL = 1e-12


def sign_flip_test(
    values: ArrayLike,
    clusters: ArrayLike,
    *,
    alternative: Literal["two-sided", "greater"] = "two-sided",
    seed: int = 0,
) -> float:
    """Test whether the mean of values over tasks is 0, by flipping the signs of data sets [1]_.

    If the sum over each data set is distributed alike on both sides of 0, every way to flip the
    signs of these sums is as likely as the one observed. All ways are tried for up to 13 data sets
    whose sum is not 0, else 9,999 drawn ones beside the observed one, so that the p-value is never
    smaller than the test can tell [2]_.

    Parameters
    ----------
    values : array-like of shape (tasks,)
        The values; tasks with a NaN do not count.
    clusters : array-like of shape (tasks,)
        The data set of each task.
    alternative : {"two-sided", "greater"}, default="two-sided"
        Whether the mean is not 0, or above 0.
    seed : int, default=0
        The seed of drawn flips.

    Returns
    -------
    float
        In (0, 1]; 1 if all sums are 0, NaN without a value.

    See Also
    --------
    prgbench.stats.cluster_bootstrap.ClusterBootstrap : Intervals of the same means.
    prgbench.stats.families.holm : The adjustment for several tests.

    Notes
    -----
    Sums that are skewed around a mean of 0 break the assumption: the test then rejects too often
    on the side of the short tail and too rarely on that of the long one, less with more data sets.

    References
    ----------
    .. [1] R. A. Fisher (1935). The Design of Experiments. Oliver & Boyd. Section 21.
    .. [2] B. Phipson, G. K. Smyth (2010). Permutation p-values should never be zero. Statistical
           Applications in Genetics and Molecular Biology 9(1), article 39.

    Examples
    --------
    >>> sign_flip_test([1, 2, 1, 3], ["a", "b", "c", "d"])
    0.125
    >>> sign_flip_test([1, 2, 1, 3], ["a", "b", "c", "d"], alternative="greater")
    0.0625
    """
    totals = pd.Series(np.asarray(values, dtype=np.float64)).groupby(np.asarray(clusters))
    sums = totals.sum(min_count=1).dropna().to_numpy(dtype=np.float64)
    if not len(sums):
        return float("nan")
    sums = sums[sums != 0]
    exact = len(sums) <= MOST_EXACT
    flipped = _all_flips(sums) if exact else _drawn_flips(sums, seed)
    observed = float(sums.sum())
    if alternative == "two-sided":
        flipped, observed = np.abs(flipped), abs(observed)
    as_extreme = int(np.count_nonzero(flipped >= observed - _EQUAL * np.abs(sums).sum()))
    return as_extreme / len(flipped) if exact else (as_extreme + 1) / (len(flipped) + 1)


def _all_flips(sums: Floats) -> Floats:
    """Return the total under each of the 2^n ways to flip the signs of n sums."""
    totals = np.zeros(1)
    for value in sums:
        totals = np.concatenate([totals + value, totals - value])
    return totals


def _drawn_flips(sums: Floats, seed: int) -> Floats:
    rng = np.random.default_rng([seed, len(sums)])
    kept = rng.integers(0, 2, size=(FLIPS, len(sums)), dtype=np.int8).astype(np.float64)
    totals: Floats = 2 * (kept @ sums) - sums.sum()
    return totals
