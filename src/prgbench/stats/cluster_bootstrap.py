"""Intervals by resampling data sets: tasks on the same data set are not independent.

A statistic is a function of weights on the data sets: all ones for the estimate, how often each
was drawn for a bootstrap resample, a single zero for the jackknife that BCa needs.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from scipy.stats import norm

Floats = NDArray[np.float64]
Statistic = Callable[[Floats], Floats]

ONE_CLUSTER = "one data set: no interval"
UNDEFINED = "undefined in these tasks"
_ROWS_AT_ONCE = 1 << 21


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with two bootstrap intervals; NaN bounds come with a `note` that says why.

    Attributes
    ----------
    estimate : float
        The statistic of the tasks as they are.
    standard_error : float
        Standard deviation over the resamples.
    lower, upper : float
        The percentile interval.
    bca_lower, bca_upper : float
        The BCa interval.
    undefined : int
        How many resamples are left out because the statistic had no value in them.
    note : str
        Why there are no bounds, "" where there are.

    See Also
    --------
    ClusterBootstrap.interval : Compute it.

    Examples
    --------
    >>> interval = ClusterBootstrap(["a", "a"]).interval_among([1, 0], [True, True])
    >>> interval.estimate, interval.lower, interval.note
    (0.5, nan, 'one data set: no interval')
    """

    estimate: float
    standard_error: float
    lower: float
    upper: float
    bca_lower: float
    bca_upper: float
    undefined: int
    note: str


