"""Convex hulls in ROC and in PRG space, and what each of their vertices is optimal for.

PRG space is a projective image of the plane of (FP, TP), so lines stay lines: the PRG hull is
the part of the ROC hull that begins at the vertex of highest precision. One chain on the counts
gives both, and it is exact because the counts are integers.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from prgbench.metrics.counts import ThresholdCounts, threshold_counts
from prgbench.metrics.curves import ROCCurve
from prgbench.metrics.gains import precision_gain, recall_gain
from prgbench.metrics.inputs import FloatArray

_PASSES = 8


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ROCHull(ROCCurve):
    """Upper convex hull of an ROC curve, from (0, 0) to (1, 1), collinear points dropped.

    Its vertices are the classifiers that are optimal for some cost [1]_ [2]_.

    Attributes
    ----------
    thresholds, tp, fp : ndarray of shape (vertices,)
        As in `ThresholdCounts`, at the vertices.

    See Also
    --------
    roc_convex_hull : Compute it.
    PRGHull : The hull in PRG space.
    AccuracyCalibrator : Calibrate scores with it.

    References
    ----------
    .. [1] F. Provost, T. Fawcett (2001). Robust classification for imprecise environments. Machine
           Learning 42(3), 203-231.
    .. [2] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves: PR Analysis Done Right. Advances
           in Neural Information Processing Systems 28, 838-846. Section 1, "Optimality" and
           "Calibration".

    Examples
    --------
    >>> hull = roc_convex_hull([1, 0, 1, 0], [4, 3, 2, 1])
    >>> hull.thresholds.tolist(), hull.c_intervals.tolist()
    ([inf, 4.0, 2.0, 1.0], [[1.0, 1.0], [0.5, 1.0], [0.0, 0.5], [0.0, 0.0]])
    """

    @property
    def calibrated(self) -> FloatArray:
        """Score c = pi r / (pi r + 1 - pi) of each segment of slope r, decreasing.

        That is dTP / (dTP + dFP): the proportion of positives among its instances.

        The formula is that of section 1 of [1]_.

        References
        ----------
        .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves: PR Analysis Done Right.
               Advances in Neural Information Processing Systems 28, 838-846. Section 1,
               "Calibration".
        """
        d_tp, d_fp = np.diff(self.tp), np.diff(self.fp)
        return d_tp / (d_tp + d_fp)

    @property
    def c_intervals(self) -> FloatArray:
        """Interval [low, high] of costs c for which each vertex loses least.

        Shape (vertices, 2). The loss weighs false positives by c and false negatives by 1 - c, so
        that c is the calibrated score from which on an instance is positive. The accuracy
        acc_c that the paper [1]_ prints weighs the positives by c: its c is 1 - c here.

        References
        ----------
        .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves: PR Analysis Done Right.
               Advances in Neural Information Processing Systems 28, 838-846. Section 1,
               "Calibration".
        """
        bounds = np.concatenate(([1.0], self.calibrated, [0.0]))
        return np.column_stack((bounds[1:], bounds[:-1]))

    def threshold_for(self, c: float = 0.5) -> float:
        """Threshold of the vertex that is optimal for a cost, as in `c_intervals`.

        Parameters
        ----------
        c : float, default=0.5
            Weight of a false positive in [0, 1], that of a false negative being 1 - c; 0.5 is
            accuracy.

        Returns
        -------
        float
            Predict positive from it on; inf for never.

        Raises
        ------
        ValueError
            If `c` lies outside [0, 1], or if nothing should be positive and a score is inf.

        Examples
        --------
        >>> roc_convex_hull([1, 0, 1, 0], [4, 3, 2, 1]).threshold_for(0.6)
        4.0
        """
        if not 0 <= c <= 1:
            raise ValueError(f"c must lie in [0, 1], not {c}.")
        vertex = np.count_nonzero(self.calibrated >= c)
        if vertex == 0 and self.thresholds[1] == np.inf:
            raise ValueError(
                f"Predicting nothing as positive is optimal for c={c}, but some scores are inf, "
                "which every threshold finds positive."
            )
        return float(self.thresholds[vertex])


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
    ROCHull : The hull in ROC space.
    FBetaCalibrator : Calibrate scores with it.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves: PR Analysis Done Right. Advances
           in Neural Information Processing Systems 28, 838-846. Sections 3.2 and 3.4.

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

        Shape (vertices - 1,), increasing: minus the slope of the segment [1]_.

        References
        ----------
        .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves: PR Analysis Done Right.
               Advances in Neural Information Processing Systems 28, 838-846. Theorem 4, equation
               6.
        """
        tp, fp = self.tp, self.fp
        area = fp[1:] * tp[:-1] - fp[:-1] * tp[1:]
        return area / (self.n_pos * np.diff(tp))

    @property
    def calibrated(self) -> FloatArray:
        """Score d = 1 / (1 + beta^2) of each segment, decreasing [1]_.

        References
        ----------
        .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves: PR Analysis Done Right.
               Advances in Neural Information Processing Systems 28, 838-846. Equation 7.
        """
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

        Raises
        ------
        ValueError
            If `beta` is negative.

        Examples
        --------
        >>> prg_convex_hull([1, 0, 1, 0], [4, 3, 2, 1]).threshold_for(beta=2)
        2.0
        """
        if beta < 0:
            raise ValueError(f"beta must be >= 0, not {beta}.")
        return float(self.thresholds[np.count_nonzero(self.beta2 < beta**2)])


def roc_convex_hull(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    *,
    pos_label: Any = None,
    sample_weight: npt.ArrayLike | None = None,
) -> ROCHull:
    """Compute the convex hull of the ROC curve [1]_ [2]_.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels: 0/1, -1/1, booleans, or any labels with `pos_label`; both classes.
    y_score : array-like of shape (n,)
        Scores, higher for more positive.
    pos_label : label, optional
        The positive label.
    sample_weight : array-like of shape (n,), optional
        Non-negative weights. Whole numbers keep the hull exact.

    Returns
    -------
    ROCHull

    Raises
    ------
    ValueError, TypeError
        For bad input or one class only.

    See Also
    --------
    roc_curve : The curve.
    prg_convex_hull : The hull in PRG space.
    AccuracyCalibrator : Calibrate scores with the hull.

    References
    ----------
    .. [1] F. Provost, T. Fawcett (2001). Robust classification for imprecise environments. Machine
           Learning 42(3), 203-231.
    .. [2] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves: PR Analysis Done Right. Advances
           in Neural Information Processing Systems 28, 838-846. Section 1, "Optimality" and
           "Calibration".

    Examples
    --------
    >>> hull = roc_convex_hull([1, 0, 1, 0], [4, 3, 2, 1])
    >>> hull.tpr.tolist(), hull.fpr.tolist(), hull.calibrated.tolist()
    ([0.0, 0.5, 1.0, 1.0], [0.0, 0.0, 0.5, 1.0], [1.0, 0.5, 0.0])
    """
    return roc_hull_of(
        threshold_counts(y_true, y_score, pos_label=pos_label, sample_weight=sample_weight)
    )


def prg_convex_hull(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    *,
    pos_label: Any = None,
    sample_weight: npt.ArrayLike | None = None,
) -> PRGHull:
    """Compute the convex hull of the precision-recall-gain curve [1]_.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels: 0/1, -1/1, booleans, or any labels with `pos_label`; both classes.
    y_score : array-like of shape (n,)
        Scores, higher for more positive.
    pos_label : label, optional
        The positive label.
    sample_weight : array-like of shape (n,), optional
        Non-negative weights. Whole numbers keep the hull exact.

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
    auprg_hull_score : The area under the hull.
    roc_convex_hull : The hull in ROC space.
    FBetaCalibrator : Calibrate scores with the hull.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves: PR Analysis Done Right. Advances
           in Neural Information Processing Systems 28, 838-846. Sections 3.2 and 3.4.

    Examples
    --------
    >>> hull = prg_convex_hull([1, 0, 1, 0], [4, 3, 2, 1])
    >>> hull.recall_gain.tolist(), hull.precision_gain.tolist(), hull.beta2.tolist()
    ([0.0, 1.0], [1.0, 0.5], [0.5])
    """
    hull = roc_convex_hull(y_true, y_score, pos_label=pos_label, sample_weight=sample_weight)
    last = int(np.searchsorted(hull.tp, hull.n_pos)) + 1
    return PRGHull(
        thresholds=hull.thresholds[1:last],
        tp=hull.tp[1:last],
        fp=hull.fp[1:last],
        n_pos=hull.n_pos,
        n_neg=hull.n_neg,
    )


def roc_hull_of(counts: ThresholdCounts) -> ROCHull:
    """Compute the ROC hull of threshold counts by the monotone chain [1]_.

    See Also
    --------
    roc_convex_hull : The same from labels and scores.

    References
    ----------
    .. [1] A. M. Andrew (1979). Another efficient algorithm for convex hulls in two dimensions.
           Information Processing Letters 9(5), 216-219.
    """
    if counts.n_pos == 0 or counts.n_neg == 0:
        raise ValueError("A convex hull needs both classes in y_true.")
    kept = _without_dents(counts.fp, counts.tp)
    kept = kept[_upper_chain(counts.fp[kept].tolist(), counts.tp[kept].tolist())]
    return ROCHull(counts.thresholds[kept], counts.tp[kept], counts.fp[kept])


def _without_dents(x: FloatArray, y: FloatArray) -> npt.NDArray[np.intp]:
    """Drop points on or below the line through their neighbours, again and again.

    They are no vertices of the upper hull, so all of a pass can go at once; of equal points, which
    instances without weight leave, the first stays. A few passes leave so little to the chain that
    its loop does not matter.
    """
    kept = np.flatnonzero(np.append(True, (np.diff(x) > 0) | (np.diff(y) > 0)))
    is_corner = (np.diff(y[kept[:-1]]) > 0) & (np.diff(x[kept[1:]]) > 0)
    kept = np.concatenate((kept[:1], kept[1:-1][is_corner], kept[-1:]))
    for _ in range(_PASSES):
        a, b, c = kept[:-2], kept[1:-1], kept[2:]
        turn = (x[b] - x[a]) * (y[c] - y[a]) - (y[b] - y[a]) * (x[c] - x[a])
        if np.all(turn < 0):
            break
        kept = np.concatenate((kept[:1], b[turn < 0], kept[-1:]))
    return kept


def _upper_chain(x: Sequence[float], y: Sequence[float]) -> list[int]:
    """Vertices of the upper hull of points sorted by x, then y (Andrew's monotone chain)."""
    kept: list[int] = []
    for i in range(len(x)):
        while len(kept) > 1:
            a, b = kept[-2], kept[-1]
            turn = (x[b] - x[a]) * (y[i] - y[a]) - (y[b] - y[a]) * (x[i] - x[a])
            if turn < 0:
                break
            kept.pop()
        kept.append(i)
    return kept
