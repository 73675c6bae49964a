"""An estimate with its interval, and the quantile that intervals over data sets share."""

from dataclasses import dataclass

import numpy as np

from prgbench.typing import Floats

Range = tuple[float, float]

ONE_CLUSTER = "one data set: no interval"
UNDEFINED = "undefined in these tasks"
CONSTANT = "does not vary between the data sets: no interval"
EXACT = "exact: all tasks are alike"


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with its interval.

    Attributes
    ----------
    estimate : float
        The statistic of the sample.
    standard_error : float
        Standard deviation over the resamples; by the jackknife for shares.
    lower, upper : float
        Wilson's interval for shares, else the expanded percentile interval.
    undefined : int
        How many resamples are left out because the statistic is undefined there.
    note : str
        Why bounds are missing or exact; else "".

    See Also
    --------
    prgbench.stats.cluster_bootstrap.ClusterBootstrap : Compute intervals.

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
    undefined: int
    note: str


def without_bounds(estimate: float, note: str) -> Interval:
    """Return an estimate without bounds.

    Parameters
    ----------
    estimate : float
        The estimate.
    note : str
        Why it has no bounds.

    Returns
    -------
    Interval

    Examples
    --------
    >>> without_bounds(0.5, ONE_CLUSTER).upper
    nan
    """
    nan = float("nan")
    return Interval(estimate, nan, nan, nan, 0, note)


def jackknife_quantile(jackknife: Floats, tail: float) -> float:
    """Return the quantile of Student's distribution for the spread of a jackknife.

    The degrees of freedom are 2 (sum of s)^2 / (n var(s)) for the squared deviations s of the n
    data sets, from 1 to n - 1: few if a few data sets make up most of the spread [1]_.

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
    prgbench.stats.student.student_quantile : The quantile for degrees of freedom that are known.

    References
    ----------
    .. [1] W. Pan, M. M. Wall (2002). Small-sample adjustments in using the sandwich variance
           estimator in generalized estimating equations. Statistics in Medicine 21(10), 1429-1441.

    Examples
    --------
    >>> round(jackknife_quantile(np.array([1.0, 2.0]), 0.025), 3)
    -12.706
    """
    from scipy.special import stdtrit

    # A scaled chi-square with the mean and the variance of the squares has 2 mean^2 / variance
    # degrees. With two data sets the squares are equal, which says nothing about their variance.
    n = len(jackknife)
    deviations = jackknife - jackknife.mean()
    degrees = max(n - 1, 1)
    if n > 2 and deviations.any():
        # The largest is 1, so that no square underflows; equal ones have infinitely many degrees.
        squares = (deviations / np.abs(deviations).max()) ** 2
        with np.errstate(divide="ignore"):
            degrees = np.clip(2 * squares.sum() ** 2 / (n * np.var(squares, ddof=1)), 1, n - 1)
    return float(stdtrit(degrees, tail))
