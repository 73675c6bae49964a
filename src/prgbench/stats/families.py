"""Permutation tests over data sets, and the adjustment for families of tests."""

from collections.abc import Iterator, Sequence

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from prgbench.typing import Floats

Places = NDArray[np.int64]

MOST_EXACT = 13
FLIPS = 9_999
EXCHANGES = 9_999
_EQUAL = 1e-12
_EQUAL_SUMS = 1e-6
_CELLS_AT_ONCE = 1 << 20


def holm(p_values: ArrayLike) -> Floats:
    """Adjust the p-values of a family of tests after Holm [1]_.

    Rejecting where the adjusted value is at most alpha keeps the chance of any false rejection in
    the family at alpha, even if the tests are dependent.

    Parameters
    ----------
    p_values : array-like of shape (tests,)
        The p-values; NaN stays NaN.

    Returns
    -------
    ndarray of shape (tests,)
        The adjusted p-values, in [0, 1].

    See Also
    --------
    sign_flip_test : A test with such p-values.

    References
    ----------
    .. [1] S. Holm (1979). A simple sequentially rejective multiple test procedure. Scandinavian
           Journal of Statistics 6(2), 65-70.

    Examples
    --------
    >>> holm([0.01, 0.04, float("nan"), 0.03]).round(3).tolist()
    [0.03, 0.06, nan, 0.06]
    """
    raw = np.asarray(p_values, dtype=np.float64)
    adjusted = np.full(raw.shape, np.nan)
    order = np.argsort(raw)[: int((~np.isnan(raw)).sum())]
    times = np.arange(len(order), 0, -1)
    # The running maximum keeps the order: no adjusted value is below that of a smaller p-value.
    adjusted[order] = np.minimum(np.maximum.accumulate(times * raw[order]), 1.0)
    return adjusted


def adjusted_p_values(observed: Floats, draws: Floats) -> Floats:
    """Return how often draws are as low as what was observed, adjusted for the pairs of measures.

    A single-step test of the maximum [1]_: the share of draws in which the minimum over all pairs
    is at most the observed value of the pair, each standardised by the draws of its own pair.

    Parameters
    ----------
    observed : ndarray of shape (pairs,)
        The statistics of the data.
    draws : ndarray of shape (pairs, draws)
        The same under the null hypothesis, drawn together for all pairs.

    Returns
    -------
    ndarray of shape (pairs,)
        In (0, 1].

    See Also
    --------
    holm : The adjustment of p-values alone.

    References
    ----------
    .. [1] P. H. Westfall, S. S. Young (1993). Resampling-Based Multiple Testing. Wiley.

    Examples
    --------
    >>> draws = np.arange(1.0, 100.0)[np.newaxis]
    >>> adjusted_p_values(np.array([5.0]), draws).tolist()
    [0.06]
    """
    # Where no draw varies, half a draw in a thousand that does is the most that is known.
    spread = np.maximum(draws.std(axis=1), 0.5 / draws.shape[1])
    mean = draws.mean(axis=1)
    distances = (observed - mean) / spread
    lowest = ((draws - mean[:, None]) / spread[:, None]).min(axis=0)
    as_low = (lowest <= distances[:, None] + 1e-9).sum(axis=1)
    return np.asarray((1 + as_low) / (1 + draws.shape[1]))


