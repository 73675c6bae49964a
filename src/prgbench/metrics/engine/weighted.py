"""The areas of weighted samples, compiled by Numba."""

from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

from prgbench.metrics.engine.inputs import BoolArray, FloatArray, refuse_nan
from prgbench.metrics.engine.kernel import (
    CHUNK,
    EMPTY_SUMS,
    Bits,
    above_baseline,
    add_alike,
    add_segments,
    is_long,
    log_ratio,
    long_pr,
    prg_loss,
    store,
)
from prgbench.run.compiling import compiled

Places = npt.NDArray[np.intp]

LANES = 64
_MINUS_ZERO = np.uint64(1 << 63)
_MOST_MOVES = 4
"""How many steps an instance may move, on average, until a full sort is faster."""

# Whether a segment is long is computed twice, so nothing here may be reordered.
add_alike_in_order = njit(error_model="numpy", nogil=True)(add_alike.py_func)


def weighted_areas_of_batch(
    positive: BoolArray, scores: FloatArray, weights: FloatArray
) -> FloatArray:
    """AUROC, AUPR, AUPRG and y0 of each row of scores (models, n): shape (models, 4)."""
    refuse_nan(scores, "y_scores")
    result = np.empty((len(scores), 4))
    for row, areas in zip(np.ascontiguousarray(scores), result, strict=True):
        places, ends = order(row)
        integrate_weights(positive, weights, places, ends, areas)
    return result


def order(scores: FloatArray) -> tuple[Places, BoolArray]:
    """Places of scores from the best to the worst, and which is the last of equal scores."""
    bits = scores.view(np.uint64)
    low = np.uint64((1 << (bits.size - 1).bit_length()) - 1)
    keys, ends = np.empty_like(bits), np.empty(bits.size, dtype=np.bool_)
    places = np.empty(bits.size, dtype=np.intp)
    encode_places(bits, low, keys)
    keys.sort()
    if not decode_places(keys, bits, low, places, ends):
        places = np.argsort(-scores)
        ranked = scores[places]
        ends = np.append(ranked[1:] != ranked[:-1], True)
    return places, ends


@njit(error_model="numpy", inline="always")
def order_of(bits: np.uint64) -> np.uint64:
    """Turn the bits of a score into an integer, the smaller the better the score."""
    return bits if bits > _MINUS_ZERO else ~bits & ~_MINUS_ZERO


@compiled
def encode_places(bits: Bits, low: np.uint64, keys: Bits) -> None:
    """Put the place of each score into the low bits of its order."""
    for i in range(bits.size):
        keys[i] = (order_of(bits[i]) & ~low) | np.uint64(i)


@compiled
def decode_places(keys: Bits, bits: Bits, low: np.uint64, places: Places, ends: BoolArray) -> bool:
    """Read the places from sorted keys; return False if too many are out of order to repair."""
    moves_left = _MOST_MOVES * keys.size
    for rank in range(keys.size):
        place = np.intp(keys[rank] & low)
        free = rank
        if rank > 0 and (keys[rank] ^ keys[rank - 1]) <= low:
            own = order_of(bits[place])
            while free > 0 and order_of(bits[places[free - 1]]) > own:
                places[free] = places[free - 1]
                free -= 1
            moves_left -= rank - free
            if moves_left < 0:
                return False
        places[free] = place
    for rank in range(keys.size - 1):
        ends[rank] = (keys[rank] ^ keys[rank + 1]) > low or order_of(
            bits[places[rank]]
        ) != order_of(bits[places[rank + 1]])
    ends[-1] = True
    return True


