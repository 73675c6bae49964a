"""The functions of `kernels.c` on NumPy arrays, which sorts in between."""

import ctypes
from typing import Any

import numpy as np
import numpy.typing as npt

from prgbench.metrics.engine.counts import Indices, Orders, orders_of
from prgbench.metrics.engine.inputs import FloatArray, refuse_nan
from prgbench.run.kernels import load_kernels
from prgbench.typing import BoolArray

Keys = npt.NDArray[np.uint64] | npt.NDArray[np.uint32]

WEIGHTINGS = 64
"""How many weightings `prg_reweigh` takes side by side."""
_LARGE = 10_000
"""Keys from which on a look at whether they are sorted takes no time beside sorting them."""
_HEAD = 32


def _function(name: str, arguments: str, result: Any = None) -> Any:
    """Declare a function of the library: `p` stands for an array, `i` for a number."""
    try:
        function = load_kernels()[name]
    except OSError as error:
        raise ImportError(str(error)) from None
    types: dict[str, Any] = {"p": ctypes.c_void_p, "i": ctypes.c_int64}
    function.argtypes = [types[letter] for letter in arguments]
    function.restype = result
    return function


_encode = _function("prg_encode", "ppiipp", ctypes.c_int64)
_encode_singles = _function("prg_encode_singles", "ppiipp", ctypes.c_int64)
_areas_of_ranked = _function("prg_areas_of_ranked", "pppiiip")
_count_ranked = _function("prg_count_ranked", "ppiipppp", ctypes.c_int64)
_weighted_areas = _function("prg_weighted_areas", "ppppip")
_reweigh = _function("prg_reweigh", "pppiippip")
_tally = _function("prg_tally", "ppiiip")
_upper_chain = _function("prg_upper_chain", "ppip", ctypes.c_int64)
_best_cuts = _function("prg_best_cuts", "ppppiiipppp")
_envelopes = _function("prg_envelopes", "ppppipiipiippppp")


def areas_of_batch(
    positive: BoolArray, scores: npt.NDArray[Any], weights: FloatArray | None = None
) -> FloatArray:
    """AUROC, AUPR, AUPRG and y0 of scores (..., n): shape (..., 4).

    The value y0 is the precision gain where recall gain is 0.
    """
    result = np.empty((*scores.shape[:-1], 4))
    if weights is not None:
        _weigh(positive, scores, weights, result.reshape(-1, 4))
    elif result.size:
        keys, splits = ranked(positive, scores)
        address = _address(keys)
        pointers = (address, None) if keys.itemsize == 8 else (None, address)
        n_neg = positive.size - np.count_nonzero(positive)
        _areas_of_ranked(*pointers, _address(splits), *keys.shape, n_neg, _address(result))
    return result


def ranked(positive: BoolArray, scores: npt.NDArray[Any]) -> tuple[Keys, Indices]:
    """Sort each row of scores (models, n) or (n,) with the labels, the best score first.

    Keys (models, n) have 64 bits, or 32 for scores of single precision. They are equal but for the
    last bit where scores are equal; that bit marks a negative instance. Scores below zero begin at
    the split of their row; their keys may equal those of other scores.
    """
    n = positive.size
    models = scores.size // n
    positive = np.ascontiguousarray(positive)
    scores = np.ascontiguousarray(scores)
    # Keys of 32 bits are sorted in half the time.
    is_single = scores.dtype == np.float32
    keys = np.empty((models, n), dtype=np.uint32 if is_single else np.uint64)
    splits = np.empty(models, dtype=np.int64)
    encode = _encode_singles if is_single else _encode
    outputs = _address(keys), _address(splits)
    below_zero = encode(_address(positive), _address(scores), models, n, *outputs)
    if below_zero < 0:
        refuse_nan(scores, "y_score" if scores.ndim == 1 else "y_scores")
    if not below_zero and n < _LARGE:
        keys.sort()
        return keys, splits
    for row, split in zip(keys, splits.tolist(), strict=True):
        _sort(row[:split])
        _sort(row[split:])
    return keys, splits


def _sort(keys: Keys) -> None:
    """Sort keys in place; scores that came sorted, either way, take one pass."""
    # NumPy's sort takes as long for sorted numbers as for others. The first keys show nearly
    # always that they are not.
    if keys.size >= _LARGE:
        head = keys[:_HEAD]
        if (head[1:] >= head[:-1]).all() and (keys[1:] >= keys[:-1]).all():
            return
        if (head[1:] <= head[:-1]).all() and (keys[1:] <= keys[:-1]).all():
            keys[:] = keys[::-1].copy()
            return
    keys.sort()


def points_of_batch(positive: BoolArray, scores: FloatArray) -> tuple[FloatArray, Indices]:
    """Count at each distinct score of models (models, n), or of one (n,).

    Returns thresholds, TP and FP (3, points), those of one model after those of another, and where
    those of each start, with nothing predicted positive.
    """
    keys, splits = ranked(positive, scores)
    models, n = keys.shape
    table = np.empty((3, models * (n + 1)))
    starts = np.empty(models, dtype=np.int64)
    columns = [_address(row) for row in table] if table.size else [0, 0, 0]
    used = _count_ranked(_address(keys), _address(splits), models, n, *columns, _address(starts))
    if 2 * used < table.shape[1]:  # else there is little memory to win
        return table[:, :used].copy(), starts
    return table[:, :used], starts


