"""Tests whether something is more frequent in some groups of tasks, by exchanging tasks.

A group may hold some tasks of a data set and not the others, so neither tasks nor data sets alone
can be permuted. If the groups have nothing to do with what is counted, data sets with equally many
tasks can be exchanged for each other, and the tasks of a data set, too.
"""

from collections.abc import Iterator, Sequence

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Places = NDArray[np.int64]

EXCHANGES = 9_999
_CELLS_AT_ONCE = 1 << 20
_EQUAL = 1e-6


def exchange_tests(
    values: Sequence[ArrayLike],
    groups: Sequence[ArrayLike],
    clusters: ArrayLike,
    *,
    exchanges: int = EXCHANGES,
    seed: int = 0,
) -> list[Floats]:
    """Test for many groups whether their mean is that of the other tasks, by permutation [1]_.

    Parameters
    ----------
    values : sequence of array-like of shape (tasks,)
        One or more series of values, without NaN.
    groups : sequence of array-like of bool, shape (tasks, groups)
        For each series the groups, as membership of the tasks.
    clusters : array-like of shape (tasks,)
        The data set of each task.
    exchanges : int, default=9999
        How many exchanges are drawn, the same for all series.
    seed : int, default=0
        The seed of the exchanges.

    Returns
    -------
    list of ndarray of shape (groups,)
        For each series the two-sided p-values: twice the smaller share of exchanges, with the one
        observed, in which the group's mean is as high or as low as the one observed. NaN for a
        group of no task or of all.

    See Also
    --------
    prgbench.stats.families.holm : The adjustment for several tests.

    Notes
    -----
    The p-values are exact: they assume nothing but that values are exchangeable as said. A data
    set with a number of tasks of its own is exchanged with none, and only its tasks are.

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
    series = [np.asarray(own, dtype=np.float32) for own in values]
    members = [np.asarray(own, dtype=np.float32) for own in groups]
    totals = [own @ inside for own, inside in zip(series, members, strict=True)]
    lower, upper = ([np.ones(len(total)) for total in totals] for _ in range(2))
    for exchanged in _exchanges(clusters, exchanges, seed):
        for place, total in enumerate(totals):
            drawn = series[place][exchanged] @ members[place]
            lower[place] += (drawn <= total + _EQUAL * len(exchanged[0])).sum(axis=0)
            upper[place] += (drawn >= total - _EQUAL * len(exchanged[0])).sum(axis=0)
    p_values = []
    for place, inside in enumerate(members):
        two_sided = np.minimum(1, 2 * np.minimum(lower[place], upper[place]) / (exchanges + 1))
        size = inside.sum(axis=0)
        p_values.append(np.where((size > 0) & (size < len(inside)), two_sided, np.nan))
    return p_values


def _exchanges(clusters: ArrayLike, exchanges: int, seed: int) -> Iterator[Places]:
    """Yield which task's value each task gets, many exchanges at once."""
    codes = pd.factorize(np.asarray(clusters), sort=True)[0]
    sizes = np.bincount(codes)
    by_cluster = np.split(np.argsort(codes, kind="stable"), np.cumsum(sizes)[:-1])
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
    """Exchange data sets of equally many tasks, the rows, and the tasks of each."""
    n_clusters, size = tasks.shape
    rows = np.argsort(rng.random((exchanges, n_clusters)), axis=1)
    permuted = tasks[rows]
    if size > 1:
        order = np.argsort(rng.random(permuted.shape), axis=2)
        permuted = np.take_along_axis(permuted, order, axis=2)
    return permuted.reshape(exchanges, n_clusters * size)
