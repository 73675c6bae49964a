"""The reader of prediction files: the fast path, and the tolerant one for what it refuses."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import islice
from math import isnan
from pathlib import Path

import numpy as np

from prgbench.run.foreign_text import number
from prgbench.sources.interface import Predictions, RunUnusableError
from prgbench.sources.predictions import fast
from prgbench.sources.predictions.fast import Block, read_lines
from prgbench.sources.predictions.layout import (
    BLANKS,
    MISSING,
    Header,
    LabelMatcher,
    Layout,
    dense_values,
    find_layout,
    read_header,
    separator_of,
    sparse_values,
    unreadable,
)
from prgbench.sources.predictions.rows import RowCollector

LONGEST_HEADER = 1 << 20
BLOCK_VALUES = 1 << 15
REMEMBERED_LABELS = 64
NAN = float("nan")


def read_predictions(path: Path, classes: Sequence[str]) -> Predictions:
    r"""Read a prediction file.

    Columns are found by name and labels matched to the ``classes`` of the task, so their order in
    the file does not matter. In a binary task one column of scores is enough: the other is its
    complement. A row of zeros scores 1 for the predicted class, as in OpenML's evaluation
    engine. Scores are not renormalised.

    `RunUnusableError` if the file can't be read, is a learning curve, lacks scores, or has an
    instance twice in one repeat.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import mkdtemp
    >>> path = Path(mkdtemp()) / "predictions.arff"
    >>> lines = ["@relation p", "@attribute row_id numeric", "@attribute confidence.b numeric",
    ...          "@attribute confidence.a numeric", "@data", "7,0.25,0.75", "3,1,0"]
    >>> _ = path.write_text("\n".join(lines))
    >>> predictions = read_predictions(path, classes=["a", "b"])
    >>> predictions.row_id.tolist(), predictions.confidences.tolist()
    ([7, 3], [[0.75, 0.0], [0.25, 1.0]])
    """
    header = read_header(path, LONGEST_HEADER)
    layout = find_layout(header.names, classes)
    matcher = LabelMatcher(classes)
    for blocks_of in (fast.read_blocks, read_blocks):
        rows = RowCollector(layout, len(classes))
        try:
            for block in blocks_of(path, header, layout, matcher):
                rows.add(block)
        except fast.NotPlainError:
            continue
        break
    return rows.predictions()


def read_blocks(
    path: Path, header: Header, layout: Layout, matcher: LabelMatcher
) -> Iterator[Block]:
    """Yield what any client has written, row by row, in the blocks of `fast.read_blocks`."""
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
