"""Quantiles and tails of the normal and of Student's distribution."""

import math
from typing import TYPE_CHECKING

from prgbench.run.errors import extra

if TYPE_CHECKING:
    from statistics import NormalDist


def standard_normal() -> "NormalDist":
    """Return the standard normal distribution.

    Returns
    -------
    statistics.NormalDist
        That of the standard library: importing it takes a tenth of the time of SciPy.

    Examples
    --------
    >>> standard_normal().cdf(0)
    0.5
    """
    from statistics import NormalDist

    return NormalDist()


def normal_quantile(confidence_level: float) -> float:
    """Return the half-width of an interval in standard errors that are known [1]_.

    Parameters
    ----------
    confidence_level : float
        The level of the two-sided interval, inside (0, 1).

    Returns
    -------
    float

    See Also
    --------
    student_quantile : The same where the standard error is estimated.

    References
    ----------
    .. [1] M. J. Wichura (1988). Algorithm AS 241: the percentage points of the normal
           distribution. Applied Statistics 37(3), 477-484.

    Examples
    --------
    >>> round(normal_quantile(0.95), 3)
    1.96
    """
    return standard_normal().inv_cdf((1 + confidence_level) / 2)


def student_quantile(confidence_level: float, degrees: float) -> float:
    """Return the half-width of an interval in standard errors that are estimated [1]_.

    Parameters
    ----------
    confidence_level : float
        The level of the two-sided interval, inside (0, 1).
    degrees : float
        The degrees of freedom of the estimate, > 0; infinite if the error is known.

    Returns
    -------
    float

    See Also
    --------
    prgbench.stats.interval.jackknife_quantile : The same for the degrees that a jackknife has.

    References
    ----------
    .. [1] Student (1908). The probable error of a mean. Biometrika 6(1), 1-25.

    Examples
    --------
    >>> round(student_quantile(0.95, 9), 3), round(student_quantile(0.95, math.inf), 3)
    (2.262, 1.96)
    """
    if math.isinf(degrees):
        return normal_quantile(confidence_level)
    with extra("metrics"):
        from scipy.special import stdtrit
    return float(stdtrit(degrees, (1 + confidence_level) / 2))


def student_tail(t: float, degrees: float) -> float:
    """Return the probability of a value above t [1]_.

    Parameters
    ----------
    t : float
        The statistic.
    degrees : float
        The degrees of freedom, > 0; infinite for the normal distribution.

    Returns
    -------
    float
        The one-sided p-value of the statistic.

    See Also
    --------
    student_quantile : The inverse, for two-sided intervals.

    References
    ----------
    .. [1] Student (1908). The probable error of a mean. Biometrika 6(1), 1-25.

    Examples
    --------
    >>> round(student_tail(2.262, 9), 3), student_tail(0, math.inf)
    (0.025, 0.5)
    """
    if math.isinf(degrees):
        return standard_normal().cdf(-t)
    with extra("metrics"):
        from scipy.special import stdtr
    return float(stdtr(degrees, -t))
