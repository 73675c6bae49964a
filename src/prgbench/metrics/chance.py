"""Expected areas of a random ranking, exact in finite samples."""

from __future__ import annotations

from math import lgamma, log, pi

import numpy as np

_MANY = 100


def expected_aupr(n_pos: int, n_neg: int) -> float:
    """Mean AUPR of all rankings without ties.

    It exceeds the prevalence pi, the AUPR of a random ranking of infinitely many instances.

    Parameters
    ----------
    n_pos, n_neg : int
        Numbers of positives P >= 1 and of negatives N >= 0.

    Returns
    -------
    float
        In (pi, 1), or 1 if N = 0.

    Raises
    ------
    ValueError
        If there is no positive or a number is negative.

    See Also
    --------
    expected_auprg : The same of AUPRG.
    prgbench.metrics.theory.min_aupr : The least area of a ranking.
    prgbench.metrics.aupr_score : The area of a ranking.

    Notes
    -----
    With n = P + N, the mean is 1 - N ((n - 1) log n - log (n - 1)!) / (n (n - 1)): after c
    instances, of which a share N / (n - 1) is negative on average if a positive follows, that
    positive adds 1 - FP log(1 + 1 / c) to P times the area. Stirling's series stands for the
    factorial of 100 and more, as the difference would lose all digits.

    Examples
    --------
    >>> round(expected_aupr(4, 4), 4), round(expected_aupr(5, 95), 4)
    (0.5692, 0.0713)
    """
    n = _checked_total(n_pos, n_neg, fewest_neg=0)
    # Every ranking of positives only is perfect; the formula would divide by n - 1 = 0 at n = 1.
    if n_neg == 0:
        return 1.0
    # n - 1 times what a negative adds: 1 - log n + log (n - 1)! / (n - 1).
    if n < _MANY:
        added = (n - 1) * (1 - log(n)) + lgamma(n)
    else:
        added = (log(2 * pi * n)) / 2 - 1 + 1 / (12 * n) - 1 / (360 * n**3)
    return (n_pos + n_neg * added / (n - 1)) / n


def expected_auprg(n_pos: int, n_neg: int) -> float:
    """Mean AUPRG of all rankings without ties.

    It approaches 0, the baseline of the curve [1]_, as P grows. With few positives among many
    negatives it is far below 0, and with few instances and balanced classes above it.

    Parameters
    ----------
    n_pos, n_neg : int
        Numbers of positives P >= 1 and of negatives N >= 1.

    Returns
    -------
    float
        The mean, at least the least area -N / (2 P).

    Raises
    ------
    ValueError
        If a class is missing or a number is negative.

    See Also
    --------
    expected_aupr : The same of AUPR.
    prgbench.metrics.auprg_score : The area of a ranking.

    Notes
    -----
    On average N t / (P + 1) negatives precede the t-th positive, and the area is linear in them.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves: PR Analysis Done Right.
           NIPS 28. Section 4.

    Examples
    --------
    >>> round(expected_auprg(5, 95), 4), round(expected_auprg(500, 9500), 4)
    (-0.8886, -0.0086)
    """
    n = _checked_total(n_pos, n_neg, fewest_neg=1)
    # Recall gain is 0 at TP = P^2 / n: the area begins inside the step of the positive that
    # crosses it.
    zero_gain = n_pos * n_pos / n
    t = np.arange(int(zero_gain) + 1, n_pos + 1, dtype=np.float64)
    begin = np.maximum(t - 1, zero_gain)
    # t (begin^-2 - t^-2) / 2 without the difference of squares
    lost = (t - begin) * (t + begin) / (2 * begin * begin * t)
    return float(1 - n_pos / n_neg * n_pos * (n_pos / (n_pos + 1)) * lost.sum())


def _checked_total(n_pos: int, n_neg: int, fewest_neg: int) -> int:
    if n_pos < 1 or n_neg < fewest_neg:
        raise ValueError(f"n_pos must be >= 1 and n_neg >= {fewest_neg}, not {n_pos} and {n_neg}.")
    return n_pos + n_neg
