"""What areas are measured against: the minimum of a ranking, and the mean of random ones."""

from __future__ import annotations

from math import lgamma, log, pi

import numpy as np
import numpy.typing as npt

from prgbench.metrics.engine.inputs import (
    FloatArray,
    as_numbers,
    check_number,
    check_prevalence,
    check_range,
    check_share,
)

_SMALL = 0.1
_MANY = 100


def minimum_precision(recall: npt.ArrayLike, prevalence: float) -> FloatArray:
    """Precision of the minimum PR curve, pi r / (1 - pi + pi r).

    No ranking has less precision at recall r [1]_ [2]_.

    Parameters
    ----------
    recall : array-like
        Values in [0, 1].
    prevalence : float
        Proportion of positives pi in [0, 1].

    Returns
    -------
    ndarray of the same shape

    Raises
    ------
    ValueError, TypeError
        If a recall or the prevalence lies outside [0, 1], or is no number.

    References
    ----------
    .. [1] K. Boyd, V. Santos Costa, J. Davis, D. Page (2012). Unachievable region in
           precision-recall space and its effect on empirical evaluation. ICML 29. Theorem 1,
           equation 1.
    .. [2] J. M. Hughes-Oliver (2018). Population and empirical PR curves for assessment of ranking
           algorithms. arXiv:1810.08635. Property P6.

    Examples
    --------
    >>> minimum_precision([0.0, 0.5, 1.0], prevalence=0.5).round(4).tolist()
    [0.0, 0.3333, 0.5]
    """
    check_number(prevalence, "prevalence")
    check_prevalence(prevalence)
    r = as_numbers(recall, "recall")
    if not np.all((r >= 0) & (r <= 1)):
        raise ValueError("recall must lie in [0, 1].")
    # Equation 1; at pi = 1 and recall 0 it is 0/0, and every precision is 1.
    if prevalence == 1:
        return np.ones_like(r)
    result: FloatArray = prevalence * r / (1 - prevalence + prevalence * r)
    return result


def min_aupr(
    prevalence: npt.ArrayLike, recall_range: tuple[float, float] = (0.0, 1.0)
) -> FloatArray:
    """Area under the minimum PR curve, which every ranking gets for free [1]_.

    Parameters
    ----------
    prevalence : array-like
        Proportion of positives pi in [0, 1].
    recall_range : (float, float), default=(0, 1)
        The part [a, b] of the recall axis.

    Returns
    -------
    ndarray of the shape of `prevalence`, or a float
        In [0, b - a]: 0 where pi = 0 and b - a where pi = 1, the limits of the formula.

    Raises
    ------
    ValueError, TypeError
        For bad input.

    References
    ----------
    .. [1] K. Boyd, V. Santos Costa, J. Davis, D. Page (2012). Unachievable region in
           precision-recall space and its effect on empirical evaluation. ICML 29. Theorem 2
           (equation 2) and corollary 4, and the limits after it.

    Examples
    --------
    >>> print(min_aupr(0.5).round(12))
    0.30685281944
    """
    check_prevalence(prevalence)
    low, high = check_range(recall_range, "recall_range")
    pi = as_numbers(prevalence, "prevalence")
    # One class has limits instead of a formula: any finite odds keep its division quiet.
    is_degenerate = (pi == 0) | (pi == 1)
    odds = np.where(is_degenerate, 1.0, pi) / np.where(is_degenerate, 1.0, 1 - pi)
    # Theorem 2: over recall 0 to r the area is r times the mean of t / (1 + t) up to t = odds r.
    area = high * _mean_precision(odds * high) - low * _mean_precision(odds * low)
    return np.where(is_degenerate, (high - low) * pi, area)[()]


