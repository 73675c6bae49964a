"""The areas under the ROC, the precision-recall and the precision-recall-gain curve."""

from functools import partial
from typing import Any, overload

import numpy as np
import numpy.typing as npt
from numpy.typing import NDArray

from prgbench.metrics.curve_averages import Average, average_over_columns
from prgbench.metrics.engine import integrals
from prgbench.metrics.engine.batch import compiled_areas
from prgbench.metrics.engine.counts import ThresholdCounts, count, count_turns
from prgbench.metrics.engine.inputs import (
    FloatArray,
    as_positive,
    as_score_matrix,
    as_scores,
    as_weights,
    class_weights,
)
from prgbench.metrics.gains import check_range
from prgbench.run.compiling import compiled

BoolArray = NDArray[np.bool_]
Floats = NDArray[np.float64]
Bytes = NDArray[np.uint8]


def best_f1_of_subsets(
    positive: BoolArray, scores: Floats, subsets: BoolArray
) -> tuple[Floats, Floats]:
    """Find the threshold with the best F1 [1]_ in each subset of the instances.

    Parameters
    ----------
    positive : ndarray of bool, shape (n,)
        The truth.
    scores : ndarray of shape (n,)
        The scores, without NaN.
    subsets : ndarray of bool, shape (subsets, n)
        The members of each subset.

    Returns
    -------
    f1, thresholds : ndarray of shape (subsets,)
        The best F1 and the highest score that reaches it with "positive when score >= threshold";
        both NaN in a subset without a positive: no score is at least NaN, while some may be inf.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves. NIPS 28. Equation 1.

    Examples
    --------
    >>> best_f1_of_subsets(
    ...     np.array([True, False, True]), np.array([3.0, 2, 1]), np.array([[True, True, False]])
    ... )
    (array([1.]), array([3.]))
    """
    order = np.argsort(-scores)
    ranked = scores[order]
    ends = np.append(ranked[1:] != ranked[:-1], True)
    f1 = np.full(len(subsets), np.nan)
    thresholds = np.full(len(subsets), np.nan)
    members = subsets[:, order].view(np.uint8)
    _scan(positive[order].view(np.uint8), ranked, ends, members, f1, thresholds)
    return f1, thresholds


@compiled
def _scan(
    positive: Bytes,
    ranked: Floats,
    ends: BoolArray,
    members: Bytes,
    f1: Floats,
    thresholds: Floats,
) -> None:
    for subset in range(len(members)):
        inside = members[subset]
        n_pos = 0
        for place in range(len(ranked)):
            n_pos += positive[place] & inside[place]
        best, hits, predicted = 0.0, 0, 0
        # Sums without branches: no processor can predict which rows are members.
        for place in range(len(ranked)):
            predicted += inside[place]
            hits += positive[place] & inside[place]
            if ends[place]:
                value = 2.0 * hits / (predicted + n_pos)
                if value > best:
                    best = value
                    f1[subset] = value
                    thresholds[subset] = ranked[place]


