"""The convex hull in ROC space, exact for integer counts, and the costs its vertices are for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from prgbench.metrics import engine
from prgbench.metrics.curves import ROCCurve
from prgbench.metrics.engine.counts import ThresholdCounts, threshold_counts
from prgbench.metrics.engine.inputs import FloatArray, check_number


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ROCHull(ROCCurve):
    """Upper convex hull of an ROC curve, from (0, 0) to (1, 1), collinear points dropped.

    Its vertices are the classifiers that are optimal for some cost [1]_ [2]_.

    Attributes
    ----------
    thresholds, tp, fp : ndarray of shape (vertices,)
        As in `ThresholdCounts`, at the vertices.
    highest_score : float
        The highest score, which need not be the threshold of a vertex.

    See Also
    --------
    roc_convex_hull : Compute it.
    prg_curve.PRGHull : The hull in PRG space.
    AccuracyCalibrator : Calibrate scores with it.

    References
    ----------
    .. [1] F. Provost, T. Fawcett (2001). Robust classification for imprecise environments. Machine
           Learning 42(3), 203-231.
    .. [2] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves. NIPS 28. Section 1, "Optimality"
           and "Calibration".

    Examples
    --------
    >>> hull = roc_convex_hull([1, 0, 1, 0], [4, 3, 2, 1])
    >>> hull.thresholds.tolist(), hull.c_intervals.tolist()
    ([inf, 4.0, 2.0, 1.0], [[1.0, 1.0], [0.5, 1.0], [0.0, 0.5], [0.0, 0.0]])
    """

    highest_score: float

    @property
    def calibrated(self) -> FloatArray:
        """Score c = pi r / (pi r + 1 - pi) of each segment of slope r, decreasing.

        That is dTP / (dTP + dFP), the proportion of positives among its instances.
        """
        # The slope r as a score: pi r / (pi r + 1 - pi) is dTP / (dTP + dFP), which is also
        # defined for vertical segments.
        d_tp = self.tp[1:] - self.tp[:-1]
        d_fp = self.fp[1:] - self.fp[:-1]
        return d_tp / (d_tp + d_fp)

    @property
    def c_intervals(self) -> FloatArray:
        """Interval [low, high] of costs c for which each vertex has the least loss.

        Shape (vertices, 2). The loss weighs false positives by c and false negatives by 1 - c, so
        instances with a calibrated score of at least c are positive. The accuracy acc_c in the
        paper weighs the positives by c: its c is 1 - c here.
        """
        bounds = np.concatenate(([1.0], self.calibrated, [0.0]))
        return np.column_stack((bounds[1:], bounds[:-1]))

    def threshold_for(self, c: float = 0.5) -> float:
        """Threshold of the vertex that is optimal for a cost, as in `c_intervals`.

        Parameters
        ----------
        c : float, default=0.5
            Weight of a false positive in [0, 1]; a false negative has 1 - c, and 0.5 is accuracy.

        Returns
        -------
        float
            Predict positive from it on; inf for no positives, or for scores of inf only.

        Raises
        ------
        ValueError, TypeError
            If `c` is no number in [0, 1], or if it calls for no positives and a score is inf.

        Examples
        --------
        >>> roc_convex_hull([1, 0, 1, 0], [4, 3, 2, 1]).threshold_for(0.6)
        4.0
        """
        check_number(c, "c")
        if not 0 <= c <= 1:
            raise ValueError(f"c must lie in [0, 1], not {c}.")
        # Ties of a segment's score and the cost belong to the positives.
        vertex = np.count_nonzero(self.calibrated >= c)
        if vertex == 0 and self.highest_score == np.inf:
            raise ValueError(
                f"Predicting nothing as positive is optimal for c={c}, but some scores are inf, "
                "which are positive at every threshold."
            )
        return float(self.thresholds[vertex])


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
        Scores; higher means more positive.
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
    .. [2] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves. NIPS 28. Section 1, "Optimality"
           and "Calibration".

    Examples
    --------
    >>> hull = roc_convex_hull([1, 0, 1, 0], [4, 3, 2, 1])
    >>> hull.tpr.tolist(), hull.fpr.tolist(), hull.calibrated.tolist()
    ([0.0, 0.5, 1.0, 1.0], [0.0, 0.0, 0.5, 1.0], [1.0, 0.5, 0.0])
    """
    return roc_hull_of(
        threshold_counts(y_true, y_score, pos_label=pos_label, sample_weight=sample_weight)
    )


def roc_hull_of(counts: ThresholdCounts) -> ROCHull:
    """Compute the ROC hull of threshold counts by the monotone chain [1]_.

    References
    ----------
    .. [1] A. M. Andrew (1979). Another efficient algorithm for convex hulls in two dimensions.
           Information Processing Letters 9(5), 216-219.
    """
    if counts.n_pos == 0 or counts.n_neg == 0:
        raise ValueError("A convex hull needs both classes in y_true.")
    # In counts, not rates: cross products of whole numbers are exact up to 2^53.
    kept = engine.upper_chain(counts.fp, counts.tp)
    highest = float(counts.thresholds[1])
    return ROCHull(counts.thresholds[kept], counts.tp[kept], counts.fp[kept], highest)
