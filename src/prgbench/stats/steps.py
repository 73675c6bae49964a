"""The steps in which scores are known: two decimals, or shares of 50 items."""

import numpy as np

from prgbench.typing import Floats

MOST_DECIMALS = 6
_EQUAL = 1e-9


def variance_of_steps(scores: Floats) -> float:
    """Return the variance of the error of scores that are known to a step only.

    On few data sets or folds, coarse scores often differ by the same step everywhere, and their
    variance of 0 would make that difference certain. Scores within half a step of what is written
    have a variance of a twelfth of the squared step (Sheppard's correction) [1]_, which counts as
    noise. The step is the greatest common divisor of the scores: of few different ones it may be
    larger than it is, which is safe.

    Parameters
    ----------
    scores : ndarray
        All scores by a measure; NaN is none.

    Returns
    -------
    float
        0 of scores with more than six decimals, as shares of 7 items have them, and of a single
        value.

    References
    ----------
    .. [1] W. F. Sheppard (1897). On the calculation of the most probable values of
           frequency-constants, for data arranged according to equidistant division of a scale.
           Proceedings of the London Mathematical Society s1-29(1), 353-380.

    Examples
    --------
    Two decimals, all of them even: the step is .02.

    >>> round(variance_of_steps(np.array([0.5, 0.62, 0.98])) * 12, 12)
    0.0004
    >>> variance_of_steps(np.array([1 / 7, 2 / 7]))
    0.0
    """
    values = np.unique(scores[np.isfinite(scores)])
    units = np.round(values * 10.0**MOST_DECIMALS)
    differ = np.abs(values * 10.0**MOST_DECIMALS - units) > _EQUAL * np.maximum(np.abs(units), 1)
    if len(values) < 2 or differ.any() or np.abs(units).max() >= 2**53:
        return 0.0
    step = np.gcd.reduce(units.astype(np.int64)) / 10.0**MOST_DECIMALS
    return float(step**2 / 12)
