"""Intervals of shares of tasks, which are clustered in data sets, and of their differences."""

import numpy as np

from prgbench.stats.interval import (
    CONSTANT,
    EXACT,
    ONE_CLUSTER,
    UNDEFINED,
    Interval,
    jackknife_quantile,
    without_bounds,
)
from prgbench.stats.wilson import wilson_bounds
from prgbench.typing import Floats

_EQUAL = 1e-12


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
    over the data sets, and `jackknife_quantile` for the normal one. Such bounds lie in [0, 1] and
    keep their level for small shares of clustered trials, where percentile, BCa and Student's
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
    counted = counted[filled]
    sizes = sizes[filled]
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
    squared_reach = (jackknife_quantile(jackknife, tail) * error) ** 2
    wilson = wilson_bounds(share, squared_reach, squared_reach / (share * (1 - share)))
    # Never wider than if the tasks of a data set were one trial: Kish's number of equal data sets.
    widest = _exact_bounds(share, sizes.sum() ** 2 / np.sum(sizes**2), tail)
    low = max(wilson[0], widest[0])
    high = min(wilson[1], widest[1])
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


def _exact_bounds(share: float, trials: float, tail: float) -> tuple[float, float]:
    """Return the bounds of Clopper and Pearson; the trials need not be whole."""
    from scipy.special import betaincinv

    counted = share * trials
    # Quantiles of beta distributions invert the binomial tails, also for trials that are not
    # whole.
    low = betaincinv(counted, trials - counted + 1, tail) if share > 0 else 0.0
    high = betaincinv(counted + 1, trials - counted, 1 - tail) if share < 1 else 1.0
    return float(low), float(high)
