"""The theorems of Flach & Kull (2015) and of its poster."""

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

_ROUNDING = 1e-12


def expected_accuracy(auroc: npt.ArrayLike, prevalence: float) -> FloatArray:
    """Accuracy expected when the predicted positive rate is uniform.

    E[acc] = 1/2 + pi (1 - pi) (2 AUROC - 1) [1]_ [2]_ [3]_.

    Parameters
    ----------
    auroc : array-like
        Areas under ROC curves.
    prevalence : float
        Proportion of positives pi in [0, 1].

    Returns
    -------
    ndarray of the shape of `auroc`, or a scalar
        In [0, 1].

    Raises
    ------
    ValueError, TypeError
        For bad input.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves. Poster, NIPS 2015. Theorem 0.
    .. [2] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves. NIPS 28. Section 1, "Area".
    .. [3] J. Hernández-Orallo, P. Flach, C. Ferri (2012). A unified view of performance metrics:
           translating threshold choice into expected classification loss. Journal of Machine
           Learning Research 13, 2813-2869.

    Examples
    --------
    >>> float(expected_accuracy(1.0, prevalence=0.5))
    0.75
    """
    check_prevalence(prevalence)
    # Theorem 0: chance has accuracy 1/2 at any prevalence, so only the excess over it counts.
    centred = 2 * check_share(as_numbers(auroc, "auroc"), "auroc") - 1
    result: FloatArray = 0.5 + prevalence * (1 - prevalence) * centred
    return result


def interpolation_weight(tp_1: float, tp_2: float, share: float) -> float:
    """Weight mu of model 1 in PRG space when contingency tables are mixed [1]_.

    The table ``share * C1 + (1 - share) * C2`` has the gains mu G1 + (1 - mu) G2.

    Parameters
    ----------
    tp_1, tp_2 : float
        True positives of the two models, not both 0.
    share : float
        Share of model 1 in the table, in [0, 1].

    Returns
    -------
    float
        In [0, 1].

    Raises
    ------
    ValueError, TypeError
        For bad input, or if the mixed table has no true positive, where gains are infinite.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves. NIPS 28. Theorem 1.

    Examples
    --------
    >>> interpolation_weight(1.0, 3.0, share=0.5)
    0.25
    """
    for name, number in (("tp_1", tp_1), ("tp_2", tp_2), ("share", share)):
        check_number(number, name)
    if not (tp_1 >= 0 and tp_2 >= 0 and 0 <= share <= 1):
        raise ValueError(
            f"tp_1 and tp_2 must be >= 0 and share in [0, 1], not {tp_1}, {tp_2} and {share}."
        )
    # Gains have TP in the denominator, so tables mix by their TP, not by their sizes.
    total = share * tp_1 + (1 - share) * tp_2
    if total == 0:
        raise ValueError("The mixed table has no true positive: its gains are infinite.")
    return share * tp_1 / total


def fbeta_gain(
    precision_gain: npt.ArrayLike, recall_gain: npt.ArrayLike, beta: float = 1.0
) -> FloatArray:
    """F-beta gain (precG + beta^2 recG) / (1 + beta^2) [1]_.

    Parameters
    ----------
    precision_gain, recall_gain : array-like
        Gains of the same points.
    beta : float, default=1
        Weight of recall.

    Returns
    -------
    ndarray of the broadcast shape, or a scalar

    Raises
    ------
    ValueError, TypeError
        For bad input.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves. NIPS 28. Theorem 2.

    Examples
    --------
    >>> float(fbeta_gain(1.0, 0.5))
    0.75
    """
    check_beta(beta)
    precision = as_numbers(precision_gain, "precision_gain")
    recall = as_numbers(recall_gain, "recall_gain")
    result: FloatArray = (precision + beta**2 * recall) / (1 + beta**2)
    return result


