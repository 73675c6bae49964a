"""Heights of ROC, PR and PRG curves at any places, and the grid of places.

Between its points a curve is interpolated as everywhere in this library: linearly in ROC space,
hyperbolically in PR space (Davis & Goadrich 2006), linearly in PRG space (Flach & Kull 2015,
theorem 1). Where it is vertical, it counts by its upper end.
"""

from collections.abc import Callable
from typing import Literal

import numpy as np
import numpy.typing as npt

from prgbench.metrics.counts import ThresholdCounts
from prgbench.metrics.curves import PRCurve
from prgbench.metrics.gains import precision_gain
from prgbench.metrics.inputs import FloatArray

CurveName = Literal["roc", "pr", "prg"]
_ROUNDING = 1e-12
"""A place is on a vertical part of the curve if it differs by rounding alone."""


def as_grid(grid: npt.ArrayLike | None) -> FloatArray:
    """Check places in [0, 1]; by default they are 0, 0.01, ..., 1."""
    x = np.linspace(0, 1, 101) if grid is None else np.asarray(grid, dtype=np.float64)
    if x.ndim != 1 or x.size == 0 or not np.all((x >= 0) & (x <= 1)):
        raise ValueError("grid must be a list of numbers in [0, 1].")
    return x


def _tpr_at(counts: ThresholdCounts, fpr: FloatArray) -> FloatArray:
    """Find true positive rates at false positive rates, the highest where they jump."""
    wanted = fpr * counts.n_neg
    start = np.searchsorted(counts.fp, wanted * (1 + _ROUNDING), "right") - 1
    tp = _between(counts.fp, counts.tp, start, wanted)
    return tp / counts.n_pos


def _precision_at(counts: ThresholdCounts, recall: FloatArray) -> FloatArray:
    return PRCurve(counts.thresholds, counts.tp, counts.fp).precision_at(recall)


def _precision_gain_at(counts: ThresholdCounts, recall_gain: FloatArray) -> FloatArray:
    """Find precision gains at recall gains, the highest where they drop."""
    n_pos, n_neg = counts.n_pos, counts.n_neg
    tp = n_pos**2 / (n_pos + n_neg * (1 - recall_gain))
    start = np.maximum(np.searchsorted(counts.tp, tp * (1 - _ROUNDING)), 1) - 1
    return precision_gain(tp, _between(counts.tp, counts.fp, start, tp), n_pos, n_neg)


def _between(
    x: FloatArray, y: FloatArray, start: npt.NDArray[np.intp], wanted: FloatArray
) -> FloatArray:
    """Interpolate linearly on the segments that begin at some points."""
    end = np.minimum(start + 1, x.size - 1)
    step = x[end] - x[start]
    share = np.divide(wanted - x[start], step, out=np.zeros_like(wanted), where=step > 0)
    result: FloatArray = y[start] + np.clip(share, 0, 1) * (y[end] - y[start])
    return result


HEIGHTS: dict[str, Callable[[ThresholdCounts, FloatArray], FloatArray]] = {
    "roc": _tpr_at,
    "pr": _precision_at,
    "prg": _precision_gain_at,
}
