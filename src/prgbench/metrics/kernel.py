"""The areas of many models, compiled by Numba: one sort per model, two passes over it.

`integrals` is the readable twin in NumPy that the tests hold equal to this. What makes it fast:
the bits of a score and its label are one integer, so that a plain sort of integers ranks both;
and the branches that depend on the data, which no processor can predict, are kept out of the
loop over all instances.

Source of the formulas: see `integrals`.
"""

import math
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

from prgbench.metrics.compiling import compiled
from prgbench.metrics.inputs import BoolArray, FloatArray, refuse_nan

_CHUNK = 256
NEGATIVE = np.uint64(1)
_MINUS_ZERO = np.uint64(1 << 63)
_INFINITY = np.uint64(0x7FF << 52)
_ZERO, _SIGN = np.uint32(0), np.uint32(1 << 31)
Bits = npt.NDArray[np.uint64]
SingleBits = npt.NDArray[np.uint32]
Places = npt.NDArray[np.int64]
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
    return areas_of_ranked(*ranked(positive, scores))


def areas_of_ranked(keys: Bits | SingleBits, splits: Places) -> FloatArray:
    """`areas_of_batch` of what has been `ranked`."""
    result = np.empty((len(keys), 4))
    if result.size:
        integrate(keys, splits, result)
    return result


def ranked(positive: BoolArray, scores: FloatArray) -> tuple[Bits, Places]:
    """Sort each row of scores (models, n) together with the labels, the best score first.

    Returns
    -------
    keys : ndarray of uint64, shape (models, n)
        Equal but for the last bit where scores are equal; that bit marks a negative instance.
    splits : ndarray of int, shape (models,)
        The place in each row from which scores are below zero, where keys may be those of others.
    """
    bits = np.ascontiguousarray(scores).view(np.uint64)
    keys = np.empty_like(bits)
    splits = np.empty(len(bits), dtype=np.int64)
    if len(bits) == 0:
        return keys, splits
    any_nan, any_below_zero = encode(positive, bits, keys, splits)
    if any_nan:
        refuse_nan(scores, "y_scores")
    if any_below_zero:
        for row, split in zip(keys, splits, strict=True):
            row[:split].sort()
            row[split:].sort()
    else:
        keys.sort(axis=1)
    return keys, splits


def ranked_singles(positive: BoolArray, scores: npt.NDArray[np.float32]) -> SingleBits:
    """Sort rows of scores of single precision with the labels, the best score first.

    This takes half as long as `ranked`, and scores that differ in the last bit alone are equal.

    Returns
    -------
    ndarray of uint32, shape (models, n)
        Equal but for the last bit where scores are equal; that bit marks a negative instance.
    """
    bits = np.ascontiguousarray(scores).view(np.uint32)
    keys = np.empty_like(bits)
    encode_singles(positive, bits, keys)
    keys.sort(axis=1)
    return keys


@compiled
def encode(positive: BoolArray, bits: Bits, keys: Bits, splits: Places) -> tuple[bool, bool]:
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


@compiled
def encode_singles(positive: BoolArray, bits: SingleBits, keys: SingleBits) -> None:
    """Turn scores and labels into keys that sort from the best score to the worst."""
    for m in range(len(bits)):
        for i in range(positive.size):
            score = bits[m, i] if bits[m, i] != _SIGN else _ZERO
            order = score if score > _SIGN else score ^ ~_SIGN
            keys[m, i] = (order | np.uint32(1)) ^ np.uint32(positive[i])


@njit(error_model="numpy", inline="always")
def key_of(order: np.uint64, positive: bool) -> np.uint64:
    """Put the label into the place of the sign."""
    return (order << np.uint64(1)) | np.uint64(not positive)


@compiled
def integrate(keys: Bits | SingleBits, splits: Places, result: FloatArray) -> None:
    """Areas of rows of sorted keys.

    The counts at the start and at the end of each tie block that holds a positive are collected,
    a chunk of instances at a time. Every instance writes its counts to the next free place, and
    only the last of such a block takes the place, so that nothing branches on the data.
    """
    n = keys.shape[1]
    n_neg = 0
    for key in keys[0]:
        n_neg += int(key & NEGATIVE)
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
                at_end = alone or (key ^ row[rank + 1]) > NEGATIVE
                fp += int(key & NEGATIVE)
                tp = rank + 1 - fp
                tps[found + 1], fps_before[found], fps[found] = tp, fp_before, fp
                found += at_end & (tp > tp_before)
                tp_before = tp if at_end else tp_before
                fp_before = fp if at_end else fp_before
            sums = add_segments(sums, found, tps, fps_before, fps, n - n_neg, n_neg)
            tps[0] = tps[found]
        store(sums, n - n_neg, n_neg, result[m])


@compiled
def add_precisions(keys: Bits | SingleBits, splits: Places, result: FloatArray) -> None:
    """Average precision, and trapezoids from the first precision and from 1, of sorted keys.

    See Also
    --------
    prgbench.metrics.integrals.average_precision : The first in NumPy.
    prgbench.metrics.integrals.pr_trapezoid : The others in NumPy.
    """
    n = keys.shape[1]
    for m in range(len(keys)):
        row = keys[m]
        tp, tp_before, rank_before = 0, 0, 0
        steps, left_sum, one = 0.0, 0.0, 0.0
        for rank in range(n):
            tp += int(not row[rank] & NEGATIVE)
            alone = rank + 1 == splits[m] or rank + 1 == n
            if not (alone or (row[rank] ^ row[rank + 1]) > NEGATIVE):
                continue
            if tp > tp_before:
                d_tp, precision = tp - tp_before, tp / (rank + 1)
                left = tp_before / rank_before if rank_before > 0 else precision
                steps += d_tp * precision
                left_sum += d_tp * left
                one += d_tp * (1 - left) if rank_before == 0 else 0.0
            tp_before, rank_before = tp, rank + 1
        total = float(tp) if tp > 0 else math.nan
        result[m, 0] = steps / total
        result[m, 1] = (steps + left_sum) / (2 * total)
        result[m, 2] = (steps + left_sum + one) / (2 * total)


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
        pr += long_pr(tp, fp, end, float(fps[k]))
        if tp < baseline <= end:
            y0, crossing = above_baseline(tp, fp, end, float(fps[k]), n_pos, n_neg)
            loss += crossing
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
def long_pr(tp: float, fp: float, end: float, fp_end: float) -> float:
    """Compute what `add_alike` leaves out of the PR area of a long segment; 0 for a short one."""
    before, size = tp + fp, end - tp + fp_end - fp
    if before <= 0 or end <= tp or not is_long(size, before):
        return 0.0
    share = (end - tp) / size
    return share * (tp - share * before) * math.log1p(size / before)


@njit(error_model="numpy", inline="always")
def above_baseline(
    tp: float, fp: float, end: float, fp_end: float, n_pos: float, n_neg: float
) -> tuple[float, float]:
    """Cut a segment where it crosses the baseline: y0, and the loss from there on."""
    baseline = n_pos * n_pos / (n_pos + n_neg)
    fp += (baseline - tp) / (end - tp) * (fp_end - fp)
    return 1 - fp * n_pos / (n_neg * baseline), prg_loss(baseline, fp, end, fp_end)


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