def min_average_precision(n_pos: int, n_neg: int) -> float:
    """Average precision of the worst ranking, mean of i / (i + N) for i = 1..P [1]_.

    Parameters
    ----------
    n_pos, n_neg : int
        Numbers of positives P >= 1 and of negatives N >= 0.

    Returns
    -------
    float
        In (0, 1].

    Raises
    ------
    ValueError, TypeError
        For bad input.

    References
    ----------
    .. [1] K. Boyd, V. Santos Costa, J. Davis, D. Page (2012). Unachievable region in
           precision-recall space and its effect on empirical evaluation. ICML 29. Theorem 3.

    Examples
    --------
    >>> min_average_precision(1, 1)
    0.5
    """
    _checked_total(n_pos, n_neg)
    # Theorem 3: the i-th positive comes after all N negatives.
    i = np.arange(1, n_pos + 1)
    return float(np.mean(i / (i + n_neg)))


def normalize_aupr(
    aupr: npt.ArrayLike,
    prevalence: npt.ArrayLike,
    recall_range: tuple[float, float] = (0.0, 1.0),
) -> FloatArray:
    """Rescale an AUPR by its minimum and maximum: AUCNPR [1]_.

    Parameters
    ----------
    aupr : array-like
        Areas over `recall_range`.
    prevalence : array-like
        Proportions of positives pi in [0, 1], broadcast against `aupr`.
    recall_range : (float, float), default=(0, 1)
        The part [a, b] of the recall axis that `aupr` covers.

    Returns
    -------
    ndarray, or a float
        (AUPR - min) / (b - a - min), in [0, 1] for areas from the minimum on; by convention 0
        where pi = 0 and 1 where pi = 1.

    Raises
    ------
    ValueError, TypeError
        For bad input.

    References
    ----------
    .. [1] K. Boyd, V. Santos Costa, J. Davis, D. Page (2012). Unachievable region in
           precision-recall space and its effect on empirical evaluation. ICML 29. Section 3,
           equation 3.

    Examples
    --------
    >>> print(normalize_aupr(0.851, prevalence=0.5).round(3))
    0.785
    """
    lowest = min_aupr(prevalence, recall_range)
    widest = recall_range[1] - recall_range[0]
    area = check_share(as_numbers(aupr, "aupr"), "aupr", high=widest)
    pi = as_numbers(prevalence, "prevalence")
    # At pi = 1 minimum and maximum are the same: 0/0, and the convention is 1.
    room = np.where(pi == 1, 1.0, widest - lowest)
    normalized = (area - lowest) / room
    return np.where((pi == 0) | (pi == 1), pi, normalized)[()]


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
    ValueError, TypeError
        For bad input.

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
    n = _checked_total(n_pos, n_neg)
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
    ValueError, TypeError
        For bad input.

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


def _mean_precision(x: FloatArray) -> FloatArray:
    """Mean of t / (1 + t) over t from 0 to x: 1 - log(1 + x) / x.

    For small x this is s = x / (2 + x) less a series, from log(1 + x) = 2 artanh(s), which keeps
    all digits.
    """
    # 1 - log1p(x) / x cancels for small x: at 1e-8 half of the digits are gone. Below 0.1 eight
    # terms of the series have all of them.
    s = x / (2 + x)
    powers = s * s
    series = sum(powers**k / (2 * k + 3) for k in range(8))
    large = np.maximum(x, _SMALL)
    result: FloatArray = np.where(
        x < _SMALL, s - 2 * s * s / (2 + x) * series, 1 - np.log1p(large) / large
    )
    return result


def _checked_total(n_pos: int, n_neg: int, fewest_neg: int = 0) -> int:
    for name, number in (("n_pos", n_pos), ("n_neg", n_neg)):
        check_number(number, name)
        if number % 1:
            raise ValueError(f"{name} must be a whole number, not {number}.")
    if n_pos < 1 or n_neg < fewest_neg:
        raise ValueError(f"n_pos must be >= 1 and n_neg >= {fewest_neg}, not {n_pos} and {n_neg}.")
    return n_pos + n_neg