def sign_flip_test(values: ArrayLike, clusters: ArrayLike, *, seed: int = 0) -> float:
    """Test whether the mean of values over tasks is 0, by flipping the signs of data sets [1]_.

    If the sums over data sets are symmetric around 0, all ways to flip their signs are equally
    likely. All are tried for up to 13 data sets with a sum other than 0, else 9,999 random ones
    and the observed one, so the p-value is never 0 [2]_.

    Parameters
    ----------
    values : array-like of shape (tasks,)
        The values; tasks with NaN do not count.
    clusters : array-like of shape (tasks,)
        The data set of each task.
    seed : int, default=0
        The seed of random flips.

    Returns
    -------
    float
        In (0, 1]; 1 if all sums are 0, NaN without a value.

    See Also
    --------
    prgbench.stats.cluster_bootstrap.ClusterBootstrap : Intervals of the same means.
    holm : The adjustment for several tests.

    Notes
    -----
    Skewed sums break the assumption: the test then rejects too often on the side of the short tail
    and too rarely on the other, less so with more data sets.

    References
    ----------
    .. [1] R. A. Fisher (1935). The Design of Experiments. Oliver & Boyd. Section 21.
    .. [2] B. Phipson, G. K. Smyth (2010). Permutation p-values should never be zero. Statistical
           Applications in Genetics and Molecular Biology 9(1), article 39.

    Examples
    --------
    >>> sign_flip_test([1, 2, 1, 3], ["a", "b", "c", "d"])
    0.125
    """
    of_tasks = np.asarray(values, dtype=np.float64)
    defined = ~np.isnan(of_tasks)
    if not defined.any():
        return float("nan")
    codes, _ = pd.factorize(np.asarray(clusters)[defined])
    sums = np.bincount(codes, of_tasks[defined]).astype(np.float64)
    # What is left by rounding where the tasks of a data set add up to 0.
    sums[np.abs(sums) <= _EQUAL * np.abs(of_tasks[defined]).max()] = 0.0
    # A sum of 0 is the same with either sign: without it there are fewer flips to try. Sorted, the
    # sums get the same random flips whatever their data sets are called.
    sums = np.sort(sums[sums != 0])
    exact = len(sums) <= MOST_EXACT
    flipped = np.abs(_all_flips(sums) if exact else _drawn_flips(sums, seed))
    observed = abs(float(sums.sum()))
    # Flips whose totals are equal but for rounding are as extreme as the observed one.
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
    kept = np.empty(FLIPS)
    # Of a multiple of four rows, as a draw of bytes uses up four at once.
    size = 4 * max(1, _CELLS_AT_ONCE // (4 * len(sums)))
    for start in range(0, FLIPS, size):
        batch = kept[start : start + size]
        signs = rng.integers(0, 2, size=(len(batch), len(sums)), dtype=np.int8)
        batch[:] = signs.astype(np.float64) @ sums
    # Signs of 0 and 1 in place of -1 and 1: the total is twice the kept part less all.
    totals: Floats = 2 * kept - sums.sum()
    return totals


def exchange_tests(
    values: Sequence[ArrayLike],
    groups: Sequence[ArrayLike],
    clusters: ArrayLike,
    *,
    exchanges: int = EXCHANGES,
    seed: int = 0,
) -> list[Floats]:
    """Test by permutation whether the means of groups differ from those of the other tasks [1]_.

    Parameters
    ----------
    values : sequence of array-like of shape (tasks,)
        One or more series of values, without NaN.
    groups : sequence of array-like of bool, shape (tasks, groups)
        For each series, which tasks are in which group.
    clusters : array-like of shape (tasks,)
        The data set of each task.
    exchanges : int, default=9999
        How many exchanges are drawn, the same for all series.
    seed : int, default=0
        The seed of the exchanges.

    Returns
    -------
    list of ndarray of shape (groups,)
        For each series the two-sided p-values: twice the smaller share of exchanges, with the
        observed one, in which the group's mean is at least as high or low as observed. NaN for a
        group of no tasks or all tasks.

    See Also
    --------
    holm : The adjustment for several tests.

    Notes
    -----
    Data sets with the same number of tasks are exchanged, and the tasks inside each. The p-values
    are exact if the values are exchangeable in this way.

    References
    ----------
    .. [1] P. Good (2005). Permutation, Parametric, and Bootstrap Tests of Hypotheses. Springer.
           Third edition.

    Examples
    --------
    >>> values, group = [1, 1, 1, 1, 0, 0, 0, 0], [[True]] * 4 + [[False]] * 4
    >>> [[p_value]] = exchange_tests([values], [group], range(8))
    >>> bool(abs(p_value - 2 / 70) < 0.01)
    True
    """
    # Single precision halves the memory of thousands of permuted series; sums that are equal but
    # for its rounding count as equal, in favour of the null hypothesis.
    series = [np.asarray(row, dtype=np.float32) for row in values]
    members = [np.asarray(inside, dtype=np.float32) for inside in groups]
    totals = [row @ inside for row, inside in zip(series, members, strict=True)]
    # The counts begin at 1: the observed order is one of the exchanges.
    lower, upper = ([np.ones(len(total)) for total in totals] for _ in range(2))
    for exchanged in _exchanges(clusters, exchanges, seed):
        for k, total in enumerate(totals):
            # The mean of a group of fixed size orders the exchanges as its sum does.
            drawn = series[k][exchanged] @ members[k]
            lower[k] += (drawn <= total + _EQUAL_SUMS * len(exchanged[0])).sum(axis=0)
            upper[k] += (drawn >= total - _EQUAL_SUMS * len(exchanged[0])).sum(axis=0)
    p_values = []
    for k, inside in enumerate(members):
        # Twice the smaller tail, as the distribution of a group's mean need not be symmetric.
        two_sided = np.minimum(1, 2 * np.minimum(lower[k], upper[k]) / (exchanges + 1))
        size = inside.sum(axis=0)
        p_values.append(np.where((size > 0) & (size < len(inside)), two_sided, np.nan))
    return p_values


def _exchanges(clusters: ArrayLike, exchanges: int, seed: int) -> Iterator[Places]:
    """Yield which task's value each task gets, for many exchanges at once."""
    codes = pd.factorize(np.asarray(clusters), sort=True)[0]
    sizes = np.bincount(codes)
    by_cluster = np.split(np.argsort(codes, kind="stable"), np.cumsum(sizes)[:-1])
    # Only data sets of the same size can take each other's place.
    alike = [
        np.array([by_cluster[code] for code in np.flatnonzero(sizes == size)])
        for size in np.unique(sizes)
    ]
    rng = np.random.default_rng([seed, len(codes)])
    at_once = max(1, _CELLS_AT_ONCE // len(codes))
    for start in range(0, exchanges, at_once):
        result = np.empty((min(at_once, exchanges - start), len(codes)), dtype=np.int64)
        for tasks in alike:
            result[:, tasks.ravel()] = _permuted(tasks, len(result), rng)
        yield result


def _permuted(tasks: Places, exchanges: int, rng: np.random.Generator) -> Places:
    """Exchange data sets of the same size, the rows, and the tasks in each."""
    n_clusters, size = tasks.shape
    # The ranks of uniform numbers are a random permutation, for all rows in one sort.
    rows = np.argsort(rng.random((exchanges, n_clusters)), axis=1)
    permuted = tasks[rows]
    if size > 1:
        order = np.argsort(rng.random(permuted.shape), axis=2)
        permuted = np.take_along_axis(permuted, order, axis=2)
    return permuted.reshape(exchanges, n_clusters * size)
