"""F-gain curves: the best F-beta gain that a model's thresholds reach, for all beta at once.

The counterpart of the cost curve in precision-recall-gain space, exact from the PRG hull. Flach
and Kull announce it in section 5 of their paper, as cost curves for the F-beta score.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from prgbench.metrics.engine.counts import ThresholdCounts
from prgbench.metrics.engine.inputs import FloatArray, as_numbers, check_beta
from prgbench.metrics.prg_curve import PRGHull, prg_convex_hull, prg_hull_of


@dataclass(frozen=True, slots=True)
class FGainCurve:
    """Best F-beta gain at every weight d = 1 / (1 + beta^2) of precision: an upper envelope.

    By theorem 2 of [1]_ the gain of F-beta at a threshold is d precision gain + (1 - d) recall
    gain. Each threshold is a line over d; those on the envelope are the vertices of the PRG hull,
    and the curve breaks at the hull's F-calibrated scores.

    Attributes
    ----------
    hull : PRGHull
        The vertices, from the highest precision gain, best at d = 1, to recall gain 1, best at 0.

    See Also
    --------
    f_gain_curve : Compute it.
    cost_curves.CostCurve : The same in ROC space.
    envelope_bands.simultaneous_band : The curve with a confidence band.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves. NIPS 28. Theorem 2; section 5
           announces the curve.

    Examples
    --------
    >>> curve = f_gain_curve([1, 0, 1, 0], [4, 3, 2, 1])
    >>> curve.breakpoints.round(4).tolist(), curve.at([0, 0.5, 1]).tolist()
    ([0.6667], [1.0, 0.75, 1.0])
    """

    hull: PRGHull

    @property
    def breakpoints(self) -> FloatArray:
        """Weight d at which neighbouring vertices have the same gain, shape (vertices - 1,).

        Increasing: the calibrated scores of the hull, the last segment first.
        """
        return self.hull.calibrated[::-1]

    @property
    def corners(self) -> tuple[FloatArray, FloatArray]:
        """Weights d and gains at the ends and the breakpoints; straight lines between."""
        d = np.concatenate(([0.0], self.breakpoints, [1.0]))
        return d, self.at(d)

    @property
    def mean(self) -> float:
        """Mean gain over all d from 0 to 1, exact; in [1/2, 1], 1/2 for "always positive"."""
        d, gain = self.corners
        # Trapezoids are exact: the curve is straight between breakpoints.
        return float(np.sum(np.diff(d) * (gain[1:] + gain[:-1])) / 2)

    def at(self, d: npt.ArrayLike) -> FloatArray:
        """Best F-beta gain at weights of precision gain.

        Parameters
        ----------
        d : array-like
            1 / (1 + beta^2) in [0, 1]: 1/2 for F1, 1/5 for F2, 4/5 for F0.5.

        Returns
        -------
        ndarray of the same shape
            From 1 - d, that of "always positive", to 1.

        Raises
        ------
        ValueError, TypeError
            If a weight lies outside [0, 1], or is no number.

        Examples
        --------
        >>> f_gain_curve([1, 0, 1, 0], [4, 3, 2, 1]).at(0.5).item()
        0.75
        """
        weights = as_numbers(d, "d")
        if not np.all((weights >= 0) & (weights <= 1)):
            raise ValueError(f"d must lie in [0, 1], not {d!r}.")
        # Breakpoints increase from the last vertex to the first.
        vertex = self.hull.tp.size - 1 - np.searchsorted(self.breakpoints, weights)
        precision = self.hull.precision_gain[vertex]
        recall = self.hull.recall_gain[vertex]
        gain: FloatArray = weights * precision + (1 - weights) * recall
        return gain

    def at_beta(self, beta: float) -> float:
        """Best gain of F-beta at a beta.

        Parameters
        ----------
        beta : float
            Weight of recall against precision, from 0 to 1e150.

        Returns
        -------
        float
            The gain of `max_fbeta_score` at this prevalence.

        Raises
        ------
        ValueError
            If `beta` lies outside.

        Examples
        --------
        >>> f_gain_curve([1, 0, 1, 0], [4, 3, 2, 1]).at_beta(1)
        0.75
        """
        check_beta(beta)
        return float(self.at(1 / (1 + beta**2)))


def f_gain_curve(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    *,
    pos_label: Any = None,
    sample_weight: npt.ArrayLike | None = None,
    prevalence: float | None = None,
) -> FGainCurve:
    """Compute the F-gain curve: the best gain of F-beta [1]_ at every beta.

    The thresholds are chosen on the same data, so the curve is optimistic, more for few instances.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels: 0/1, -1/1, booleans, or any labels with `pos_label`; both classes.
    y_score : array-like of shape (n,)
        Scores; higher means more positive.
    pos_label : label, optional
        The positive label.
    sample_weight : array-like of shape (n,), optional
        Non-negative weights. Whole numbers keep the breakpoints exact.
    prevalence : float, optional
        Proportion of positives at which the ranking is judged, inside (0, 1); by default that of
        the data. The negatives are weighed for it.

    Returns
    -------
    FGainCurve

    Raises
    ------
    ValueError, TypeError
        For bad input or one class only.

    See Also
    --------
    cost_curve : The least loss at every cost.
    difference_band : Where one of two models is certainly better.
    max_fbeta_score : One value of the curve, on the scale of F-beta.
    prg_convex_hull : The hull to which the curve is dual.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves. NIPS 28. Theorem 2; section 5
           announces the curve.

    Examples
    --------
    >>> curve = f_gain_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> round(curve.mean, 4)
    0.8333
    """
    return FGainCurve(
        prg_convex_hull(
            y_true,
            y_score,
            pos_label=pos_label,
            sample_weight=sample_weight,
            prevalence=prevalence,
        )
    )


def best_f_gain(counts: ThresholdCounts, d: FloatArray) -> FloatArray:
    """Compute the F-gain curve of threshold counts with both classes at weights in [0, 1]."""
    return FGainCurve(prg_hull_of(counts)).at(d)
