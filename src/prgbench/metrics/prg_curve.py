"""The precision-recall-gain curve and its convex hull."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from prgbench.metrics.curves import ends_of_verticals
from prgbench.metrics.engine.counts import ThresholdCounts, threshold_counts
from prgbench.metrics.engine.inputs import FloatArray, check_number
from prgbench.metrics.engine.integrals import ROUNDING, baseline_tp
from prgbench.metrics.gains import precision_gain, recall_gain
from prgbench.metrics.roc_hull import roc_hull_of
from prgbench.metrics.undefined import warn_of_one_class
from prgbench.typing import BoolArray


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PRGCurve(ThresholdCounts):
    """Precision-recall-gain curve, linear between its points, crossings of the axes included.

    Interpolated contingency tables lie on straight lines between the points (theorem 1 of [1]_).

    Attributes
    ----------
    thresholds, tp, fp : ndarray of shape (points,)
        As in `ThresholdCounts`; interpolated linearly at a crossing (a crossing in the first block
        has the threshold of the block).
    precision_gain, recall_gain : ndarray of shape (points,)
        1 - (P FP) / (N TP) and 1 - (P FN) / (N TP).
    is_crossing : ndarray of bool, shape (points,)
        Whether the point was added: where recall gain is 0, or precision gain beyond that.

    See Also
    --------
    precision_recall_gain_curve : Compute it.
    PRGHull : Its convex hull.
    auprg_score : The area under it.

    Notes
    -----
    The origin (0, 0) of the counts is kept: its precision gain is NaN, its recall gain -inf.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves. NIPS 28. Definition 1 (equation
           4) and theorem 1.

    Examples
    --------
    >>> curve = precision_recall_gain_curve([1, 0, 1, 0], [4, 3, 2, 1])
    >>> curve.recall_gain.tolist()
    [-inf, 0.0, 0.0, 1.0, 1.0]
    >>> curve.precision_gain.tolist()
    [nan, 1.0, 0.0, 0.5, 0.0]
    """

    precision_gain: FloatArray
    recall_gain: FloatArray
    is_crossing: BoolArray

    def __iter__(self) -> Iterator[FloatArray]:
        """Unpack into ``precision_gain, recall_gain, thresholds``, in the order of the points."""
        return iter((self.precision_gain, self.recall_gain, self.thresholds))

    @property
    def in_unit_square(self) -> BoolArray:
        """Whether both gains are at least 0."""
        return (self.precision_gain >= 0) & (self.recall_gain >= 0)

    def unit_square_parts(self) -> list[tuple[FloatArray, FloatArray]]:
        """Recall gain and precision gain of each stretch of the curve in the unit square.

        Returns
        -------
        list of (recall_gain, precision_gain)
            One pair per stretch, ends at the crossings included; draw each as one line.

        Examples
        --------
        >>> curve = precision_recall_gain_curve([1, 0, 0, 1], [4, 3, 2, 1])
        >>> [recall.tolist() for recall, _ in curve.unit_square_parts()]
        [[0.0, 0.0], [1.0]]
        """
        return unit_square_parts(self.recall_gain, self.precision_gain)


def unit_square_parts(x: FloatArray, y: FloatArray) -> list[tuple[FloatArray, FloatArray]]:
    """Split points of a curve into its stretches where both coordinates are at least 0."""
    inside = np.flatnonzero((x >= 0) & (y >= 0))
    stretches = np.split(inside, np.flatnonzero(np.diff(inside) > 1) + 1)
    return [(x[stretch], y[stretch]) for stretch in stretches if stretch.size]


def precision_recall_gain_curve(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    *,
    pos_label: Any = None,
    sample_weight: npt.ArrayLike | None = None,
    prevalence: float | None = None,
    drop_intermediate: bool = False,
) -> PRGCurve:
    """Compute the precision-recall-gain curve [1]_.

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
        Drop points inside a vertical line of equal recall gain, as `precision_recall_curve` does;
        the area stays the same.

    Returns
    -------
    PRGCurve
        Its gains are NaN, with a warning, if there is only one class.

    Raises
    ------
    ValueError, TypeError
        For bad input.

    See Also
    --------
    auprg_score : The area under the curve.
    prg_convex_hull : The convex hull of the curve.
    theory.precision_gain : Precision gain of counts.
    theory.recall_gain : Recall gain of counts.
    PrecisionRecallGainDisplay : A plot of the curve.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves. NIPS 28. Definition 1, equation
           4.

    Examples
    --------
    >>> curve = precision_recall_gain_curve([1, 1, 0, 0, 1, 0], [0.8, 0.8, 0.6, 0.4, 0.4, 0.2])
    >>> curve.tp.tolist(), curve.is_crossing.tolist()
    ([0.0, 1.5, 2.0, 2.0, 3.0, 3.0], [False, True, False, False, False, False])
    """
    counts = threshold_counts(
        y_true, y_score, pos_label=pos_label, sample_weight=sample_weight, prevalence=prevalence
    )
    warn_of_one_class(
        counts.n_pos,
        counts.n_neg,
        "No positive class found in y_true: precision gain and recall gain are NaN.",
        "No negative class found in y_true: precision gain and recall gain are NaN.",
    )
    if drop_intermediate:
        kept = ends_of_verticals(counts.tp)
        counts = ThresholdCounts(counts.thresholds[kept], counts.tp[kept], counts.fp[kept])
    return prg_curve_of(counts)


def prg_curve_of(counts: ThresholdCounts) -> PRGCurve:
    """`precision_recall_gain_curve` of threshold counts."""
    n_pos = counts.n_pos
    n_neg = counts.n_neg
    # Both crossings are found in counts: there every segment is a straight line (theorem 1), while
    # gains are infinite at TP = 0. Recall gain is 0 at TP = P pi, precision gain at TP N = FP P.
    baseline = baseline_tp(counts)
    rising, share_of_recall = _crossings(_excess(counts.tp, baseline))
    falling, share_of_precision = _crossings(_excess(counts.tp * n_neg, counts.fp * n_pos))
    # Precision gain also crosses 0 left of recall gain 0, outside the plot and the area.
    seen = _between(counts.tp, falling, share_of_precision) > baseline
    falling = falling[seen]
    share_of_precision = share_of_precision[seen]
    index = np.concatenate((rising, falling))
    share = np.concatenate((share_of_recall, share_of_precision))
    # One segment may have both crossings: they are inserted in the order along it.
    order = np.lexsort((share, index))
    index = index[order]
    share = share[order]
    points = np.stack((counts.thresholds, counts.tp, counts.fp))
    thresholds, tp, fp = np.insert(points, index, _between(points, index, share), axis=1)
    # Each insertion moves those behind it on by one.
    inserted = index + np.arange(index.size)
    recall = recall_gain(tp, n_pos, n_neg)
    precision = precision_gain(tp, fp, n_pos, n_neg)
    # Exactly 0, as a rounding error would put the point outside the unit square.
    recall[np.isfinite(recall) & (_excess(tp, baseline) == 0)] = 0.0
    precision[np.isfinite(precision) & (_excess(tp * n_neg, fp * n_pos) == 0)] = 0.0
    is_crossing = np.zeros(tp.size, dtype=np.bool_)
    is_crossing[inserted] = True
    return PRGCurve(
        thresholds=thresholds,
        tp=tp,
        fp=fp,
        recall_gain=recall,
        precision_gain=precision,
        is_crossing=is_crossing,
    )


def _excess(values: FloatArray, other: FloatArray | float) -> FloatArray:
    """How far values lie above others; 0 if that is only rounding."""
    excess: FloatArray = values - other
    return np.where(np.abs(excess) <= ROUNDING * np.abs(values), 0.0, excess)


def _crossings(excess: FloatArray) -> tuple[npt.NDArray[np.intp], FloatArray]:
    """Where a quantity crosses 0: the next point, and the share of the segment before."""
    before = excess[:-1]
    after = excess[1:]
    # Strictly below 0: a point that lies on the axis is its own crossing.
    segment = np.flatnonzero(before * after < 0)
    return segment + 1, before[segment] / (before[segment] - after[segment])


def _between(values: FloatArray, index: npt.NDArray[np.intp], share: FloatArray) -> FloatArray:
    start = values[..., index - 1]
    end = values[..., index]
    with np.errstate(invalid="ignore"):
        inner = start + share * (end - start)
    # The threshold of the origin is infinite, and stays out of the interpolation.
    return np.where(np.isfinite(inner), inner, end)


@dataclass(frozen=True, slots=True)
class PRGHull:
    """Upper convex hull of a PRG curve, collinear points dropped.

    It starts at the rightmost point of highest precision gain and ends at recall gain 1. Its
    vertices are the classifiers that are optimal for some F-beta [1]_.

    Attributes
    ----------
    thresholds, tp, fp : ndarray of shape (vertices,)
        As in `ThresholdCounts`, at the vertices.
    n_pos, n_neg : float
        P and N of the data; the hull may end before the last negative.

    See Also
    --------
    prg_convex_hull : Compute it.
    roc_hull.ROCHull : The hull in ROC space.
    FBetaCalibrator : Calibrate scores with it.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves. NIPS 28. Sections 3.2 and 3.4.

    Examples
    --------
    >>> hull = prg_convex_hull([1, 0, 1, 0], [4, 3, 2, 1])
    >>> hull.thresholds.tolist(), hull.beta2_intervals.tolist()
    ([4.0, 2.0], [[0.0, 0.5], [0.5, inf]])
    """

    thresholds: FloatArray
    tp: FloatArray
    fp: FloatArray
    n_pos: float
    n_neg: float

    @property
    def precision_gain(self) -> FloatArray:
        """Precision gain at the vertices."""
        return precision_gain(self.tp, self.fp, self.n_pos, self.n_neg)

    @property
    def recall_gain(self) -> FloatArray:
        """Recall gain at the vertices."""
        return recall_gain(self.tp, self.n_pos, self.n_neg)

    @property
    def beta2(self) -> FloatArray:
        """Value of beta^2 for which the two ends of each segment have the same F-beta.

        Shape (vertices - 1,), increasing: minus the slope of the segment.
        """
        tp = self.tp
        fp = self.fp
        # Minus the slope of the gains, (FP2 TP1 - FP1 TP2) / (P dTP), in counts: whole numbers
        # until the division, where gains would already be rounded.
        area = fp[1:] * tp[:-1] - fp[:-1] * tp[1:]
        return area / (self.n_pos * np.diff(tp))

    @property
    def calibrated(self) -> FloatArray:
        """Score d = 1 / (1 + beta^2) of each segment, decreasing."""
        return 1 / (1 + self.beta2)

    @property
    def beta2_intervals(self) -> FloatArray:
        """Interval [low, high] of beta^2 for which each vertex has the best F-beta.

        Shape (vertices, 2); from 0 at the first vertex to inf at the last.
        """
        bounds = np.concatenate(([0.0], self.beta2, [np.inf]))
        return np.column_stack((bounds[:-1], bounds[1:]))

    def threshold_for(self, beta: float = 1.0) -> float:
        """Threshold of the vertex with the best F-beta.

        Parameters
        ----------
        beta : float, default=1
            Weight of recall against precision, >= 0.

        Returns
        -------
        float
            Predict positive from it on; inf if only scores of inf are positive.

        Raises
        ------
        ValueError, TypeError
            If `beta` is negative, NaN or no number.

        Examples
        --------
        >>> prg_convex_hull([1, 0, 1, 0], [4, 3, 2, 1]).threshold_for(beta=2)
        2.0
        """
        check_number(beta, "beta")
        if not beta >= 0:
            raise ValueError(f"beta must be >= 0, not {beta}.")
        # Vertices come in the order of beta^2: as many segments are passed as have a smaller one.
        return float(self.thresholds[np.count_nonzero(np.sqrt(self.beta2) < beta)])


def prg_convex_hull(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    *,
    pos_label: Any = None,
    sample_weight: npt.ArrayLike | None = None,
    prevalence: float | None = None,
) -> PRGHull:
    """Compute the convex hull of the precision-recall-gain curve [1]_.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels: 0/1, -1/1, booleans, or any labels with `pos_label`; both classes.
    y_score : array-like of shape (n,)
        Scores; higher means more positive.
    pos_label : label, optional
        The positive label.
    sample_weight : array-like of shape (n,), optional
        Non-negative weights. Whole numbers keep the hull exact.
    prevalence : float, optional
        Proportion of positives at which the ranking is judged, inside (0, 1); by default that of
        the data. The negatives are weighed for it.

    Returns
    -------
    PRGHull

    Raises
    ------
    ValueError, TypeError
        For bad input or one class only.

    See Also
    --------
    precision_recall_gain_curve : The curve.
    evaluate : The area under the hull, as "auprg_hull".
    roc_convex_hull : The hull in ROC space.
    FBetaCalibrator : Calibrate scores with the hull.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves. NIPS 28. Sections 3.2 and 3.4.

    Examples
    --------
    >>> hull = prg_convex_hull([1, 0, 1, 0], [4, 3, 2, 1])
    >>> hull.recall_gain.tolist(), hull.precision_gain.tolist(), hull.beta2.tolist()
    ([0.0, 1.0], [1.0, 0.5], [0.5])
    """
    counts = threshold_counts(
        y_true, y_score, pos_label=pos_label, sample_weight=sample_weight, prevalence=prevalence
    )
    return prg_hull_of(counts)


def prg_hull_of(counts: ThresholdCounts) -> PRGHull:
    """`prg_convex_hull` of threshold counts."""
    hull = roc_hull_of(counts)
    # Section 3.2: the PRG hull is the part of the ROC hull from its first vertex with a true
    # positive to recall 1. In counts it is exact, and the gains of TP = 0 do not arise.
    last = int(np.searchsorted(hull.tp, hull.n_pos)) + 1
    return PRGHull(
        thresholds=hull.thresholds[1:last],
        tp=hull.tp[1:last],
        fp=hull.fp[1:last],
        n_pos=hull.n_pos,
        n_neg=hull.n_neg,
    )
