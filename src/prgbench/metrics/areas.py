"""The areas under ROC, precision-recall and precision-recall-gain curves.

Between the points, the precision-recall curve is the hyperbola of Davis and Goadrich, which is
integrated exactly in `prgbench.metrics.engine.integrals.pr_area` and, over the whole recall range
where a compiler was found, by its twin in `kernels.c`. The ROC curve is straight there, and so is
the precision-recall-gain curve. Other conventions, such as average precision, are in
`prgbench.metrics.pr_variants`.
"""

from __future__ import annotations

import math
from functools import partial
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from prgbench.metrics import engine
from prgbench.metrics.column_averages import (
    Average,
    auroc_of_classes,
    average_over_columns,
    check_average,
    has_columns,
    n_columns,
)
from prgbench.metrics.engine import integrals
from prgbench.metrics.engine.counts import ThresholdCounts, threshold_counts
from prgbench.metrics.engine.inputs import (
    WHOLE,
    FloatArray,
    as_array,
    as_positive,
    as_score_matrix,
    as_score_row,
    as_weights,
    check_range,
    check_stated,
    class_weights,
    is_number,
    weights_at_prevalence,
)
from prgbench.metrics.undefined import warn_undefined
from prgbench.typing import BoolArray

_ONE_CLASS = "Only one class is present in y_true. ROC AUC score is not defined in that case."
_NO_POSITIVE = "No positive class found in y_true: {} is NaN."


