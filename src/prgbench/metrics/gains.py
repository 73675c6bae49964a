"""Gains, and lines of equal F in each space."""

import numpy as np
import numpy.typing as npt

from prgbench.metrics.engine.inputs import FloatArray


def gain(value: npt.ArrayLike, prevalence: float) -> FloatArray:
    """Map a precision, recall or F-score onto the gain scale, (x - pi) / ((1 - pi) x) [1]_.

    Parameters
    ----------
    value : array-like
        Values in [0, 1]; 0 maps to -inf, `prevalence` to 0 and 1 to 1.
    prevalence : float
        Proportion of positives pi, 0 < pi < 1.

    Returns
    -------
    ndarray of the same shape, or a scalar

    Raises
    ------
    ValueError
        If the prevalence is not inside (0, 1).

    See Also
    --------
    ungain : The inverse.
    precision_gain : Precision gain of counts.
    recall_gain : Recall gain of counts.
    fbeta_gain : F-beta gain of gains.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves. NIPS 28. Equation 3 with min =
           pi and max = 1; definition 1 for precision and recall, theorem 2 for F-beta.

    Examples
    --------
    >>> gain([0.25, 0.5, 1.0], prevalence=0.25).round(4).tolist()
    [0.0, 0.6667, 1.0]
    """
    _check_prevalence(prevalence)
    x = np.asarray(value, dtype=np.float64)
    with np.errstate(divide="ignore"):
        result: FloatArray = (1 - prevalence / x) / (1 - prevalence)
    return result


def ungain(value: npt.ArrayLike, prevalence: float) -> FloatArray:
    """Map a gain back onto its own scale: the inverse of `gain` [1]_.

    Parameters
    ----------
    value : array-like
        Gains, <= 1.
    prevalence : float
        Proportion of positives pi, 0 < pi < 1.

    Returns
    -------
    ndarray of the same shape, or a scalar

    Raises
    ------
    ValueError
        If the prevalence is not inside (0, 1).

    See Also
    --------
    gain : The map that this inverts.
    expected_inverse_f1 : The same for an expected F1 gain.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves. NIPS 28. Equation 3 with min =
           pi and max = 1.

    Examples
    --------
    >>> float(ungain(0.0, prevalence=0.25))
    0.25
    """
    _check_prevalence(prevalence)
    result: FloatArray = prevalence / (1 - (1 - prevalence) * np.asarray(value, dtype=np.float64))
    return result


def precision_gain(tp: npt.ArrayLike, fp: npt.ArrayLike, n_pos: float, n_neg: float) -> FloatArray:
    """Precision gain of counts, 1 - (P FP) / (N TP) [1]_.

    Parameters
    ----------
    tp, fp : array-like
        True and false positives; TP = 0 gives -inf, and NaN where FP = 0 as well.
    n_pos, n_neg : float
        Positives P and negatives N; gains are NaN with one class only.

    Returns
    -------
    ndarray of the shape of `tp` and `fp`

    See Also
    --------
    recall_gain : The other coordinate.
    gain : The gain of a precision.
    precision_recall_gain_curve : The gains at all thresholds.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves. NIPS 28. Definition 1, equation
           4 (left).

    Examples
    --------
    >>> precision_gain([1, 2, 2], [0, 1, 2], n_pos=2, n_neg=2).tolist()
    [1.0, 0.5, 0.0]
    """
    tp, fp = np.asarray(tp, dtype=np.float64), np.asarray(fp, dtype=np.float64)
    if n_pos == 0 or n_neg == 0:
        return np.full_like(tp, np.nan)
    with np.errstate(divide="ignore", invalid="ignore"):
        result: FloatArray = 1 - n_pos * fp / (n_neg * tp)
    return result


