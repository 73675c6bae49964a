"""Threshold counts: true and false positives at every distinct score, from one sort."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from prgbench.metrics import engine
from prgbench.metrics.engine.inputs import (
    FloatArray,
    as_positive,
    as_score_row,
    as_weights,
    check_stated,
    refuse_nan,
)
from prgbench.run.errors import extra
from prgbench.typing import BoolArray

if TYPE_CHECKING:
    from pandas import DataFrame

Indices = npt.NDArray[np.int64]
Orders = tuple[Indices, BoolArray]


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

    def __iter__(self) -> Iterator[FloatArray]:
        """Unpack into ``thresholds, tp, fp``."""
        return iter((self.thresholds, self.tp, self.fp))

    def __getitem__(self, index: int | slice) -> Any:
        """Return parts of what it unpacks into, as in ``auc(*roc_curve(y_true, y_score)[:2])``."""
        return tuple(self)[index]

    def __len__(self) -> int:
        """Return the number of its parts, as of the tuples of scikit-learn."""
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        name = type(self).__name__
        points = self.tp.size
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
    __hash__ = None  # type: ignore[assignment]  # arrays have no hash

    def to_frame(self) -> DataFrame:
        """Make a table with one row per point.

        Returns
        -------
        pandas.DataFrame
            In the order of the arrays, with one column for each of them.

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
    prevalence: float | None = None,
) -> ThresholdCounts:
    """Count true and false positives at every distinct threshold [1]_.

    Infinite scores are ordinary extremes, -0.0 ties with 0.0, and instances of weight 0 count as
    absent. At a stated prevalence the negatives are weighed, as by `at_prevalence`.

    References
    ----------
    .. [1] T. Fawcett (2006). An introduction to ROC analysis. Pattern Recognition Letters 27(8),
           861-874.

    Examples
    --------
    >>> counts = threshold_counts([1, 1, 0, 0, 1, 0], [0.8, 0.8, 0.6, 0.4, 0.4, 0.2])
    >>> counts.tp.tolist(), counts.fp.tolist()
    ([0.0, 2.0, 2.0, 3.0, 3.0], [0.0, 0.0, 1.0, 2.0, 3.0])
    """
    positive = as_positive(y_true, pos_label)
    scores = as_score_row(y_score, positive.size)
    check_stated(prevalence)
    counts = count(positive, scores, as_weights(sample_weight, positive.size))
    return at_prevalence(counts, prevalence)


def at_prevalence(counts: ThresholdCounts, prevalence: float | None) -> ThresholdCounts:
    """Weigh the negatives so that the positives have a stated proportion [1]_.

    Rates stay the same; precision, gains and areas over them become those that the same ranking
    has in a population of this prevalence. None changes nothing, and one class alone stays as it
    is.

    References
    ----------
    .. [1] W. Siblini, J. Fréry, L. He-Guelton, F. Oblé, Y.-Q. Wang (2020). Master your metrics
           with calibration. Advances in Intelligent Data Analysis XVIII, 457-469.

    Examples
    --------
    >>> counts = threshold_counts([1, 0, 0, 0], [4, 3, 2, 1])
    >>> at_prevalence(counts, 0.5).fp.round(4).tolist()
    [0.0, 0.0, 0.3333, 0.6667, 1.0]
    """
    if prevalence is None or counts.n_pos == 0 or counts.n_neg == 0:
        return counts
    wanted = counts.n_pos * ((1 - prevalence) / prevalence)
    return ThresholdCounts(counts.thresholds, counts.tp, counts.fp * (wanted / counts.n_neg))


def count(
    positive: BoolArray, scores: FloatArray, weights: FloatArray | None = None
) -> ThresholdCounts:
    """`threshold_counts` of checked input."""
    if weights is None:
        return ThresholdCounts(*engine.points_of_batch(positive, scores)[0])
    return _weighted_count(positive, scores, weights)


def _weighted_count(
    positive: BoolArray, scores: FloatArray, weights: FloatArray
) -> ThresholdCounts:
    refuse_nan(scores, "y_score")
    # An instance of weight 0 is absent: its score must not become a threshold.
    if not weights.all():
        kept = weights > 0
        positive = positive[kept]
        scores = scores[kept]
        weights = weights[kept]
    # Within a block of equal scores the order does not matter: only its last sums are used.
    order = np.argsort(scores)[::-1]
    ranked = scores[order]
    block_ends = np.append(np.flatnonzero(ranked[1:] != ranked[:-1]), ranked.size - 1)
    tp = np.cumsum(np.where(positive, weights, 0.0)[order])[block_ends]
    fp = np.cumsum(np.where(positive, 0.0, weights)[order])[block_ends]
    # The first threshold, inf, comes before all scores: the point (0, 0).
    return ThresholdCounts(
        thresholds=np.concatenate(([np.inf], ranked[block_ends])),
        tp=np.concatenate(([0.0], tp)),
        fp=np.concatenate(([0.0], fp)),
    )


def orders_of(scores: FloatArray) -> Orders:
    """Return the places of scores (models, n) by rank, and which is the last of equal ones."""
    # Ties in any order: `ends` marks where a block of them is complete.
    order = np.argsort(-scores, axis=1).astype(np.int64, copy=False)
    ranked = np.take_along_axis(scores, order, axis=1)
    ends = np.ones(scores.shape, dtype=np.bool_)
    ends[:, :-1] = ranked[:, 1:] != ranked[:, :-1]
    return order, ends