class ClusterBootstrap:
    """A bootstrap that draws whole data sets with replacement, the same for every statistic.

    The tasks on a data set stay together, since they are not independent [1]_ [2]_.

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
        if not 0 < confidence_level < 1:
            raise ValueError(f"confidence_level must lie inside (0, 1), not {confidence_level}.")
        if resamples < 1:
            raise ValueError(f"resamples must be at least 1, not {resamples}.")
        self.codes, names = pd.factorize(np.asarray(clusters), sort=True)
        self.n_clusters = len(names)
        self.resamples = resamples
        self.seed = seed
        self.confidence_level = confidence_level

    @property
    def weights(self) -> Floats:
        """How often each data set was drawn: shape (resamples, data sets)."""
        return _weights(self.n_clusters, self.resamples, self.seed)

    def cluster_sums(self, values: ArrayLike) -> Floats:
        """Sum values over the tasks of each data set.

        Parameters
        ----------
        values : array-like of shape (tasks, ...)
            The values of all tasks.

        Returns
        -------
        ndarray of shape (data sets, ...)

        Examples
        --------
        >>> ClusterBootstrap(["b", "a", "b"]).cluster_sums([1, 2, 3]).tolist()
        [2.0, 4.0]
        """
        values = np.asarray(values, dtype=np.float64)
        sums = np.zeros((self.n_clusters, *values.shape[1:]))
        np.add.at(sums, self.codes, values)
        return sums

    def mean(self, values: ArrayLike) -> Statistic:
        """Return the statistic "mean over the tasks"; tasks with a NaN do not count.

        Parameters
        ----------
        values : array-like of shape (tasks,)
            The values of all tasks.

        Returns
        -------
        callable
            Weights of shape (resamples, data sets) -> means of shape (resamples,).

        See Also
        --------
        ClusterBootstrap.quantile : The same for a quantile.
        ClusterBootstrap.interval : The interval of a statistic.

        Examples
        --------
        >>> mean = ClusterBootstrap(["a", "a", "b"]).mean([1, 3, 8])
        >>> mean(np.array([[1.0, 1.0], [2.0, 0.0]])).tolist()
        [4.0, 2.0]
        """
        values = np.asarray(values, dtype=np.float64)
        defined = ~np.isnan(values)
        sums = self.cluster_sums(np.column_stack([np.where(defined, values, 0.0), defined]))

        def statistic(weights: Floats) -> Floats:
            total = weights @ sums
            return _ratio(total[:, 0], total[:, 1])

        return statistic

    def quantile(self, values: ArrayLike, q: float) -> Statistic:
        """Return the statistic "quantile over the tasks", as `numpy.quantile` interpolates it.

        Tasks with a NaN do not count; weights are whole numbers.

        Parameters
        ----------
        values : array-like of shape (tasks,)
            The values of all tasks.
        q : float
            The level of the quantile, in [0, 1].

        Returns
        -------
        callable
            Weights of shape (resamples, data sets) -> quantiles of shape (resamples,).

        See Also
        --------
        ClusterBootstrap.mean : The same for the mean.
        ClusterBootstrap.interval : The interval of a statistic.

        Examples
        --------
        >>> median = ClusterBootstrap(["a", "a", "b"]).quantile([1, 3, 8], 0.5)
        >>> median(np.array([[1.0, 1.0], [2.0, 0.0]])).tolist()
        [3.0, 2.0]
        """
        values = np.asarray(values, dtype=np.float64)
        order = np.argsort(values)[: int((~np.isnan(values)).sum())]
        ordered, codes = values[order], self.codes[order]

        def statistic(weights: Floats) -> Floats:
            result = np.full(len(weights), np.nan)
            size = max(1, _ROWS_AT_ONCE // max(len(codes), 1))
            for start in range(0, len(weights) if len(codes) else 0, size):
                rows = slice(start, start + size)
                result[rows] = _quantile_of_counts(ordered, weights[rows][:, codes], q)
            return result

        return statistic

    def interval(self, statistic: Statistic) -> Interval:
        """Compute the percentile and the BCa interval of a statistic [1]_.

        Parameters
        ----------
        statistic : callable
            Weights of shape (resamples, data sets) -> values of shape (resamples,).

        Returns
        -------
        Interval
            Without bounds if there is one data set only or the statistic is undefined.

        See Also
        --------
        ClusterBootstrap.mean : The mean as a statistic.
        ClusterBootstrap.quantile : A quantile as a statistic.
        ClusterBootstrap.p_value : The test of the same statistic.

        References
        ----------
        .. [1] B. Efron, R. J. Tibshirani (1993). An Introduction to the Bootstrap. Chapman & Hall.
               Chapter 13 for the percentile interval, chapter 14 for BCa.
        """
        estimate = float(statistic(np.ones((1, self.n_clusters)))[0])
        nan = float("nan")
        if np.isnan(estimate) or self.n_clusters < 2:
            note = UNDEFINED if np.isnan(estimate) else ONE_CLUSTER
            return Interval(estimate, nan, nan, nan, nan, nan, 0, note)
        drawn = statistic(self.weights)
        defined = drawn[~np.isnan(drawn)]
        tail = (1 - self.confidence_level) / 2
        lower, upper = np.quantile(defined, [tail, 1 - tail])
        jackknife = statistic(1 - np.eye(self.n_clusters))
        bca_lower, bca_upper = np.quantile(
            defined, _bca_levels(defined, estimate, jackknife, tail)
        )
        return Interval(
            estimate=estimate,
            standard_error=float(np.std(defined, ddof=1)) if len(defined) > 1 else nan,
            lower=float(lower),
            upper=float(upper),
            bca_lower=float(bca_lower),
            bca_upper=float(bca_upper),
            undefined=len(drawn) - len(defined),
            note="",
        )

    def interval_among(self, values: ArrayLike, members: ArrayLike) -> Interval:
        """Compute the interval of the mean over some of the tasks, on the same resamples.

        How many of them a resample holds varies, as it would if other data sets had been chosen.

        Parameters
        ----------
        values : array-like of shape (tasks,)
            The values of all tasks.
        members : array-like of bool, shape (tasks,)
            The tasks that count.

        Returns
        -------
        Interval
            Without bounds if the members stand on one data set only.

        See Also
        --------
        ClusterBootstrap.interval : The interval over all tasks.

        Examples
        --------
        >>> bootstrap = ClusterBootstrap(["a", "b", "c"], resamples=100)
        >>> bootstrap.interval_among([1, 2, 9], [True, True, False]).estimate
        1.5
        """
        inside = np.asarray(members, dtype=bool)
        statistic = self.mean(np.where(inside, np.asarray(values, dtype=np.float64), np.nan))
        if len(np.unique(self.codes[inside])) > 1:
            return self.interval(statistic)
        nan = float("nan")
        estimate = float(statistic(np.ones((1, self.n_clusters)))[0])
        return Interval(estimate, nan, nan, nan, nan, nan, 0, ONE_CLUSTER)

    def p_value(self, statistic: Statistic) -> float:
        """Two-sided p-value of "the statistic is 0", by the share of resamples on its far side.

        It inverts the percentile interval. One resample is added to both counts, so that it is
        never 0 [1]_.

        Parameters
        ----------
        statistic : callable
            Weights of shape (resamples, data sets) -> values of shape (resamples,).

        Returns
        -------
        float
            In (0, 1]; NaN if there is one data set only or the statistic is undefined.

        See Also
        --------
        ClusterBootstrap.interval : The intervals of the same statistic.

        References
        ----------
        .. [1] A. C. Davison, D. V. Hinkley (1997). Bootstrap Methods and their Application.
               Cambridge University Press.

        Examples
        --------
        >>> bootstrap = ClusterBootstrap(["a", "b", "c"], resamples=999)
        >>> bootstrap.p_value(bootstrap.mean([1, 1, 1]))
        0.002
        """
        estimate = statistic(np.ones((1, self.n_clusters)))[0]
        if self.n_clusters < 2 or np.isnan(estimate):
            return float("nan")
        drawn = statistic(self.weights)
        drawn = drawn[~np.isnan(drawn)]
        fewer = min(int((drawn <= 0).sum()), int((drawn >= 0).sum()))
        return min(1.0, 2 * (fewer + 1) / (len(drawn) + 1))


@lru_cache(maxsize=4)
def _weights(n_clusters: int, resamples: int, seed: int) -> Floats:
    drawn = np.random.default_rng(seed).integers(n_clusters, size=(resamples, n_clusters))
    drawn += n_clusters * np.arange(resamples)[:, None]
    counts = np.bincount(drawn.ravel(), minlength=resamples * n_clusters)
    weights = counts.reshape(resamples, n_clusters).astype(np.float64)
    weights.flags.writeable = False
    return weights


def _ratio(numerator: Floats, denominator: Floats) -> Floats:
    return np.divide(
        numerator, denominator, out=np.full_like(numerator, np.nan), where=denominator > 0
    )


def _quantile_of_counts(ordered: Floats, counts: Floats, q: float) -> Floats:
    """Quantile of samples that hold ``ordered[i]`` as often as ``counts[:, i]`` says."""
    below = np.cumsum(counts, axis=1)
    size = below[:, -1]
    place = q * np.maximum(size - 1, 0)
    left = np.floor(place)
    at_left, at_right = (
        ordered[np.minimum((below <= at[:, None]).sum(axis=1), len(ordered) - 1)]
        for at in (left, np.minimum(left + 1, np.maximum(size - 1, 0)))
    )
    result: Floats = np.where(size > 0, at_left + (place - left) * (at_right - at_left), np.nan)
    return result


def _bca_levels(drawn: Floats, estimate: float, jackknife: Floats, tail: float) -> Floats:
    below = np.mean(drawn < estimate) + np.mean(drawn == estimate) / 2
    if not 0 < below < 1:
        return np.array([tail, 1 - tail])
    deviations = np.nanmean(jackknife) - jackknife[~np.isnan(jackknife)]
    spread = np.sum(deviations**2) ** 1.5
    acceleration = np.sum(deviations**3) / (6 * spread) if spread > 0 else 0.0
    bias = norm.ppf(below)
    shifted = bias + norm.ppf([tail, 1 - tail])
    levels: Floats = norm.cdf(bias + shifted / (1 - acceleration * shifted))
    return levels
