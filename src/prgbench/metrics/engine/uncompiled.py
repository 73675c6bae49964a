"""The NumPy twins of the functions in `compiled`: one model at a time, by `integrals`."""

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from prgbench.metrics.engine.counts import Indices, Orders, ThresholdCounts, count
from prgbench.metrics.engine.inputs import FloatArray, refuse_nan
from prgbench.metrics.engine.integrals import AREAS, areas_of
from prgbench.typing import BoolArray

Bits = npt.NDArray[np.uint64]
_SIGN = np.uint64(1 << 63)
_ONE = np.uint64(1)


def areas_of_batch(
    positive: BoolArray, scores: npt.NDArray[Any], weights: FloatArray | None = None
) -> FloatArray:
    """AUROC, AUPR, AUPRG and y0 of scores (..., n): shape (..., 4)."""
    _refuse_nan(scores)
    rows = scores.reshape(-1, positive.size)
    if weights is None:
        counts = (count_turns(*rank(positive, row)) for row in rows)
    else:
        counts = (count(positive, row, weights) for row in rows)
    return _areas(counts).reshape(*scores.shape[:-1], 4)


def reweighted_areas_of_batch(
    positive: BoolArray,
    scores: FloatArray,
    weights: npt.NDArray[Any],
    orders: Orders | None = None,  # noqa: ARG001 (only the compiled twin uses it)
) -> FloatArray:
    """AUROC, AUPR, AUPRG and y0 under each of many weightings: shape (weightings, models, 4)."""
    refuse_nan(scores, "y_scores")
    result = np.full((len(weights), len(scores), 4), np.nan)
    for weighting, areas in zip(weights.astype(np.float64), result, strict=True):
        if weighting.any():
            areas[:] = _areas(count(positive, row, weighting) for row in scores)
    return result


def tally(
    draws: npt.NDArray[Any], pool: npt.NDArray[np.intp], weights: npt.NDArray[np.int32]
) -> None:
    """Count in weights (resamples, n) how often each member of the pool was drawn."""
    for row, drawn in zip(weights, draws, strict=True):
        # All draws of a member at once: an addition by index would count repeated ones once.
        row += np.bincount(pool[drawn], minlength=row.size).astype(row.dtype)


def points_of_batch(positive: BoolArray, scores: FloatArray) -> tuple[FloatArray, Indices]:
    """Count at each distinct score of models (models, n), or of one (n,).

    Returns thresholds, TP and FP (3, points), those of one model after those of another, and where
    those of each start, with nothing predicted positive.
    """
    _refuse_nan(scores)
    tables = [_points(positive, row) for row in scores.reshape(-1, positive.size)]
    sizes = np.array([table.shape[1] for table in tables])
    return np.concatenate(tables, axis=1), np.cumsum(sizes) - sizes


def _points(positive: BoolArray, scores: FloatArray) -> FloatArray:
    keys, split = rank(positive, scores)
    block_ends = _ends_of_blocks(keys, split)
    thresholds = scores_of(keys[block_ends], int(np.searchsorted(block_ends, split)))
    counts = _count_blocks(keys, block_ends, thresholds)
    return np.array([counts.thresholds, counts.tp, counts.fp])


def best_cuts(
    positive: BoolArray, orders: Orders, quarters: npt.NDArray[np.uint8]
) -> tuple[Indices, Indices]:
    """Decide quarters (splits, n) at the thresholds with the best F1 on their twins, 2 apart."""
    hits, predicted = np.zeros((2, len(orders[0]), len(quarters), 4), dtype=np.int64)
    for model, (order, ends) in enumerate(zip(*orders, strict=True)):
        for split, by_rank in enumerate(quarters[:, order]):
            members = by_rank == np.arange(4)[:, None]
            reached = np.cumsum(members, axis=1)[:, ends]
            tp = np.cumsum(members & positive[order], axis=1)[:, ends]
            # F1 = 2 TP / (predicted + P): its constant 2 does not move the maximum. The twin of
            # a quarter, in the same half, is 2 away, so `^ 2` goes there and back.
            for quarter in np.flatnonzero(tp[:, -1]):
                best = np.argmax(tp[quarter] / (reached[quarter] + tp[quarter, -1]))
                hits[model, split, quarter ^ 2] = tp[quarter ^ 2, best]
                predicted[model, split, quarter ^ 2] = reached[quarter ^ 2, best]
    return hits, predicted


def upper_chain(x: FloatArray, y: FloatArray) -> Indices:
    """Find the vertices of the upper hull of points sorted by x, then y."""
    kept: list[int] = []
    points = list(zip(x.tolist(), y.tolist(), strict=True))
    for vertex, (c_x, c_y) in enumerate(points):
        # Andrew's chain: b stays only if the path turns right at it; collinear points go, too.
        while len(kept) > 1:
            (a_x, a_y) = points[kept[-2]]
            (b_x, b_y) = points[kept[-1]]
            if (b_x - a_x) * (c_y - a_y) - (b_y - a_y) * (c_x - a_x) < 0:
                break
            kept.pop()
        kept.append(vertex)
    return np.array(kept, dtype=np.int64)


def envelopes(
    classes: tuple[Indices, Indices],
    above: Indices,
    weights: FloatArray,
    x: FloatArray,
    *,
    is_cost: bool,
) -> FloatArray:
    """Heights of a cost or F-gain curve under each row of weights: shape (weightings, points)."""
    heights = np.full((len(weights), x.size), np.nan)
    for row, of_instance in enumerate(weights):
        tp, fp = (
            np.append(0.0, np.cumsum(of_instance[members]))[reached]
            for members, reached in zip(classes, above, strict=True)
        )
        if tp[-1] and fp[-1]:
            heights[row] = _envelope(tp, fp, x, is_cost=is_cost)
    return heights


