"""Columns that grow in place, so that a file is in memory once and not in pieces and whole."""

from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

GROWTH = 1.25

Scalar = TypeVar("Scalar", bound=np.generic)


class GrowingColumns(Generic[Scalar]):
    """Columns of one dtype and equal length.

    Parameters
    ----------
    n_columns : int
        How many.
    dtype : type
        Of all.
    expected : int
        About how many rows there will be; memory that is not filled is not used.
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
