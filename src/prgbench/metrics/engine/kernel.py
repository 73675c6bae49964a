"""The areas of many models, compiled by Numba: one sort per model, two passes over it."""

import math
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

from prgbench.metrics.engine.inputs import BoolArray, FloatArray, refuse_nan
from prgbench.run.compiling import compiled

Bits = npt.NDArray[np.uint64]
SingleBits = npt.NDArray[np.uint32]
Places = npt.NDArray[np.int64]
Sums = tuple[float, float, float, float]
"""Over the segments so far: rank sum, PR area, PRG loss, and y0."""

CHUNK = 256
EMPTY_SUMS = (0.0, 0.0, 0.0, math.nan)
MOST_VALUES = 32
NEGATIVE = np.uint64(1)
_MINUS_ZERO = np.uint64(1 << 63)
_INFINITY = np.uint64(0x7FF << 52)
_SINGLE_ZERO, _SINGLE_SIGN = np.uint32(0), np.uint32(1 << 31)
_SLOTS = 128
_HASH = np.uint64(0x9E3779B97F4A7C15)
_HASH_SHIFT = np.uint64(57)


def areas_of_batch(positive: BoolArray, scores: FloatArray) -> FloatArray:
    """AUROC, AUPR, AUPRG and y0 of each row of scores (models, n): shape (models, 4)."""
    keys, splits = ranked(positive, scores)
    result = np.empty((len(keys), 4))
    if result.size:
        integrate(keys, splits, positive.size - np.count_nonzero(positive), result)
    return result


def areas_of_ranked(keys: Bits | SingleBits, splits: Places) -> FloatArray:
    """`areas_of_batch` of models that are `ranked` already."""
    result = np.empty((len(keys), 4))
    if result.size:
        integrate(keys, splits, np.count_nonzero(keys[0] & 1), result)
    return result


def ranked(positive: BoolArray, scores: FloatArray) -> tuple[Bits, Places]:
    """Sort each row of scores (models, n) together with the labels, the best score first.

    Returns
    -------
    keys : ndarray of uint64, shape (models, n)
        Equal but for the last bit where scores are equal; that bit marks a negative instance.
    splits : ndarray of int, shape (models,)
        Where scores below zero begin in each row; their keys may equal those of other scores.
    """
    bits = np.ascontiguousarray(scores).view(np.uint64)
    keys = np.empty_like(bits)
    splits = np.empty(len(bits), dtype=np.int64)
    unsorted = np.empty(len(bits), dtype=np.bool_)
    if encode(positive, bits, keys, splits, unsorted):
        refuse_nan(scores, "y_scores")
    for row, split, is_unsorted in zip(keys, splits.tolist(), unsorted.tolist(), strict=True):
        if is_unsorted:
            row[:split].sort()
            if split < row.size:
                row[split:].sort()
    return keys, splits


