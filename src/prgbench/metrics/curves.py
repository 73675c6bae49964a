"""ROC and precision-recall curves, and the heights of curves on a grid."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np
import numpy.typing as npt

from prgbench.metrics.engine.counts import ThresholdCounts, threshold_counts
from prgbench.metrics.engine.inputs import FloatArray, as_numbers, is_whole
from prgbench.metrics.gains import precision_gain
from prgbench.metrics.undefined import warn_of_one_class
from prgbench.typing import BoolArray

CurveName = Literal["roc", "pr", "prg"]
_ROUNDING = 1e-12
"""Tolerance for a place on a vertical part of a curve."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ROCCurve(ThresholdCounts):
    """ROC curve: true positive rate against false positive rate [1]_.

    Attributes
    ----------
    thresholds, tp, fp : ndarray of shape (points,)
        As in `ThresholdCounts`.

    See Also
    --------
    roc_curve : Compute it.
    roc_hull.ROCHull : Its convex hull.
    auroc_score : The area under it.

    References
    ----------
    .. [1] T. Fawcett (2006). An introduction to ROC analysis. Pattern Recognition Letters 27(8),
           861-874.

    Examples
    --------
    >>> curve = ROCCurve(np.array([np.inf, 2, 1]), np.array([0, 1, 1]), np.array([0, 0, 1]))
    >>> curve.fpr.tolist(), curve.tpr.tolist()
    ([0.0, 0.0, 1.0], [0.0, 1.0, 1.0])
    """

    _derived: ClassVar[tuple[str, ...]] = ("fpr", "tpr")

    def __iter__(self) -> Iterator[FloatArray]:
        """Unpack into ``fpr, tpr, thresholds``, as ``sklearn.metrics.roc_curve`` returns them."""
        return iter((self.fpr, self.tpr, self.thresholds))

    @property
    def tpr(self) -> FloatArray:
        """True positive rate TP / P (NaN without positives)."""
        return _ratio(self.tp, self.n_pos)

    @property
    def fpr(self) -> FloatArray:
        """False positive rate FP / N (NaN without negatives)."""
        return _ratio(self.fp, self.n_neg)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PRCurve(ThresholdCounts):
    """Precision-recall curve, hyperbolic between its points [1]_.

    Attributes
    ----------
    thresholds, tp, fp : ndarray of shape (points,)
        As in `ThresholdCounts`.

    See Also
    --------
    precision_recall_curve : Compute it.
    theory.minimum_precision : The curve of the worst ranking.
    aupr_score : The area under it.

    References
    ----------
    .. [1] J. Davis, M. Goadrich (2006). The relationship between precision-recall and ROC curves.
           ICML 23, 233-240.

    Examples
    --------
    >>> curve = PRCurve(np.array([np.inf, 2, 1]), np.array([0, 1, 1]), np.array([0, 0, 1]))
    >>> curve.recall.tolist(), curve.precision.tolist()
    ([0.0, 1.0, 1.0], [1.0, 1.0, 0.5])
    """

    _derived: ClassVar[tuple[str, ...]] = ("precision", "recall")

    def __iter__(self) -> Iterator[FloatArray]:
        """Unpack as ``sklearn.metrics.precision_recall_curve`` returns its results.

        They are ``precision, recall, thresholds``, thresholds increasing; precision and recall
        end with the point (1, 0), which has no threshold.
        """
        precision = np.append(self.precision[:0:-1], 1.0)
        recall = np.append(self.recall[:0:-1], 0.0)
        return iter((precision, recall, self.thresholds[:0:-1]))

    @property
    def recall(self) -> FloatArray:
        """Recall TP / P (NaN without positives)."""
        return _ratio(self.tp, self.n_pos)

    @property
    def precision(self) -> FloatArray:
        """Precision TP / (TP + FP); the first value is carried back to the point (0, 0)."""
        return _precision(self.tp, self.fp)

    def interpolate(self, n_points: int = 501) -> tuple[FloatArray, FloatArray]:
        """Recall and precision along the curve, dense enough to draw as a polyline.

        All points of the curve, with hyperbolic interpolation on an even grid of recall between.

        Parameters
        ----------
        n_points : int, default=501
            Size of the grid over recall 0 to 1.

        Returns
        -------
        recall, precision : ndarray

        Raises
        ------
        ValueError, TypeError
            If `n_points` < 2, or is no whole number.

        See Also
        --------
        PRCurve.precision_at : Precision at given values of recall.

        Examples
        --------
        >>> curve = precision_recall_curve([0, 1, 1, 0, 1], [5, 4, 3, 2, 1])
        >>> recall, precision = curve.interpolate(3)
        >>> [round(float(value), 4) for value in recall]
        [0.0, 0.0, 0.3333, 0.5, 0.6667, 0.6667, 1.0]
        """
        if not is_whole(n_points):
            raise TypeError(f"n_points must be a whole number, not {n_points!r}.")
        if n_points < 2:
            raise ValueError(f"n_points must be at least 2, not {n_points}.")
        # Sorted along the curve: TP + FP only grows. A grid value that is a point of the curve is
        # left out, as `np.interp` is ambiguous at a recall that several points share.
        recall = self.recall
        grid = np.linspace(0, 1, n_points)[1:]
        grid = grid[recall[np.searchsorted(recall[:-1], grid)] != grid]
        tp = np.concatenate([self.tp, grid * self.n_pos])
        fp = np.concatenate([self.fp, np.interp(grid, recall, self.fp)])
        order = np.argsort(tp + fp, kind="stable")
        return _ratio(tp[order], self.n_pos), _precision(tp[order], fp[order])

    def precision_at(self, recall: npt.ArrayLike) -> FloatArray:
        """Interpolated precision at given values of recall; the highest where it drops.

        Parameters
        ----------
        recall : array-like
            Values in [0, 1].

        Returns
        -------
        ndarray of the same shape

        Raises
        ------
        ValueError, TypeError
            If a value lies outside [0, 1], or is no number.

        See Also
        --------
        PRCurve.interpolate : The whole curve.

        Examples
        --------
        >>> curve = precision_recall_curve([1, 0, 1, 0, 1, 1, 0, 0], [5, 5, 5, 4, 4, 3, 2, 1])
        >>> float(curve.precision_at(0.625))
        0.625
        """
        wanted = as_numbers(recall, "recall")
        if not np.all((wanted >= 0) & (wanted <= 1)):
            raise ValueError("recall must lie in [0, 1].")
        # Between thresholds TP and FP are linear (Davis & Goadrich 2006); precision is not. Where
        # recall is that of several points, the first has the highest precision.
        tp, fp = (polyline(self.recall, part, wanted, "left") for part in (self.tp, self.fp))
        # At recall 0 the precision of the first threshold is carried back.
        precision = np.full_like(wanted, self.precision[0])
        np.divide(tp, tp + fp, out=precision, where=tp + fp > 0)
        return precision


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class DETCurve(ThresholdCounts):
    """Detection error tradeoff curve: false negative rate against false positive rate [1]_.

    Attributes
    ----------
    thresholds, tp, fp : ndarray of shape (points,)
        As in `ThresholdCounts`.

    See Also
    --------
    det_curve : Compute it.
    cost_curves.CostCurve : The least weighted mean of the two rates.

    References
    ----------
    .. [1] A. Martin, G. Doddington, T. Kamm, M. Ordowski, M. Przybocki (1997). The DET curve in
           assessment of detection task performance. Eurospeech 5, 1895-1898.

    Examples
    --------
    >>> curve = DETCurve(np.array([np.inf, 2, 1]), np.array([0, 1, 1]), np.array([0, 0, 1]))
    >>> curve.fpr.tolist(), curve.fnr.tolist()
    ([0.0, 0.0, 1.0], [1.0, 0.0, 0.0])
    """

    _derived: ClassVar[tuple[str, ...]] = ("fpr", "fnr")

    def __iter__(self) -> Iterator[FloatArray]:
        """Unpack as ``sklearn.metrics.det_curve`` returns its results.

        They are ``fpr, fnr, thresholds``, thresholds increasing, from the last point without a
        false negative to the last one without a false positive.
        """
        first = int(np.searchsorted(self.fp, 0.0, side="right")) - 1
        last = int(np.searchsorted(self.tp, self.n_pos)) + 1
        return iter(
            (
                self.fpr[first:last][::-1],
                self.fnr[first:last][::-1],
                self.thresholds[first:last][::-1],
            )
        )

    @property
    def fpr(self) -> FloatArray:
        """False positive rate FP / N."""
        return _ratio(self.fp, self.n_neg)

    @property
    def fnr(self) -> FloatArray:
        """False negative rate FN / P."""
        return _ratio(self.n_pos - self.tp, self.n_pos)


