"""The integrals behind the areas, as functions of threshold counts.

Counts of only one class give NaN unless noted. The sources of the formulas are cited in the public
functions, such as `aupr_score`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from prgbench.metrics.engine.counts import Indices, ThresholdCounts
from prgbench.metrics.engine.inputs import FloatArray
from prgbench.typing import BoolArray

Anchor = Literal["first", "one"]
_Segments: TypeAlias = tuple[FloatArray, FloatArray, FloatArray, FloatArray]

_ORIGIN: Indices = np.zeros(1, dtype=np.int64)
"""Where the points of a single model start."""
_ODDS_WITH_DIGITS = (1e-30, 1e10)
ROUNDING = 1e-12
"""How far from a point, relative to it, a baseline is on it."""


def roc_area(counts: ThresholdCounts, low: float = 0.0, high: float = 1.0) -> float:
    """Area under the ROC curve by trapezoids for false positive rates in [low, high].

    The whole area is pairs won / (won + lost), which is exact where counts are integers, and
    exactly 1 for a perfect ranking under any weights.
    """
    n_pos = counts.n_pos
    n_neg = counts.n_neg
    if n_pos == 0 or n_neg == 0:
        return float("nan")
    # Trapezoids over pairs instead of rates: no division until the end.
    if low == 0 and high == 1:
        tp = counts.tp
        fp = counts.fp
        won = np.sum(np.diff(fp) * (tp[1:] + tp[:-1]))
        lost = np.sum(np.diff(tp) * (fp[1:] + fp[:-1]))
        return float(won / (won + lost))

    _, tp, d_fp, slope = _segments(counts.fp, counts.tp, low * n_neg, high * n_neg)
    return float(np.sum(d_fp * (tp + slope * d_fp / 2)) / (n_pos * n_neg))


def corrected_roc_area(counts: ThresholdCounts, low: float, high: float) -> float:
    """Part of the ROC area, rescaled so that chance has 1/2 and a perfect ranking 1."""
    # McClish (1989): from the area of chance, (high^2 - low^2) / 2, to that of a perfect ranking.
    chance = (high**2 - low**2) / 2
    return (1 + (roc_area(counts, low, high) - chance) / (high - low - chance)) / 2


def pr_area(counts: ThresholdCounts, low: float = 0.0, high: float = 1.0) -> float:
    """Area under the hyperbolically interpolated PR curve for recall in [low, high].

    Along a segment FP is linear in TP, so precision is t / (k t + a) with k = 1 + dFP/dTP, and the
    integral over t is elementary.
    """
    n_pos = counts.n_pos
    if n_pos == 0:
        return float("nan")
    start, fp, d_tp, slope = _segments(counts.tp, counts.fp, low * n_pos, high * n_pos)
    # The integral of t / (k t + a) is t / k - a / k^2 log(k t + a), with a = FP - slope TP at the
    # start. As log1p of the step over the counts before: a difference of logarithms cancels.
    k = 1 + slope
    c = start + fp
    # From (0, 0) precision is constant, 1 / k: the logarithm has no part in it.
    first = c == 0
    c = np.where(first, 1.0, c)
    bend = np.where(first, 0.0, (start - c / k) / k * np.log1p(k * d_tp / c))
    # Weights of many magnitudes leave some rounding above the largest area.
    return min(float(np.sum(d_tp / k + bend) / n_pos), high - low)


def average_precision(counts: ThresholdCounts) -> float:
    """Sum of precision times the step of recall at each threshold."""
    return float(average_precision_of_models(JoinedCounts.of(counts))[0])


def average_precision_of_models(joined: JoinedCounts) -> FloatArray:
    """`average_precision` of models of the same labels, shape (models,)."""
    n_pos = joined.n_pos
    if n_pos == 0:
        return np.full(joined.starts.size, np.nan)
    tp = joined.tp[joined.after]
    # In place, as fresh memory for each step takes longer than the step.
    precision = tp + joined.fp[joined.after]
    np.divide(tp, precision, out=precision)
    steps = tp - joined.tp[joined.before]
    steps *= precision
    return np.minimum(joined.sums(steps) / n_pos, 1.0)


def pr_trapezoid(counts: ThresholdCounts, anchor: Anchor) -> float:
    """Area under straight lines between the PR points, from precision `anchor` at recall 0."""
    return float(pr_trapezoid_of_models(JoinedCounts.of(counts), anchor)[0])


def pr_trapezoid_of_models(joined: JoinedCounts, anchor: Anchor) -> FloatArray:
    """`pr_trapezoid` of models of the same labels, shape (models,)."""
    n_pos = joined.n_pos
    if n_pos == 0:
        return np.full(joined.starts.size, np.nan)
    tp = joined.tp[joined.after]
    precision = tp / (tp + joined.fp[joined.after])
    left = np.concatenate(([1.0], precision[:-1]))
    # The first line of each model begins at recall 0.
    left[joined.first] = precision[joined.first] if anchor == "first" else 1.0
    sums = joined.sums((tp - joined.tp[joined.before]) * (left + precision))
    return np.minimum(sums / (2 * n_pos), 1.0)


def pr_unit_steps(counts: ThresholdCounts) -> float:
    """Trapezoids through the hyperbola at every unit step of TP."""
    return float(pr_unit_steps_of_models(JoinedCounts.of(counts))[0])


def pr_unit_steps_of_models(joined: JoinedCounts) -> FloatArray:
    """`pr_unit_steps` of models of the same labels, shape (models,)."""
    n_pos = joined.n_pos
    if n_pos == 0:
        return np.full(joined.starts.size, np.nan)
    rising, (start, fp, d_tp, slope) = joined.segments(0.0, n_pos)
    # Weighted counts end in a step that is shorter than 1.
    steps = np.ceil(d_tp).astype(np.int64)
    step = np.arange(steps.sum()) - np.repeat(np.cumsum(steps) - steps, steps)
    start, fp, d_tp, slope = (np.repeat(part, steps) for part in (start, fp, d_tp, slope))
    end = np.minimum(step + 1, d_tp)
    left = _precision_along(start, fp, slope, step)
    right = _precision_along(start, fp, slope, end)
    return joined.sums((end - step) * (left + right), np.repeat(rising, steps)) / (2 * n_pos)


def prg_area(counts: ThresholdCounts) -> float:
    """Signed area under the PRG curve for recall gain in [0, 1]; 0 if all are positive.

    The segment that crosses recall gain 0, at TP = P pi, is cut linearly in (TP, FP). Summing
    the loss 1 - precision gain keeps the area of a perfect ranking at exactly 1.
    """
    if counts.n_pos == 0 or counts.n_neg == 0:
        return 0.0 if counts.n_pos else float("nan")
    refuse_odds(counts.n_pos, counts.n_neg)
    segments = _segments(counts.tp, counts.fp, baseline_tp(counts), counts.n_pos)
    width, loss_start, loss_end = _losses(segments, counts.n_pos, counts.n_neg)
    return float(1 - np.sum(width * (loss_start + loss_end)) / 2)


def prg_area_clipped(counts: ThresholdCounts) -> float:
    """Area of the PRG curve inside the unit square: precision gain below 0 counts as 0."""
    return float(prg_area_clipped_of_models(JoinedCounts.of(counts))[0])


def prg_area_clipped_of_models(joined: JoinedCounts) -> FloatArray:
    """`prg_area_clipped` of models of the same labels, shape (models,)."""
    n_pos = joined.n_pos
    n_neg = joined.n_neg
    if n_pos == 0 or n_neg == 0:
        return np.full(joined.starts.size, 0.0 if n_pos else np.nan)
    refuse_odds(n_pos, n_neg)
    rising, segments = joined.segments(baseline_tp(joined), n_pos)
    width, loss_start, loss_end = _losses(segments, n_pos, n_neg)
    start = 1 - loss_start
    end = 1 - loss_end
    # Of a segment that crosses 0 only the triangle above counts. It has the share height / fall of
    # the width: half of height^2 / fall.
    high = np.maximum(start, end)
    low = np.minimum(start, end)
    above = np.where(low < 0, np.maximum(high, 0) ** 2, 0.0)
    crossing = np.divide(above, high - low, out=np.zeros_like(above), where=high > low)
    loss = np.where(low >= 0, loss_start + loss_end, 2 - crossing)
    return np.maximum(0.0, 1 - joined.sums(width * loss, rising) / 2)


def precision_gain_at_baseline(counts: ThresholdCounts) -> float:
    """Precision gain y0 where recall gain is 0, on first arrival at TP = P pi."""
    n_pos = counts.n_pos
    n_neg = counts.n_neg
    if n_pos == 0 or n_neg == 0:
        return float("nan")
    # Where P pi is a whole number the curve may fall there, and stated prevalences and weights
    # leave a baseline that is rounded: at a hair beyond the point it would be read after the fall.
    i = int(np.searchsorted(counts.tp, baseline_tp(counts) * (1 - ROUNDING)))
    tp = min(baseline_tp(counts), float(counts.tp[i]))
    # The same cut as in `_segments`, linear in (TP, FP): theorem 1.
    share = (tp - counts.tp[i - 1]) / (counts.tp[i] - counts.tp[i - 1])
    fp = counts.fp[i - 1] + share * (counts.fp[i] - counts.fp[i - 1])
    return float(1 - n_pos / n_neg * fp / tp)


def has_digits(n_pos: npt.ArrayLike, n_neg: npt.ArrayLike) -> BoolArray:
    """Return at which odds P/N the area under the PRG curve has any accurate digit.

    Recall gain 0 lies at TP = P pi, whose distance from P is of the order of N. Rounding loses
    that where the negatives weigh little: the error is of the order of 1e-16 P/N.
    """
    low, high = _ODDS_WITH_DIGITS
    pos = np.asarray(n_pos, dtype=np.float64)
    neg = np.asarray(n_neg, dtype=np.float64)
    inside = (pos >= low * neg) & (pos <= high * neg)
    result: BoolArray = inside | (pos == 0) | (neg == 0)
    return result


def refuse_odds(n_pos: float, n_neg: float, area: str = "the area under the PRG curve") -> None:
    """Raise ValueError if the area has no accurate digit at these odds."""
    if not has_digits(n_pos, n_neg):
        low, high = _ODDS_WITH_DIGITS
        raise ValueError(
            f"The positives weigh {n_pos / n_neg:.3g} times as much as the negatives: {area} is "
            f"accurate from {low:g} to {high:g} only."
        )


def baseline_tp(counts: ThresholdCounts | JoinedCounts) -> float:
    """Return the true positives at recall = pi, where recall gain is 0."""
    return counts.n_pos * counts.n_pos / (counts.n_pos + counts.n_neg)


@dataclass(frozen=True, slots=True)
class JoinedCounts:
    """The points of models of the same labels in one array each: one pass does for all of them.

    Of few points, a pass takes as long to call as to compute. All models have the same numbers of
    positives and negatives. The points of each begin with (0, 0), at ``starts``; ``after`` are the
    places of all other points, and ``before`` those of the points before them. ``first`` says
    which of ``after`` are the first of a model.
    """

    tp: FloatArray
    fp: FloatArray
    starts: Indices
    before: slice | Indices
    after: slice | Indices
    first: Indices

    @classmethod
    def of(cls, counts: ThresholdCounts) -> JoinedCounts:
        """Take the counts of one model."""
        return cls.of_points(counts.tp, counts.fp, _ORIGIN)

    @classmethod
    def of_points(cls, tp: FloatArray, fp: FloatArray, starts: Indices) -> JoinedCounts:
        """Take points, those of one model after those of another."""
        if starts.size == 1:  # slices copy nothing
            return cls(tp, fp, starts, slice(None, -1), slice(1, None), starts)
        after = np.delete(np.arange(tp.size), starts)
        first = starts - np.arange(starts.size)
        return cls(tp, fp, starts, after - 1, after, first)

    @property
    def n_pos(self) -> float:
        """Number of positives, or their total weight."""
        return float(self.tp[-1])

    @property
    def n_neg(self) -> float:
        """Number of negatives, or their total weight."""
        return float(self.fp[-1])

    def segments(self, low: float, high: float) -> tuple[Indices, _Segments]:
        """Return the segments with dTP > 0, cut to TP in [low, high], and their first points.

        From the last point of a model to the first of the next TP falls: no segment.
        """
        return _rising_segments(self.tp, self.fp, low, high)

    def sums(self, terms: FloatArray, at: Indices | None = None) -> FloatArray:
        """Add up the terms of each model: one for each point ``at``, or for each one ``after``."""
        starts = self.first if at is None else np.searchsorted(at, self.starts)
        if starts.size == 1:
            return np.array([np.sum(terms)])
        # NumPy adds up a part as its first term and the sum of the others: after a zero, that is
        # the very sum of its terms, rounded as if there were no other model.
        parts = np.insert(terms, starts, 0.0)
        return np.add.reduceat(parts, starts + np.arange(starts.size))


def _losses(
    segments: _Segments, n_pos: float, n_neg: float
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Widths of segments with recall gain in [0, 1], and 1 - precision gain at their ends."""
    odds = n_pos / n_neg
    start, fp, d_tp, slope = segments
    end = start + d_tp
    # The difference of two recall gains as one product: the gains themselves would cancel.
    width = odds * n_pos * d_tp / (start * end)
    return width, odds * fp / start, odds * (fp + slope * d_tp) / end


