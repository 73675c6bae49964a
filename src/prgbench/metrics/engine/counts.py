"""Threshold counts: true and false positives at every distinct score, from one sort."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from prgbench.metrics.engine.inputs import (
    BoolArray,
    FloatArray,
    as_positive,
    as_scores,
    as_weights,
)
from prgbench.run.errors import extra

if TYPE_CHECKING:
    from pandas import DataFrame

Keys = npt.NDArray[np.uint64]
_SIGN = np.uint64(1 << 63)
_ONE = np.uint64(1)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ThresholdCounts:
    """True and false positives of "predict positive when score >= threshold".

    Instances with the same score are one point, in any input order.

    Attributes
    ----------
    thresholds : ndarray of shape (points,)
        Decreasing; the first is inf, where nothing is predicted positive. If scores are inf, their
        threshold follows, inf as well.
    tp, fp : ndarray of shape (points,)
        Cumulative (weighted) counts, from 0 to `n_pos` and from 0 to `n_neg`.

    See Also
    --------
    threshold_counts : Count them.
    curves.ROCCurve : The same points with their rates.
    curves.PRCurve : The same points with precision and recall.

    Examples
    --------
    >>> thresholds, tp, fp = np.array([np.inf, 2, 1]), np.array([0, 1, 1]), np.array([0, 0, 1])
    >>> counts = ThresholdCounts(thresholds, tp, fp)
    >>> counts.n_pos, counts.n_neg, counts.prevalence
    (1.0, 1.0, 0.5)
    """

    thresholds: FloatArray
    tp: FloatArray
    fp: FloatArray

    _derived: ClassVar[tuple[str, ...]] = ()
    """Properties with one value per point: further columns of the table."""

    def __repr__(self) -> str:
        name, points = type(self).__name__, self.tp.size
        return f"{name}({points} points, n_pos={self.n_pos:g}, n_neg={self.n_neg:g})"

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        names = [field.name for field in fields(self)]
        return all(
            np.array_equal(getattr(self, name), getattr(other, name), equal_nan=True)
            for name in names
        )

    # Arrays are mutable, so a curve has no hash.
    __hash__ = None  # type: ignore[assignment]

    def to_frame(self) -> DataFrame:
        """Make a table with one row per point.

        Returns
        -------
        pandas.DataFrame
            In the order of the arrays, with one column for each of them.

        Raises
        ------
        ModuleNotFoundError
            If pandas is not installed; the message names the extra to install.

        Examples
        --------
        >>> counts = threshold_counts([1, 0], [2, 1])
        >>> counts.to_frame().to_dict("list")
        {'thresholds': [inf, 2.0, 1.0], 'tp': [0.0, 1.0, 1.0], 'fp': [0.0, 0.0, 1.0]}
        """
        with extra("metrics"):
            from pandas import DataFrame

        names = [*(field.name for field in fields(self)), *self._derived]
        columns = {name: getattr(self, name) for name in names}
        return DataFrame({name: column for name, column in columns.items() if np.ndim(column)})

    @property
    def n_pos(self) -> float:
        """Number (total weight) of the positives."""
        return float(self.tp[-1])

    @property
    def n_neg(self) -> float:
        """Number (total weight) of the negatives."""
        return float(self.fp[-1])

    @property
    def prevalence(self) -> float:
        """Proportion of positives, pi."""
        return self.n_pos / (self.n_pos + self.n_neg)


def threshold_counts(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    *,
    pos_label: Any = None,
    sample_weight: npt.ArrayLike | None = None,
) -> ThresholdCounts:
    """Count true and false positives at every distinct threshold [1]_.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels: 0/1, -1/1, booleans, or any labels with `pos_label`.
    y_score : array-like of shape (n,)
        Scores; higher means more positive; +-inf are ordinary extremes, -0.0 ties with 0.0.
    pos_label : label, optional
        The positive label.
    sample_weight : array-like of shape (n,), optional
        Non-negative weights; instances of weight 0 count as absent.

    Returns
    -------
    ThresholdCounts

    Raises
    ------
    ValueError, TypeError
        For bad input.

    See Also
    --------
    roc_curve : The counts as rates.
    precision_recall_curve : The counts as precision and recall.
    precision_recall_gain_curve : The counts as gains.

    References
    ----------
    .. [1] T. Fawcett (2006). An introduction to ROC analysis. Pattern Recognition Letters 27(8),
           861-874.

    Examples
    --------
    >>> counts = threshold_counts([1, 1, 0, 0, 1, 0], [0.8, 0.8, 0.6, 0.4, 0.4, 0.2])
    >>> counts.tp
    array([0., 2., 2., 3., 3.])
    >>> counts.fp
    array([0., 0., 1., 2., 3.])
    """
    positive = as_positive(y_true, pos_label)
    scores = as_scores(y_score, positive.size)
    return count(positive, scores, as_weights(sample_weight, positive.size))


def count(
    positive: BoolArray, scores: FloatArray, weights: FloatArray | None = None
) -> ThresholdCounts:
    """`threshold_counts` of checked input."""
    if weights is not None:
        return _weighted_count(positive, scores, weights)
    keys, split = rank(positive, scores)
    block_ends = np.append(np.flatnonzero(changes(keys, split) > 1), keys.size - 1)
    thresholds = scores_of(keys[block_ends], int(np.searchsorted(block_ends, split)))
    return _count_blocks(keys, block_ends, thresholds)


def count_turns(positive: BoolArray, scores: FloatArray) -> ThresholdCounts:
    """Count at the corners of the ROC curve, which determine its areas; thresholds are NaN.

    Where the two classes tie, there may be points inside straight lines as well.
    """
    keys, split = rank(positive, scores)
    differing = changes(keys, split)
    if (differing == 1).any():
        return _count_blocks(keys, np.append(np.flatnonzero(differing > 1), keys.size - 1))
    first_is_negative = int(keys[0] & 1)
    del keys  # frees memory, as below
    differing &= _ONE
    turns = np.flatnonzero(differing.astype(np.bool_))
    del differing
    return _count_runs(np.concatenate(([0], turns + 1, [positive.size])), first_is_negative)


def _count_runs(starts: npt.NDArray[np.intp], first_is_negative: int) -> ThresholdCounts:
    """Count at the bounds of alternating runs of positives and negatives."""
    lengths = np.diff(starts, prepend=0).astype(np.float64)
    lengths[1 + (1 - first_is_negative) :: 2] = 0.0
    tp = np.cumsum(lengths)
    return ThresholdCounts(np.broadcast_to(np.nan, tp.shape), tp, starts - tp)


def _weighted_count(
    positive: BoolArray, scores: FloatArray, weights: FloatArray
) -> ThresholdCounts:
    if not weights.all():
        kept = weights > 0
        positive, scores, weights = positive[kept], scores[kept], weights[kept]
    order = np.argsort(scores)[::-1]
    ranked = scores[order]
    block_ends = np.append(np.flatnonzero(ranked[1:] != ranked[:-1]), ranked.size - 1)
    tp = np.cumsum(np.where(positive, weights, 0.0)[order])[block_ends]
    fp = np.cumsum(np.where(positive, 0.0, weights)[order])[block_ends]
    return ThresholdCounts(
        thresholds=np.concatenate(([np.inf], ranked[block_ends])),
        tp=np.concatenate(([0.0], tp)),
        fp=np.concatenate(([0.0], fp)),
    )


def count_ranked(keys: npt.NDArray[np.unsignedinteger]) -> ThresholdCounts:
    """Return the counts of a row of keys, as in `RankedBatch`.

    A threshold is minus the number of instances with scores at least as good.
    """
    block_ends = np.append(np.flatnonzero((keys[1:] ^ keys[:-1]) > 1), keys.size - 1)
    return _count_blocks(keys, block_ends, -block_ends - 1.0)


def _count_blocks(
    keys: npt.NDArray[np.unsignedinteger],
    block_ends: npt.NDArray[np.intp],
    thresholds: FloatArray | None = None,
) -> ThresholdCounts:
    """Count at the ends of the blocks of equal scores; None gives thresholds of NaN."""
    tp = np.zeros(block_ends.size + 1)
    tp[1:] = np.cumsum((keys & 1) == 0)[block_ends]
    fp = np.zeros_like(tp)
    np.subtract(block_ends + 1.0, tp[1:], out=fp[1:])
    if thresholds is None:
        return ThresholdCounts(np.broadcast_to(np.nan, tp.shape), tp, fp)
    return ThresholdCounts(np.concatenate(([np.inf], thresholds)), tp, fp)


def rank(positive: BoolArray, scores: FloatArray) -> tuple[Keys, int]:
    """Sort scores together with labels, the best score first.

    Returns
    -------
    keys : ndarray of uint64, shape (n,)
        Equal but for the last bit where scores are equal; that bit marks a negative instance.
    split : int
        Where scores below zero begin; their keys may equal those of other scores.

    Examples
    --------
    >>> keys, split = rank(np.array([True, False, False]), np.array([0.5, -1.0, 0.5]))
    >>> (keys & 1).tolist(), split
    ([0, 1, 1], 2)
    """
    bits = np.ascontiguousarray(scores).view(np.uint64)
    if scores.min() >= 0:
        keys = _packed(bits, positive)
        split = keys.size
    else:
        below = scores < 0
        split = scores.size - int(np.count_nonzero(below))
        keys = np.empty_like(bits)
        keys[:split] = _packed(bits[~below], positive[~below])
        keys[split:] = _packed(~bits[below], positive[below])
    keys[:split].sort()
    keys[split:].sort()
    return keys, split


def _packed(bits: Keys, positive: BoolArray) -> Keys:
    """Shift out the sign, put the label into the last bit, and reverse the order."""
    keys = np.left_shift(bits, _ONE)
    np.bitwise_or(keys, positive, out=keys)
    return np.invert(keys, out=keys)


def scores_of(keys: Keys, split: int) -> FloatArray:
    """Scores of keys, those from the split on below zero.

    Examples
    --------
    >>> scores_of(*rank(np.array([True, False]), np.array([-2.0, 3.0]))).tolist()
    [3.0, -2.0]
    """
    bits = np.right_shift(keys, _ONE)
    bits[:split] ^= ~_SIGN
    bits[split:] |= _SIGN
    return bits.view(np.float64)


def changes(keys: Keys, split: int) -> Keys:
    """Bits in which each key differs from the next; above 1 where scores differ.

    Examples
    --------
    >>> keys, split = rank(np.array([True, False, True]), np.array([3.0, 3.0, 2.0]))
    >>> (changes(keys, split) > 1).tolist()
    [False, True]
    """
    differing = np.bitwise_xor(keys[1:], keys[:-1])
    if 0 < split < keys.size:
        differing[split - 1] |= np.uint64(2)
    return differing
