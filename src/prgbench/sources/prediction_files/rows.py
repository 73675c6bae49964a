"""The rows of a prediction file, checked against its task."""

from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from prgbench.sources.errors import RunUnusableError
from prgbench.sources.exclusions import Reason
from prgbench.sources.prediction_files.class_labels import NO_CLASS
from prgbench.sources.prediction_files.file_columns import FileLayout
from prgbench.sources.sent_predictions import Predictions

Numbers = NDArray[np.float64]
Block = tuple[list[Numbers], list[NDArray[np.int8]]]
Integer = TypeVar("Integer", bound=np.signedinteger)
UNKNOWN = -1
EXACT_BELOW = 1 << 53


class RowCollector:
    """Collect blocks of rows and check them."""

    def __init__(self, layout: FileLayout, n_classes: int) -> None:
        self._layout = layout
        self._n_classes = n_classes
        self._sample: int | None = None
        self._parts: list[tuple[NDArray[Any], ...]] = []

    def add(self, block: Block) -> None:
        """Add a block; a row of a learning curve, or without instance or score, is refused."""
        numbers, labels = block
        n_rows = numbers[0].size
        if n_rows == 0:
            return
        by_role = dict(zip(self._layout.counts, numbers, strict=False))
        predicted = dict(zip(self._layout.labels, labels, strict=True)).get("prediction")
        scores = numbers[len(self._layout.counts) :]
        unknown = np.full(n_rows, np.nan)
        zeros = np.zeros(n_rows)
        row_id = _integers(by_role["row_id"], "row_id", np.int64)
        repeat = _integers(by_role.get("repeat", zeros), "repeat", np.int16)
        fold = _integers_or_unknown(by_role.get("fold", unknown), "fold")
        if "sample" in by_role:
            self._check_one_sample(_integers_or_unknown(by_role["sample"], "sample"))
        self._check_finite(scores, row_id)
        confidences = np.stack(self._confidences(scores, predicted))
        self._parts.append((repeat, fold, row_id, np.reshape(labels, (-1, n_rows)), confidences))

    def predictions(self) -> Predictions:
        """Return all rows; none, or an instance twice in a repeat, are refused."""
        if not self._parts:
            raise RunUnusableError(Reason.UNREADABLE, "no rows")
        columns = (np.concatenate(parts, axis=-1) for parts in zip(*self._parts, strict=True))
        repeat, fold, row_id, labels, confidences = columns
        order = np.lexsort((row_id, repeat))
        twice = (np.diff(row_id[order]) == 0) & (np.diff(repeat[order]) == 0)
        if twice.any():
            detail = f"{np.count_nonzero(twice)} of {row_id.size}"
            raise RunUnusableError(Reason.ROWS_TWICE, detail)
        by_role = dict(zip(self._layout.labels, labels, strict=True))
        return Predictions(
            repeat, fold, row_id, by_role.get("truth"), by_role.get("prediction"), confidences
        )

    def _check_one_sample(self, sample: NDArray[np.int16]) -> None:
        """Refuse a learning curve, whose rows are of several samples."""
        if self._sample is None:
            self._sample = int(sample[0])
        if (sample != self._sample).any():
            raise RunUnusableError(Reason.LEARNING_CURVE)

    def _check_finite(self, scores: list[Numbers], row_id: NDArray[np.int64]) -> None:
        """Refuse rows without a score of a class; those of other labels are not read."""
        for index, column in zip(self._layout.classes, scores, strict=True):
            missing = ~np.isfinite(column)
            if index != NO_CLASS and missing.any():
                detail = f"{np.count_nonzero(missing)} or more, as for row_id {row_id[missing][0]}"
                raise RunUnusableError(Reason.SCORES_MISSING, detail)

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
    by_index: dict[int, Numbers], columns: list[Numbers], predicted: NDArray[np.int8] | None
) -> None:
    """Score 1 for the predicted class in rows of zeros, as OpenML's engine does."""
    blank = np.flatnonzero(~np.any(np.stack(columns), axis=0))
    if blank.size == 0:
        return
    if predicted is None or (predicted[blank] == NO_CLASS).any():
        raise RunUnusableError(Reason.SCORES_MISSING, "all scores 0 and no predicted class")
    for index, column in by_index.items():
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
