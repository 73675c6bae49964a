"""The rows of a prediction file, checked against its task."""

from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from prgbench.sources.interface import Predictions, Reason, RunUnusableError
from prgbench.sources.predictions.fast import Block
from prgbench.sources.predictions.layout import NO_CLASS, Layout

Numbers = NDArray[np.float64]
Integer = TypeVar("Integer", bound=np.signedinteger)
Scalar = TypeVar("Scalar", bound=np.generic)
UNKNOWN = -1
EXACT_BELOW = 1 << 53
BITMAP_SPARSENESS = 16
CHECKED_AT_ONCE = 1 << 20
GROWTH = 1.25


class RowCollector:
    """Collect blocks of rows and check them; ``expected`` is their approximate number."""

    def __init__(self, layout: Layout, n_classes: int, expected: int = 0) -> None:
        self._layout = layout
        self._n_classes = n_classes
        self._sample: int | None = None
        self._row_id = GrowingColumns(1, np.int64, expected)
        self._split = GrowingColumns(2, np.int16, expected)
        self._labels = GrowingColumns(len(layout.labels), np.int8, expected)
        self._scores = GrowingColumns(n_classes, np.float64, expected)

    def add(self, block: Block) -> None:
        """Add a block; a row of a learning curve, or without instance or score, is refused."""
        numbers, labels = block
        n_rows = numbers[0].size
        if n_rows == 0:
            return
        by_role = dict(zip(self._layout.count_roles, numbers, strict=False))
        predicted = dict(zip(self._layout.label_roles, labels, strict=True)).get("prediction")
        scores = numbers[len(self._layout.count_roles) :]
        unknown, zeros = np.full(n_rows, np.nan), np.zeros(n_rows)
        row_id = _integers(by_role["row_id"], "row_id", np.int64)
        repeat = _integers(by_role.get("repeat", zeros), "repeat", np.int16)
        fold = _integers_or_unknown(by_role.get("fold", unknown), "fold")
        if "sample" in by_role:
            sample = _integers_or_unknown(by_role["sample"], "sample")
            self._sample = int(sample[0]) if self._sample is None else self._sample
            if (sample != self._sample).any():
                raise RunUnusableError(Reason.LEARNING_CURVE)
        for index, column in zip(self._layout.classes, scores, strict=True):
            finite = np.isfinite(column)
            if index != NO_CLASS and not finite.all():
                detail = f"{np.count_nonzero(~finite)} or more, as for row_id {row_id[~finite][0]}"
                raise RunUnusableError(Reason.SCORES_MISSING, detail)
        self._row_id.append(row_id)
        self._split.append(repeat, fold)
        self._scores.append(*self._confidences(scores, predicted))
        if labels:
            self._labels.append(*labels)

    def predictions(self) -> Predictions:
        """Return all rows; none, or an instance twice in a repeat, are refused."""
        row_id, (repeat, fold) = self._row_id.values[0], self._split.values
        if row_id.size == 0:
            raise RunUnusableError(Reason.UNREADABLE, "no rows")
        _check_unique(repeat, row_id)
        by_role = dict(zip(self._layout.label_roles, self._labels.values, strict=True))
        labels = by_role.get("truth"), by_role.get("prediction")
        return Predictions(repeat, fold, row_id, *labels, self._scores.values)

    def _confidences(
        self, columns: list[Numbers], predicted: NDArray[np.int8] | None
    ) -> list[Numbers]:
        by_class = zip(self._layout.classes, columns, strict=True)
        by_index = {index: column.copy() for index, column in by_class if index != NO_CLASS}
        missing = self._layout.complement
        if missing is not None:
            by_index[missing] = 1.0 - by_index[1 - missing]
        else:
            _score_predicted_class(by_index, columns, predicted)
        return [by_index[index] for index in range(self._n_classes)]


def _score_predicted_class(
    found: dict[int, Numbers], columns: list[Numbers], predicted: NDArray[np.int8] | None
) -> None:
    """Score 1 for the predicted class in rows of zeros, as OpenML's engine does."""
    blank = np.flatnonzero(~np.any(np.stack(columns), axis=0))
    if blank.size == 0:
        return
    if predicted is None or (predicted[blank] == NO_CLASS).any():
        raise RunUnusableError(Reason.SCORES_MISSING, "all scores 0 and no predicted class")
    for index, column in found.items():
        column[blank[predicted[blank] == index]] = 1.0


def _integers(column: Numbers, name: str, dtype: type[Integer]) -> NDArray[Integer]:
    """Return whole numbers from 0, small enough to be exact."""
    limit = min(np.iinfo(dtype).max, EXACT_BELOW - 1)
    if column.min() >= 0 and column.max() <= limit:
        whole = column.astype(dtype)
        if np.array_equal(whole, column):
            return whole
    wrong = column[~((column >= 0) & (column <= limit) & (np.floor(column) == column))][0]
    detail = f"{name} {wrong:.17g} is not a whole number from 0 to {limit}"
    raise RunUnusableError(Reason.UNREADABLE, f"{name} is missing" if np.isnan(wrong) else detail)


def _integers_or_unknown(column: Numbers, name: str) -> NDArray[np.int16]:
    unknown = np.isnan(column)
    if not unknown.any():
        return _integers(column, name, np.int16)
    whole = _integers(np.where(unknown, 0.0, column), name, np.int16)
    whole[unknown] = UNKNOWN
    return whole


def _check_unique(repeat: NDArray[np.int16], row_id: NDArray[np.int64]) -> None:
    span = int(row_id.max()) - int(row_id.min()) + 1
    repeats = int(repeat.max()) - int(repeat.min()) + 1
    if span * repeats > BITMAP_SPARSENESS * row_id.size + 1024:
        n_distinct = np.unique(np.stack([repeat.astype(np.int64), row_id]), axis=1).shape[1]
    else:
        seen = np.zeros(span * repeats, dtype=bool)
        first_repeat, first_row = int(repeat.min()), int(row_id.min())
        for start in range(0, row_id.size, CHECKED_AT_ONCE):
            part = slice(start, start + CHECKED_AT_ONCE)
            key = (repeat[part].astype(np.int64) - first_repeat) * span
            seen[key + (row_id[part] - first_row)] = True
        n_distinct = int(np.count_nonzero(seen))
    if n_distinct < row_id.size:
        raise RunUnusableError(Reason.ROWS_TWICE, f"{row_id.size - n_distinct} of {row_id.size}")


class GrowingColumns(Generic[Scalar]):
    """Columns of one dtype and length that grow in place, so that memory holds them once.

    Memory for the expected rows is used only when it is filled.
    """

    def __init__(self, n_columns: int, dtype: type[Scalar], expected: int) -> None:
        self._values = np.empty((n_columns, expected), dtype=dtype)
        self._n_rows = 0

    def append(self, *columns: NDArray[Scalar]) -> None:
        """Append rows to each column."""
        end = self._n_rows + columns[0].size
        if end > self._values.shape[1]:
            grown = np.empty((len(columns), int(GROWTH * end)), dtype=self._values.dtype)
            grown[:, : self._n_rows] = self._values[:, : self._n_rows]
            self._values = grown
        for target, column in zip(self._values, columns, strict=True):
            target[self._n_rows : end] = column
        self._n_rows = end

    @property
    def values(self) -> NDArray[Scalar]:
        """The array of shape (n_columns, n_rows)."""
        return self._values[:, : self._n_rows]