@overload
def auroc_score(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    *,
    pos_label: Any = None,
    sample_weight: npt.ArrayLike | None = None,
    average: Average = "macro",
    max_fpr: float | None = None,
) -> float: ...
@overload
def auroc_score(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    *,
    pos_label: Any = None,
    sample_weight: npt.ArrayLike | None = None,
    average: None,
    max_fpr: float | None = None,
) -> FloatArray: ...
def auroc_score(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    *,
    pos_label: Any = None,
    sample_weight: npt.ArrayLike | None = None,
    average: Average | None = "macro",
    max_fpr: float | None = None,
) -> float | FloatArray:
    """Area under the ROC curve.

    The probability that a random positive is scored above a random negative, ties counted
    one half: the Mann-Whitney statistic [1]_ [2]_.

    Parameters
    ----------
    y_true : array-like of shape (n,) or (n, columns)
        Labels: 0/1, -1/1, booleans, or any labels with `pos_label`; or 0/1 in each column.
    y_score : array-like of the same shape
        Scores; higher means more positive.
    pos_label : label, optional
        The positive label.
    sample_weight : array-like of shape (n,), optional
        Non-negative weights.
    average : {"macro", "weighted", "micro", "samples"} or None, default="macro"
        How columns are averaged, as in scikit-learn; None gives each column its value.
    max_fpr : float, optional
        Give `partial_auroc_score` up to this false positive rate instead, corrected.

    Returns
    -------
    float, or ndarray of shape (columns,)
        In [0, 1]; NaN if there is only one class.

    Raises
    ------
    ValueError, TypeError
        For bad input.

    See Also
    --------
    partial_auroc_score : Part of this area.
    aupr_score : Area under the PR curve.
    auprg_score : Area under the PRG curve.
    roc_curve : The curve.
    expected_accuracy : What the area says about accuracy.

    References
    ----------
    .. [1] J. A. Hanley, B. J. McNeil (1982). The meaning and use of the area under a receiver
           operating characteristic (ROC) curve. Radiology 143(1), 29-36.
    .. [2] T. Fawcett (2006). An introduction to ROC analysis. Pattern Recognition Letters 27(8),
           861-874.

    Examples
    --------
    >>> auroc_score([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    0.75
    """
    if np.ndim(y_true) == 2:
        area = partial(auroc_score, max_fpr=max_fpr)
        return average_over_columns(
            area,
            y_true,
            y_score,
            average=average,
            pos_label=pos_label,
            sample_weight=sample_weight,
        )
    counts = _counts(y_true, y_score, pos_label, sample_weight)
    if max_fpr is None:
        return integrals.roc_area(counts)
    return integrals.corrected_roc_area(counts, *check_range((0.0, max_fpr), "(0, max_fpr)"))


def partial_auroc_score(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    *,
    pos_label: Any = None,
    sample_weight: npt.ArrayLike | None = None,
    fpr_range: tuple[float, float] = (0.0, 0.1),
    correct: bool = True,
) -> float:
    """Area under a part of the ROC curve, rescaled so that chance has 1/2 [1]_.

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
    fpr_range : (float, float), default=(0, 0.1)
        The part [a, b] of the false positive rate to integrate over.
    correct : bool, default=True
        Rescale the area A to (1 + (A - m) / (b - a - m)) / 2, where m = (b^2 - a^2) / 2 is
        the area of chance; otherwise return A.

    Returns
    -------
    float
        At most 1, 1/2 for chance (corrected), or in [0, b - a]; NaN if there is only one class.

    Raises
    ------
    ValueError, TypeError
        For bad input.

    See Also
    --------
    auroc_score : The whole area.

    References
    ----------
    .. [1] D. K. McClish (1989). Analyzing a portion of the ROC curve. Medical Decision Making
           9(3), 190-195.

    Examples
    --------
    >>> partial_auroc_score([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], fpr_range=(0, 0.5))
    0.6666666666666666
    """
    low, high = check_range(fpr_range, "fpr_range")
    counts = _counts(y_true, y_score, pos_label, sample_weight)
    area = integrals.corrected_roc_area if correct else integrals.roc_area
    return area(counts, low, high)


def aupr_score(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    *,
    pos_label: Any = None,
    sample_weight: npt.ArrayLike | None = None,
    recall_range: tuple[float, float] = (0.0, 1.0),
) -> float:
    """Area under the PR curve with hyperbolic interpolation, integrated exactly.

    Between two thresholds FP is linear in TP [1]_, which makes precision a hyperbola in recall;
    the precision of the first threshold is carried back to recall 0 [2]_.

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
    recall_range : (float, float), default=(0, 1)
        The part of the recall axis to integrate over; the area is not divided by its length.

    Returns
    -------
    float
        In [min_aupr(pi, recall_range), b - a]; 1 if all are positive, NaN if all are negative.

    Raises
    ------
    ValueError, TypeError
        For bad input.

    See Also
    --------
    average_precision_score : Steps instead of hyperbolas.
    trapezoid_aupr_score : Straight lines instead of hyperbolas.
    unit_step_aupr_score : An approximation of this area.
    aucnpr_score : This area between its minimum and its maximum.
    precision_recall_curve : The curve.
    min_aupr : What the worst ranking gets.

    References
    ----------
    .. [1] J. Davis, M. Goadrich (2006). The relationship between precision-recall and ROC curves.
           ICML 23, 233-240.
    .. [2] Introduction to the precision-recall plot. classeval.wordpress.com. Section "3 important
           aspects of making an accurate precision-recall curve".

    Examples
    --------
    >>> round(aupr_score([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]), 12)
    0.797267445946
    """
    low, high = check_range(recall_range, "recall_range")
    counts = _counts(y_true, y_score, pos_label, sample_weight)
    return integrals.pr_area(counts, low, high)


