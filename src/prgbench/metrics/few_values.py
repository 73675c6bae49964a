"""Ranking of scores with few distinct values by counting, compiled by Numba: no sort.

Trees, rules and hard decisions give such scores. One pass looks up each score in a small table of
those seen so far, and counts its positives and negatives.
"""

import numpy as np
import numpy.typing as npt
from numba import njit

from prgbench.metrics.inputs import BoolArray

MOST_VALUES = 32
_SLOTS = 128
_HASH = np.uint64(0x9E3779B97F4A7C15)
_HASH_SHIFT = np.uint64(57)
_ONE = np.uint64(1)
_MINUS_ZERO = np.uint64(1 << 63)
_INFINITY = np.uint64(0x7FF << 52)
_FREE = _MINUS_ZERO
Bits = npt.NDArray[np.uint64]
Counts = npt.NDArray[np.int64]


@njit(error_model="numpy", nogil=True)
def rank_few_values(positive: BoolArray, bits: Bits, keys: Bits) -> int:
    """Write the keys of scores in order, as `kernel.ranked` returns them.

    Return the place from which scores are below zero; or -1, without any keys, if there are too
    many distinct values or a NaN.
    """
    orders, counts = np.empty(MOST_VALUES, np.uint64), np.empty((MOST_VALUES, 2), np.int64)
    found = count_values(positive, bits, orders, counts)
    split, rank = 0, 0
    for value in np.argsort(orders[:found]):
        for negative in range(2):
            stop = rank + counts[value, negative]
            keys[rank:stop] = (orders[value] << _ONE) | np.uint64(negative)
            rank = stop
        split = rank if orders[value] < _MINUS_ZERO else split
    return split if found > 0 else -1


@njit(error_model="numpy", nogil=True)
def count_values(positive: BoolArray, bits: Bits, orders: Bits, counts: Counts) -> int:
    """Count positives and negatives of each distinct score; return how many, 0 for too many.

    A table holds the scores, each at the first free slot from the one of its hash. The bits of
    -0.0 mark a free slot, as 0.0 stands for both zeros.
    """
    table, tallies = np.full(_SLOTS, _FREE), np.zeros((_SLOTS, 2), np.int64)
    found = 0
    for i in range(bits.size):
        score = bits[i] if bits[i] != _MINUS_ZERO else np.uint64(0)
        slot = (score * _HASH) >> _HASH_SHIFT
        while table[slot] != score:
            if table[slot] == _FREE:
                if found == MOST_VALUES or (score & ~_MINUS_ZERO) > _INFINITY:
                    return 0
                table[slot] = score
                found += 1
            else:
                slot = (slot + _ONE) & np.uint64(_SLOTS - 1)
        tallies[slot, int(not positive[i])] += 1
    place = 0
    for slot in range(_SLOTS):
        if table[slot] != _FREE:
            below = table[slot] > _MINUS_ZERO
            orders[place] = table[slot] if below else ~table[slot] & ~_MINUS_ZERO
            counts[place] = tallies[slot]
            place += 1
    return found
