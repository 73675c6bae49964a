"""Cost curves: the least cost of errors that a model's thresholds reach, for all costs at once.

What comes in are labels and scores, or threshold counts; what goes out is a `CostCurve`, exact
from the ROC hull. AUROC and others are weights on its axis: where the curves of two models cross,
the better one depends on the costs.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from prgbench.metrics.engine.counts import ThresholdCounts, threshold_counts
from prgbench.metrics.engine.inputs import FloatArray, as_numbers, check_number, check_stated
from prgbench.metrics.roc_hull import ROCHull, roc_hull_of


@dataclass(frozen=True, slots=True)
class CostCurve:
    """Least loss at every cost weight c: the lower envelope of all thresholds [1]_.

    At a threshold the loss is c FNR + (1 - c) FPR, the normalised expected cost. In terms of the
    costs of a miss k1 and of a false alarm k0, c = pi k1 / (pi k1 + (1 - pi) k0): c is the share
    of the misses in the cost of a classifier that is always wrong. Each threshold is a line over
    c; those on the envelope are the vertices of the ROC hull, to which the curve is dual. The
    curve does not depend on the prevalence, which only translates costs to c.

    Attributes
    ----------
    hull : ROCHull
        The vertices, from "nothing is positive", best at c = 0, to "all is positive", best at 1.

    See Also
    --------
    cost_curve : Compute it.
    expected_cost_score : One value of it, or its mean.
    envelope_bands.simultaneous_band : The curve with a confidence band.
    f_gain_curves.FGainCurve : The same in PRG space.

    References
    ----------
    .. [1] C. Drummond, R. C. Holte (2006). Cost curves: an improved method for visualizing
           classifier performance. Machine Learning 65(1), 95-130.

    Examples
    --------
    >>> curve = cost_curve([1, 0, 1, 0], [4, 3, 2, 1])
    >>> curve.breakpoints.tolist()
    [0.0, 0.5, 1.0]
    >>> curve.at([0.25, 0.5, 0.75]).tolist()
    [0.125, 0.25, 0.125]
    """

    hull: ROCHull

    @property
    def prevalence(self) -> float:
        """Proportion of positives in the data, pi."""
        return self.hull.prevalence

    @property
    def breakpoints(self) -> FloatArray:
        """Cost weight c at which neighbouring vertices have the same loss, shape (vertices - 1,).

        Increasing; 1 / (1 + r) for a segment of slope r of the ROC hull.
        """
        # dFPR / (dFPR + dTPR) in counts, so that vertical segments need no special case.
        fp_step = np.diff(self.hull.fp) * self.hull.n_pos
        tp_step = np.diff(self.hull.tp) * self.hull.n_neg
        return fp_step / (fp_step + tp_step)

    @property
    def corners(self) -> tuple[FloatArray, FloatArray]:
        """Cost weights c and losses at the ends and the breakpoints; straight lines between."""
        c = np.concatenate(([0.0], self.breakpoints, [1.0]))
        return c, self.at(c)

    @property
    def mean(self) -> float:
        """Mean loss over all c from 0 to 1, exact; in [0, 1/4], which "always the same" has."""
        return self.mean_over(0.0, 1.0)

    def at(self, c: npt.ArrayLike) -> FloatArray:
        """Least loss at cost weights.

        Parameters
        ----------
        c : array-like
            Weights of a miss in [0, 1]; a false alarm has 1 - c.

        Returns
        -------
        ndarray of the same shape
            From 0 to min(c, 1 - c), the loss of the better of "always" and "never".

        Raises
        ------
        ValueError, TypeError
            If a weight lies outside [0, 1], or is no number.

        Examples
        --------
        >>> cost_curve([1, 0, 1, 0], [4, 3, 2, 1]).at(0.5).item()
        0.25
        """
        weights = as_weight_of_misses(c)
        vertex = self.best_vertices(weights)
        fnr = 1 - self.hull.tpr[vertex]
        fpr = self.hull.fpr[vertex]
        loss: FloatArray = weights * fnr + (1 - weights) * fpr
        return loss

    def best_vertices(self, c: npt.ArrayLike) -> npt.NDArray[np.intp]:
        """Find which vertex of the hull has the least loss at cost weights.

        Parameters
        ----------
        c : array-like
            Weights of a miss in [0, 1].

        Returns
        -------
        ndarray of int, of the same shape
            Places in ``hull``; at a breakpoint the first of the two vertices.

        Raises
        ------
        ValueError, TypeError
            If a weight lies outside [0, 1], or is no number.

        Examples
        --------
        >>> cost_curve([1, 0, 1, 0], [4, 3, 2, 1]).best_vertices([0.25, 0.75]).tolist()
        [1, 2]
        """
        return np.searchsorted(self.breakpoints, as_weight_of_misses(c))

    def at_cost_ratio(
        self, cost_ratio: npt.ArrayLike, prevalence: float | None = None
    ) -> FloatArray:
        """Least loss at a given ratio of the cost of a miss to that of a false alarm.

        Parameters
        ----------
        cost_ratio : array-like
            Cost of a miss divided by that of a false alarm, > 0.
        prevalence : float, optional
            Proportion of positives where the model is used; by default that of the data.

        Returns
        -------
        ndarray of the same shape
            Losses, as `at` has them.

        Raises
        ------
        ValueError, TypeError
            If a ratio is no number above 0, or the prevalence not inside (0, 1).

        Examples
        --------
        >>> cost_curve([1, 0, 1, 0], [4, 3, 2, 1]).at_cost_ratio(3).item()
        0.125
        """
        pi = self.prevalence if prevalence is None else prevalence
        return self.at(cost_weight(cost_ratio, pi))

    def mean_over(self, low: float, high: float) -> float:
        """Mean loss over cost weights from one to another, exact.

        Parameters
        ----------
        low, high : float
            The ends, 0 <= low < high <= 1.

        Returns
        -------
        float
            In [0, 1/2].

        Raises
        ------
        ValueError, TypeError
            If the ends do not lie so, or are no numbers.

        Examples
        --------
        >>> cost_curve([1, 0, 1, 0], [4, 3, 2, 1]).mean_over(0, 0.5)
        0.125
        """
        check_number(low, "low")
        check_number(high, "high")
        if not 0 <= low < high <= 1:
            raise ValueError(f"low and high must be 0 <= low < high <= 1, not {low} and {high}.")
        inner = self.breakpoints
        c = np.concatenate(([low], inner[(inner > low) & (inner < high)], [high]))
        # Trapezoids are exact: the curve is straight between breakpoints.
        loss = self.at(c)
        return float(np.sum(np.diff(c) * (loss[1:] + loss[:-1])) / (2 * (high - low)))

    def net_benefit(self, threshold: npt.ArrayLike, prevalence: float | None = None) -> FloatArray:
        """Highest net benefit at threshold probabilities: the same curve on another scale [1]_.

        The net benefit of a decision, TP / n - t / (1 - t) FP / n, weighs a false alarm by the
        odds o = t / (1 - t) of the probability t from which one would treat. It is pi - w L(c)
        with w = pi + (1 - pi) o and c = pi / w. Here the score's threshold is the best one for
        t; the measure "net_benefit" takes the scores as probabilities and decides at t itself.

        Parameters
        ----------
        threshold : array-like
            Threshold probabilities t, 0 <= t < 1.
        prevalence : float, optional
            Proportion of positives where the model is used; by default that of the data.

        Returns
        -------
        ndarray of the same shape
            From that of the better of "treat all" and "treat none" to the prevalence.

        Raises
        ------
        ValueError, TypeError
            If a threshold is no number in [0, 1), or the prevalence not inside (0, 1).

        References
        ----------
        .. [1] A. J. Vickers, E. B. Elkin (2006). Decision curve analysis: a novel method for
               evaluating prediction models. Medical Decision Making 26(6), 565-574.

        Examples
        --------
        >>> cost_curve([1, 0, 1, 0], [4, 3, 2, 1]).net_benefit([0.25, 0.5]).round(4).tolist()
        [0.4167, 0.25]
        """
        pi = self.prevalence if prevalence is None else prevalence
        t = as_numbers(threshold, "threshold")
        if not np.all((t >= 0) & (t < 1)):
            raise ValueError("threshold must lie in [0, 1).")
        check_stated(pi)
        odds = t / (1 - t)
        whole = pi + (1 - pi) * odds
        result: FloatArray = pi - whole * self.at(pi / whole)
        return result

    def threshold_for(self, c: float) -> float:
        """Threshold of the score with the least loss at a cost weight.

        Parameters
        ----------
        c : float
            Weight of a miss in [0, 1].

        Returns
        -------
        float
            Predict positive from it on; inf for no positives.

        Raises
        ------
        ValueError, TypeError
            If `c` lies outside [0, 1], or is no number.

        Examples
        --------
        >>> cost_curve([1, 0, 1, 0], [4, 3, 2, 1]).threshold_for(0.6)
        2.0
        """
        check_number(c, "c")
        vertex = np.searchsorted(self.breakpoints, as_weight_of_misses(c))
        return float(self.hull.thresholds[vertex])


def cost_curve(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    *,
    pos_label: Any = None,
    sample_weight: npt.ArrayLike | None = None,
) -> CostCurve:
    """Compute the cost curve [1]_: the least loss at every relative cost of a miss.

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

    Returns
    -------
    CostCurve

    Raises
    ------
    ValueError, TypeError
        For bad input or one class only.

    See Also
    --------
    expected_cost_score : One value of the curve, or its mean.
    f_gain_curve : The best F-beta gain at every beta.
    difference_band : Where one of two models is certainly better.
    roc_convex_hull : The hull to which the curve is dual.

    References
    ----------
    .. [1] C. Drummond, R. C. Holte (2006). Cost curves: an improved method for visualizing
           classifier performance. Machine Learning 65(1), 95-130.

    Examples
    --------
    >>> curve = cost_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> curve.at([0.2, 0.5, 0.8]).round(2).tolist()
    [0.1, 0.25, 0.1]
    """
    counts = threshold_counts(y_true, y_score, pos_label=pos_label, sample_weight=sample_weight)
    return CostCurve(roc_hull_of(counts))


def expected_cost_score(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    *,
    cost_ratio: float | None = None,
    prevalence: float | None = None,
    pos_label: Any = None,
    sample_weight: npt.ArrayLike | None = None,
) -> float:
    """Normalised expected cost [1]_ at the best threshold; lower is better.

    It is c FNR + (1 - c) FPR, the cost divided by that of a classifier that is always wrong. By
    default it is the mean over all cost weights c, uniform from 0 to 1 [2]_.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels: 0/1, -1/1, booleans, or any labels with `pos_label`.
    y_score : array-like of shape (n,)
        Scores; higher means more positive.
    cost_ratio : float, optional
        Cost of a miss divided by that of a false alarm, > 0; by default all costs.
    prevalence : float, optional
        Proportion of positives where the model is used, which `cost_ratio` refers to; by default
        that of the data.
    pos_label : label, optional
        The positive label.
    sample_weight : array-like of shape (n,), optional
        Non-negative weights.

    Returns
    -------
    float
        In [0, 1/2], without `cost_ratio` in [0, 1/4]; NaN if there is only one class.

    Raises
    ------
    ValueError, TypeError
        For bad input, a ratio that is not positive, or a prevalence that is not inside (0, 1) or
        stated without a ratio.

    See Also
    --------
    cost_curve : The losses at all costs.
    h_measure_score : Another distribution of the costs.

    References
    ----------
    .. [1] C. Drummond, R. C. Holte (2006). Cost curves: an improved method for visualizing
           classifier performance. Machine Learning 65(1), 95-130.
    .. [2] J. Hernández-Orallo, P. Flach, C. Ferri (2012). A unified view of performance metrics:
           translating threshold choice into expected classification loss. Journal of Machine
           Learning Research 13, 2813-2869.

    Examples
    --------
    >>> expected_cost_score([1, 0, 1, 0], [4, 3, 2, 1])
    0.125
    >>> expected_cost_score([1, 0, 1, 0], [4, 3, 2, 1], cost_ratio=3)
    0.125
    """
    counts = threshold_counts(y_true, y_score, pos_label=pos_label, sample_weight=sample_weight)
    return expected_cost(counts, cost_ratio, prevalence)


def expected_cost(
    counts: ThresholdCounts, cost_ratio: float | None = None, prevalence: float | None = None
) -> float:
    """Compute the expected cost of threshold counts, as `expected_cost_score`."""
    if cost_ratio is None and prevalence is not None:
        raise ValueError("prevalence has no effect on the mean over all costs: give a cost_ratio.")
    if cost_ratio is not None:
        check_number(cost_ratio, "cost_ratio")
        cost_weight(cost_ratio, 0.5 if prevalence is None else prevalence)
    if counts.n_pos == 0 or counts.n_neg == 0:
        return math.nan
    curve = CostCurve(roc_hull_of(counts))
    if cost_ratio is None:
        return curve.mean
    return float(curve.at_cost_ratio(cost_ratio, prevalence))


def cost_weight(cost_ratio: npt.ArrayLike, prevalence: float) -> FloatArray:
    """Cost weight c of a miss [1]_ from what it costs relative to a false alarm.

    Parameters
    ----------
    cost_ratio : array-like
        Cost of a miss divided by that of a false alarm, > 0.
    prevalence : float
        Proportion of positives pi, inside (0, 1).

    Returns
    -------
    ndarray of the same shape, or a scalar
        pi k / (pi k + 1 - pi), inside (0, 1).

    Raises
    ------
    ValueError
        If a ratio is not positive and finite, or the prevalence not inside (0, 1).

    See Also
    --------
    cost_ratio_of : The inverse.

    References
    ----------
    .. [1] C. Drummond, R. C. Holte (2006). Cost curves: an improved method for visualizing
           classifier performance. Machine Learning 65(1), 95-130.

    Examples
    --------
    >>> round(float(cost_weight(9, prevalence=0.1)), 12)
    0.5
    """
    ratio = as_numbers(cost_ratio, "cost_ratio")
    if not np.all((ratio > 0) & np.isfinite(ratio)):
        raise ValueError(f"cost_ratio must be a number above 0, not {cost_ratio!r}.")
    check_stated(prevalence)
    misses = prevalence * ratio
    result: FloatArray = misses / (misses + 1 - prevalence)
    return result


def cost_ratio_of(c: npt.ArrayLike, prevalence: float) -> FloatArray:
    """Cost of a miss beside that of a false alarm at a cost weight: `cost_weight` inverted [1]_.

    Parameters
    ----------
    c : array-like
        Cost weights in [0, 1].
    prevalence : float
        Proportion of positives pi, inside (0, 1).

    Returns
    -------
    ndarray of the same shape, or a scalar
        (1 - pi) c / (pi (1 - c)): 0 at c = 0, inf at 1.

    Raises
    ------
    ValueError
        If a weight lies outside [0, 1], or the prevalence not inside (0, 1).

    See Also
    --------
    cost_weight : The inverse.

    References
    ----------
    .. [1] C. Drummond, R. C. Holte (2006). Cost curves: an improved method for visualizing
           classifier performance. Machine Learning 65(1), 95-130.

    Examples
    --------
    >>> round(float(cost_ratio_of(0.5, prevalence=0.1)), 12)
    9.0
    """
    weights = as_weight_of_misses(c)
    check_stated(prevalence)
    with np.errstate(divide="ignore"):
        # At c = 1 a false alarm costs nothing: the division by 0 is meant.
        result: FloatArray = (1 - prevalence) * weights / (prevalence * (1 - weights))
    return result


def least_loss(counts: ThresholdCounts, c: FloatArray) -> FloatArray:
    """Compute the cost curve of threshold counts with both classes at weights in [0, 1]."""
    return CostCurve(roc_hull_of(counts)).at(c)


def as_weight_of_misses(c: npt.ArrayLike) -> FloatArray:
    """Check cost weights."""
    weights = as_numbers(c, "c")
    if not np.all((weights >= 0) & (weights <= 1)):
        raise ValueError(f"c must lie in [0, 1], not {c!r}.")
    return weights
