"""The areas of many models, compiled by Numba: one sort per model, one pass over it.

`integrals` is the readable twin in NumPy that the tests hold equal to this. Two things make it
fast. Positives and negatives are sorted apart, so that the pass merges two sorted runs and needs
no order. And a run of positives without a negative between them is one straight segment in every
space, whatever its number of thresholds.

Source of the formulas: see `integrals`.
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

from prgbench.metrics.inputs import BoolArray, FloatArray

_State = tuple[float, float, float, float]
"""Sums over the segments so far (rank sum, PR area, PRG loss), and y0."""


def areas_of_batch(positive: BoolArray, scores: FloatArray) -> FloatArray:
    """AUROC, AUPR, AUPRG and y0 of each row of scores (models, n): shape (models, 4)."""
    work = np.empty(scores.shape)
    n_pos = split_by_class(positive, scores, work)
    work[:, :n_pos].sort(axis=1)
    work[:, n_pos:].sort(axis=1)
    result = np.empty((scores.shape[0], 4))
    merge(work, n_pos, result)
    return result


def reweighted_areas_of_batch(
    positive: BoolArray, scores: FloatArray, weights: npt.NDArray[Any]
) -> FloatArray:
    """Areas as above under each row of weights (resamples, n): shape (resamples, models, 4)."""
    order = np.argsort(-scores, axis=1)
    ranked = np.take_along_axis(scores, order, axis=1)
    ends = np.ones(scores.shape, dtype=np.bool_)
    ends[:, :-1] = ranked[:, 1:] != ranked[:, :-1]
    result = np.empty((len(weights), len(scores), 4))
    reweigh(positive, order, ends, weights, result)
    return result


def _compiled(function: Callable[..., Any]) -> Any:
    try:
        return njit(cache=True, nogil=True, error_model="numpy")(function)
    except RuntimeError:  # no directory to keep the compiled code in
        return njit(nogil=True, error_model="numpy")(function)


@_compiled
def split_by_class(positive: BoolArray, scores: FloatArray, out: FloatArray) -> int:
    """Copy each row with its positives first; return their number."""
    models, n = scores.shape
    head = 0
    for m in range(models):
        head, tail = 0, n - 1
        for i in range(n):
            score = scores[m, i]
            out[m, head] = score
            out[m, tail] = score
            head += positive[i]
            tail -= not positive[i]
    return head


@_compiled
def merge(rows: FloatArray, n_pos: int, result: FloatArray) -> None:
    """Areas of rows that hold sorted positives, then sorted negatives."""
    models, n = rows.shape
    n_neg = n - n_pos
    for m in range(models):
        pos, neg = rows[m, :n_pos], rows[m, n_pos:]
        state = (0.0, 0.0, 0.0, np.nan)
        i, j = n_pos - 1, n_neg - 1
        while i >= 0:
            score = pos[i]
            while j >= 0 and neg[j] > score:
                j -= 1
            tp, fp = n_pos - 1 - i, n_neg - 1 - j
            if j >= 0 and neg[j] == score:
                while i >= 0 and pos[i] == score:
                    i -= 1
                while j >= 0 and neg[j] == score:
                    j -= 1
            elif j >= 0:
                below = neg[j]
                while i >= 0 and pos[i] > below:
                    i -= 1
            else:
                i = -1
            d_tp, d_fp = n_pos - 1 - i - tp, n_neg - 1 - j - fp
            state = add_segment(state, tp, fp, d_tp, d_fp, n_pos, n_neg)
        store(state, n_pos, n_neg, result[m])


@_compiled
def reweigh(
    positive: BoolArray,
    order: npt.NDArray[np.intp],
    ends: BoolArray,
    weights: npt.NDArray[Any],
    result: FloatArray,
) -> None:
    """Areas of each model under each row of weights, from its order and the ends of tie blocks."""
    n = positive.size
    for r in range(weights.shape[0]):
        n_pos, n_neg = 0.0, 0.0
        for i in range(n):
            n_pos += weights[r, i] * positive[i]
            n_neg += weights[r, i] * (not positive[i])
        for m in range(order.shape[0]):
            state = (0.0, 0.0, 0.0, np.nan)
            tp, fp, run, d_tp, d_fp = 0.0, 0.0, 0.0, 0.0, 0.0
            for t in range(n):
                i = order[m, t]
                d_tp += weights[r, i] * positive[i]
                d_fp += weights[r, i] * (not positive[i])
                if not ends[m, t]:
                    continue
                if d_fp == 0:
                    run += d_tp
                else:
                    if run > 0:
                        state = add_segment(state, tp, fp, run, 0.0, n_pos, n_neg)
                        tp += run
                        run = 0.0
                    if d_tp > 0:
                        state = add_segment(state, tp, fp, d_tp, d_fp, n_pos, n_neg)
                    tp += d_tp
                    fp += d_fp
                    d_fp = 0.0
                d_tp = 0.0
            if run > 0:
                state = add_segment(state, tp, fp, run, 0.0, n_pos, n_neg)
            store(state, n_pos, n_neg, result[r, m])


@_compiled
def tally(
    draws: npt.NDArray[Any], pool: npt.NDArray[np.intp], weights: npt.NDArray[np.int32]
) -> None:
    """Count in weights (resamples, n) how often each member of the pool was drawn."""
    for r in range(draws.shape[0]):
        for k in range(draws.shape[1]):
            weights[r, pool[draws[r, k]]] += 1


@njit(error_model="numpy", inline="always")
def add_segment(
    state: _State, tp: float, fp: float, d_tp: float, d_fp: float, n_pos: float, n_neg: float
) -> _State:
    """Add the segment that starts at (tp, fp)."""
    ranks, pr, loss, y0 = state
    ranks += d_tp * (n_neg - fp - 0.5 * d_fp)
    total = tp + fp
    if total == 0:
        pr += d_tp * (d_tp / (d_tp + d_fp))
    elif d_fp == 0:
        pr += d_tp - fp * log1p(d_tp / total)
    else:
        k = (d_tp + d_fp) / d_tp
        pr += d_tp / k + (tp - total / k) / k * log1p((d_tp + d_fp) / total)
    end = tp + d_tp
    baseline = n_pos * n_pos / (n_pos + n_neg)
    if end >= baseline:
        start, fp_start = float(tp), float(fp)
        if tp < baseline:
            fp_start += (baseline - tp) / d_tp * d_fp
            start = baseline
            y0 = 1 - fp_start * n_pos / (n_neg * start)
        loss += (end - start) / (start * end) * (fp_start / start + (fp + d_fp) / end)
    return ranks, pr, loss, y0


@njit(error_model="numpy", inline="always")
def store(state: _State, n_pos: float, n_neg: float, row: FloatArray) -> None:
    """Scale the sums to areas; one class only gives the values that `integrals` documents."""
    ranks, pr, loss, y0 = state
    row[:] = np.nan
    if n_pos > 0:
        row[1] = pr / n_pos
        row[2] = 0.0
        if n_neg > 0:
            odds = n_pos / n_neg
            row[0] = ranks / n_pos / n_neg
            row[2] = 1 - odds * odds * n_pos * loss / 2
            row[3] = y0


@njit(error_model="numpy", inline="always")
def log1p(x: float) -> float:
    """Compute log(1 + x) for x >= 0; a short series where that is as good."""
    if x > 0.01:
        return math.log1p(x)
    s = x / (2 + x)
    s2 = s * s
    return 2 * s * (1 + s2 * (1 / 3 + s2 * (1 / 5 + s2 / 7)))
