"""Flach & Kull (2015) and its poster, on the authors' 25-point example."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from prgbench import metrics
from prgbench.metrics import (
    PRGCurve,
    PRGHull,
    ROCHull,
    prg_convex_hull,
    roc_convex_hull,
    theorems,
)
from prgbench.papers.printed_data import ranked_example

Floats = npt.NDArray[np.float64]


class Example(NamedTuple):
    """Curves and hulls of the 25-point example."""

    roc: metrics.ROCCurve
    pr: metrics.PRCurve
    prg: PRGCurve
    roc_hull: ROCHull
    prg_hull: PRGHull

    @property
    def prevalence(self) -> float:
        """Share of positives, 16/25."""
        return self.roc.prevalence


def example() -> Example:
    """Return the curves and hulls of the 25-point example."""
    sample = ranked_example()
    return Example(
        metrics.roc_curve(*sample),
        metrics.precision_recall_curve(*sample),
        metrics.precision_recall_gain_curve(*sample),
        roc_convex_hull(*sample),
        prg_convex_hull(*sample),
    )


def non_dominated(up: npt.ArrayLike, right: npt.ArrayLike) -> npt.NDArray[np.bool_]:
    """Return which points no other point beats in both coordinates (higher is better).

    Examples
    --------
    >>> non_dominated([1.0, 0.5, 0.4], [0.2, 0.6, 0.5]).tolist()
    [True, True, False]
    """
    y, x = np.asarray(up, dtype=np.float64), np.asarray(right, dtype=np.float64)
    at_least = (y[None, :] >= y[:, None]) & (x[None, :] >= x[:, None])
    better = (y[None, :] > y[:, None]) | (x[None, :] > x[:, None])
    return np.asarray(~(at_least & better).any(axis=1))


def baseline_precision_gain(curve: PRGCurve) -> float:
    """Return y0, the precision gain where the curve passes recall gain 0."""
    return float(curve.precision_gain[np.flatnonzero(curve.recall_gain >= 0)[0]])


def baseline_recall_gain(curve: PRGCurve) -> float:
    """Return the recall gain where precision gain is 0: what the poster calls y0."""
    return float(curve.recall_gain[np.flatnonzero(curve.precision_gain <= 0)[0]])


def integral_of_fg1(curve: PRGCurve) -> float:
    """Return the expected F1 gain by integrating over Delta, without theorem 3."""
    fg1 = theorems.fbeta_gain(curve.precision_gain, curve.recall_gain)
    return _mean_over_delta(curve, fg1)


def integral_of_inverse_f1(curve: PRGCurve) -> float:
    """Return the expected 1/F1 by integrating over Delta, from counts instead of gains."""
    with np.errstate(divide="ignore"):
        inverse = 1.0 + (curve.fp + curve.n_pos - curve.tp) / (2.0 * curve.tp)
    return _mean_over_delta(curve, inverse)


def _mean_over_delta(curve: PRGCurve, values: Floats) -> float:
    kept = curve.recall_gain >= 0
    pi = curve.prevalence
    delta = curve.recall_gain[kept] / pi - curve.precision_gain[kept] / (1 - pi)
    return float(np.trapezoid(values[kept], delta) / (delta[-1] - delta[0]))


def integral_of_accuracy(curve: metrics.ROCCurve) -> float:
    """Return the expected accuracy by integrating over the predicted positive rate."""
    pi = curve.prevalence
    rate = pi * curve.tpr + (1 - pi) * curve.fpr
    accuracy = pi * curve.tpr + (1 - pi) * (1 - curve.fpr)
    return float(np.trapezoid(accuracy, rate))
