"""The areas of models under one weight an instance, compiled by Numba.

The place of an instance must follow its score through the sort, for its weight. So the low bits of
the score make room for the place, one plain sort of integers ranks both, and the few scores that
differ in these low bits alone are put in order afterwards.
"""

import numpy as np
import numpy.typing as npt
from numba import njit

from prgbench.metrics.inputs import BoolArray, FloatArray, refuse_nan
from prgbench.metrics.kernel import (
    CHUNK,
    EMPTY_SUMS,
    Bits,
    add_alike,
    add_segments,
    store,
)
from prgbench.pipeline.compiling import compiled

Places = npt.NDArray[np.intp]
_MINUS_ZERO = np.uint64(1 << 63)
_MOST_MOVES = 4
"""How many steps an instance may move, on average, until a full sort is faster."""

# Whether a segment is long is asked twice, so nothing here may be computed in another order.
add_alike_in_order = njit(error_model="numpy", nogil=True)(add_alike.py_func)


def weighted_areas_of_batch(
    positive: BoolArray, scores: FloatArray, weights: FloatArray
) -> FloatArray:
    """AUROC, AUPR, AUPRG and y0 of each row of scores (models, n): shape (models, 4).

    See Also
    --------
    prgbench.metrics.batch.compiled_areas : The same with checks.
    prgbench.metrics.uncompiled.weighted_areas_of_batch : The same in NumPy.
    """
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
    """Read the places from sorted keys; tell whether few enough were out of order to mend it."""
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
    positives takes its place, and nothing branches on the data.
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
