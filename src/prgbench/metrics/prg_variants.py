"""Other areas in PRG space, and what they mean on the scale of F1."""

from typing import Any

import numpy.typing as npt

from prgbench.metrics.engine import integrals
from prgbench.metrics.engine.counts import ThresholdCounts, threshold_counts
from prgbench.metrics.roc_hull import roc_hull_of
from prgbench.metrics.theorems import expected_fg1, expected_inverse_f1


def auprg_hull_score(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    *,
    pos_label: Any = None,
    sample_weight: npt.ArrayLike | None = None,
) -> float:
    """Area under the convex hull of the PRG curve [1]_.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels: 0/1, -1/1, booleans, or any labels with `pos_label`.
    y_score : array-like of shape (n,)
        Scores; higher means more positive.
    pos_label : label, optional
        The positive label.
    sample_weight : array-like of shape (n,), optional
        Non-negative weights.

    Returns
    -------
    float
        In [0, 1], at least `auprg_score`; 0 if all are positive, NaN if all are negative.

    Raises
    ------
    ValueError, TypeError
        For bad input.

    See Also
    --------
    auprg_score : The area under the curve itself.
    prg_convex_hull : The hull.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves. NIPS 28. Section 3.2 for the
           hull, section 3.3 for the area.

    Examples
    --------
    >>> auprg_hull_score([1, 0, 1, 0], [4, 3, 2, 1])
    0.75
    """
    return hull_area(
        threshold_counts(y_true, y_score, pos_label=pos_label, sample_weight=sample_weight)
    )


def auprg_clipped_score(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    *,
    pos_label: Any = None,
    sample_weight: npt.ArrayLike | None = None,
) -> float:
    """Area under the PRG curve inside the unit square: negative precision gain counts as 0 [1]_.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels: 0/1, -1/1, booleans, or any labels with `pos_label`.
    y_score : array-like of shape (n,)
        Scores; higher means more positive.
    pos_label : label, optional
        The positive label.
    sample_weight : array-like of shape (n,), optional
        Non-negative weights.

    Returns
    -------
    float
        In [0, 1], at least `auprg_score`; 0 if all are positive, NaN if all are negative.

    Raises
    ------
    ValueError, TypeError
        For bad input.

    See Also
    --------
    auprg_score : The area with negative precision gain counted.
    auprg_hull_score : The area under the convex hull.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves. NIPS 28. Definition 1.

    Examples
    --------
    >>> auprg_clipped_score([0, 1], [0.9, 0.1])
    0.0
    """
    return integrals.prg_area_clipped(
        threshold_counts(y_true, y_score, pos_label=pos_label, sample_weight=sample_weight)
    )


def expected_fg1_score(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    *,
    pos_label: Any = None,
    sample_weight: npt.ArrayLike | None = None,
) -> float:
    """F1 gain expected over the operating points of the PRG curve [1]_.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels: 0/1, -1/1, booleans, or any labels with `pos_label`.
    y_score : array-like of shape (n,)
        Scores; higher means more positive.
    pos_label : label, optional
        The positive label.
    sample_weight : array-like of shape (n,), optional
        Non-negative weights.

    Returns
    -------
    float
        At most 1; NaN with one class only and if theorem 3 does not apply.

    Raises
    ------
    ValueError, TypeError
        For bad input.

    See Also
    --------
    expected_fg1 : The same from the area, with what the expectation is over.
    expected_inverse_f1_score : The same as an expected 1/F1.
    auprg_score : The area.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves. NIPS 28. Theorem 3, equation 5.

    Examples
    --------
    >>> round(expected_fg1_score([1, 0, 1, 0, 0, 1], [6, 5, 4, 3, 2, 1]), 3)
    0.271
    """
    return expected_fg1_of(
        threshold_counts(y_true, y_score, pos_label=pos_label, sample_weight=sample_weight)
    )


def expected_inverse_f1_score(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    *,
    pos_label: Any = None,
    sample_weight: npt.ArrayLike | None = None,
) -> float:
    """Reciprocal of F1 expected over the operating points of the PRG curve; lower is better [1]_.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels: 0/1, -1/1, booleans, or any labels with `pos_label`.
    y_score : array-like of shape (n,)
        Scores; higher means more positive.
    pos_label : label, optional
        The positive label.
    sample_weight : array-like of shape (n,), optional
        Non-negative weights.

    Returns
    -------
    float
        At least 1; NaN with one class only and if theorem 3 does not apply.

    Raises
    ------
    ValueError, TypeError
        For bad input.

    See Also
    --------
    expected_inverse_f1 : The same from the expected F1 gain.
    expected_fg1_score : The expected F1 gain.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves. NIPS 28. Section 3.3, after
           theorem 3.

    Examples
    --------
    >>> expected_inverse_f1_score([1, 0], [0.9, 0.1])
    1.25
    """
    counts = threshold_counts(y_true, y_score, pos_label=pos_label, sample_weight=sample_weight)
    return float(expected_inverse_f1(expected_fg1_of(counts), counts.prevalence))


def hull_area(counts: ThresholdCounts) -> float:
    """Area under the PRG hull of threshold counts."""
    if counts.n_pos == 0 or counts.n_neg == 0:
        return integrals.prg_area(counts)
    return integrals.prg_area(roc_hull_of(counts))


def expected_fg1_of(counts: ThresholdCounts) -> float:
    """Compute the expected F1 gain of threshold counts."""
    y0 = integrals.precision_gain_at_baseline(counts)
    return float(expected_fg1(integrals.prg_area(counts), counts.prevalence, y0))