def expected_fg1(
    auprg: npt.ArrayLike, prevalence: npt.ArrayLike, precision_gain_at_baseline: npt.ArrayLike
) -> FloatArray:
    """F1 gain expected over the operating points of a PRG curve [1]_.

    The points are uniform in Delta = recG / pi - precG / (1 - pi).

    Parameters
    ----------
    auprg : array-like
        Areas under PRG curves.
    prevalence : array-like
        Proportions of positives pi in [0, 1].
    precision_gain_at_baseline : array-like
        y0, the precision gain where recall gain is 0.

    Returns
    -------
    ndarray, or a float
        At most 1; NaN where 1 - pi (1 - y0) <= 0 (up to rounding, 1e-12), so that Delta has
        no range, and where an argument is NaN.

    Raises
    ------
    ValueError, TypeError
        For bad input.

    See Also
    --------
    evaluate : The same from labels and scores, as "expected_fg1".
    expected_inverse_f1 : The same on the scale of 1/F1.
    expected_accuracy : The same relation in ROC space.

    Notes
    -----
    The poster [2]_ has the same formula, but calls y0 the recall gain where precision gain is 0;
    with that value it does not give the expectation.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves. NIPS 28. Theorem 3, equation 5.
    .. [2] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves. Poster, NIPS 2015. Theorem 3.

    Examples
    --------
    >>> print(expected_fg1(1.0, prevalence=0.25, precision_gain_at_baseline=1.0))
    0.75
    """
    check_prevalence(prevalence)
    pi = as_numbers(prevalence, "prevalence")
    y0 = as_numbers(precision_gain_at_baseline, "precision_gain_at_baseline")
    area = check_share(as_numbers(auprg, "auprg"), "auprg", -np.inf)
    # Theorem 3. The denominator is the range of Delta, 1/pi + y0/(1 - pi), times pi (1 - pi):
    # where rounding leaves nothing of it there is no range to be uniform on.
    numerator = area / 2 + 0.25 - pi * (1 - y0**2) / 4
    denominator = 1 - pi * (1 - y0)
    defined = denominator > _ROUNDING
    return np.where(defined, numerator / np.where(defined, denominator, 1.0), np.nan)[()]


def expected_inverse_f1(expected_fg1: npt.ArrayLike, prevalence: npt.ArrayLike) -> FloatArray:
    """Convert an expected F1 gain to an expected 1/F1, (1 - (1 - pi) E[FG1]) / pi.

    It follows from the definition of the gain [1]_.

    Parameters
    ----------
    expected_fg1 : array-like
        Expected F1 gains, <= 1.
    prevalence : array-like
        Proportions of positives pi in [0, 1].

    Returns
    -------
    ndarray, or a float
        At least 1; NaN where pi = 0.

    Raises
    ------
    ValueError, TypeError
        For bad input.

    See Also
    --------
    evaluate : The same from labels and scores, as "expected_inverse_f1".
    expected_fg1 : The expected F1 gain.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves. NIPS 28. Section 3.3, after
           theorem 3.

    Examples
    --------
    >>> print(expected_inverse_f1(0.75, prevalence=0.25))
    1.75
    """
    check_prevalence(prevalence)
    pi = as_numbers(prevalence, "prevalence")
    # The gain of F1 is linear in 1/F1, so the expectation passes through (equation 3).
    inverse = (1 - (1 - pi) * as_numbers(expected_fg1, "expected_fg1")) / np.where(pi > 0, pi, 1)
    return np.where(pi > 0, inverse, np.nan)[()]


def indifferent_beta2(
    precision_1: float, recall_1: float, precision_2: float, recall_2: float
) -> float:
    """Find the beta^2 for which two classifiers have the same F-beta [1]_.

    Parameters
    ----------
    precision_1, recall_1, precision_2, recall_2 : float
        All > 0, the first classifier with more precision and less recall than the second.

    Returns
    -------
    float
        > 0; the calibrated score is d = 1 / (1 + beta^2).

    Raises
    ------
    ValueError, TypeError
        If the two classifiers are not ordered so, or a value is no number.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves. NIPS 28. Theorem 4, equation 6;
           equation 7 for d.

    Examples
    --------
    >>> round(indifferent_beta2(1.0, 0.5, 0.5, 1.0), 12)
    1.0
    """
    for name, number in (
        ("precision_1", precision_1),
        ("recall_1", recall_1),
        ("precision_2", precision_2),
        ("recall_2", recall_2),
    ):
        check_number(number, name)
    if not (precision_1 > precision_2 > 0 and recall_2 > recall_1 > 0):
        raise ValueError(
            "Theorem 4 needs precision_1 > precision_2 > 0 and 0 < recall_1 < recall_2."
        )
    # Equation 6: 1/F-beta is a mean of 1/precision and 1/recall with weights 1 and beta^2, so
    # equal values mean that beta^2 balances their differences.
    return -(1 / precision_1 - 1 / precision_2) / (1 / recall_1 - 1 / recall_2)
