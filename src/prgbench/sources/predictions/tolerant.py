"""The tolerant path: whatever clients have written, row by row."""

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from itertools import islice
from math import isnan
from pathlib import Path

import numpy as np

from prgbench.run.foreign_text import number
from prgbench.sources.interface import RunUnusableError
from prgbench.sources.predictions.fast import Block, read_lines
from prgbench.sources.predictions.layout import (
    BLANKS,
    MISSING,
    Header,
    LabelMatcher,
    Layout,
    dense_values,
    separator_of,
    sparse_values,
    unreadable,
)

BLOCK_VALUES = 1 << 15
REMEMBERED_LABELS = 64
NAN = float("nan")


def read_blocks(
    path: Path, header: Header, layout: Layout, matcher: LabelMatcher
) -> Iterator[Block]:
    """Yield the rows in blocks: columns of numbers (NaN where missing) and of class indices."""
    readers: list[Callable[[str], float]]
    readers = [partial(_count, role=role) for role in layout.count_roles]
    readers += [_score] * len(layout.confidences)
    finders = [lru_cache(REMEMBERED_LABELS)(find) for find in layout.finders(matcher)]
    rows = read_rows(path, header)
    while block := list(islice(rows, max(1, BLOCK_VALUES // layout.n_columns))):
        columns = list(zip(*block, strict=True))
        numbers = zip(readers, layout.numbers, strict=True)
        labels = zip(finders, layout.labels, strict=True)
        yield (
            [np.fromiter(map(read, columns[place]), np.float64) for read, place in numbers],
            [np.fromiter(map(find, columns[place]), np.int8) for find, place in labels],
        )


def read_rows(path: Path, header: Header) -> Iterator[list[str]]:
    """Yield the values of each row of any ARFF file, without their quotes."""
    n_columns = len(header.names)
    separator = ""
    for line in read_lines(path, header.data_offset):
        if line[0] == "{":
            yield _sparse_row(line.rstrip(BLANKS), header)
            continue
        if not separator:
            separator = separator_of(line)
            if separator == "\t" and not _has_tabs(line, n_columns):
                separator = " "
        row = dense_values(line, separator, n_columns)
        if len(row) != n_columns:
            n_values = str(len(row)) if len(row) < n_columns else f"more than {n_columns}"
            raise unreadable(f"{n_values} values for {n_columns} columns in row", line)
        yield row


def _has_tabs(row: str, n_columns: int) -> bool:
    try:
        return len(dense_values(row, "\t", n_columns)) == n_columns
    except RunUnusableError:
        return False


def _sparse_row(line: str, header: Header) -> list[str]:
    row = list(header.sparse_values)
    seen: set[int] = set()
    for index, value in sparse_values(line):
        if index >= len(row) or index in seen:
            what = "no column" if index >= len(row) else "twice the column"
            raise unreadable(f"{what} {index} in row", line)
        seen.add(index)
        row[index] = value
    return row


def _count(text: str, role: str) -> float:
    value = _score(text)
    if isnan(value) and text != MISSING:
        raise unreadable(f"no number as {role}:", text)
    return value


def _score(text: str) -> float:
    value = number(text)
    return NAN if value is None else value
