"""The measures of threshold counts under many weightings of the instances at once.

The package computes them for one weighting at a time, which takes too long for simulations of
millions of resamples. Here each step is one operation on all of them. That the values are the
package's is tested.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.special import betainc

from prgbench import metrics as m
from prgbench.metrics import engine
from prgbench.metrics.engine.batch import FromCounts, FromJoinedCounts
from prgbench.metrics.engine.sample import Sample
from prgbench.metrics.resampling import values_under
from prgbench.metrics.thresholding import matthews

Segments = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]


@dataclass(frozen=True)
class ManyCounts:
    """Threshold counts of one model under many weightings.

    Attributes
    ----------
    tp, fp : ndarray of shape (weightings, points)
        Cumulative counts, from 0. A threshold that no instance of a weighting has repeats the
        point before it.
    """

    tp: np.ndarray
    fp: np.ndarray

    @classmethod
    def under(cls, positive: np.ndarray, scores: np.ndarray, weights: np.ndarray) -> ManyCounts:
        """Count at every distinct score."""
        order = np.argsort(-scores)
        ranked = scores[order]
        ends = np.append(np.flatnonzero(ranked[1:] != ranked[:-1]), ranked.size - 1)
        counts = []
        for members in (positive, ~positive):
            sums = np.cumsum((weights * members)[:, order], axis=1)[:, ends]
            # Row by row in memory, as the compiled hull reads them.
            counts.append(np.ascontiguousarray(np.pad(sums.astype(np.float64), ((0, 0), (1, 0)))))
        return cls(*counts)

    @property
    def n_pos(self) -> np.ndarray:
        """Weight of the positives, shape (weightings, 1)."""
        return self.tp[:, -1:]

    @property
    def n_neg(self) -> np.ndarray:
        """Weight of the negatives, shape (weightings, 1)."""
        return self.fp[:, -1:]

    @cached_property
    def hull(self) -> ManyCounts:
        """The vertices of the ROC hulls, of which the last one is repeated."""
        kept = [engine.upper_chain(*row) for row in zip(self.fp, self.tp, strict=True)]
        places = np.full((len(kept), max(map(len, kept))), self.tp.shape[1] - 1)
        for row, own in zip(places, kept, strict=True):
            row[: len(own)] = own
        return ManyCounts(*(np.take_along_axis(own, places, 1) for own in (self.tp, self.fp)))


def values_of_counts(
    sample: Sample, weights: np.ndarray, names: list[str]
) -> dict[str, np.ndarray]:
    """Values of measures of threshold counts under rows of weights: (weightings, models) each."""
    values = {name: np.empty((len(weights), len(sample.scores))) for name in names}
    # What one class alone has is a convention of each measure: as the package has it.
    n_pos, n_neg = weights @ sample.positive, weights @ ~sample.positive
    both = (n_pos > 0) & (n_neg > 0)
    for model, scores in enumerate(sample.scores):
        counts = ManyCounts.under(sample.positive, scores, weights[both])
        for name, columns in values.items():
            columns[both, model] = _FUNCTIONS[name](counts) if both.any() else 0.0
    if not both.all():
        for name, columns in values.items():
            columns[~both] = values_under(m.get_measure(name), sample, weights[~both])
    return values


def _cut(x: np.ndarray, y: np.ndarray, low: np.ndarray, high: np.ndarray) -> Segments:
    """Segments cut to x in [low, high]: x and y at the start, dx, which may be 0, and dy/dx."""
    rise = np.diff(x)
    slope = np.divide(np.diff(y), rise, out=np.zeros_like(rise), where=rise > 0)
    start = np.clip(x[:, :-1], low, high)
    end = np.clip(x[:, 1:], low, high)
    return start, y[:, :-1] + slope * (start - x[:, :-1]), end - start, slope


def _partial_auroc(counts: ManyCounts, high: float = 0.1) -> np.ndarray:
    _, tp, d_fp, slope = _cut(counts.fp, counts.tp, 0 * counts.n_neg, high * counts.n_neg)
    area = np.sum(d_fp * (tp + slope * d_fp / 2), axis=1) / (counts.n_pos * counts.n_neg)[:, 0]
    # McClish (1989): chance has 1/2.
    chance = high**2 / 2
    return (1 + (area - chance) / (high - chance)) / 2


def _precision(counts: ManyCounts) -> tuple[np.ndarray, np.ndarray]:
    """Compute steps of recall and the precision after each; 1 before the first instance."""
    total = (counts.tp + counts.fp)[:, 1:]
    precision = np.divide(counts.tp[:, 1:], total, out=np.ones_like(total), where=total > 0)
    return np.diff(counts.tp) / counts.n_pos, precision


def _average_precision(counts: ManyCounts) -> np.ndarray:
    steps, precision = _precision(counts)
    return np.sum(steps * precision, axis=1)


def _trapezoid_from_one(counts: ManyCounts) -> np.ndarray:
    steps, precision = _precision(counts)
    left = np.pad(precision[:, :-1], ((0, 0), (1, 0)), constant_values=1.0)
    return np.sum(steps * (left + precision), axis=1) / 2


def _trapezoid(counts: ManyCounts) -> np.ndarray:
    # The first step has its own precision at both ends.
    steps, precision = _precision(counts)
    rows = np.arange(len(steps))
    first = np.argmax((counts.tp + counts.fp)[:, 1:] > 0, axis=1)
    surplus = steps[rows, first] * (1 - precision[rows, first]) / 2
    return _trapezoid_from_one(counts) - surplus


def _unit_steps(counts: ManyCounts) -> np.ndarray:
    segments = _cut(counts.tp, counts.fp, 0 * counts.n_pos, counts.n_pos)
    rows, _ = np.nonzero(segments[2])
    start, fp, d_tp, slope = (part[segments[2] > 0] for part in segments)
    # Each segment as often as it has unit steps, of which the last may be shorter.
    steps = np.ceil(d_tp).astype(np.int64)
    step = np.arange(steps.sum()) - np.repeat(np.cumsum(steps) - steps, steps)
    rows, start, fp, d_tp, slope = (
        np.repeat(part, steps) for part in (rows, start, fp, d_tp, slope)
    )
    end = np.minimum(step + 1, d_tp)
    ends = []
    for reached in (step, end):
        total = start + reached + fp + slope * reached
        # Along a segment from (0, 0) precision is constant.
        constant = 1 / (1 + slope)
        ends.append(np.divide(start + reached, total, out=constant, where=total > 0))
    sums = np.bincount(rows, (end - step) * sum(ends), len(counts.tp))
    return sums / (2 * counts.n_pos[:, 0])


def _losses(counts: ManyCounts) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Widths of the segments with recall gain in [0, 1], and 1 - precision gain at their ends."""
    n_pos = counts.n_pos
    odds = n_pos / counts.n_neg
    baseline = n_pos**2 / (n_pos + counts.n_neg)
    start, fp, d_tp, slope = _cut(counts.tp, counts.fp, baseline, n_pos)
    end = start + d_tp
    width = odds * n_pos * d_tp / (start * end)
    return width, odds * fp / start, odds * (fp + slope * d_tp) / end