@compiled
def integrate_weights(
    positive: BoolArray,
    weights: FloatArray,
    places: Places,
    ends: BoolArray,
    result: FloatArray,
) -> None:
    """Areas of one ranking.

    Counts are collected as by `kernel.collect_runs`: only the last instance of a tie block with
    positives keeps its place, and nothing branches on the data.
    """
    n_pos, n_neg = total_weights(positive, weights)
    tps = np.zeros(CHUNK + 1)
    fps_before, fps = np.empty(CHUNK), np.empty(CHUNK)
    tp, fp, tp_before, fp_before = 0.0, 0.0, 0.0, 0.0
    sums = EMPTY_SUMS
    for start in range(0, places.size, CHUNK):
        found = 0
        for rank in range(start, min(start + CHUNK, places.size)):
            place = places[rank]
            tp += weights[place] if positive[place] else 0.0
            fp += 0.0 if positive[place] else weights[place]
            tps[found + 1], fps_before[found], fps[found] = tp, fp_before, fp
            found += ends[rank] & (tp > tp_before)
            tp_before = tp if ends[rank] else tp_before
            fp_before = fp if ends[rank] else fp_before
        alike = add_alike_in_order(found, tps, fps_before, fps, n_pos, n_neg)
        sums = add_segments(sums, alike, found, tps, fps_before, fps, n_pos, n_neg)
        tps[0] = tps[found]
    store(sums, n_pos, n_neg, result)


@njit(error_model="numpy", fastmath={"reassoc", "nsz"}, nogil=True)
def total_weights(positive: BoolArray, weights: FloatArray) -> tuple[float, float]:
    """Add up the weights of the positives and of the negatives."""
    n_pos, n_neg = 0.0, 0.0
    for i in range(positive.size):
        n_pos += weights[i] if positive[i] else 0.0
        n_neg += 0.0 if positive[i] else weights[i]
    return n_pos, n_neg


def reweighted_areas_of_batch(
    positive: BoolArray, scores: FloatArray, weights: npt.NDArray[Any]
) -> FloatArray:
    """AUROC, AUPR, AUPRG and y0 under each of many weightings: shape (weightings, models, 4)."""
    refuse_nan(scores, "y_scores")
    order = np.argsort(-scores, axis=1)
    ranked = np.take_along_axis(scores, order, axis=1)
    ends = np.ones(scores.shape, dtype=np.bool_)
    ends[:, :-1] = ranked[:, 1:] != ranked[:, :-1]
    result = np.empty((len(weights), len(scores), 4))
    if len(weights):
        reweigh(positive, order, ends, lanes_of(weights), result)
    return result


