"""Gains, and the lines of equal F-beta in PR and PRG space."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from prgbench.metrics.engine.inputs import (
    FloatArray,
    as_numbers,
    check_beta,
    check_number,
    check_prevalence,
    check_share,
)


def gain(value: npt.ArrayLike, prevalence: npt.ArrayLike) -> FloatArray:
    """Map a precision, recall or F-score onto the gain scale, (x - pi) / ((1 - pi) x) [1]_.

    Parameters
    ----------
    value : array-like
        Values in [0, 1]; 0 maps to -inf, `prevalence` to 0 and 1 to 1.
    prevalence : array-like
        Proportions of positives pi, 0 < pi < 1, broadcast against `value`.

    Returns
    -------
    ndarray of the broadcast shape, or a scalar

    Raises
    ------
    ValueError, TypeError
        For bad input.

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
    x = check_share(as_numbers(value, "value"), "value")
    pi = as_numbers(prevalence, "prevalence")
    with np.errstate(divide="ignore"):
        # The limit at x = 0 is -inf: the division by 0 is meant.
        result: FloatArray = (1 - pi / x) / (1 - pi)
    return result


def ungain(value: npt.ArrayLike, prevalence: float) -> FloatArray:
    """Map a gain back to the original scale: the inverse of `gain` [1]_.

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
    ValueError, TypeError
        For bad input.

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
    # Equation 3 solved for x: a harmonic mean of pi (gain 0) and 1 (gain 1).
    pi = as_numbers(prevalence, "prevalence")
    result: FloatArray = pi / (
        1 - (1 - pi) * check_share(as_numbers(value, "value"), "value", -np.inf)
    )
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

    Raises
    ------
    ValueError, TypeError
        For bad input.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves. NIPS 28. Definition 1, equation
           4 (left).

    Examples
    --------
    >>> precision_gain([1, 2, 2], [0, 1, 2], n_pos=2, n_neg=2).tolist()
    [1.0, 0.5, 0.0]
    """
    tp = as_numbers(tp, "tp")
    fp = as_numbers(fp, "fp")
    check_number(n_pos, "n_pos")
    check_number(n_neg, "n_neg")
    if n_pos == 0 or n_neg == 0:
        return np.full_like(tp, np.nan)
    with np.errstate(divide="ignore", invalid="ignore"):
        # In doubles, as P FP overflows 32-bit integers from 46,341 positives on. From whole counts
        # only the quotient rounds, while a precision and a prevalence would be rounded before it.
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

    Raises
    ------
    ValueError, TypeError
        For bad input.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves. NIPS 28. Definition 1, equation
           4 (right).

    Examples
    --------
    >>> recall_gain([1, 2], n_pos=2, n_neg=2).tolist()
    [0.0, 1.0]
    """
    tp = as_numbers(tp, "tp")
    check_number(n_pos, "n_pos")
    # Equation 4: recall gain is precision gain with FN in place of FP.
    return precision_gain(tp, n_pos - tp, n_pos, n_neg)


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
    ValueError, TypeError
        For bad input: `f` lies in (0, 1] and beta in [0, 1e150].

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves. NIPS 28. Equation 2, solved for
           precision; figure 2 (left).

    Examples
    --------
    >>> fbeta_isometric(0.5, [0.25, 0.5, 1.0]).round(4).tolist()
    [nan, 0.5, 0.3333]
    """
    check_beta(beta)
    check_number(f, "f")
    if not 0 < f <= 1:
        raise ValueError(f"f must lie in (0, 1], not {f}.")
    r = as_numbers(recall, "recall")
    # Equation 2 solved for precision. Left of the asymptote, where the denominator is below 0,
    # no precision reaches f; right of it the hyperbola comes down from infinity.
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

    Raises
    ------
    ValueError, TypeError
        For bad input.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves. NIPS 28. Theorem 2, solved for
           precision gain.

    Examples
    --------
    >>> fbeta_gain_isometric(0.5, [0.0, 0.5, 1.0]).tolist()
    [1.0, 0.5, 0.0]
    """
    check_beta(beta)
    check_number(fg, "fg")
    # Theorem 2 solved for precision gain: linear, so gains below 0 need no special case.
    result: FloatArray = (1 + beta**2) * fg - beta**2 * as_numbers(recall_gain, "recall_gain")
    return result


def always_positive_fbeta(prevalence: float, beta: float = 1.0) -> float:
    """F-beta of the classifier that always predicts positive: the baseline of PR analysis.

    No random classifier does better [1]_. It has precision pi, recall 1, precision gain 0, recall
    gain 1, and F-beta gain beta^2 / (1 + beta^2) for every pi.

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
    ValueError, TypeError
        For bad input.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves. NIPS 28. Section 3.1.

    Examples
    --------
    >>> round(always_positive_fbeta(0.5), 4)
    0.6667
    """
    check_number(prevalence, "prevalence")
    check_prevalence(prevalence)
    check_beta(beta)
    # Precision pi and recall 1 in equation 2.
    return (1 + beta**2) * prevalence / (1 + beta**2 * prevalence)


def _check_prevalence(prevalence: npt.ArrayLike) -> None:
    pi = as_numbers(prevalence, "prevalence")
    if not np.all((pi > 0) & (pi < 1)):
        raise ValueError(f"The prevalence must lie inside (0, 1), not {pi}.")