def auroc_score(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    *,
    average: Average | None = "macro",
    sample_weight: npt.ArrayLike | None = None,
    max_fpr: float | None = None,
    multi_class: Literal["raise", "ovr", "ovo"] = "raise",
    labels: npt.ArrayLike | None = None,
    pos_label: Any = None,
) -> Any:
    """Area under the ROC curve.

    The probability that a random positive is scored above a random negative, ties counted
    one half: the Mann-Whitney statistic [1]_ [2]_.

    Parameters
    ----------
    y_true : array-like of shape (n,) or (n, columns)
        Labels of two classes, of which the last one in sorted order is positive, as in
        scikit-learn, or `pos_label`; of more classes with `multi_class`; or 0/1 in each column.
    y_score : array-like of shape (n,), (n, classes) or (n, columns)
        Scores; higher means more positive. Of more than two classes, probabilities.
    average : {"macro", "weighted", "micro", "samples"} or None, default="macro"
        How to average over columns of labels, or over classes, as in scikit-learn; None returns
        one value per column.
    sample_weight : array-like of shape (n,), optional
        Non-negative weights.
    max_fpr : float, optional
        Return the corrected `partial_auroc_score` up to this false positive rate, in (0, 1].
    multi_class : {"raise", "ovr", "ovo"}, default="raise"
        Of more than two classes, each against the rest, or the pairs of classes; see `evaluate`.
    labels : array-like of shape (classes,), optional
        All classes in sorted order, if `y_true` lacks one.
    pos_label : label, optional
        The positive label of two classes.

    Returns
    -------
    float, or ndarray of shape (columns,)
        In [0, 1]; NaN, with a warning, if there is only one class.

    Raises
    ------
    ValueError, TypeError
        For bad input, or more than two classes without `multi_class`.
    NotImplementedError
        For ``average=None`` of the pairs of classes.

    See Also
    --------
    partial_auroc_score : Part of this area.
    aupr_score : Area under the PR curve.
    auprg_score : Area under the PRG curve.
    roc_curve : The curve.
    theory.expected_accuracy : What the area says about accuracy.

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
    check_average(average)
    if multi_class not in ("raise", "ovr", "ovo"):
        raise ValueError(f"multi_class must be 'raise', 'ovr' or 'ovo', not {multi_class!r}.")
    truth = as_array(y_true, "y_true")
    columns = n_columns(y_score)
    if truth.ndim == 2 or multi_class != "raise" or columns > 2:
        binary = partial(auroc_score, max_fpr=max_fpr)
        options: dict[str, Any] = {"average": average, "sample_weight": sample_weight}
        if truth.ndim == 2:
            return average_over_columns(binary, truth, y_score, pos_label=pos_label, **options)
        # Two classes have one column of scores; `labels` may name more than occur.
        if columns > 2 or np.unique(truth).size > 2:
            return auroc_of_classes(
                binary,
                truth,
                y_score,
                multi_class=multi_class,
                labels=labels,
                max_fpr=max_fpr,
                **options,
            )
    try:
        positive = as_positive(truth, pos_label)
    except ValueError:
        # Two labels other than 0/1 and -1/1: what is usual is not looked at twice.
        last = _last_of_two(truth) if pos_label is None else None
        if last is None:
            raise
        positive = as_positive(truth, last)
    if max_fpr is None:
        scores, weights = _checked_scores(positive, y_score, sample_weight)
        area = engine.areas_of_batch(positive, scores, weights).item(0)
    else:
        counts = threshold_counts(positive, y_score, sample_weight=sample_weight)
        if not (is_number(max_fpr) and 0 < max_fpr <= 1):
            raise ValueError(f"max_fpr must be a number in (0, 1], not {max_fpr!r}.")
        area = integrals.corrected_roc_area(counts, *check_range((0.0, max_fpr), "(0, max_fpr)"))
    if math.isnan(area):
        warn_undefined(_ONE_CLASS)
    return area


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
    return partial_auroc(
        threshold_counts(y_true, y_score, pos_label=pos_label, sample_weight=sample_weight),
        fpr_range,
        correct=correct,
    )


def aupr_score(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    *,
    average: Average | None = "macro",
    pos_label: Any = None,
    sample_weight: npt.ArrayLike | None = None,
    prevalence: float | None = None,
    recall_range: tuple[float, float] = WHOLE,
) -> Any:
    """Area under the PR curve with hyperbolic interpolation, integrated exactly.

    Between two thresholds FP is linear in TP [1]_, which makes precision a hyperbola in recall;
    the precision of the first threshold is carried back to recall 0 [2]_.

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
    recall_range : (float, float), default=(0, 1)
        The part of the recall axis to integrate over; the area is not divided by its length.

    Returns
    -------
    float, or ndarray of shape (columns,)
        In [min_aupr(pi, recall_range), b - a]; 1 if all are positive, NaN if all are negative.

    Raises
    ------
    ValueError, TypeError
        For bad input.

    See Also
    --------
    average_precision_score : Steps instead of hyperbolas.
    evaluate : Also straight lines instead of hyperbolas, as "trapezoid_aupr".
    aucnpr_score : This area between its minimum and its maximum.
    precision_recall_curve : The curve.
    theory.min_aupr : What the worst ranking gets.

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
    check_average(average)
    truth = as_array(y_true, "y_true")
    if has_columns(truth, y_score):
        return average_over_columns(
            partial(aupr_score, prevalence=prevalence, recall_range=recall_range),
            truth,
            y_score,
            average=average,
            pos_label=pos_label,
            sample_weight=sample_weight,
        )
    # Only the whole area has a pass of its own; a part is a sum over the points.
    if check_range(recall_range, "recall_range") == WHOLE:
        checked = _checked(truth, y_score, pos_label, sample_weight, prevalence)
        area = engine.areas_of_batch(*checked).item(1)
    else:
        counts = threshold_counts(
            truth,
            y_score,
            pos_label=pos_label,
            sample_weight=sample_weight,
            prevalence=prevalence,
        )
        area = aupr(counts, recall_range)
    if math.isnan(area):
        warn_undefined(_NO_POSITIVE.format("AUPR"))
    return area