def _segments(x: FloatArray, y: FloatArray, low: float, high: float) -> _Segments:
    """Segments with dx > 0, cut to x in [low, high]: x and y at the start, dx, dy/dx."""
    return _rising_segments(x, y, low, high)[1]


def _rising_segments(
    x: FloatArray, y: FloatArray, low: float, high: float
) -> tuple[Indices, _Segments]:
    """`_segments`, with the places of the points that they start from."""
    # Vertical segments have no area over x, and their slope is infinite.
    dx = x[1:] - x[:-1]
    is_whole = low <= x[0] and high >= x[-1]
    rises = dx > 0 if is_whole else (dx > 0) & (x[1:] > low) & (x[:-1] < high)
    rising = np.flatnonzero(rises)
    start = x[rising]
    y_start = y[rising]
    dx = dx[rising]
    slope = (y[rising + 1] - y_start) / dx
    if is_whole:
        return rising, (start, y_start, dx, slope)
    cut = np.maximum(start, low)
    end = np.minimum(start + dx, high)
    return rising, (cut, y_start + slope * (cut - start), end - cut, slope)


def _precision_along(
    start: FloatArray, fp: FloatArray, slope: FloatArray, step: FloatArray
) -> FloatArray:
    """Precision `step` true positives after the start; constant along a segment from (0, 0)."""
    tp = start + step
    total = start + step + fp + slope * step
    return np.divide(tp, total, out=1 / (1 + slope), where=total > 0)


AREAS = (roc_area, pr_area, prg_area, precision_gain_at_baseline)


def areas_of(counts: ThresholdCounts) -> list[float]:
    """Return AUROC, AUPR, AUPRG and y0; the last two are NaN where they have no digits."""
    exact = AREAS if has_digits(counts.n_pos, counts.n_neg) else AREAS[:2]
    return [function(counts) for function in exact] + [float("nan")] * (len(AREAS) - len(exact))
