"""Columns of a large table, taken a few at a time so that they need little memory."""

from collections.abc import Iterator

VALUES_AT_ONCE = 1 << 22


def few_at_once(n_columns: int, n_rows: int) -> Iterator[slice]:
    """Yield the columns in parts that need little memory."""
    size = max(1, VALUES_AT_ONCE // max(n_rows, 1))
    for start in range(0, n_columns, size):
        yield slice(start, start + size)
