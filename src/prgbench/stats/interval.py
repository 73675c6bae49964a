"""An estimate with its interval, and what all intervals over data sets share."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

ONE_CLUSTER = "one data set: no interval"
UNDEFINED = "undefined in these tasks"
CONSTANT = "does not vary between the data sets: no interval"
EXACT = "exact: all tasks are alike"
_SMALLEST = np.finfo(np.float64).tiny


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with two intervals; a `note` says why bounds are missing or exact.

    Attributes
    ----------
    estimate : float
        The statistic of the tasks as they are.
    standard_error : float
        Standard deviation over the resamples; of shares by the jackknife.
    lower, upper : float
        The interval: of shares Wilson's, of other statistics the expanded percentile interval.
    bca_lower, bca_upper : float
        The BCa interval beside it; not of shares.
    undefined : int
        How many resamples are left out because the statistic had no value in them.
    note : str
        Why there are no bounds, or that they are exact; else "".

    See Also
    --------
    prgbench.stats.cluster_bootstrap.ClusterBootstrap : Compute those of statistics and shares.

    Examples
    --------
    >>> from prgbench.stats.cluster_bootstrap import ClusterBootstrap
    >>> interval = ClusterBootstrap(["a", "a"]).interval_of_share([1, 0])
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


def without_bounds(estimate: float, note: str) -> Interval:
    """Return an estimate that has no bounds.

    Parameters
    ----------
    estimate : float
        The estimate.
    note : str
        Why there are none.

    Returns
    -------
    Interval

    See Also
    --------
    Interval : The record.

    Examples
    --------
    >>> without_bounds(0.5, ONE_CLUSTER).upper
    nan
    """
    nan = float("nan")
    return Interval(estimate, nan, nan, nan, nan, nan, 0, note)


def student_quantile(jackknife: Floats, tail: float) -> float:
    """Return the quantile of Student's distribution that fits the spread of a jackknife.

    Its degrees of freedom are 2 (sum of s)^2 / (n var(s)) for the squared deviations s of the n
    data sets, at least 1 and at most n - 1: few where a few data sets make up most of the spread
    [1]_.

    Parameters
    ----------
    jackknife : ndarray of shape (data sets,)
        The statistic without each data set.
    tail : float
        The probability below the quantile, in (0, 1).

    Returns
    -------
    float

    See Also
    --------
    prgbench.stats.cluster_bootstrap.ClusterBootstrap : The intervals that use it.

    References
    ----------
    .. [1] W. Pan, M. M. Wall (2002). Small-sample adjustments in using the sandwich variance
           estimator in generalized estimating equations. Statistics in Medicine 21(10),
           1429-1441.

    Examples
    --------
    >>> round(student_quantile(np.array([1.0, 2.0]), 0.025), 3)
    -12.706
    """
    from scipy.special import stdtrit

    return float(stdtrit(_degrees_of_freedom(jackknife), tail))


def _degrees_of_freedom(jackknife: Floats) -> float:
    n = len(jackknife)
    squares = (jackknife - jackknife.mean()) ** 2
    if n < 3 or not squares.any():
        return max(n - 1, 1)
    spread = n * np.var(squares, ddof=1)
    return float(np.clip(2 * squares.sum() ** 2 / max(spread, _SMALLEST), 1, n - 1))
