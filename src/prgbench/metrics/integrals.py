"""The integrals behind the areas: functions of threshold counts, nothing else.

Every function takes (TP, FP) at the thresholds, from (0, 0) to (P, N), as `ThresholdCounts`.
"""

import numpy as np

from prgbench.metrics.counts import ThresholdCounts
from prgbench.metrics.inputs import FloatArray


def roc_area(counts: ThresholdCounts) -> float:
    """Area under the ROC curve by trapezoids: Mann-Whitney with ties counted one half."""
    if counts.n_pos == 0 or counts.n_neg == 0:
        return float("nan")
    area = np.sum(np.diff(counts.fp) * (counts.tp[1:] + counts.tp[:-1])) / 2
    return float(area / (counts.n_pos * counts.n_neg))


def pr_area(counts: ThresholdCounts, low: float = 0.0, high: float = 1.0) -> float:
    """Area under the hyperbolically interpolated PR curve for recall in [low, high].

    Along a segment FP is linear in TP (Davis & Goadrich 2006), so precision is
    t / (k t + a) with k = 1 + dFP/dTP, and the integral over t is elementary.
    """
    n_pos = counts.n_pos
    if n_pos == 0:
        return float("nan")
    start, fp_start, d_tp, slope = _rising_segments(counts, low * n_pos, high * n_pos)
    k = 1 + slope
    c = start + fp_start
    first = c == 0
    c = np.where(first, 1.0, c)
    bend = np.where(first, 0.0, (start - c / k) / k * np.log1p(k * d_tp / c))
    return float(np.sum(d_tp / k + bend) / n_pos)


def prg_area(counts: ThresholdCounts) -> float:
    """Signed area under the PRG curve for recall gain in [0, 1].

    The segment that crosses recall gain 0, at TP = P pi, is cut linearly in (TP, FP). Summing
    the loss 1 - precision gain keeps the area of a perfect ranking at exactly 1.
    """
    n_pos, n_neg = counts.n_pos, counts.n_neg
    if n_pos == 0:
        return float("nan")
    if n_neg == 0:
        return 0.0
    start, fp_start, d_tp, slope = _rising_segments(counts, baseline_tp(counts), n_pos)
    end = start + d_tp
    odds = n_pos / n_neg
    mean_loss = odds * (fp_start / start + (fp_start + slope * d_tp) / end) / 2
    width = odds * n_pos * d_tp / (start * end)
    return float(1 - np.sum(mean_loss * width))


def precision_gain_at_baseline(counts: ThresholdCounts) -> float:
    """Precision gain y0 where recall gain is 0, on first arrival at TP = P pi."""
    n_pos, n_neg = counts.n_pos, counts.n_neg
    if n_pos == 0 or n_neg == 0:
        return float("nan")
    tp = baseline_tp(counts)
    i = int(np.searchsorted(counts.tp, tp))
    share = (tp - counts.tp[i - 1]) / (counts.tp[i] - counts.tp[i - 1])
    fp = counts.fp[i - 1] + share * (counts.fp[i] - counts.fp[i - 1])
    return float(1 - n_pos / n_neg * fp / tp)


def baseline_tp(counts: ThresholdCounts) -> float:
    """Return the true positives at recall = pi, where recall gain is 0."""
    return counts.n_pos * counts.n_pos / (counts.n_pos + counts.n_neg)


def _rising_segments(
    counts: ThresholdCounts, low: float, high: float
) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """Segments with dTP > 0, cut to TP in [low, high]: TP and FP at the start, dTP, dFP/dTP."""
    rising = np.flatnonzero(
        (np.diff(counts.tp) > 0) & (counts.tp[1:] > low) & (counts.tp[:-1] < high)
    )
    tp, fp = counts.tp[rising], counts.fp[rising]
    tp_end, fp_end = counts.tp[rising + 1], counts.fp[rising + 1]
    slope = (fp_end - fp) / (tp_end - tp)
    start = np.maximum(tp, low)
    return start, fp + slope * (start - tp), np.minimum(tp_end, high) - start, slope
