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

_CHUNK = 256
_ONE = np.uint64(1)
_MINUS_ZERO = np.uint64(1 << 63)
_INFINITY = np.uint64(0x7FF << 52)
_Bits = npt.NDArray[np.uint64]
_Sums = tuple[float, float, float, float]
"""Over the segments so far: rank sum, PR area, PRG loss, and y0."""
_EMPTY = (0.0, 0.0, 0.0, math.nan)


def areas_of_batch(positive: BoolArray, scores: FloatArray) -> FloatArray:
    """AUROC, AUPR, AUPRG and y0 of each row of scores (models, n): shape (models, 4).

    See Also
    --------
    prgbench.metrics.batch.compiled_areas : The same, with weights.
    prgbench.metrics.integrals : The same of one model, in NumPy, with the sources of the formulas.
    """
    if len(scores) == 0:
        return np.empty((0, 4))
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
    integrate(keys, splits, result)
    return result


def reweighted_areas_of_batch(
    positive: BoolArray, scores: FloatArray, weights: npt.NDArray[Any]
) -> FloatArray:
    """Areas as above under each row of weights (resamples, n): shape (resamples, models, 4).

    See Also
    --------
    reweighted_areas : The same with checks and any measure of the areas.
    prgbench.metrics.integrals : The same of one model, in NumPy, with the sources of the formulas.
    """
    refuse_nan(scores, "y_scores")
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
def integrate(keys: _Bits, splits: npt.NDArray[np.int64], result: FloatArray) -> None:
    """Areas of rows of sorted keys.

    The counts at the start and at the end of each tie block that holds a positive are collected,
    a chunk of instances at a time. Every instance writes its counts to the next free place, and
    only the last of such a block takes the place, so that nothing branches on the data.
    """
    n = keys.shape[1]
    n_neg = 0
    for key in keys[0]:
        n_neg += int(key & _ONE)
    tps = np.empty(_CHUNK + 1, np.int64)
    fps_before, fps = np.empty_like(tps), np.empty_like(tps)
    for m in range(len(keys)):
        row = keys[m]
        sums = _EMPTY
        fp, tp_before, fp_before, tps[0] = 0, 0, 0, 0
        for chunk in range(0, n, _CHUNK):
            found = 0
            for rank in range(chunk, min(chunk + _CHUNK, n)):
                key = row[rank]
                alone = rank + 1 == splits[m] or rank + 1 == n
                at_end = alone or (key ^ row[rank + 1]) > _ONE
                fp += int(key & _ONE)
                tp = rank + 1 - fp
                tps[found + 1], fps_before[found], fps[found] = tp, fp_before, fp
                found += at_end & (tp > tp_before)
                tp_before = tp if at_end else tp_before
                fp_before = fp if at_end else fp_before
            sums = add_segments(sums, found, tps, fps_before, fps, n - n_neg, n_neg)
            tps[0] = tps[found]
        store(sums, n - n_neg, n_neg, result[m])


@_compiled
def reweigh(
    positive: BoolArray,
    order: npt.NDArray[np.intp],
    ends: BoolArray,
    weights: npt.NDArray[Any],
    result: FloatArray,
) -> None:
    """Areas of each model under each row of weights, from its order and the ends of tie blocks.

    Works like `integrate`.
    """
    n = positive.size
    tps = np.empty(_CHUNK + 1, np.float64)
    fps_before, fps = np.empty_like(tps), np.empty_like(tps)
    for r in range(len(weights)):
        n_pos, n_neg = 0.0, 0.0
        for i in range(n):
            n_pos += weights[r, i] * positive[i]
            n_neg += weights[r, i] * (not positive[i])
        for m in range(len(order)):
            sums = _EMPTY
            tp, fp, tp_before, fp_before, tps[0] = 0.0, 0.0, 0.0, 0.0, 0.0
            for chunk in range(0, n, _CHUNK):
                found = 0
                for rank in range(chunk, min(chunk + _CHUNK, n)):
                    i, at_end = order[m, rank], ends[m, rank]
                    tp += weights[r, i] * positive[i]
                    fp += weights[r, i] * (not positive[i])
                    tps[found + 1], fps_before[found], fps[found] = tp, fp_before, fp
                    found += at_end & (tp > tp_before)
                    tp_before = tp if at_end else tp_before
                    fp_before = fp if at_end else fp_before
                sums = add_segments(sums, found, tps, fps_before, fps, n_pos, n_neg)
                tps[0] = tps[found]
            store(sums, n_pos, n_neg, result[r, m])


