"""The areas of many models, compiled by Numba: one sort per model, two passes over it.

`integrals` is the readable twin in NumPy that the tests hold equal to this. What makes it fast:
the bits of a score and its label are one integer, so that a plain sort of integers ranks both;
and the branches that depend on the data, which no processor can predict, are kept out of the
loop over all instances.

Source of the formulas: see `integrals`.
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

from prgbench.metrics.inputs import BoolArray, FloatArray, refuse_nan

_CHUNK = 1024
_ONE = np.uint64(1)
_MINUS_ZERO = np.uint64(1 << 63)
_INFINITY = np.uint64(0x7FF << 52)
_Bits = npt.NDArray[np.uint64]
_Sums = tuple[float, float, float, float]
"""Over the segments so far: rank sum, PR area, PRG loss, and y0."""


def areas_of_batch(positive: BoolArray, scores: FloatArray) -> FloatArray:
    """AUROC, AUPR, AUPRG and y0 of each row of scores (models, n): shape (models, 4)."""
    bits = np.ascontiguousarray(scores).view(np.uint64)
    keys = np.empty_like(bits)
    splits = np.empty(len(bits), dtype=np.int64)
    any_nan, any_below_zero = encode(positive, bits, keys, splits)
    if any_nan:
        refuse_nan(scores, "y_scores")
    if any_below_zero:
        for row, split in zip(keys, splits, strict=True):
            row[:split].sort()
            row[split:].sort()
    else:
        keys.sort(axis=1)
    result = np.empty((len(bits), 4))
    integrate(keys, result)
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
def encode(
    positive: BoolArray, bits: _Bits, keys: _Bits, splits: npt.NDArray[np.int64]
) -> tuple[bool, bool]:
    """Turn scores and labels into keys that sort from the best score to the worst.

    The last bit marks a negative instance, the other 63 order scores of one sign. Rows with
    scores below zero get these at their tail, from their split. Return whether there is a NaN
    and whether there is a score below zero.
    """
    n = positive.size
    nans = 0
    for m in range(len(bits)):
        below_zero = 0
        for i in range(n):
            nans += (bits[m, i] & ~_MINUS_ZERO) > _INFINITY
            below_zero += bits[m, i] > _MINUS_ZERO
            keys[m, i] = key_of(~(bits[m, i] & ~_MINUS_ZERO), positive[i])
        splits[m] = n - below_zero
        if below_zero > 0:
            head, tail = 0, n - 1
            for i in range(n):  # both places are still free; the counter of one moves on
                below = bits[m, i] > _MINUS_ZERO
                order = bits[m, i] if below else ~(bits[m, i] & ~_MINUS_ZERO)
                keys[m, head] = keys[m, tail] = key_of(order, positive[i])
                head += not below
                tail -= below
    return nans > 0, bool(splits.min() < n)


@njit(error_model="numpy", inline="always")
def key_of(order: np.uint64, positive: bool) -> np.uint64:
    """Put the label into the place of the sign."""
    return (order << np.uint64(1)) | np.uint64(not positive)


@_compiled
def integrate(keys: _Bits, result: FloatArray) -> None:
    """Areas of rows of sorted keys.

    A first pass over a chunk of instances finds the tie blocks that hold a positive: every
    instance writes, only the end of such a block moves on, so nothing branches. A second pass
    over these blocks adds up their segments.
    """
    n = keys.shape[1]
    n_neg = int((keys[0] & _ONE).sum())
    n_pos = n - n_neg
    starts = np.empty(_CHUNK, np.int64)
    ends = np.empty(_CHUNK, np.int64)
    fps = np.empty(_CHUNK, np.int64)
    for m in range(len(keys)):
        row = keys[m]
        sums = (0.0, 0.0, 0.0, np.nan)
        tp_summed, start, tp_before, fp = 0, 0, 0, 0
        for chunk in range(0, n, _CHUNK):
            found = 0
            for rank in range(chunk, min(chunk + _CHUNK, n)):
                key = row[rank]
                fp += int(key & _ONE)
                tp = rank + 1 - fp
                following = row[rank + 1] if rank < n - 1 else ~key
                at_end = (key ^ following) > _ONE
                starts[found], ends[found], fps[found] = start, rank + 1, fp
                found += at_end & (tp > tp_before)
                start = rank + 1 if at_end else start
                tp_before = tp if at_end else tp_before
            for k in range(found):
                tp, fp_start = ends[k] - fps[k], starts[k] - tp_summed
                d_tp, d_fp = tp - tp_summed, fps[k] - fp_start
                sums = add_segment(
                    sums, float(tp_summed), float(fp_start), d_tp, d_fp, n_pos, n_neg
                )
                tp_summed = tp
        store(sums, n_pos, n_neg, result[m])


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
            sums = (0.0, 0.0, 0.0, np.nan)
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
                        sums = add_segment(sums, tp, fp, run, 0.0, n_pos, n_neg)
                        tp += run
                        run = 0.0
                    if d_tp > 0:
                        sums = add_segment(sums, tp, fp, d_tp, d_fp, n_pos, n_neg)
                    tp += d_tp
                    fp += d_fp
                    d_fp = 0.0
                d_tp = 0.0
            if run > 0:
                sums = add_segment(sums, tp, fp, run, 0.0, n_pos, n_neg)
            store(sums, n_pos, n_neg, result[r, m])


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
    sums: _Sums, tp: float, fp: float, d_tp: float, d_fp: float, n_pos: float, n_neg: float
) -> _Sums:
    """Add the segment that starts at (tp, fp)."""
    ranks, pr, loss, y0 = sums
    ranks += d_tp * (n_neg - fp - 0.5 * d_fp)
    before, size = tp + fp, d_tp + d_fp
    if d_fp == 0:
        pr += d_tp
        if fp > 0:
            pr -= fp * log_ratio(before, size)
    else:
        share = d_tp / size
        pr += share * d_tp
        if before > 0:
            pr += share * (tp - share * before) * log_ratio(before, size)
    end, fp_end = tp + d_tp, fp + d_fp
    baseline = n_pos * n_pos / (n_pos + n_neg)
    if end >= baseline:
        if tp < baseline:
            fp += (baseline - tp) / d_tp * d_fp
            tp = baseline
            y0 = 1 - fp * n_pos / (n_neg * tp)
        loss += (end - tp) * (fp * end + fp_end * tp) / (tp * tp * end * end)
    return ranks, pr, loss, y0


@njit(error_model="numpy", inline="always")
def store(sums: _Sums, n_pos: float, n_neg: float, row: FloatArray) -> None:
    """Scale the sums to areas; one class only gives the values that `integrals` documents."""
    ranks, pr, loss, y0 = sums
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
def log_ratio(before: float, size: float) -> float:
    """Compute log((before + size) / before); a short series where that is as good."""
    if size > 0.05 * before:
        return math.log1p(size / before)
    s = size / (2 * before + size)
    s2 = s * s
    return 2 * s * (1 + s2 * (1 / 3 + s2 * (1 / 5 + s2 * (1 / 7 + s2 / 9))))