def lanes_of(weights: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Put weightings (resamples, n) side by side, padded by 0: shape (groups, n, lanes)."""
    n_lanes = min(LANES, len(weights))
    starts = range(0, len(weights), n_lanes)
    lanes = np.zeros((len(starts), weights.shape[1], n_lanes), dtype=weights.dtype)
    for own, start in zip(lanes, starts, strict=True):
        group = weights[start : start + n_lanes]
        own[:, : len(group)] = group.T
    return lanes


@compiled
def reweigh(
    positive: BoolArray,
    order: npt.NDArray[np.intp],
    ends: BoolArray,
    lanes: npt.NDArray[Any],
    result: FloatArray,
) -> None:
    """Areas of each model under each weighting, from its order and the ends of its tie blocks.

    Whether a segment is long is computed twice, so ``fastmath`` must not reorder anything here.
    """
    n_groups, n, size = lanes.shape
    tp_before, fp_before, tp, fp = np.empty(size), np.empty(size), np.empty(size), np.empty(size)
    ranks, pr, loss, y0 = np.empty(size), np.empty(size), np.empty(size), np.empty(size)
    n_pos, n_neg, baseline = np.empty(size), np.empty(size), np.empty(size)
    for group in range(n_groups):
        n_pos[:], n_neg[:] = 0.0, 0.0
        for i in range(n):
            add_weights(n_pos if positive[i] else n_neg, lanes[group, i])
        for lane in range(size):
            baseline[lane] = n_pos[lane] * n_pos[lane] / (n_pos[lane] + n_neg[lane])
        for m in range(len(order)):
            tp_before[:], fp_before[:], tp[:], fp[:] = 0.0, 0.0, 0.0, 0.0
            ranks[:], pr[:], loss[:], y0[:] = 0.0, 0.0, 0.0, np.nan
            rises = False
            for rank in range(n):
                i = order[m, rank]
                rises |= positive[i]
                add_weights(tp if positive[i] else fp, lanes[group, i])
                if not ends[m, rank]:
                    continue
                if rises:
                    add_ranks(ranks, tp_before, fp_before, tp, fp, n_neg)
                    rare = add_pr(pr, tp_before, fp_before, tp, fp)
                    rare += add_loss(loss, tp_before, fp_before, tp, fp, baseline)
                    if rare:
                        for k in range(size):
                            start = tp_before[k], fp_before[k]
                            pr[k] += long_pr(start[0], start[1], tp[k], fp[k])
                            if start[0] < baseline[k] <= tp[k]:
                                y0[k], crossing = above_baseline(
                                    start[0], start[1], tp[k], fp[k], n_pos[k], n_neg[k]
                                )
                                loss[k] += crossing
                    copy(tp_before, tp)
                    rises = False
                copy(fp_before, fp)
            for lane in range(min(size, len(result) - group * size)):
                sums = ranks[lane], pr[lane], loss[lane], y0[lane]
                store(sums, n_pos[lane], n_neg[lane], result[group * size + lane, m])


@njit(error_model="numpy", nogil=True)
def add_weights(counts: FloatArray, weights: npt.NDArray[Any]) -> None:
    """Add the weights of an instance to the counts of all lanes."""
    for lane in range(counts.size):
        counts[lane] += weights[lane]


@njit(error_model="numpy", nogil=True)
def copy(to: FloatArray, values: FloatArray) -> None:
    """Copy values, without the checks of an assignment to a slice."""
    for lane in range(to.size):
        to[lane] = values[lane]


@njit(error_model="numpy", nogil=True)
def add_ranks(
    sums: FloatArray,
    tp_before: FloatArray,
    fp_before: FloatArray,
    tp: FloatArray,
    fp: FloatArray,
    n_neg: FloatArray,
) -> None:
    """Add the trapezoids of the ROC curve."""
    for k in range(sums.size):
        sums[k] += (tp[k] - tp_before[k]) * (n_neg[k] - 0.5 * (fp_before[k] + fp[k]))


@njit(error_model="numpy", nogil=True)
def add_pr(
    sums: FloatArray,
    tp_before: FloatArray,
    fp_before: FloatArray,
    tp: FloatArray,
    fp: FloatArray,
) -> int:
    """Add the PR area of segments that are not long, and count those that are."""
    long = 0
    for k in range(sums.size):
        d_tp, before = tp[k] - tp_before[k], tp_before[k] + fp_before[k]
        size = d_tp + (fp[k] - fp_before[k])
        share = d_tp / (size if size > 0 else 1.0)
        long += is_long(size, before) & (d_tp > 0)
        log = 0.0 if is_long(size, before) else log_ratio(before if before > 0 else 1.0, size)
        sums[k] += share * (d_tp + (tp_before[k] - share * before) * log)
    return long


@njit(error_model="numpy", nogil=True)
def add_loss(
    sums: FloatArray,
    tp_before: FloatArray,
    fp_before: FloatArray,
    tp: FloatArray,
    fp: FloatArray,
    baseline: FloatArray,
) -> int:
    """Add the PRG loss of segments above the baseline, and count those that cross it."""
    crossing = 0
    for k in range(sums.size):
        above = tp_before[k] >= baseline[k]
        crossing += (not above) & (tp[k] >= baseline[k])
        start, end = tp_before[k] if above else 1.0, tp[k] if above else 1.0
        sums[k] += prg_loss(start, fp_before[k], end, fp[k])
    return crossing


@compiled
def tally(
    draws: npt.NDArray[Any], pool: npt.NDArray[np.intp], weights: npt.NDArray[np.int32]
) -> None:
    """Count in weights (resamples, n) how often each member of the pool was drawn."""
    for r in range(len(draws)):
        for k in range(draws.shape[1]):
            weights[r, pool[draws[r, k]]] += 1
