"""Bounds of means whose values lie in a range: they never leave it, and hold at its ends."""

import math

import numpy as np

from prgbench.stats.interval import Range

_LARGEST_POWER = 700.0

_LONGEST = 3.0
"""From so many times its distance to the one limit on, a half-width grows no longer.

The logarithm makes it longer away from the limit, here by (e^3 - 1) / 3 = 6.4. Of errors far
larger than that distance, as of AUPRG where positives are rare, it made numbers of 100 digits.
"""


def bounds_in_range(mean: float, error: float, reach: float, limits: Range) -> Range:
    """Return the bounds ``reach`` standard errors from a mean, on a scale without limits [1]_.

    The scale is the logit between two limits, the logarithm of the distance from one, or the
    value itself. The logarithm lengthens an interval to at most 6.4 half-widths.

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
    below = mean - lower
    above = upper - mean
    far = reach * error
    if not far > 0:
        return float("nan"), float("nan")
    if below <= 0 or above <= 0:  # a mean adjusted for missing data sets
        return mean - far, mean + far
    if np.isfinite(upper - lower):
        step = _exp(far * (1 / below + 1 / above))
        width = upper - lower
        return lower + width / (1 + step * above / below), upper - width / (
            1 + step * below / above
        )
    if np.isfinite(upper):
        return mean - _lengthened(far, above), upper - above * _exp(-far / above)
    if np.isfinite(lower):
        return lower + below * _exp(-far / below), mean + _lengthened(far, below)
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


def _lengthened(far: float, distance: float) -> float:
    """Return a half-width away from the one limit, which is at a distance from the mean."""
    power = min(far / distance, _LONGEST)
    return far * math.expm1(power) / power


def _exp(power: float) -> float:
    return math.exp(min(power, _LARGEST_POWER))