def _auprg_of_hull(counts: ManyCounts) -> np.ndarray:
    width, first, last = _losses(counts.hull)
    return 1 - np.sum(width * (first + last), axis=1) / 2


def _auprg_clipped(counts: ManyCounts) -> np.ndarray:
    width, first, last = _losses(counts)
    high = 1 - np.minimum(first, last)
    low = 1 - np.maximum(first, last)
    # Of a segment that crosses 0 only the triangle above counts.
    above = np.where(low < 0, np.maximum(high, 0) ** 2, 0.0)
    crossing = np.divide(above, high - low, out=np.zeros_like(above), where=high > low)
    loss = np.where(low >= 0, first + last, 2 - crossing)
    return np.maximum(1 - np.sum(width * loss, axis=1) / 2, 0.0)


def _max_f1(counts: ManyCounts) -> np.ndarray:
    return np.max(2 * counts.tp / (counts.tp + counts.fp + counts.n_pos), axis=1)


def _max_mcc(counts: ManyCounts) -> np.ndarray:
    misses = counts.n_pos - counts.tp
    return np.max(matthews(counts.tp, counts.fp, misses, counts.n_neg - counts.fp), axis=1)


def _ks(counts: ManyCounts) -> np.ndarray:
    return np.max(counts.tp / counts.n_pos - counts.fp / counts.n_neg, axis=1)


def _h_measure(counts: ManyCounts) -> np.ndarray:
    hull = counts.hull
    n_pos, n_neg = hull.n_pos, hull.n_neg
    b = 1 + n_neg / n_pos
    d_tp = np.diff(hull.tp)
    total = d_tp + np.diff(hull.fp)
    # A repeated vertex is best for no cost: its bounds are both 0.
    calibrated = np.divide(d_tp, total, out=np.zeros_like(total), where=total > 0)
    bounds = np.pad(calibrated, ((0, 0), (1, 1)), constant_values=((0, 0), (1.0, 0.0)))
    cost_fp = 2 * betainc(3, b, bounds)
    cost_fn = b * betainc(2, b + 1, bounds)
    loss = np.sum(hull.fp * -np.diff(cost_fp) + (n_pos - hull.tp) * -np.diff(cost_fn), axis=1)
    prevalence = n_pos / (n_pos + n_neg)
    trivial = n_neg * 2 * betainc(3, b, prevalence)
    trivial += n_pos * b * (1 - betainc(2, b + 1, prevalence))
    return 1 - loss / trivial[:, 0]


def _expected_cost(counts: ManyCounts) -> np.ndarray:
    tpr = counts.hull.tp / counts.n_pos
    fpr = counts.hull.fp / counts.n_neg
    d_tpr = np.diff(tpr)
    d_fpr = np.diff(fpr)
    total = d_tpr + d_fpr
    # A vertex is best between two breakpoints; a repeated one nowhere.
    breaks = np.divide(d_fpr, total, out=np.ones_like(total), where=total > 0)
    bounds = np.pad(breaks, ((0, 0), (1, 1)), constant_values=((0, 0), (0.0, 1.0)))
    of_misses = np.diff(bounds**2) / 2
    of_alarms = -np.diff((1 - bounds) ** 2) / 2
    return np.sum((1 - tpr) * of_misses + fpr * of_alarms, axis=1)


_FUNCTIONS: dict[str, Callable[[ManyCounts], np.ndarray]] = {
    "partial_auroc": _partial_auroc,
    "average_precision": _average_precision,
    "trapezoid_aupr": _trapezoid,
    "trapezoid_aupr_one": _trapezoid_from_one,
    "unit_step_aupr": _unit_steps,
    "auprg_hull": _auprg_of_hull,
    "auprg_clipped": _auprg_clipped,
    "max_f1": _max_f1,
    "max_mcc": _max_mcc,
    "ks": _ks,
    "h_measure": _h_measure,
    "expected_cost": _expected_cost,
}


def of_counts() -> list[str]:
    """Names of the measures of threshold counts."""
    of_counts = (FromCounts, FromJoinedCounts)
    return [name for name in m.measures() if isinstance(m.get_measure(name).batch, of_counts)]
