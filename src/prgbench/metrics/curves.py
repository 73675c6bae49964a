"""ROC, precision-recall and precision-recall-gain curves as small typed objects."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from prgbench.metrics.counts import ThresholdCounts, threshold_counts
from prgbench.metrics.gains import precision_gain, recall_gain
from prgbench.metrics.inputs import BoolArray, FloatArray
from prgbench.metrics.integrals import baseline_tp


@dataclass(frozen=True, slots=True)
class ROCCurve(ThresholdCounts):
    """ROC curve: true positive rate against false positive rate.

    Attributes
    ----------
    thresholds, tp, fp : ndarray of shape (points,)
        As in `ThresholdCounts`.
    """

    @property
    def tpr(self) -> FloatArray:
        """True positive rate TP / P (NaN without positives)."""
        return _ratio(self.tp, self.n_pos)

    @property
    def fpr(self) -> FloatArray:
        """False positive rate FP / N (NaN without negatives)."""
        return _ratio(self.fp, self.n_neg)


@dataclass(frozen=True, slots=True)
class PRCurve(ThresholdCounts):
    """Precision-recall curve, hyperbolic between its points.

    Attributes
    ----------
    thresholds, tp, fp : ndarray of shape (points,)
        As in `ThresholdCounts`.
    """

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

        All points of the curve, and between them the hyperbolic interpolation of Davis &
        Goadrich (2006) on an even grid of recall.

        Parameters
        ----------
        n_points : int, default=501
            Size of the grid over recall 0 to 1.

        Returns
        -------
        recall, precision : ndarray

        Raises
        ------
        ValueError
            If `n_points` < 2.

        Examples
        --------
        >>> curve = precision_recall_curve([0, 1, 1, 0, 1], [5, 4, 3, 2, 1])
        >>> recall, precision = curve.interpolate(3)
        >>> [round(float(value), 4) for value in recall]
        [0.0, 0.0, 0.3333, 0.5, 0.6667, 0.6667, 1.0]
        """
        if n_points < 2:
            raise ValueError(f"n_points must be at least 2, not {n_points}.")
        grid = np.linspace(0, 1, n_points)[1:]
        grid = grid[~np.isin(grid, self.recall)]
        tp = np.concatenate([self.tp, grid * self.n_pos])
        fp = np.concatenate([self.fp, np.interp(grid, self.recall, self.fp)])
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
        ValueError
            If a value lies outside [0, 1].

        Examples
        --------
        >>> curve = precision_recall_curve([1, 0, 1, 0, 1, 1, 0, 0], [5, 5, 5, 4, 4, 3, 2, 1])
        >>> float(curve.precision_at(0.625))
        0.625
        """
        wanted = np.asarray(recall, dtype=np.float64)
        if not np.all((wanted >= 0) & (wanted <= 1)):
            raise ValueError("recall must lie in [0, 1].")
        known = self.recall
        end = np.maximum(np.searchsorted(known, wanted), 1)
        start = end - 1
        step = known[end] - known[start]
        share = np.divide(wanted - known[start], step, out=np.zeros_like(wanted), where=step > 0)
        tp = self.tp[start] + share * (self.tp[end] - self.tp[start])
        fp = self.fp[start] + share * (self.fp[end] - self.fp[start])
        precision = np.full_like(wanted, self.precision[0])
        np.divide(tp, tp + fp, out=precision, where=tp + fp > 0)
        return precision


@dataclass(frozen=True, slots=True)
class PRGCurve(ThresholdCounts):
    """Precision-recall-gain curve, linear between its points, crossings of the axes included.

    Attributes
    ----------
    thresholds, tp, fp : ndarray of shape (points,)
        As in `ThresholdCounts`; at a crossing they are interpolated linearly (the threshold
        of a crossing inside the first block is that of the block).
    precision_gain, recall_gain : ndarray of shape (points,)
        1 - (P FP) / (N TP) and 1 - (P FN) / (N TP).
    is_crossing : ndarray of bool, shape (points,)
        Whether the point was added: where recall gain is 0, and beyond it where precision gain
        is 0.

    Notes
    -----
    The origin (0, 0) of the counts is kept: its precision gain is NaN, its recall gain -inf.
    """

    precision_gain: FloatArray
    recall_gain: FloatArray
    is_crossing: BoolArray

    @property
    def in_unit_square(self) -> BoolArray:
        """Whether both gains are at least 0."""
        return (self.precision_gain >= 0) & (self.recall_gain >= 0)

    def unit_square_parts(self) -> list[tuple[FloatArray, FloatArray]]:
        """Recall gain and precision gain of each stretch of the curve in the unit square.

        Returns
        -------
        list of (recall_gain, precision_gain)
            One pair a stretch, ends at the crossings included; draw each as one line.

        Examples
        --------
        >>> curve = precision_recall_gain_curve([1, 0, 0, 1], [4, 3, 2, 1])
        >>> [recall.tolist() for recall, _ in curve.unit_square_parts()]
        [[0.0, 0.0], [1.0]]
        """
        inside = np.flatnonzero(self.in_unit_square)
        stretches = np.split(inside, np.flatnonzero(np.diff(inside) > 1) + 1)
        x, y = self.recall_gain, self.precision_gain
        return [(x[stretch], y[stretch]) for stretch in stretches if stretch.size]


def roc_curve(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    *,
    pos_label: Any = None,
    sample_weight: npt.ArrayLike | None = None,
) -> ROCCurve:
    """Compute the ROC curve, one point per distinct score.

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
    ROCCurve

    Raises
    ------
    ValueError, TypeError
        For bad input, in one sentence that names the argument and the place.

    Examples
    --------
    >>> curve = roc_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> curve.tpr.tolist(), curve.fpr.tolist()
    ([0.0, 0.5, 0.5, 1.0, 1.0], [0.0, 0.0, 0.5, 0.5, 1.0])
    """
    counts = threshold_counts(y_true, y_score, pos_label=pos_label, sample_weight=sample_weight)
    return ROCCurve(counts.thresholds, counts.tp, counts.fp)


def precision_recall_curve(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    *,
    pos_label: Any = None,
    sample_weight: npt.ArrayLike | None = None,
) -> PRCurve:
    """Compute the precision-recall curve, one point per distinct score.

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
    PRCurve

    Raises
    ------
    ValueError, TypeError
        For bad input, in one sentence that names the argument and the place.

    Examples
    --------
    >>> curve = precision_recall_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> curve.recall.tolist()
    [0.0, 0.5, 0.5, 1.0, 1.0]
    >>> curve.precision.round(3).tolist()
    [1.0, 1.0, 0.5, 0.667, 0.5]
    """
    counts = threshold_counts(y_true, y_score, pos_label=pos_label, sample_weight=sample_weight)
    return PRCurve(counts.thresholds, counts.tp, counts.fp)


def precision_recall_gain_curve(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    *,
    pos_label: Any = None,
    sample_weight: npt.ArrayLike | None = None,
) -> PRGCurve:
    """Compute the precision-recall-gain curve (Flach & Kull 2015, definition 1).

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
    PRGCurve

    Raises
    ------
    ValueError, TypeError
        For bad input, in one sentence that names the argument and the place.

    Examples
    --------
    >>> curve = precision_recall_gain_curve([1, 1, 0, 0, 1, 0], [0.8, 0.8, 0.6, 0.4, 0.4, 0.2])
    >>> curve.tp.tolist(), curve.is_crossing.tolist()
    ([0.0, 1.5, 2.0, 2.0, 3.0, 3.0], [False, True, False, False, False, False])
    """
    counts = threshold_counts(y_true, y_score, pos_label=pos_label, sample_weight=sample_weight)
    n_pos, n_neg = counts.n_pos, counts.n_neg
    rising, share_of_recall = _crossings(counts.tp - baseline_tp(counts))
    falling, share_of_precision = _crossings(counts.tp * n_neg - counts.fp * n_pos)
    seen = _between(counts.tp, falling, share_of_precision) > baseline_tp(counts)
    falling, share_of_precision = falling[seen], share_of_precision[seen]
    index = np.concatenate((rising, falling))
    share = np.concatenate((share_of_recall, share_of_precision))
    order = np.lexsort((share, index))
    index, share = index[order], share[order]
    tp, fp = _insert(counts.tp, index, share), _insert(counts.fp, index, share)
    on_axis = np.insert(np.zeros((2, counts.tp.size), dtype=np.bool_), index, True, axis=1)
    on_axis[:, on_axis[0]] = np.array([order < rising.size, order >= rising.size])
    return PRGCurve(
        thresholds=_insert(counts.thresholds, index, share),
        tp=tp,
        fp=fp,
        recall_gain=np.where(on_axis[0], 0.0, recall_gain(tp, n_pos, n_neg)),
        precision_gain=np.where(on_axis[1], 0.0, precision_gain(tp, fp, n_pos, n_neg)),
        is_crossing=on_axis[0] | on_axis[1],
    )


def _crossings(excess: FloatArray) -> tuple[npt.NDArray[np.intp], FloatArray]:
    """Where a quantity passes through 0: the point after it, the share of the segment before."""
    before, after = excess[:-1], excess[1:]
    segment = np.flatnonzero(before * after < 0)
    return segment + 1, before[segment] / (before[segment] - after[segment])


def _insert(values: FloatArray, index: npt.NDArray[np.intp], share: FloatArray) -> FloatArray:
    return np.insert(values, index, _between(values, index, share))


def _between(values: FloatArray, index: npt.NDArray[np.intp], share: FloatArray) -> FloatArray:
    start, end = values[index - 1], values[index]
    with np.errstate(invalid="ignore"):
        inner = start + share * (end - start)
    return np.where(np.isfinite(inner), inner, end)


def _ratio(counts: FloatArray, total: float) -> FloatArray:
    if total == 0:
        return np.full(counts.shape, np.nan)
    return counts / total


def _precision(tp: FloatArray, fp: FloatArray) -> FloatArray:
    precision = tp[1:] / (tp[1:] + fp[1:])
    return np.concatenate((precision[:1], precision))