def auprg_score(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    *,
    average: Average | None = "macro",
    pos_label: Any = None,
    sample_weight: npt.ArrayLike | None = None,
    prevalence: float | None = None,
) -> Any:
    """Area under the Precision-Recall-Gain curve [1]_.

    Precision gain is integrated over recall gain from 0 to 1, where the crossing of recall gain 0
    is interpolated. With P positives of prevalence pi the first of them lies near recall gain
    1 - P pi: the area of a sample with P pi below 0.5 says little of the population.

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
        In [-(1 - pi) / (2 pi), 1]; 0 for a constant score and if all are positive, NaN if all
        are negative.

    Raises
    ------
    ValueError, TypeError
        For bad input.

    See Also
    --------
    precision_recall_gain_curve : The curve.
    evaluate : Scores also by "auprg_clipped", "auprg_hull" and "expected_fg1".

    Notes
    -----
    The area counts negative precision gain, as in the code of the authors; the measure
    "auprg_clipped" does not.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves. NIPS 28. Definition 1 and
           section 3.3.

    Examples
    --------
    >>> round(auprg_score([1, 1, 0, 0, 1, 0], [0.8, 0.8, 0.6, 0.4, 0.4, 0.2]), 12)
    0.708333333333
    """
    check_average(average)
    truth = as_array(y_true, "y_true")
    if has_columns(truth, y_score):
        return average_over_columns(
            partial(auprg_score, prevalence=prevalence),
            truth,
            y_score,
            average=average,
            pos_label=pos_label,
            sample_weight=sample_weight,
        )
    positive, scores, weights = _checked(truth, y_score, pos_label, sample_weight, prevalence)
    # Where one class weighs almost nothing, rounding leaves no digit: an error, not a number.
    if weights is not None:
        integrals.refuse_odds(*class_weights(positive, weights))
    area = engine.areas_of_batch(positive, scores, weights).item(2)
    if math.isnan(area):
        warn_undefined(_NO_POSITIVE.format("AUPRG"))
    return area


def areas(
    y_true: npt.ArrayLike,
    y_scores: npt.ArrayLike,
    *,
    pos_label: Any = None,
    sample_weight: npt.ArrayLike | None = None,
) -> FloatArray:
    """AUROC, AUPR and AUPRG of a batch of models on the same truth.

    Section 4 of [1]_ compares these three areas.

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
        For bad input, or weights of the classes too far apart for AUPRG.

    See Also
    --------
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
    scores = as_score_matrix(y_scores, positive.size, singles=sample_weight is None)
    weights = as_weights(sample_weight, positive.size)
    if weights is not None:
        integrals.refuse_odds(*class_weights(positive, weights))
    # The fourth column is y0, which is no area.
    return engine.areas_of_batch(positive, scores, weights)[:, :3]


def _last_of_two(labels: npt.NDArray[Any]) -> Any:
    """Return the greater of two labels, as scikit-learn takes it; None for others."""
    if labels.ndim != 1:
        return None
    distinct = set(labels.tolist())
    if len(distinct) != 2 or any(label is None or label != label for label in distinct):
        return None
    # Fractions are scores or regression targets in the wrong place.
    if any(isinstance(label, float) and not label.is_integer() for label in distinct):
        return None
    try:
        return max(distinct)
    except TypeError:
        return None


def partial_auroc(
    counts: ThresholdCounts, fpr_range: tuple[float, float] = (0.0, 0.1), *, correct: bool = True
) -> float:
    """Compute the partial AUROC of threshold counts."""
    low, high = check_range(fpr_range, "fpr_range")
    area = integrals.corrected_roc_area if correct else integrals.roc_area
    return area(counts, low, high)


def aupr(counts: ThresholdCounts, recall_range: tuple[float, float] = WHOLE) -> float:
    """Compute the AUPR of threshold counts."""
    return integrals.pr_area(counts, *check_range(recall_range, "recall_range"))


def _checked(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    pos_label: Any,
    sample_weight: npt.ArrayLike | None,
    prevalence: float | None = None,
) -> tuple[BoolArray, FloatArray, FloatArray | None]:
    """Check the input for one model, but for NaN, which the engine refuses."""
    positive = as_positive(y_true, pos_label)
    return positive, *_checked_scores(positive, y_score, sample_weight, prevalence)


def _checked_scores(
    positive: BoolArray,
    y_score: npt.ArrayLike,
    sample_weight: npt.ArrayLike | None,
    prevalence: float | None = None,
) -> tuple[FloatArray, FloatArray | None]:
    """Check scores and weights of one model, whose labels are checked."""
    has_weights = sample_weight is not None or prevalence is not None
    scores = as_score_row(y_score, positive.size, singles=not has_weights)
    weights = as_weights(sample_weight, positive.size)
    if prevalence is not None:
        check_stated(prevalence)
        own = np.ones(positive.size) if weights is None else weights
        weights = weights_at_prevalence(positive, own, prevalence)
    return scores, weights