def auprg_score(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    *,
    pos_label: Any = None,
    sample_weight: npt.ArrayLike | None = None,
) -> float:
    """Area under the Precision-Recall-Gain curve [1]_.

    Precision gain is integrated over recall gain from 0 to 1. The crossing of recall gain 0 is
    interpolated.

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
        In [-(1 - pi) / (2 pi), 1]; 0 for a constant score and if all are positive, NaN if all
        are negative.

    Raises
    ------
    ValueError, TypeError
        For bad input.

    See Also
    --------
    auprg_clipped_score : The area inside the unit square.
    auprg_hull_score : The area under the convex hull.
    expected_fg1_score : The expected F1 gain that follows from this area.
    precision_recall_gain_curve : The curve.

    Notes
    -----
    The unit square of definition 1 is what a plot shows. The area counts negative precision gain,
    as the authors' code does; `auprg_clipped_score` leaves it out.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves. NIPS 28. Definition 1 and
           section 3.3.

    Examples
    --------
    >>> round(auprg_score([1, 1, 0, 0, 1, 0], [0.8, 0.8, 0.6, 0.4, 0.4, 0.2]), 12)
    0.708333333333
    """
    counts = _counts(y_true, y_score, pos_label, sample_weight)
    return integrals.prg_area(counts)


def areas(
    y_true: npt.ArrayLike,
    y_scores: npt.ArrayLike,
    *,
    pos_label: Any = None,
    sample_weight: npt.ArrayLike | None = None,
) -> FloatArray:
    """AUROC, AUPR and AUPRG of a batch of models on the same truth.

    They are the three areas that section 4 of [1]_ compares.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels: 0/1, -1/1, booleans, or any labels with `pos_label`.
    y_scores : array-like of shape (models, n)
        One row of scores per model; higher means more positive.
    pos_label : label, optional
        The positive label.
    sample_weight : array-like of shape (n,), optional
        Non-negative weights.

    Returns
    -------
    ndarray of shape (models, 3)
        The columns are `auroc_score`, `aupr_score` and `auprg_score` of each row.

    Raises
    ------
    ValueError, TypeError
        For bad input.

    See Also
    --------
    auroc_score : The first column, of one model.
    aupr_score : The second column, of one model.
    auprg_score : The third column, of one model.
    evaluate : Any measures of a batch.
    bootstrap_areas : The areas of resamples.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves. NIPS 28. Section 4.

    Examples
    --------
    >>> areas([0, 0, 1, 1], [[0.1, 0.4, 0.35, 0.8], [0.5, 0.5, 0.5, 0.5]]).round(4).tolist()
    [[0.75, 0.7973, 0.25], [0.5, 0.5, 0.0]]
    """
    positive = as_positive(y_true, pos_label)
    scores = as_score_matrix(y_scores, positive.size)
    weights = as_weights(sample_weight, positive.size)
    if weights is not None:
        integrals.refuse_odds(*class_weights(positive, weights))
    return compiled_areas(positive, scores, weights)[:, :3]


def _counts(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    pos_label: Any,
    sample_weight: npt.ArrayLike | None,
) -> ThresholdCounts:
    """Count where the curves turn, which is less than at every threshold."""
    positive = as_positive(y_true, pos_label)
    scores = as_scores(y_score, positive.size)
    weights = as_weights(sample_weight, positive.size)
    return count_turns(positive, scores) if weights is None else count(positive, scores, weights)