def ranked_singles(positive: BoolArray, scores: npt.NDArray[np.float32]) -> SingleBits:
    """Sort rows of scores of single precision with the labels, the best score first.

    This takes half as long as `ranked`; scores that differ only in the last bit are equal.

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
def add_precisions(keys: Bits | SingleBits, splits: Places, result: FloatArray) -> None:
    """Average precision, and trapezoids from the first precision and from 1, of sorted keys."""
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


@compiled
def encode(
    positive: BoolArray, bits: Bits, keys: Bits, splits: Places, unsorted: BoolArray
) -> bool:
    """Turn scores and labels into keys that sort from the best score to the worst.

    The last bit marks a negative instance, the other 63 order scores of one sign. Scores
    below zero go to the tail of their row, from its split on. Tell which rows are still unsorted
    on either side of their split, and return whether there is a NaN.
    """
    nans = 0
    for m in range(len(bits)):
        splits[m] = rank_few_values(positive, bits[m], keys[m])
        unsorted[m] = splits[m] < 0
        if unsorted[m]:
            split, nans_of_row = encode_row(positive, bits[m], keys[m])
            splits[m] = split
            nans += nans_of_row
            unsorted[m] = not (put_in_order(keys[m, :split]) and put_in_order(keys[m, split:]))
    return nans > 0


@njit(error_model="numpy", nogil=True)
def encode_row(positive: BoolArray, bits: Bits, keys: Bits) -> tuple[int, int]:
    """Encode one row; return its split and how many of its scores are NaN."""
    n = positive.size
    nans, below_zero = 0, 0
    for i in range(n):
        nans += (bits[i] & ~_MINUS_ZERO) > _INFINITY
        below_zero += bits[i] > _MINUS_ZERO
        keys[i] = key_of(~(bits[i] & ~_MINUS_ZERO), positive[i])
    if below_zero > 0:
        head, tail = 0, n - 1
        for i in range(n):  # both places are still free; the counter of one moves on
            below = bits[i] > _MINUS_ZERO
            order = bits[i] if below else ~(bits[i] & ~_MINUS_ZERO)
            keys[head] = keys[tail] = key_of(order, positive[i])
            head += not below
            tail -= below
    return n - below_zero, nans


@njit(error_model="numpy", nogil=True)
def put_in_order(keys: Bits) -> bool:
    """Reverse keys in descending order; tell whether they are in order now."""
    last = keys.size - 1
    rank = 0
    while rank < last and keys[rank] <= keys[rank + 1]:
        rank += 1
    if rank >= last:
        return True
    rank = 0
    while rank < last and keys[rank] >= keys[rank + 1]:
        rank += 1
    if rank >= last:
        for i in range(keys.size // 2):
            keys[i], keys[last - i] = keys[last - i], keys[i]
    return rank >= last


@compiled
def encode_singles(positive: BoolArray, bits: SingleBits, keys: SingleBits) -> None:
    """Turn scores and labels into keys that sort from the best score to the worst."""
    for m in range(len(bits)):
        for i in range(positive.size):
            score = bits[m, i] if bits[m, i] != _SINGLE_SIGN else _SINGLE_ZERO
            order = score if score > _SINGLE_SIGN else score ^ ~_SINGLE_SIGN
            keys[m, i] = (order | np.uint32(1)) ^ np.uint32(positive[i])


@njit(error_model="numpy", inline="always")
def key_of(order: np.uint64, positive: bool) -> np.uint64:
    """Put the label into the place of the sign."""
    return (order << np.uint64(1)) | np.uint64(not positive)


@njit(error_model="numpy", nogil=True)
def rank_few_values(positive: BoolArray, bits: Bits, keys: Bits) -> int:
    """Write the keys of scores in order, as `ranked` returns them.

    Return the place where scores below zero begin; or -1, without keys, if there are too many
    distinct values or a NaN.
    """
    orders, counts = np.empty(MOST_VALUES, np.uint64), np.empty((MOST_VALUES, 2), np.int64)
    found = count_values(positive, bits, orders, counts)
    split, rank = 0, 0
    for value in np.argsort(orders[:found]):
        for negative in range(2):
            stop = rank + counts[value, negative]
            keys[rank:stop] = (orders[value] << NEGATIVE) | np.uint64(negative)
            rank = stop
        split = rank if orders[value] < _MINUS_ZERO else split
    return split if found > 0 else -1


@njit(error_model="numpy", nogil=True)
def count_values(positive: BoolArray, bits: Bits, orders: Bits, counts: Places) -> int:
    """Count positives and negatives of each distinct score; return how many, 0 for too many.

    A hash table with open addressing holds the scores. The bits of -0.0 mark a free slot, since
    both zeros are stored as 0.0.
    """
    table, tallies = np.full(_SLOTS, _MINUS_ZERO), np.zeros((_SLOTS, 2), np.int64)
    found = 0
    for i in range(bits.size):
        score = bits[i] if bits[i] != _MINUS_ZERO else np.uint64(0)
        slot = (score * _HASH) >> _HASH_SHIFT
        while table[slot] != score:
            if table[slot] == _MINUS_ZERO:
                if found == MOST_VALUES or (score & ~_MINUS_ZERO) > _INFINITY:
                    return 0
                table[slot] = score
                found += 1
            else:
                slot = (slot + NEGATIVE) & np.uint64(_SLOTS - 1)
        tallies[slot, int(not positive[i])] += 1
    place = 0
    for slot in range(_SLOTS):
        if table[slot] != _MINUS_ZERO:
            below = table[slot] > _MINUS_ZERO
            orders[place] = table[slot] if below else ~table[slot] & ~_MINUS_ZERO
            counts[place] = tallies[slot]
            place += 1
    return found


@compiled
def integrate(keys: Bits | SingleBits, splits: Places, n_neg: int, result: FloatArray) -> None:
    """Areas of rows of sorted keys, each with `n_neg` negatives, a chunk of instances at a time.

    Where no tie block of a chunk holds both classes, the curve has one straight line per run of
    positives. Elsewhere it has one segment per block with a positive.
    """
    n = keys.shape[1]
    ends = np.empty(CHUNK, np.int64)
    tps = np.empty(CHUNK + 1)
    fps_before, fps = np.empty(CHUNK), np.empty(CHUNK)
    for m in range(len(keys)):
        row, sums = keys[m], EMPTY_SUMS
        block = (0, 0)  # counts where the tie block began
        fp, tps[0] = 0, 0.0
        for low, high in ((0, splits[m]), (splits[m], n)):
            for start in range(low, high, CHUNK):
                chunk = row[start : min(start + CHUNK, high)]
                stop = start + chunk.size
                is_end = stop == high or (chunk[-1] ^ row[stop]) > NEGATIVE
                is_begin = block[0] + block[1] == start
                if is_begin and is_end and has_pure_blocks(chunk):
                    found, fp = collect_runs(chunk, (start - fp, fp), tps, fps)
                    block = stop - fp, fp
                    begins = fps
                else:
                    runs = ends[: find_runs(chunk, ends)]
                    found, fp, block = collect_blocks(
                        chunk, runs, is_end, (start - fp, fp), block, tps, fps_before, fps
                    )
                    begins = fps_before
                if found > 0:
                    alike = add_alike(found, tps, begins, fps, n - n_neg, n_neg)
                    sums = add_segments(sums, alike, found, tps, begins, fps, n - n_neg, n_neg)
                    tps[0] = tps[found]
        store(sums, n - n_neg, n_neg, result[m])


@njit(error_model="numpy", nogil=True)
def has_pure_blocks(keys: Bits | SingleBits) -> bool:
    """Tell whether there are several keys, and no block of equal scores with both classes."""
    if keys[0] == keys[-1]:
        return False
    mixed = 0
    for i in range(keys.size - 1):
        mixed += (keys[i] ^ keys[i + 1]) == NEGATIVE
    return mixed == 0


@njit(error_model="numpy", nogil=True)
def collect_runs(
    keys: Bits | SingleBits, start: tuple[int, int], tps: FloatArray, fps: FloatArray
) -> tuple[int, int]:
    """Collect the counts at the end of each run of positives; return how many, and FP at the end.

    Every instance writes its counts to the next free place, and only the last of a run keeps the
    place, so nothing branches on the data.
    """
    tp, fp = start
    found, last = 0, keys.size - 1
    for i in range(last):
        is_negative = int(keys[i] & NEGATIVE)
        tp, fp = tp + 1 - is_negative, fp + is_negative
        tps[found + 1], fps[found] = tp, fp
        found += (1 - is_negative) & int(keys[i + 1] & NEGATIVE)
    is_negative = int(keys[last] & NEGATIVE)
    tps[found + 1], fps[found] = tp + 1 - is_negative, fp
    return found + 1 - is_negative, fp + is_negative


@njit(error_model="numpy", nogil=True)
def find_runs(keys: Bits | SingleBits, ends: Places) -> int:
    """Find the last place of each run of equal keys; return how many there are."""
    found, last = 0, keys.size - 1
    if keys[0] != keys[last]:
        for i in range(last):
            ends[found] = i
            found += keys[i] != keys[i + 1]
    ends[found] = last
    return found + 1


@njit(error_model="numpy", nogil=True)
def collect_blocks(
    keys: Bits | SingleBits,
    runs: Places,
    is_end: bool,
    start: tuple[int, int],
    block: tuple[int, int],
    tps: FloatArray,
    fps_before: FloatArray,
    fps: FloatArray,
) -> tuple[int, int, tuple[int, int]]:
    """Collect the counts around each block with a positive; return how many, FP, the last block.

    Every run of equal keys writes its counts to the next free place, as in `collect_runs`.
    """
    tp, fp = start
    rank = tp + fp
    tp_before, fp_before = block
    found, place, last = 0, -1, keys.size - 1
    for end in runs:
        at_end = is_end if end == last else (keys[end] ^ keys[end + 1]) > NEGATIVE
        fp += (end - place) * int(keys[end] & NEGATIVE)
        tp = rank + end + 1 - fp
        place = end
        tps[found + 1], fps_before[found], fps[found] = tp, fp_before, fp
        found += at_end & (tp > tp_before)
        tp_before = tp if at_end else tp_before
        fp_before = fp if at_end else fp_before
    return found, fp, (tp_before, fp_before)


@njit(error_model="numpy", inline="always")
def add_segments(
    sums: Sums,
    alike: tuple[float, float, float, int],
    found: int,
    tps: npt.NDArray[Any],
    fps_before: npt.NDArray[Any],
    fps: npt.NDArray[Any],
    n_pos: float,
    n_neg: float,
) -> Sums:
    """Add the segments from (tps[k], fps_before[k]) to (tps[k + 1], fps[k]).

    The sums `alike` are those of `add_alike`.
    """
    baseline = n_pos * n_pos / (n_pos + n_neg)
    ranks, pr, loss, long = alike
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
    n_pos: float,
    n_neg: float,
) -> tuple[float, float, float, int]:
    """Add all segments but long ones and those that start below the baseline; count long ones.

    The loop vectorises.
    """
    baseline = n_pos * n_pos / (n_pos + n_neg)
    ranks, pr, loss, long = 0.0, 0.0, 0.0, 0
    for k in range(found):
        tp, fp = float(tps[k]), float(fps_before[k])
        end, fp_end = float(tps[k + 1]), float(fps[k])
        d_tp, before = end - tp, tp + fp
        size = d_tp + (fp_end - fp)
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
    """PR area that `add_alike` leaves out of a long segment; 0 for a short one."""
    before, size = tp + fp, end - tp + (fp_end - fp)
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
    """Compute log((before + size) / before) = 2 artanh(size / (2 before + size)) by its series."""
    s = size / (2 * before + size)
    s2 = s * s
    return 2 * s * (1 + s2 * (1 / 3 + s2 * (1 / 5 + s2 * (1 / 7 + s2 * (1 / 9)))))


@njit(error_model="numpy", inline="always")
def prg_loss(tp: float, fp: float, end: float, fp_end: float) -> float:
    """Integrate 1 - precision gain over recall gain, up to a factor."""
    return (end - tp) * (fp * end + fp_end * tp) / (tp * tp * end * end)


@njit(error_model="numpy", inline="always")
def store(sums: Sums, n_pos: float, n_neg: float, row: FloatArray) -> None:
    """Scale the sums to areas; one class only gives the same values as `integrals`."""
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