def det_curve(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    pos_label: Any = None,
    sample_weight: npt.ArrayLike | None = None,
    drop_intermediate: bool = False,
) -> DETCurve:
    """Compute the detection error tradeoff curve [1]_, one point per distinct score.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels: 0/1, -1/1, booleans, or any labels with `pos_label`; both classes.
    y_score : array-like of shape (n,)
        Scores; higher means more positive.
    pos_label : label, optional
        The positive label.
    sample_weight : array-like of shape (n,), optional
        Non-negative weights.
    drop_intermediate : bool, default=False
        Drop points inside a line of equal false negative rate, as in scikit-learn.

    Returns
    -------
    DETCurve

    Raises
    ------
    ValueError, TypeError
        For bad input or one class only.

    See Also
    --------
    roc_curve : The same with the true positive rate.
    cost_curve : The least weighted mean of the two rates.
    DetCurveDisplay : A plot of the curve.

    References
    ----------
    .. [1] A. Martin, G. Doddington, T. Kamm, M. Ordowski, M. Przybocki (1997). The DET curve in
           assessment of detection task performance. Eurospeech 5, 1895-1898.

    Examples
    --------
    >>> fpr, fnr, thresholds = det_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> fpr.tolist(), fnr.tolist(), thresholds.tolist()
    ([0.5, 0.5, 0.0], [0.0, 0.5, 0.5], [0.35, 0.4, 0.8])
    """
    counts = threshold_counts(y_true, y_score, pos_label=pos_label, sample_weight=sample_weight)
    if counts.n_pos == 0 or counts.n_neg == 0:
        raise ValueError(
            "Only one class is present in y_true. Detection error tradeoff curve is not defined "
            "in that case."
        )
    kept = _ends_of_levels(counts.tp) if drop_intermediate else np.s_[:]
    return DETCurve(counts.thresholds[kept], counts.tp[kept], counts.fp[kept])


