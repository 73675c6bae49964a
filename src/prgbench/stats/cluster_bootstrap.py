"""Cluster bootstrap intervals: tasks on the same data set are not independent.

A statistic is a function of weights on the data sets: all ones for the estimate, how often each
was drawn for a bootstrap resample, a single zero for the jackknife.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from prgbench.stats.interval import (
    CONSTANT,
    ONE_CLUSTER,
    UNDEFINED,
    Interval,
    jackknife_quantile,
    without_bounds,
)
from prgbench.stats.shares import share_interval
from prgbench.typing import Floats

Counts = NDArray[np.uint8]

FEWEST_CLUSTERS = 20
_CELLS_AT_ONCE = 1 << 21
_EQUAL = 1e-12


Statistic = Callable[[Floats], Floats]


@dataclass(frozen=True, slots=True)
class Resampling:
    """How a study resamples its data sets.

    Attributes
    ----------
    resamples : int
        How many resamples are drawn.
    confidence_level : float
        The level of the intervals, inside (0, 1).
    seed : int
        The seed of the draw.

    See Also
    --------
    ClusterBootstrap : The bootstrap.

    Examples
    --------
    >>> Resampling(1000, 0.95, 0).of(["a", "a", "b"]).n_clusters
    2
    """

    resamples: int
    confidence_level: float
    seed: int

    def of(self, clusters: ArrayLike) -> "ClusterBootstrap":
        """Return the bootstrap of tasks on these data sets.

        Parameters
        ----------
        clusters : array-like of shape (tasks,)
            The data set of each task, or the family of data sets.

        Returns
        -------
        ClusterBootstrap

        Examples
        --------
        >>> bootstrap = Resampling(1000, 0.9, 0).of(["a", "a", "b"])
        >>> bootstrap.n_clusters, bootstrap.resamples, bootstrap.confidence_level
        (2, 1000, 0.9)
        """
        return ClusterBootstrap(
            clusters,
            resamples=self.resamples,
            seed=self.seed,
            confidence_level=self.confidence_level,
        )


class ClusterBootstrap:
    """A bootstrap that draws whole data sets with replacement, the same for every statistic.

    The tasks on a data set stay together, since they are dependent [1]_ [2]_.

    Parameters
    ----------
    clusters : array-like of shape (tasks,)
        The data set of each task.
    resamples : int
        How many resamples are drawn.
    seed : int
        The seed of the draw.
    confidence_level : float
        The level of the intervals, inside (0, 1).

    See Also
    --------
    prgbench.metrics.bootstrap_areas : Resample the instances of one task.

    References
    ----------
    .. [1] B. Efron, R. J. Tibshirani (1993). An Introduction to the Bootstrap. Chapman & Hall.
           Chapters 13 and 14.
    .. [2] C. A. Field, A. H. Welsh (2007). Bootstrapping clustered data. Journal of the Royal
           Statistical Society, Series B 69(3), 369-390.

    Examples
    --------
    >>> bootstrap = ClusterBootstrap(["a", "a", "b", "c"], resamples=1000, seed=0)
    >>> interval = bootstrap.interval(bootstrap.mean([1, 1, 0, 0]))
    >>> interval.estimate, interval.lower, interval.upper
    (0.5, 0.0, 1.0)
    """

    def __init__(
        self,
        clusters: ArrayLike,
        *,
        resamples: int = 10_000,
        seed: int = 0,
        confidence_level: float = 0.95,
    ) -> None:
        self.codes, names = pd.factorize(np.asarray(clusters), sort=True)
        self.n_clusters = len(names)
        self.resamples = resamples
        self.seed = seed
        self.confidence_level = confidence_level

    @property
    def weights(self) -> Counts:
        """How often each data set was drawn: shape (resamples, data sets).

        Examples
        --------
        >>> weights = ClusterBootstrap(["a", "a", "b"], resamples=1000).weights
        >>> weights.shape, set(weights.sum(axis=1).tolist())
        ((1000, 2), {2})
        """
        return _weights(self.n_clusters, self.resamples, self.seed)

    def cluster_sums(self, values: ArrayLike) -> Floats:
        """Sum values over the tasks of each data set.

        Parameters
        ----------
        values : array-like of shape (tasks, ...)
            A value, or several, of each task.

        Returns
        -------
        ndarray of shape (data sets, ...)

        Examples
        --------
        >>> ClusterBootstrap(["a", "b", "a"]).cluster_sums([1, 2, 4]).tolist()
        [5.0, 2.0]
        """
        values = np.asarray(values, dtype=np.float64)
        sums = np.zeros((self.n_clusters, *values.shape[1:]))
        np.add.at(sums, self.codes, values)
        return sums

    def mean(self, values: ArrayLike) -> Statistic:
        """Return the statistic "mean over the tasks"; tasks with NaN do not count.

        Parameters
        ----------
        values : array-like of shape (tasks,)
            The value of each task.

        Returns
        -------
        callable
            A function of weights, shape (draws, data sets), that returns shape (draws,); NaN where
            no task has both weight and value.

        Examples
        --------
        With all data sets once, and with the first one twice.

        >>> mean = ClusterBootstrap(["a", "a", "b"]).mean([1.0, np.nan, 0.0])
        >>> mean(np.array([[1.0, 1.0], [2.0, 0.0]])).tolist()
        [0.5, 1.0]
        """
        values = np.asarray(values, dtype=np.float64)
        defined = ~np.isnan(values)
        # Two columns: sums and numbers of tasks. A resample's mean is then a ratio of two
        # products.
        sums = self.cluster_sums(np.column_stack([np.where(defined, values, 0.0), defined]))

        def statistic(weights: Floats) -> Floats:
            total = weights @ sums
            return _ratio(total[:, 0], total[:, 1])

        return statistic

    def interval(self, statistic: Statistic) -> Interval:
        """Compute the expanded percentile interval of a statistic.

        It has no bounds if there is only one data set, or the statistic is undefined or constant.
        Percentile bounds are too narrow for few data sets, and if a few of many make up most of
        the spread. So the bounds are the quantiles of the resamples at Phi(sqrt(n / (n - 1)) t)
        and 1 minus it [1]_, with n data sets and t the lower quantile of Student's distribution
        from `prgbench.stats.interval.jackknife_quantile`.

        Parameters
        ----------
        statistic : callable
            A function of weights on the data sets, as `mean` returns it.

        Returns
        -------
        Interval
            Estimate, standard error and bounds, how many resamples were undefined, and a note
            where there are no bounds.

        References
        ----------
        .. [1] T. C. Hesterberg (2015). What teachers should know about the bootstrap: resampling
               in the undergraduate statistics curriculum. The American Statistician 69(4),
               371-386. Section 3.4.

        Examples
        --------
        >>> bootstrap = ClusterBootstrap(range(50), resamples=2000, seed=0)
        >>> interval = bootstrap.interval(bootstrap.mean(np.arange(50) / 49))
        >>> round(interval.estimate, 2), round(interval.lower, 2), round(interval.upper, 2)
        (0.5, 0.42, 0.58)
        >>> bootstrap.interval(bootstrap.mean(np.ones(50))).note
        'does not vary between the data sets: no interval'
        """
        from scipy.special import ndtr

        # The same path for estimate and resamples, so that rounding treats them alike.
        estimate = float(statistic(np.ones((1, self.n_clusters)))[0])
        if np.isnan(estimate) or self.n_clusters < 2:
            return without_bounds(estimate, UNDEFINED if np.isnan(estimate) else ONE_CLUSTER)
        counts = self.weights
        batches = _batches(self.resamples, self.n_clusters)
        drawn = np.concatenate([statistic(counts[rows].astype(np.float64)) for rows in batches])
        defined = drawn[~np.isnan(drawn)]
        # Without spread a bootstrap would claim certainty: an estimate without bounds instead.
        if np.ptp(defined) <= _EQUAL * max(1.0, abs(estimate)):
            return without_bounds(estimate, CONSTANT)
        jackknife = np.concatenate(
            [statistic(weights) for weights in _leave_one_out(self.n_clusters)]
        )
        jackknife = jackknife[~np.isnan(jackknife)]
        tail = (1 - self.confidence_level) / 2
        # Hesterberg (2015): the bootstrap has the variance of the divisor n, and normal quantiles
        # suppose a known one. Both are corrected in the levels at which its quantiles are read.
        expansion = np.sqrt(self.n_clusters / (self.n_clusters - 1))
        wide = ndtr(expansion * jackknife_quantile(jackknife, tail))
        low, high = np.quantile(defined, [wide, 1 - wide]).tolist()
        error = float(np.std(defined, ddof=1))
        undefined = len(drawn) - len(defined)
        return Interval(estimate, error, low, high, undefined, "")

    def interval_of_share(self, values: ArrayLike, members: ArrayLike | None = None) -> Interval:
        """Compute the interval of a share of the tasks, or of the members, by `share_interval`.

        Parameters
        ----------
        values : array-like of shape (tasks,)
            In [0, 1]: whether a task counts, or with which probability; tasks with NaN do not.
        members : array-like of bool, shape (tasks,), optional
            Of which tasks the share is; by default of all.

        Returns
        -------
        Interval

        Examples
        --------
        >>> bootstrap = ClusterBootstrap(range(20))
        >>> share = bootstrap.interval_of_share([1] * 5 + [0] * 15)
        >>> round(share.estimate, 2), round(share.lower, 2), round(share.upper, 2)
        (0.25, 0.1, 0.49)
        """
        shares = np.asarray(values, dtype=np.float64)
        if members is not None:
            shares = np.where(np.asarray(members, dtype=bool), shares, np.nan)
        defined = ~np.isnan(shares)
        sums = self.cluster_sums(np.column_stack([np.where(defined, shares, 0.0), defined]))
        return share_interval(*sums.T, confidence_level=self.confidence_level)


@lru_cache(maxsize=2)
def _weights(n_clusters: int, resamples: int, seed: int) -> Counts:
    """Count the draws in one byte each: one of 256 or more has a chance below 1e-500."""
    rng = np.random.default_rng(seed)
    weights = np.empty((resamples, n_clusters), dtype=np.uint8)
    for rows in _batches(resamples, n_clusters):
        batch = weights[rows]
        drawn = rng.integers(n_clusters, size=batch.shape)
        # Row r counts in bins of its own, from r times the number of data sets on: one count for
        # all.
        drawn += n_clusters * np.arange(len(batch))[:, None]
        batch[:] = np.bincount(drawn.ravel(), minlength=batch.size).reshape(batch.shape)
    weights.flags.writeable = False
    return weights


def _batches(n_rows: int, n_columns: int) -> Iterator[slice]:
    """Yield slices of the rows of a large array that need little memory."""
    size = max(1, _CELLS_AT_ONCE // n_columns)
    for start in range(0, n_rows, size):
        yield slice(start, min(start + size, n_rows))


def _leave_one_out(n_clusters: int) -> Iterator[Floats]:
    """Yield weights that leave out each data set in turn, for some at a time."""
    clusters = np.arange(n_clusters)
    for rows in _batches(n_clusters, n_clusters):
        yield (clusters[rows, None] != clusters).astype(np.float64)


def _ratio(numerator: Floats, denominator: Floats) -> Floats:
    return np.divide(
        numerator, denominator, out=np.full_like(numerator, np.nan), where=denominator > 0
    )
