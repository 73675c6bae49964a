"""The best that a single threshold reaches: max F-beta, max MCC, Kolmogorov-Smirnov; and where."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from prgbench.metrics import engine
from prgbench.metrics.engine.counts import Orders, ThresholdCounts, threshold_counts
from prgbench.metrics.engine.inputs import FloatArray, check_beta
from prgbench.typing import BoolArray, Ints


def max_fbeta_score(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    *,
    beta: float = 1.0,
    pos_label: Any = None,
    sample_weight: npt.ArrayLike | None = None,
    prevalence: float | None = None,
) -> float:
    """Highest F-beta [1]_ [2]_ over all thresholds.

    It is biased upwards, since the threshold is selected on the same data.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels: 0/1, -1/1, booleans, or any labels with `pos_label`.
    y_score : array-like of shape (n,)
        Scores; higher means more positive.
    beta : float, default=1
        Weight of recall, >= 0.
    pos_label : label, optional
        The positive label.
    sample_weight : array-like of shape (n,), optional
        Non-negative weights.
    prevalence : float, optional
        Proportion of positives at which the ranking is judged, inside (0, 1); by default that of
        the data. The negatives are weighed for it.

    Returns
    -------
    float
        From the F-beta of the always-positive classifier to 1; NaN if all are negative.

    Raises
    ------
    ValueError, TypeError
        For bad input.

    See Also
    --------
    theory.always_positive_fbeta : The value of the baseline.
    prg_convex_hull : The thresholds that are best for some beta.
    h_measure_score : Another measure at its best thresholds.

    References
    ----------
    .. [1] C. J. van Rijsbergen (1979). Information Retrieval, 2nd edition. Butterworth.
    .. [2] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves. NIPS 28. Equation 2; section 3.1
           for the baseline.

    Examples
    --------
    >>> round(max_fbeta_score([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]), 4)
    0.8
    """
    counts = threshold_counts(
        y_true, y_score, pos_label=pos_label, sample_weight=sample_weight, prevalence=prevalence
    )
    return max_fbeta(counts, beta)


def max_fbeta(counts: ThresholdCounts, beta: float = 1.0) -> float:
    """Highest F-beta of threshold counts."""
    check_beta(beta)
    if counts.n_pos == 0:
        return float("nan")
    tp = counts.tp[1:]
    fp = counts.fp[1:]
    # TP + FN = P turns the definition into (1 + b^2) TP / (TP + FP + b^2 P).
    return float(np.max((1 + beta**2) * tp / (tp + fp + beta**2 * counts.n_pos)))


def max_mcc(counts: ThresholdCounts) -> float:
    """Highest MCC of threshold counts."""
    n_pos = counts.n_pos
    n_neg = counts.n_neg
    if n_pos == 0 or n_neg == 0:
        return float("nan")
    fn = n_pos - counts.tp
    tn = n_neg - counts.fp
    return float(np.max(matthews(counts.tp, counts.fp, fn, tn)))


def matthews(tp: FloatArray, fp: FloatArray, fn: FloatArray, tn: FloatArray) -> FloatArray:
    """Matthews correlation of counts: 0 where one class is predicted, NaN where one is missing."""
    product = (tp + fp) * (fn + tn)
    # Roots of squares where all is right, which is then exactly 1.
    scale = np.sqrt((tp + fp) * (tp + fn)) * np.sqrt((tn + fp) * (tn + fn))
    with np.errstate(divide="ignore", invalid="ignore"):
        mcc = (tp * tn - fp * fn) / scale
    # Without a prediction of one class, 0/0: the limit 0, as in scikit-learn. Without one class in
    # the truth it stays NaN, as no correlation is defined.
    return np.where((product > 0) | (tp + fn == 0) | (tn + fp == 0), mcc, 0.0)


def ks(counts: ThresholdCounts) -> float:
    """Highest TPR - FPR of threshold counts."""
    if counts.n_pos == 0 or counts.n_neg == 0:
        return float("nan")
    return float(np.max(counts.tp / counts.n_pos - counts.fp / counts.n_neg))


def best_cuts(
    positive: BoolArray, orders: Orders, quarters: npt.NDArray[np.uint8]
) -> tuple[Ints, Ints]:
    """Decide each quarter of the instances at the threshold with the best F1 on its twin.

    ``orders`` are the `orders_of` the scores of some models; ``quarters`` (splits, rows) are 0 and
    2 in the first half, 1 and 3 in the second. Returns the true and predicted positives of each
    half, both (models, splits, 2): a row is predicted positive if its score is at least the
    highest threshold with the best F1 on the other quarter of the half (nothing is if that quarter
    has no positive).
    """
    # The two quarters of a half are decided by each other: their counts add up to the half's.
    tp, predicted = engine.best_cuts(positive, orders, quarters)
    return tp[..., :2] + tp[..., 2:], predicted[..., :2] + predicted[..., 2:]