def roc_curve(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    *,
    pos_label: Any = None,
    sample_weight: npt.ArrayLike | None = None,
    drop_intermediate: bool = False,
) -> ROCCurve:
    """Compute the ROC curve [1]_, one point per distinct score.

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
    drop_intermediate : bool, default=False
        Drop points inside a straight line of equal steps, as in scikit-learn; the area stays the
        same.

    Returns
    -------
    ROCCurve

    Raises
    ------
    ValueError, TypeError
        For bad input.

    See Also
    --------
    auroc_score : The area under the curve.
    roc_convex_hull : The convex hull of the curve.
    RocCurveDisplay : A plot of the curve.

    References
    ----------
    .. [1] T. Fawcett (2006). An introduction to ROC analysis. Pattern Recognition Letters 27(8),
           861-874.

    Examples
    --------
    >>> curve = roc_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> curve.tpr.tolist(), curve.fpr.tolist()
    ([0.0, 0.5, 0.5, 1.0, 1.0], [0.0, 0.0, 0.5, 0.5, 1.0])
    """
    counts = threshold_counts(y_true, y_score, pos_label=pos_label, sample_weight=sample_weight)
    warn_of_one_class(
        counts.n_pos,
        counts.n_neg,
        "No positive samples in y_true, true positive value should be meaningless",
        "No negative samples in y_true, false positive value should be meaningless",
    )
    kept = _corners(counts.tp, counts.fp) if drop_intermediate else np.s_[:]
    return ROCCurve(counts.thresholds[kept], counts.tp[kept], counts.fp[kept])


def precision_recall_curve(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    *,
    pos_label: Any = None,
    sample_weight: npt.ArrayLike | None = None,
    prevalence: float | None = None,
    drop_intermediate: bool = False,
) -> PRCurve:
    """Compute the precision-recall curve, one point per distinct score.

    Between the points the curve is a hyperbola [1]_; see `PRCurve.interpolate`.

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
    drop_intermediate : bool, default=False
        Drop points inside a vertical line of equal recall, as in scikit-learn; the area stays the
        same.

    Returns
    -------
    PRCurve

    Raises
    ------
    ValueError, TypeError
        For bad input.

    See Also
    --------
    aupr_score : The area under the curve.
    precision_recall_gain_curve : The curve on the harmonic scale.
    PrecisionRecallDisplay : A plot of the curve.

    References
    ----------
    .. [1] J. Davis, M. Goadrich (2006). The relationship between precision-recall and ROC curves.
           ICML 23, 233-240.

    Examples
    --------
    >>> curve = precision_recall_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> curve.recall.tolist()
    [0.0, 0.5, 0.5, 1.0, 1.0]
    >>> curve.precision.round(3).tolist()
    [1.0, 1.0, 0.5, 0.667, 0.5]
    """
    counts = threshold_counts(
        y_true, y_score, pos_label=pos_label, sample_weight=sample_weight, prevalence=prevalence
    )
    warn_of_one_class(
        counts.n_pos, counts.n_neg, "No positive class found in y_true: recall is NaN.", ""
    )
    kept = ends_of_verticals(counts.tp) if drop_intermediate else np.s_[:]
    return PRCurve(counts.thresholds[kept], counts.tp[kept], counts.fp[kept])


