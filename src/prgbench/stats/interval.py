"""Confidence intervals of shares of tasks, and the bounds of a mean inside its range."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Range = tuple[float, float]

ONE_CLUSTER = "one data set: no interval"
UNDEFINED = "undefined in these tasks"
CONSTANT = "does not vary between the data sets: no interval"
EXACT = "exact: all tasks are alike"
_EQUAL = 1e-12
_LARGEST_POWER = 700.0


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


def student_quantile(jackknife: Floats, tail: float) -> float:
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

    References
    ----------
    .. [1] W. Pan, M. M. Wall (2002). Small-sample adjustments in using the sandwich variance
           estimator in generalized estimating equations. Statistics in Medicine 21(10), 1429-1441.

    Examples
    --------
    >>> round(student_quantile(np.array([1.0, 2.0]), 0.025), 3)
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


def share_interval(counted: Floats, sizes: Floats, *, confidence_level: float) -> Interval:
    """Compute Wilson's interval [1]_ of a share of tasks, clustered in data sets.

    Parameters
    ----------
    counted : ndarray of shape (data sets,)
        How many tasks of each data set count, or the sum of their probabilities.
    sizes : ndarray of shape (data sets,)
        How many tasks each data set has; data sets without tasks do not count.
    confidence_level : float
        The level of the interval, inside (0, 1).

    Returns
    -------
    Interval
        If all tasks are 0 or all are 1, with the exact bounds of Clopper and Pearson [2]_ and one
        trial per data set.

    See Also
    --------
    difference_of_shares : The interval of a difference.

    Notes
    -----
    Wilson's interval takes m = p (1 - p) / v trials, with p the share and v its jackknife variance
    over the data sets, and `student_quantile` instead of the normal one. Such bounds lie in [0, 1]
    and keep their level for small shares of clustered trials, where percentile, BCa and Student's
    bounds do not [3]_. They are never wider than the exact ones with (sum of sizes)^2 / sum of
    squared sizes data sets as trials [4]_.

    References
    ----------
    .. [1] E. B. Wilson (1927). Probable inference, the law of succession, and statistical
           inference. Journal of the American Statistical Association 22(158), 209-212.
    .. [2] C. J. Clopper, E. S. Pearson (1934). The use of confidence or fiducial limits
           illustrated in the case of the binomial. Biometrika 26(4), 404-413.
    .. [3] N. Dean, M. Pagano (2015). Evaluating confidence interval methods for binomial
           proportions in clustered surveys. Journal of Survey Statistics and Methodology 3(4),
           484-503.
    .. [4] L. Kish (1965). Survey Sampling. Wiley.

    Examples
    --------
    >>> none = share_interval(np.zeros(426), np.ones(426), confidence_level=0.95)
    >>> none.lower, round(none.upper, 4), none.note
    (0.0, 0.0086, 'exact: all tasks are alike')
    """
    filled = sizes > 0
    counted, sizes = counted[filled], sizes[filled]
    share = float(counted.sum() / sizes.sum()) if len(sizes) else float("nan")
    if len(sizes) < 2:
        return without_bounds(share, ONE_CLUSTER if len(sizes) else UNDEFINED)
    tail = (1 - confidence_level) / 2
    # All alike: the jackknife has no spread, and only the number of data sets is known.
    if share in (0.0, 1.0):
        low, high = _exact_bounds(share, len(sizes), tail)
        return Interval(share, 0.0, low, high, 0, EXACT)
    # A ratio of two sums over data sets, so the jackknife leaves out both parts.
    jackknife = (counted.sum() - counted) / (sizes.sum() - sizes)
    error = float(np.sqrt((len(sizes) - 1) * np.var(jackknife)))
    if error <= _EQUAL:
        return without_bounds(share, CONSTANT)
    # The trials of the same variance, p (1 - p) / v, are not needed by themselves: Wilson's bounds
    # follow from the half-width of the plain interval.
    wilson = _wilson_bounds(share, (student_quantile(jackknife, tail) * error) ** 2)
    # Never wider than if the tasks of a data set were one trial: Kish's number of equal data sets.
    widest = _exact_bounds(share, sizes.sum() ** 2 / np.sum(sizes**2), tail)
    low, high = max(wilson[0], widest[0]), min(wilson[1], widest[1])
    return Interval(share, error, low, high, 0, "")


def difference_of_shares(first: Interval, second: Interval) -> tuple[float, float]:
    """Compute Newcombe's interval of the difference of two shares [1]_.

    It combines the bounds of the two shares, and so holds if one of them is 0 or 1. It takes the
    shares as independent, and is too wide if they are positively correlated.

    Parameters
    ----------
    first, second : Interval
        The intervals of the two shares, as `share_interval` computes them.

    Returns
    -------
    lower, upper : float
        The bounds of the first share minus the second; NaN if bounds are missing.

    See Also
    --------
    share_interval : The intervals of the shares.

    References
    ----------
    .. [1] R. G. Newcombe (1998). Interval estimation for the difference between independent
           proportions: comparison of eleven methods. Statistics in Medicine 17(8), 873-890. Method
           10.

    Examples
    --------
    >>> ones = np.ones(40)
    >>> first, second = (share_interval(n * ones, ones, confidence_level=0.95) for n in (1, 0))
    >>> lower, upper = difference_of_shares(first, second)
    >>> round(lower, 3), round(upper, 3)
    (0.875, 1.0)
    """
    difference = first.estimate - second.estimate
    # Each bound from the two distances that move the difference that way (method 10).
    below = np.hypot(first.estimate - first.lower, second.upper - second.estimate)
    above = np.hypot(first.upper - first.estimate, second.estimate - second.lower)
    return float(difference - below), float(difference + above)


def _wilson_bounds(share: float, squared_half_width: float) -> tuple[float, float]:
    """Return Wilson's bounds from the half-width of Student's interval."""
    # Squared quantile per trial, z^2 / m, from (z^2 / m) p (1 - p).
    relative = squared_half_width / (share * (1 - share))
    centre = (share + relative / 2) / (1 + relative)
    half = np.sqrt(squared_half_width + relative**2 / 4) / (1 + relative)
    return float(centre - half), float(centre + half)


def _exact_bounds(share: float, trials: float, tail: float) -> tuple[float, float]:
    """Return the bounds of Clopper and Pearson; the trials need not be whole."""
    from scipy.special import betaincinv

    counted = share * trials
    # Quantiles of beta distributions invert the binomial tails, also for trials that are not
    # whole.
    low = betaincinv(counted, trials - counted + 1, tail) if share > 0 else 0.0
    high = betaincinv(counted + 1, trials - counted, 1 - tail) if share < 1 else 1.0
    return float(low), float(high)


def bounds_in_range(mean: float, error: float, reach: float, limits: Range) -> Range:
    """Return the bounds ``reach`` standard errors from a mean, on a scale without limits [1]_.

    The scale is the logit between two limits, the logarithm of the distance from one, or the
    value itself.

    Parameters
    ----------
    mean, error : float
        The mean and its standard error.
    reach : float
        The half-width, in standard errors.
    limits : tuple of float
        The range of the values; infinite where there is no limit.

    Returns
    -------
    lower, upper : float
        NaN without an error; plain bounds for a mean beyond a limit.

    See Also
    --------
    bounds_at_limit : Those of a mean at a limit.

    References
    ----------
    .. [1] L. D. Brown, T. T. Cai, A. DasGupta (2001). Interval estimation for a binomial
           proportion. Statistical Science 16(2), 101-133. The logit interval.

    Examples
    --------
    >>> [round(bound, 3) for bound in bounds_in_range(0.9, 0.03, 2, (0, 1))]
    [0.822, 0.946]
    """
    lower, upper = limits
    below, above = mean - lower, upper - mean
    far = reach * error
    if not far > 0:
        return float("nan"), float("nan")
    if below <= 0 or above <= 0:  # a mean adjusted for missing data sets
        return mean - far, mean + far
    if np.isfinite(upper - lower):
        step, width = _exp(far * (1 / below + 1 / above)), upper - lower
        return lower + width / (1 + step * above / below), upper - width / (
            1 + step * below / above
        )
    if np.isfinite(upper):
        return upper - above * _exp(far / above), upper - above * _exp(-far / above)
    if np.isfinite(lower):
        return lower + below * _exp(-far / below), lower + below * _exp(far / below)
    return mean - far, mean + far


def bounds_at_limit(mean: float, degrees: float, reach: float, limits: Range) -> Range:
    """Return the bounds if all observations lie at a limit, as of a share of 1 [1]_.

    No bounded variable has a mean farther away if all of its observations are there.

    Parameters
    ----------
    mean : float
        One of the two limits.
    degrees : float
        One less than the number of observations.
    reach : float
        The quantile of Student's distribution of the interval's level.
    limits : tuple of float
        The range of the values.

    Returns
    -------
    lower, upper : float
        NaN if the range is infinite.

    See Also
    --------
    bounds_in_range : Those of other means.

    References
    ----------
    .. [1] C. J. Clopper, E. S. Pearson (1934). The use of confidence or fiducial limits
           illustrated in the case of the binomial. Biometrika 26(4), 404-413.

    Examples
    --------
    >>> lower, upper = bounds_at_limit(1.0, 9, 2.262, (0, 1))
    >>> round(lower, 2), upper
    (0.69, 1)
    """
    from scipy.special import stdtr

    lower, upper = limits
    width = upper - lower
    if not np.isfinite(width):
        return float("nan"), float("nan")
    share = float(stdtr(degrees, -reach)) ** (1 / (degrees + 1))
    return (
        (upper - width * (1 - share), upper) if mean == upper else (lower, upper - width * share)
    )


def _exp(power: float) -> float:
    return math.exp(min(power, _LARGEST_POWER))
