"""Student's t distribution without SciPy: its tail and its quantile."""

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from statistics import NormalDist

_MANY = 100
_STEPS = 10_000


def standard_normal() -> "NormalDist":
    """Return the standard normal distribution."""
    from statistics import NormalDist  # takes a tenth of the time of importing the metrics

    return NormalDist()


def normal_quantile(confidence_level: float) -> float:
    """Return the half-width of an interval in standard errors."""
    return standard_normal().inv_cdf((1 + confidence_level) / 2)


def student_quantile(confidence_level: float, degrees: float) -> float:
    """Return the half-width of an interval in standard errors that are estimated.

    Parameters
    ----------
    confidence_level : float
        Inside (0, 1).
    degrees : float
        Degrees of freedom, at least 1; they need not be whole.

    Examples
    --------
    >>> round(student_quantile(0.95, 9), 4), round(student_quantile(0.95, math.inf), 4)
    (2.2622, 1.96)
    """
    z = normal_quantile(confidence_level)
    # From 100 degrees on, four terms are within 1e-6 of the quantile up to a level of .999.
    if degrees >= _MANY:
        return _expanded(z, degrees)
    # Bisection until the two are neighbours: the quantile then is one of the doubles beside it.
    low, high = 0.0, 1.0
    # The square of t is y / (1 - y) times the degrees, and y has a beta distribution.
    while low < (middle := (low + high) / 2) < high:
        if _beta_cdf(middle, 0.5, degrees / 2) < confidence_level:
            low = middle
        else:
            high = middle
    return math.sqrt(degrees * low / (1 - low))


def student_tail(t: float, degrees: float) -> float:
    """Return the probability of a value above t.

    Examples
    --------
    >>> round(student_tail(2.2622, 9), 4), student_tail(0.0, 3)
    (0.025, 0.5)
    """
    if math.isinf(degrees):
        return standard_normal().cdf(-t)
    # The tail of t is half the mass of a beta distribution below degrees / (degrees + t^2).
    beyond = _beta_cdf(degrees / (degrees + t * t), degrees / 2, 0.5) / 2
    return beyond if t >= 0 else 1 - beyond


def _expanded(z: float, degrees: float) -> float:
    """Expand the quantile in powers of 1 / degrees (Abramowitz & Stegun 1964, 26.7.5)."""
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return sum(term / degrees**power for power, term in enumerate(terms))


def _beta_cdf(x: float, a: float, b: float) -> float:
    """Incomplete beta function by its continued fraction (Abramowitz & Stegun 1964, 26.5.8)."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    # Beyond its mean the fraction converges slowly; the mirrored one is quick there.
    if x > (a + 1) / (a + b + 2):
        return 1 - _beta_cdf(1 - x, b, a)
    # By logarithms, as gamma functions overflow from 172 on.
    gammas = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    front = math.exp(gammas + a * math.log(x) + b * math.log1p(-x)) / a
    # Lentz's algorithm; no denominator vanishes where x is this small.
    ratio = inverse = 1 / (1 - (a + b) * x / (a + 1))
    value, last = ratio, 1.0
    for step in range(1, _STEPS):
        m2 = 2 * step
        even = step * (b - step) * x / ((a + m2 - 1) * (a + m2))
        odd = -(a + step) * (a + b + step) * x / ((a + m2) * (a + m2 + 1))
        for term in (even, odd):
            inverse = 1 / (1 + term * inverse)
            last = 1 + term / last
            ratio = inverse * last
            value *= ratio
        if abs(ratio - 1) < 1e-15:
            break
    return front * value