def _weigh(
    positive: BoolArray, scores: npt.NDArray[Any], weights: FloatArray, result: FloatArray
) -> None:
    refuse_nan(scores, "y_score" if scores.ndim == 1 else "y_scores")
    positive = np.ascontiguousarray(positive)
    weights = np.ascontiguousarray(weights)
    orders = orders_of(scores.reshape(-1, positive.size))
    for order, ends, areas in zip(*orders, result, strict=True):
        inputs = (_address(array) for array in (positive, weights, order, ends))
        _weighted_areas(*inputs, positive.size, _address(areas))


def reweighted_areas_of_batch(
    positive: BoolArray,
    scores: FloatArray,
    weights: npt.NDArray[Any],
    orders: Orders | None = None,
) -> FloatArray:
    """AUROC, AUPR, AUPRG and y0 under each of many weightings: shape (weightings, models, 4).

    Those of the scores may be given as ``orders``.
    """
    refuse_nan(scores, "y_scores")
    models, n = scores.shape
    order, ends = orders_of(scores) if orders is None else map(np.ascontiguousarray, orders)
    positive = np.ascontiguousarray(positive)
    ranked = [_address(array) for array in (positive, order, ends)]
    result = np.empty((len(weights), models, 4))
    is_count = weights.dtype == np.int32
    lanes = np.zeros((n, WEIGHTINGS), dtype=np.int32 if is_count else np.float64)
    inputs = (_address(lanes), None) if is_count else (None, _address(lanes))
    for start in range(0, len(weights), WEIGHTINGS):
        group = weights[start : start + WEIGHTINGS]
        lanes[:, : len(group)] = group.T
        areas = _address(result[start:])
        _reweigh(*ranked, models, n, *inputs, len(group), areas)
    return result


def tally(
    draws: npt.NDArray[Any], pool: npt.NDArray[np.intp], weights: npt.NDArray[np.int32]
) -> None:
    """Count in weights (resamples, n) how often each member of the pool was drawn."""
    draws = np.ascontiguousarray(draws, dtype=np.int32)
    pool = np.ascontiguousarray(pool, dtype=np.int64)
    sizes = (*draws.shape, weights.shape[1])
    _tally(_address(draws), _address(pool), *sizes, _address(weights))


def best_cuts(
    positive: BoolArray, orders: Orders, quarters: npt.NDArray[np.uint8]
) -> tuple[Indices, Indices]:
    """Decide quarters (splits, n) at the thresholds with the best F1 on their twins, 2 apart.

    Returns the hits and the predicted positives in each quarter, both (models, splits, 4).
    """
    splits, n = quarters.shape
    n_pos = np.stack([(quarters[:, positive] == q).sum(axis=1) for q in range(4)], axis=1)
    models = len(orders[0])
    cut_hits, cut_reached = np.zeros((2, models, splits, 4), dtype=np.int64)
    arrays = [
        *map(np.ascontiguousarray, (positive, *orders, quarters.T)),
        np.ascontiguousarray(n_pos, dtype=np.int64),
        np.empty((4, splits, 4), dtype=np.int64),
        cut_hits,
        cut_reached,
    ]
    addresses = [_address(array) for array in arrays]
    _best_cuts(*addresses[:4], models, splits, n, *addresses[4:])
    return cut_hits, cut_reached


def upper_chain(x: FloatArray, y: FloatArray) -> Indices:
    """Find the vertices of the upper hull of points sorted by x, then y."""
    kept = np.empty(x.size, dtype=np.int64)
    return kept[: _upper_chain(_address(x), _address(y), x.size, _address(kept))]


def envelopes(
    classes: tuple[Indices, Indices],
    above: Indices,
    weights: FloatArray,
    x: FloatArray,
    *,
    is_cost: bool,
) -> FloatArray:
    """Heights of a cost curve, or of an F-gain curve, under weights: shape (weightings, points).

    The instances of each class in ``classes``, the positives first, come with the best score
    first; ``above`` (2, thresholds) counts them from each threshold on. NaN where a class has no
    weight.
    """
    above = np.ascontiguousarray(above)
    weights = np.ascontiguousarray(weights)
    x = np.ascontiguousarray(x)
    thresholds = above.shape[1]
    heights = np.empty((len(weights), x.size))
    tp, fp = np.empty((2, thresholds))
    vertices = np.empty(thresholds, dtype=np.int64)
    ranked = [_address(array) for array in (*classes, *above)]
    state = [_address(array) for array in (tp, fp, vertices, np.empty_like(x))]
    sizes = _address(weights), *weights.shape, _address(x), x.size, int(is_cost)
    _envelopes(*ranked, thresholds, *sizes, *state, _address(heights))
    return heights


def _address(array: npt.NDArray[Any]) -> int:
    """Return where an array lies; twice as fast as ``ctypes.data`` where that is possible."""
    try:
        return ctypes.addressof(ctypes.c_char.from_buffer(array))  # type: ignore[arg-type]  # an array is a buffer
    except (TypeError, ValueError):  # read-only, empty
        return array.ctypes.data
