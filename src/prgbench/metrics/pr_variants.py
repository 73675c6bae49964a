"""Average precision, and the area between its minimum and its maximum."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy.typing as npt

from prgbench.metrics.bounds import normalize_aupr
from prgbench.metrics.column_averages import (
    Average,
    average_over_columns,
    check_average,
    has_columns,
    refuse_classes,
)
from prgbench.metrics.engine import integrals
from prgbench.metrics.engine.counts import ThresholdCounts, threshold_counts
from prgbench.metrics.engine.inputs import as_array, check_range
from prgbench.metrics.undefined import warn_undefined


def average_precision_score(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    *,
    average: Average | None = "macro",
    pos_label: Any = None,
    sample_weight: npt.ArrayLike | None = None,
    prevalence: float | None = None,
) -> Any:
    """Average precision: precision at each threshold, weighted by the step of recall [1]_.

    Parameters
    ----------
    y_true : array-like of shape (n,) or (n, columns)
        Labels: 0/1, -1/1, booleans, or any labels with `pos_label`; of more classes with scores
        of each; or 0/1 in each column.
    y_score : array-like of shape (n,), (n, classes) or (n, columns)
        Scores; higher means more positive.
    average : {"macro", "weighted", "micro", "samples"} or None, default="macro"
        How to average over columns of labels, or over classes, as in scikit-learn; None returns
        one value per column.
    pos_label : label, optional
        The positive label.
    sample_weight : array-like of shape (n,), optional
        Non-negative weights.
    prevalence : float, optional
        Proportion of positives at which the ranking is judged, inside (0, 1); by default that of
        the data. The negatives are weighed for it.

    Returns
    -------
    float, or ndarray of shape (columns,)
        In (0, 1], at least `min_average_precision`; NaN, with a warning, if all are negative.

    Raises
    ------
    ValueError, TypeError
        For bad input.

    See Also
    --------
    aupr_score : Hyperbolas instead of steps.
    theory.min_average_precision : What the worst ranking gets.

    References
    ----------
    .. [1] C. D. Manning, P. Raghavan, H. Schütze (2008). Introduction to Information Retrieval.
           Cambridge University Press.

    Examples
    --------
    >>> round(average_precision_score([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]), 4)
    0.8333
    """
    check_average(average)
    truth = as_array(y_true, "y_true")
    if has_columns(truth, y_score):
        return average_over_columns(
            partial(average_precision_score, prevalence=prevalence),
            truth,
            y_score,
            average=average,
            pos_label=pos_label,
            sample_weight=sample_weight,
        )
    try:
        counts = threshold_counts(
            truth,
            y_score,
            pos_label=pos_label,
            sample_weight=sample_weight,
            prevalence=prevalence,
        )
    except ValueError:
        # Classes are counted only where the labels were refused.
        if pos_label is None:
            refuse_classes(truth)
        raise
    if not counts.n_pos:
        warn_undefined("No positive class found in y_true: average precision is NaN.")
    return integrals.average_precision(counts)


def aucnpr_score(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    *,
    pos_label: Any = None,
    sample_weight: npt.ArrayLike | None = None,
    prevalence: float | None = None,
    recall_range: tuple[float, float] = (0.0, 1.0),
) -> float:
    """AUPR normalised by its minimum and maximum at the prevalence of the data [1]_.

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
    prevalence : float, optional
        Proportion of positives at which the ranking is judged, inside (0, 1); by default that of
        the data. The negatives are weighed for it.
    recall_range : (float, float), default=(0, 1)
        The part of the recall axis to integrate over.

    Returns
    -------
    float
        In [0, 1]; 1 if all are positive, 0 if all are negative.

    Raises
    ------
    ValueError, TypeError
        For bad input.

    See Also
    --------
    aupr_score : The area that is normalised.
    theory.normalize_aupr : The same from areas and prevalences.
    theory.min_aupr : The minimum.

    References
    ----------
    .. [1] K. Boyd, V. Santos Costa, J. Davis, D. Page (2012). Unachievable region in
           precision-recall space and its effect on empirical evaluation. ICML 29. Section 3,
           equation 3 and the conventions for one class.

    Examples
    --------
    >>> aucnpr_score([1, 0], [0.9, 0.1])
    1.0
    """
    counts = threshold_counts(
        y_true, y_score, pos_label=pos_label, sample_weight=sample_weight, prevalence=prevalence
    )
    return aucnpr(counts, recall_range)


def aucnpr(counts: ThresholdCounts, recall_range: tuple[float, float] = (0.0, 1.0)) -> float:
    """Compute the AUCNPR of threshold counts."""
    low, high = check_range(recall_range, "recall_range")
    # 1 - minimum vanishes as negatives weigh less, and with it the digits of the quotient.
    integrals.refuse_odds(counts.n_pos, counts.n_neg, "AUCNPR")
    area = integrals.pr_area(counts, low, high)
    return float(normalize_aupr(area, counts.prevalence, (low, high)))