@_compiled
def tally(
    draws: npt.NDArray[Any], pool: npt.NDArray[np.intp], weights: npt.NDArray[np.int32]
) -> None:
    """Count in weights (resamples, n) how often each member of the pool was drawn."""
    for r in range(len(draws)):
        for k in range(draws.shape[1]):
            weights[r, pool[draws[r, k]]] += 1


@njit(error_model="numpy", inline="always")
def add_segments(
    sums: _Sums,
    found: int,
    tps: npt.NDArray[Any],
    fps_before: npt.NDArray[Any],
    fps: npt.NDArray[Any],
    n_pos: float,
    n_neg: float,
) -> _Sums:
    """Add the segments from (tps[k], fps_before[k]) to (tps[k + 1], fps[k]).

    All but a few are alike, and the processor takes several of those at a time.

    See Also
    --------
    prgbench.metrics.integrals.roc_area : The same trapezoids in NumPy.
    prgbench.metrics.integrals.pr_area : The same logarithms in NumPy.
    prgbench.metrics.integrals.prg_area : The same losses in NumPy.
    """
    baseline = n_pos * n_pos / (n_pos + n_neg)
    ranks, pr, loss, long = add_alike(found, tps, fps_before, fps, baseline, n_neg)
    ranks, pr, loss, y0 = sums[0] + ranks, sums[1] + pr, sums[2] + loss, sums[3]
    crosses = tps[0] < baseline <= tps[found]
    for k in range(found if long > 0 or crosses else 0):
        tp, fp, end = float(tps[k]), float(fps_before[k]), float(tps[k + 1])
        before, d_tp, d_fp = tp + fp, end - tp, fps[k] - fp
        if is_long(d_tp + d_fp, before) and before > 0:
            share = d_tp / (d_tp + d_fp)
            pr += share * (tp - share * before) * math.log1p((d_tp + d_fp) / before)
        if tp < baseline <= end:
            fp += (baseline - tp) / d_tp * d_fp
            y0 = 1 - fp * n_pos / (n_neg * baseline)
            loss += prg_loss(baseline, fp, end, float(fps[k]))
    return ranks, pr, loss, y0


@njit(error_model="numpy", fastmath={"reassoc", "nsz"}, nogil=True)
def add_alike(
    found: int,
    tps: npt.NDArray[Any],
    fps_before: npt.NDArray[Any],
    fps: npt.NDArray[Any],
    baseline: float,
    n_neg: float,
) -> tuple[float, float, float, int]:
    """Add the segments but those that start below the baseline or are long; count the latter."""
    ranks, pr, loss, long = 0.0, 0.0, 0.0, 0
    for k in range(found):
        tp, fp = float(tps[k]), float(fps_before[k])
        end, fp_end = float(tps[k + 1]), float(fps[k])
        d_tp, before = end - tp, tp + fp
        size = d_tp + fp_end - fp
        share = d_tp / size
        ranks += d_tp * (n_neg - 0.5 * (fp + fp_end))
        long += is_long(size, before)
        log = 0.0 if is_long(size, before) else log_ratio(before, size)
        pr += share * (d_tp + (tp - share * before) * log)
        segment_loss = prg_loss(tp, fp, end, fp_end)
        loss += segment_loss if tp >= baseline else 0.0
    return ranks, pr, loss, long


@njit(error_model="numpy", inline="always")
def is_long(size: float, before: float) -> bool:
    """Tell whether a segment is too long for the series of `log_ratio`."""
    return size > 0.05 * before


@njit(error_model="numpy", inline="always")
def log_ratio(before: float, size: float) -> float:
    """Compute log((before + size) / before) of a short segment by its series.

    It is 2 artanh(s) with s = size / (2 before + size).
    """
    s = size / (2 * before + size)
    s2 = s * s
    return 2 * s * (1 + s2 * (1 / 3 + s2 * (1 / 5 + s2 * (1 / 7 + s2 / 9))))


@njit(error_model="numpy", inline="always")
def prg_loss(tp: float, fp: float, end: float, fp_end: float) -> float:
    """Integrate 1 - precision gain over recall gain, up to a factor.

    See Also
    --------
    prgbench.metrics.integrals.prg_area : The same in NumPy, with its source.
    """
    return (end - tp) * (fp * end + fp_end * tp) / (tp * tp * end * end)


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