def recall_gain(tp: npt.ArrayLike, n_pos: float, n_neg: float) -> FloatArray:
    """Recall gain of counts, 1 - (P FN) / (N TP) [1]_.

    Parameters
    ----------
    tp : array-like
        True positives; 0 gives -inf.
    n_pos, n_neg : float
        Positives P and negatives N; gains are NaN with one class only.

    Returns
    -------
    ndarray of the shape of `tp`

    See Also
    --------
    precision_gain : The other coordinate.
    gain : The gain of a recall.
    precision_recall_gain_curve : The gains at all thresholds.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves. NIPS 28. Definition 1, equation
           4 (right).

    Examples
    --------
    >>> recall_gain([1, 2], n_pos=2, n_neg=2).tolist()
    [0.0, 1.0]
    """
    tp = np.asarray(tp, dtype=np.float64)
    return precision_gain(tp, n_pos - tp, n_pos, n_neg)


def _check_prevalence(prevalence: float) -> None:
    if not 0 < prevalence < 1:
        raise ValueError(f"The prevalence must lie inside (0, 1), not {prevalence}.")


_NARROWEST = 1e-9
_SMALL = 0.1


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
    ValueError
        If a recall or the prevalence lies outside [0, 1].

    See Also
    --------
    min_aupr : The area under this curve.
    min_average_precision : The average precision of the same ranking.

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
    check_prevalence(prevalence)
    r = np.asarray(recall, dtype=np.float64)
    if not np.all((r >= 0) & (r <= 1)):
        raise ValueError("recall must lie in [0, 1].")
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
    ValueError
        If a prevalence or the range lies outside [0, 1].

    See Also
    --------
    minimum_precision : The curve.
    min_average_precision : The minimum of the average precision.
    normalize_aupr : Take the minimum out of an area.

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
    pi = np.asarray(prevalence, dtype=np.float64)
    one_class = (pi == 0) | (pi == 1)
    odds = np.where(one_class, 1.0, pi) / np.where(one_class, 1.0, 1 - pi)
    area = high * _mean_precision(odds * high) - low * _mean_precision(odds * low)
    return np.where(one_class, (high - low) * pi, area)[()]


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
    ValueError
        If there is no positive or a number is negative.

    See Also
    --------
    min_aupr : The minimum of the area.
    average_precision_score : The average precision of a ranking.

    References
    ----------
    .. [1] K. Boyd, V. Santos Costa, J. Davis, D. Page (2012). Unachievable region in
           precision-recall space and its effect on empirical evaluation. ICML 29. Theorem 3.

    Examples
    --------
    >>> min_average_precision(1, 1)
    0.5
    """
    if n_pos < 1 or n_neg < 0:
        raise ValueError(f"n_pos must be >= 1 and n_neg >= 0, not {n_pos} and {n_neg}.")
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
        (AUPR - min) / (b - a - min), in [0, 1]; by convention 0 where pi = 0 and 1 where
        pi = 1.

    Raises
    ------
    ValueError
        If a prevalence or the range lies outside [0, 1].

    See Also
    --------
    aucnpr_score : The same from labels and scores.
    min_aupr : The minimum.

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
    pi = np.asarray(prevalence, dtype=np.float64)
    room = np.where(pi == 1, 1.0, recall_range[1] - recall_range[0] - lowest)
    normalized = (np.asarray(aupr, dtype=np.float64) - lowest) / room
    return np.where((pi == 0) | (pi == 1), pi, normalized)[()]


def _mean_precision(x: FloatArray) -> FloatArray:
    """Mean of t / (1 + t) over t from 0 to x: 1 - log(1 + x) / x.

    Rounding leaves few digits of that for a small x. There it is s = x / (2 + x) less a series,
    from log(1 + x) = 2 artanh(s).
    """
    s = x / (2 + x)
    powers = s * s
    series = sum(powers**k / (2 * k + 3) for k in range(8))
    large = np.maximum(x, _SMALL)
    result: FloatArray = np.where(
        x < _SMALL, s - 2 * s * s / (2 + x) * series, 1 - np.log1p(large) / large
    )
    return result


def check_prevalence(prevalence: npt.ArrayLike) -> None:
    """Refuse a prevalence outside [0, 1]."""
    pi = np.asarray(prevalence)
    if not np.all((pi >= 0) & (pi <= 1)):
        raise ValueError(f"The prevalence must lie in [0, 1], not {pi}.")


def check_range(bounds: tuple[float, float], name: str) -> tuple[float, float]:
    """Check that 0 <= a < b <= 1, and that rounding leaves digits of an area in between."""
    if np.shape(bounds) != (2,):
        raise ValueError(f"{name} must be (a, b), not {bounds!r}.")
    low, high = bounds
    if not 0 <= low < high <= 1:
        raise ValueError(f"{name} must be (a, b) with 0 <= a < b <= 1, not {bounds}.")
    if high - low < _NARROWEST:
        raise ValueError(f"{name} must be wider than {_NARROWEST:g}, {bounds} is not.")
    return float(low), float(high)


def fbeta_isometric(f: float, recall: npt.ArrayLike, beta: float = 1.0) -> FloatArray:
    """Precision at which F-beta equals `f`, a hyperbola over recall [1]_.

    Parameters
    ----------
    f : float
        Value of F-beta in (0, 1].
    recall : array-like
        Values in [0, 1].
    beta : float, default=1
        Weight of recall.

    Returns
    -------
    ndarray of the same shape
        NaN where no precision in [0, 1] reaches `f`.

    Raises
    ------
    ValueError
        If `f` lies outside (0, 1].

    See Also
    --------
    fbeta_gain_isometric : The straight line that it is in PRG space.
    always_positive_fbeta : The value of the baseline.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves. NIPS 28. Equation 2, solved for
           precision; figure 2 (left).

    Examples
    --------
    >>> fbeta_isometric(0.5, [0.25, 0.5, 1.0]).round(4).tolist()
    [nan, 0.5, 0.3333]
    """
    if not 0 < f <= 1:
        raise ValueError(f"f must lie in (0, 1], not {f}.")
    r = np.asarray(recall, dtype=np.float64)
    denominator = (1 + beta**2) * r - beta**2 * f
    precision = np.divide(f * r, denominator, out=np.full_like(r, np.nan), where=denominator > 0)
    return np.where(precision <= 1, precision, np.nan)


def fbeta_gain_isometric(fg: float, recall_gain: npt.ArrayLike, beta: float = 1.0) -> FloatArray:
    """Precision gain at which the F-beta gain equals `fg`: a line of slope -beta^2 [1]_.

    Parameters
    ----------
    fg : float
        Value of the F-beta gain, <= 1.
    recall_gain : array-like
        Recall gains.
    beta : float, default=1
        Weight of recall.

    Returns
    -------
    ndarray of the same shape

    See Also
    --------
    fbeta_isometric : The hyperbola that it is in PR space.
    fbeta_gain : The F-beta gain of a point.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves. NIPS 28. Theorem 2, solved for
           precision gain.

    Examples
    --------
    >>> fbeta_gain_isometric(0.5, [0.0, 0.5, 1.0]).tolist()
    [1.0, 0.5, 0.0]
    """
    result: FloatArray = (1 + beta**2) * fg - beta**2 * np.asarray(recall_gain, dtype=np.float64)
    return result


def always_positive_fbeta(prevalence: float, beta: float = 1.0) -> float:
    """F-beta of the classifier that always predicts positive: the baseline of PR analysis.

    No random classifier does better [1]_. Its precision is pi, its
    recall 1; its precision gain is 0, its recall gain 1 and its F-beta gain
    beta^2 / (1 + beta^2), whatever pi.

    Parameters
    ----------
    prevalence : float
        Proportion of positives pi in [0, 1].
    beta : float, default=1
        Weight of recall.

    Returns
    -------
    float
        In [0, 1].

    Raises
    ------
    ValueError
        If the prevalence lies outside [0, 1].

    See Also
    --------
    fbeta_isometric : All points with this value.
    max_fbeta_score : The value of the best threshold, at least this.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves. NIPS 28. Section 3.1.

    Examples
    --------
    >>> round(always_positive_fbeta(0.5), 4)
    0.6667
    """
    check_prevalence(prevalence)
    return (1 + beta**2) * prevalence / (1 + beta**2 * prevalence)
