"""Convex hull in PRG space, and the F-beta for which each of its vertices is optimal.

PRG space is a projective image of the plane of (FP, TP), so lines stay lines: the PRG hull is
the part of the ROC hull that begins at the vertex of highest precision.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from prgbench.metrics.gains import precision_gain, recall_gain
from prgbench.metrics.inputs import FloatArray
from prgbench.metrics.roc_hull import roc_convex_hull


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

        Returns
        -------
        float
            Predict positive from it on; inf where only scores of inf are to be positive.

        Raises
        ------
        ValueError
            If `beta` is negative or NaN.

        Examples
        --------
        >>> prg_convex_hull([1, 0, 1, 0], [4, 3, 2, 1]).threshold_for(beta=2)
        2.0
        """
        if not beta >= 0:
            raise ValueError(f"beta must be >= 0, not {beta}.")
        return float(self.thresholds[np.count_nonzero(self.beta2 < beta**2)])


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