def _corners(tp: FloatArray, fp: FloatArray) -> BoolArray:
    """Mark the origin, the two ends and every point whose two steps differ."""
    kept = np.ones(tp.size, dtype=np.bool_)
    kept[2:-1] = (np.diff(tp[1:], 2) != 0) | (np.diff(fp[1:], 2) != 0)
    return kept


def _ends_of_levels(tp: FloatArray) -> BoolArray:
    """Mark the two ends and every point with a step of TP before or after it."""
    kept = np.ones(tp.size, dtype=np.bool_)
    rises = np.diff(tp) != 0
    kept[1:-1] = rises[:-1] | rises[1:]
    return kept


def ends_of_verticals(tp: FloatArray) -> BoolArray:
    """Mark the origin, the two ends and every point with a step of TP before or after it."""
    kept = np.ones(tp.size, dtype=np.bool_)
    rises = np.diff(tp[1:]) != 0
    kept[2:-1] = rises[:-1] | rises[1:]
    return kept


def _ratio(counts: FloatArray, total: float) -> FloatArray:
    if total == 0:
        return np.full(counts.shape, np.nan)
    return counts / total


def _precision(tp: FloatArray, fp: FloatArray) -> FloatArray:
    # The precision of the origin, 0/0, is that of the first threshold.
    precision = tp[1:] / (tp[1:] + fp[1:])
    return np.concatenate((precision[:1], precision))


def as_grid(grid: npt.ArrayLike | None) -> FloatArray:
    """Check places in [0, 1]; the default is 0, 0.01, ..., 1."""
    x = np.linspace(0, 1, 101) if grid is None else as_numbers(grid, "grid")
    if x.ndim != 1 or x.size == 0 or not np.all((x >= 0) & (x <= 1)):
        raise ValueError("grid must be a list of numbers in [0, 1].")
    return x


def _tpr_at(counts: ThresholdCounts, fpr: FloatArray) -> FloatArray:
    """Return true positive rates at false positive rates, the highest where they jump."""
    return polyline(counts.fp, counts.tp, fpr * counts.n_neg) / counts.n_pos


def _precision_gain_at(counts: ThresholdCounts, recall_gain: FloatArray) -> FloatArray:
    """Return precision gains at recall gains, the highest where they drop."""
    n_pos = counts.n_pos
    n_neg = counts.n_neg
    # Definition 1 solved for TP. Left of a drop, where FP is least and the gain highest.
    tp = n_pos**2 / (n_pos + n_neg * (1 - recall_gain))
    fp = polyline(counts.tp, counts.fp, tp, side="left")
    return precision_gain(tp, fp, n_pos, n_neg)


def polyline(
    x: FloatArray, y: FloatArray, wanted: FloatArray, side: Literal["left", "right"] = "right"
) -> FloatArray:
    """Interpolate between points with increasing x; `side` is the end of a vertical part."""
    # A rounded position just beside a vertical part still counts as on it.
    nudged = wanted * (1 + _ROUNDING if side == "right" else 1 - _ROUNDING)
    start = np.maximum(np.searchsorted(x, nudged, side) - 1, 0)
    end = np.minimum(start + 1, x.size - 1)
    step = x[end] - x[start]
    share = np.divide(wanted - x[start], step, out=np.zeros_like(wanted), where=step > 0)
    result: FloatArray = y[start] + np.clip(share, 0, 1) * (y[end] - y[start])
    return result


HEIGHTS: dict[str, Callable[[ThresholdCounts, FloatArray], FloatArray]] = {
    "roc": _tpr_at,
    "pr": lambda counts, x: PRCurve(counts.thresholds, counts.tp, counts.fp).precision_at(x),
    "prg": _precision_gain_at,
}
