"""Other areas in PR space: steps, straight lines, unit steps, and the normalised area."""

from typing import Any, get_args, overload

import numpy as np
import numpy.typing as npt

from prgbench.metrics.areas import Average, average_over_columns
from prgbench.metrics.bounds import normalize_aupr
from prgbench.metrics.engine import integrals
from prgbench.metrics.engine.counts import threshold_counts
from prgbench.metrics.engine.inputs import FloatArray, check_range
from prgbench.metrics.engine.integrals import Anchor


@overload
def average_precision_score(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    *,
    pos_label: Any = None,
    sample_weight: npt.ArrayLike | None = None,
    average: Average = "macro",
) -> float: ...
@overload
def average_precision_score(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    *,
    pos_label: Any = None,
    sample_weight: npt.ArrayLike | None = None,
    average: None,
) -> FloatArray: ...
def average_precision_score(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    *,
    pos_label: Any = None,
    sample_weight: npt.ArrayLike | None = None,
    average: Average | None = "macro",
) -> float | FloatArray:
    """Average precision: precision at each threshold, weighted by the step of recall [1]_.

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
        How to average over columns, as in scikit-learn; None returns one value per column.

    Returns
    -------
    float, or ndarray of shape (columns,)
        In (0, 1], at least `min_average_precision`; NaN if all are negative.

    Raises
    ------
    ValueError, TypeError
        For bad input.

    See Also
    --------
    aupr_score : Hyperbolas instead of steps.
    min_average_precision : What the worst ranking gets.

    References
    ----------
    .. [1] C. D. Manning, P. Raghavan, H. Schütze (2008). Introduction to Information Retrieval.
           Cambridge University Press.

    Examples
    --------
    >>> round(average_precision_score([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]), 4)
    0.8333
    """
    if np.ndim(y_true) == 2:
        return average_over_columns(
            average_precision_score,
            y_true,
            y_score,
            average=average,
            pos_label=pos_label,
            sample_weight=sample_weight,
        )
    return integrals.average_precision(
        threshold_counts(y_true, y_score, pos_label=pos_label, sample_weight=sample_weight)
    )


def trapezoid_aupr_score(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    *,
    pos_label: Any = None,
    sample_weight: npt.ArrayLike | None = None,
    anchor: Anchor = "first",
) -> float:
    """Area under straight lines between the PR points [1]_, which the curve does not follow [2]_.

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
    anchor : {"first", "one"}, default="first"
        Precision at recall 0: that of the first threshold, or 1. With "one" it is
        ``sklearn.metrics.auc`` of a precision-recall curve, which gives a constant score
        (1 + pi) / 2.

    Returns
    -------
    float
        In [0, 1]; NaN if all are negative.

    Raises
    ------
    ValueError, TypeError
        For bad input.

    See Also
    --------
    aupr_score : The area under the curve itself.
    average_precision_score : Steps instead of straight lines.

    Notes
    -----
    The area is too large where precision falls between thresholds, too small where it rises.

    References
    ----------
    .. [1] Introduction to the precision-recall plot. classeval.wordpress.com. Section "AUC (Area
           Under the precision-recall Curve) score".
    .. [2] J. Davis, M. Goadrich (2006). The relationship between precision-recall and ROC curves.
           ICML 23, 233-240.

    Examples
    --------
    >>> trapezoid_aupr_score([0, 1], [0.5, 0.5])
    0.5
    >>> trapezoid_aupr_score([0, 1], [0.5, 0.5], anchor="one")
    0.75
    """
    if anchor not in get_args(Anchor):
        raise ValueError(f"anchor must be 'first' or 'one', not {anchor!r}.")
    counts = threshold_counts(y_true, y_score, pos_label=pos_label, sample_weight=sample_weight)
    return integrals.pr_trapezoid(counts, anchor)


def unit_step_aupr_score(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    *,
    pos_label: Any = None,
    sample_weight: npt.ArrayLike | None = None,
) -> float:
    """Area by trapezoids through the hyperbola at each single true positive.

    What the AUC.jar of the authors of [1]_ computes; it approximates `aupr_score`.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels: 0/1, -1/1, booleans, or any labels with `pos_label`.
    y_score : array-like of shape (n,)
        Scores; higher means more positive.
    pos_label : label, optional
        The positive label.
    sample_weight : array-like of shape (n,), optional
        Non-negative weights; the steps then have weight 1 from the start of each tie block, and
        time and memory grow with the total weight of the positives.

    Returns
    -------
    float
        In [0, 1]; NaN if all are negative.

    Raises
    ------
    ValueError, TypeError
        For bad input.

    See Also
    --------
    aupr_score : The exact area.

    References
    ----------
    .. [1] J. Davis, M. Goadrich (2006). The relationship between precision-recall and ROC curves.
           ICML 23, 233-240.

    Examples
    --------
    >>> round(unit_step_aupr_score([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]), 4)
    0.7917
    """
    return integrals.pr_unit_steps(
        threshold_counts(y_true, y_score, pos_label=pos_label, sample_weight=sample_weight)
    )


def aucnpr_score(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    *,
    pos_label: Any = None,
    sample_weight: npt.ArrayLike | None = None,
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
    normalize_aupr : The same from areas and prevalences.
    min_aupr : The minimum.

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
    low, high = check_range(recall_range, "recall_range")
    counts = threshold_counts(y_true, y_score, pos_label=pos_label, sample_weight=sample_weight)
    area = integrals.pr_area(counts, low, high)
    return float(normalize_aupr(area, counts.prevalence, (low, high)))