def _envelope(tp: FloatArray, fp: FloatArray, x: FloatArray, *, is_cost: bool) -> FloatArray:
    """Height of a curve from the weights of the classes from each threshold on."""
    # Both heights are best at a vertex of the ROC hull: each is a ratio of linear functions of the
    # counts, and so reaches its best value on a segment at one of the ends.
    vertices = upper_chain(fp, tp)
    n_pos = tp[-1]
    n_neg = fp[-1]
    tp = tp[vertices]
    fp = fp[vertices]
    if is_cost:
        loss: FloatArray = np.outer(1 - tp / n_pos, x) + np.outer(fp / n_neg, 1 - x)
        return np.asarray(loss.min(axis=0))
    found = tp > 0
    tp = tp[found]
    fp = fp[found]
    lost = np.outer(fp / tp, x) + np.outer((n_pos - tp) / tp, 1 - x)
    return np.asarray(1 - n_pos / n_neg * lost.min(axis=0))


def count_turns(keys: Bits, split: int) -> ThresholdCounts:
    """Count at the corners of the ROC curve, which determine its areas; thresholds are NaN.

    Where the two classes tie, there may be points inside straight lines as well.
    """
    differing = changes(keys, split)
    if (differing == 1).any():
        return _count_blocks(keys, _ends_of_blocks(keys, split))
    # Within a run of one class the ROC curve is straight, so its interior points add no area.
    first_is_negative = int(keys[0] & 1)
    differing &= _ONE
    turns = np.flatnonzero(differing.astype(np.bool_))
    return _count_runs(np.concatenate(([0], turns + 1, [keys.size])), first_is_negative)


def _count_blocks(
    keys: Bits,
    block_ends: npt.NDArray[np.intp],
    thresholds: FloatArray | None = None,
) -> ThresholdCounts:
    """Count at the ends of the blocks of equal scores; None gives thresholds of NaN."""
    tp = np.zeros(block_ends.size + 1)
    tp[1:] = np.cumsum((keys & 1) == 0)[block_ends]
    # FP from the number of instances so far: one cumulative sum instead of two.
    fp = np.zeros_like(tp)
    np.subtract(block_ends + 1.0, tp[1:], out=fp[1:])
    if thresholds is None:
        return ThresholdCounts(np.broadcast_to(np.nan, tp.shape), tp, fp)
    return ThresholdCounts(np.concatenate(([np.inf], thresholds)), tp, fp)


def _count_runs(starts: npt.NDArray[np.intp], first_is_negative: int) -> ThresholdCounts:
    """Count at the bounds of alternating runs of positives and negatives."""
    lengths = np.diff(starts, prepend=0).astype(np.float64)
    lengths[1 + (1 - first_is_negative) :: 2] = 0.0
    tp = np.cumsum(lengths)
    return ThresholdCounts(np.broadcast_to(np.nan, tp.shape), tp, starts - tp)


def rank(positive: BoolArray, scores: FloatArray) -> tuple[Bits, int]:
    """Sort scores together with labels, the best score first.

    Keys are equal but for the last bit where scores are equal; that bit marks a negative instance.
    Scores below zero begin at the split; their keys may equal those of other scores.

    Examples
    --------
    >>> keys, split = rank(np.array([True, False, False]), np.array([0.5, -1.0, 0.5]))
    >>> (keys & 1).tolist(), split
    ([0, 1, 1], 2)
    """
    # Doubles of one sign have the order of their bits as integers, and one integer sort is faster
    # than an argsort of doubles with its lookups.
    bits = np.ascontiguousarray(scores, dtype=np.float64).view(np.uint64)
    if scores.min() >= 0:
        keys = _packed(bits, positive)
        split = keys.size
    else:
        # Bits of scores below zero grow with their size: inverted, they have the order of the
        # scores.
        below = scores < 0
        split = scores.size - int(np.count_nonzero(below))
        keys = np.empty_like(bits)
        keys[:split] = _packed(bits[~below], positive[~below])
        keys[split:] = _packed(~bits[below], positive[below])
    keys[:split].sort()
    keys[split:].sort()
    return keys, split


def _packed(bits: Bits, positive: BoolArray) -> Bits:
    """Shift out the sign, put the label into the last bit, and reverse the order."""
    # The sign is the same for all and makes room for the label; -0.0 becomes 0.0 on the way.
    keys = np.left_shift(bits, _ONE)
    np.bitwise_or(keys, positive, out=keys)
    return np.invert(keys, out=keys)


def scores_of(keys: Bits, split: int) -> FloatArray:
    """Scores of keys, those from the split on below zero."""
    bits = np.right_shift(keys, _ONE)
    bits[:split] ^= ~_SIGN
    bits[split:] |= _SIGN
    return bits.view(np.float64)


def changes(keys: Bits, split: int) -> Bits:
    """Bits in which each key differs from the next; above 1 where scores differ."""
    differing = np.bitwise_xor(keys[1:], keys[:-1])
    # The two sides of zero lost their sign, so that their neighbouring keys may look alike.
    if 0 < split < keys.size:
        differing[split - 1] |= np.uint64(2)
    return differing


def _ends_of_blocks(keys: Bits, split: int) -> npt.NDArray[np.intp]:
    """Last places of equal scores."""
    return np.append(np.flatnonzero(changes(keys, split) > 1), keys.size - 1)


def _refuse_nan(scores: FloatArray) -> None:
    refuse_nan(scores, "y_score" if scores.ndim == 1 else "y_scores")


def _areas(models: Iterable[ThresholdCounts]) -> FloatArray:
    return np.array([areas_of(counts) for counts in models]).reshape(-1, len(AREAS))
