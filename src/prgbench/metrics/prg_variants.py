"""The other areas of PRG space and what they mean on the scale of F1."""

from typing import Any

import numpy.typing as npt

from prgbench.metrics import integrals
from prgbench.metrics.counts import ThresholdCounts, threshold_counts
from prgbench.metrics.hull import roc_hull_of
from prgbench.metrics.theorems import expected_fg1, expected_inverse_f1


def auprg_hull_score(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    *,
    pos_label: Any = None,
    sample_weight: npt.ArrayLike | None = None,
) -> float:
    """Area under the convex hull of the PRG curve.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels: 0/1, -1/1, booleans, or any labels with `pos_label`.
    y_score : array-like of shape (n,)
        Scores, higher for more positive.
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
        For bad input, in one sentence that names the argument and the place.

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
    """Area under the PRG curve inside the unit square: negative precision gain counts as 0.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels: 0/1, -1/1, booleans, or any labels with `pos_label`.
    y_score : array-like of shape (n,)
        Scores, higher for more positive.
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
        For bad input, in one sentence that names the argument and the place.

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
    """F1 gain expected over the operating points of the PRG curve.

    Source: Flach & Kull (2015), theorem 3; see `expected_fg1`.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels: 0/1, -1/1, booleans, or any labels with `pos_label`.
    y_score : array-like of shape (n,)
        Scores, higher for more positive.
    pos_label : label, optional
        The positive label.
    sample_weight : array-like of shape (n,), optional
        Non-negative weights.

    Returns
    -------
    float
        At most 1; NaN with one class only and where theorem 3 does not apply.

    Raises
    ------
    ValueError, TypeError
        For bad input, in one sentence that names the argument and the place.

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
    """Reciprocal of F1 expected over the operating points of the PRG curve; lower is better.

    Source: Flach & Kull (2015), after theorem 3; see `expected_inverse_f1`.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels: 0/1, -1/1, booleans, or any labels with `pos_label`.
    y_score : array-like of shape (n,)
        Scores, higher for more positive.
    pos_label : label, optional
        The positive label.
    sample_weight : array-like of shape (n,), optional
        Non-negative weights.

    Returns
    -------
    float
        At least 1; NaN with one class only and where theorem 3 does not apply.

    Raises
    ------
    ValueError, TypeError
        For bad input, in one sentence that names the argument and the place.

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
