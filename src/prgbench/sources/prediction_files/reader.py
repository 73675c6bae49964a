"""The reader of prediction files: a fast path, and a tolerant one for what it refuses."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import islice
from math import isnan
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prgbench.run.decimals import number
from prgbench.sources.prediction_files.arff import (
    BLANKS,
    BYTE_ORDER_MARK,
    Header,
    data_section,
    decode,
    read_header,
    read_rows,
    unreadable,
)
from prgbench.sources.prediction_files.class_labels import MISSING, LabelMatcher
from prgbench.sources.prediction_files.file_columns import FileLayout, find_file_layout
from prgbench.sources.prediction_files.rows import Block, RowCollector
from prgbench.sources.sent_predictions import Predictions

LONGEST_HEADER = 1 << 20
BLOCK_BYTES = 1 << 20
SNIFFED_BYTES = 1 << 16
SPECIAL = frozenset(",\t'\"\\%{}\r\n\0\x1a")
BLOCK_VALUES = 1 << 15
REMEMBERED_LABELS = 64
NAN = float("nan")


def read_predictions(path: Path, classes: Sequence[str]) -> Predictions:
    """Read a prediction file.

    Columns are found by name and labels matched to the ``classes`` of the task, so their order in
    the file does not matter. In a binary task one column of scores is enough: the other is its
    complement. A row of zeros scores 1 for the predicted class, as in OpenML's evaluation
    engine. Scores are not renormalised.

    `RunUnusableError` if the file can't be read, is a learning curve, lacks scores, or has an
    instance twice in one repeat.
    """
    header = read_header(path, LONGEST_HEADER)
    layout = find_file_layout(header.names, classes)
    matcher = LabelMatcher(classes)
    for read_blocks in (fast_blocks, tolerant_blocks):
        rows = RowCollector(layout, len(classes))
        try:
            for block in read_blocks(path, header, layout, matcher):
                rows.add(block)
        except NotPlainError:
            continue
        break
    return rows.predictions()


class NotPlainError(Exception):
    """The data section needs the tolerant path."""


def fast_blocks(
    path: Path, header: Header, layout: FileLayout, matcher: LabelMatcher
) -> Iterator[Block]:
    """Yield the rows in blocks: columns of numbers (NaN where missing) and of class indices.

    `NotPlainError` if the section has anything but rows of values without escapes.
    """
    import pyarrow as pa
    from pyarrow import csv

    if layout.unknown:
        raise NotPlainError
    section = data_section(path, header.data_offset)
    delimiter = _delimiter(section[:SNIFFED_BYTES])
    finders = _finders(layout, matcher)
    label = pa.dictionary(pa.int32(), pa.binary())
    types = {str(position): pa.float64() for position in layout.numbers}
    types |= {str(position): label for position in layout.labels.values()}
    try:
        reader = csv.open_csv(
            pa.BufferReader(section),
            csv.ReadOptions(
                use_threads=False,
                block_size=BLOCK_BYTES,
                column_names=[str(position) for position in range(layout.n_columns)],
            ),
            csv.ParseOptions(delimiter=delimiter, quote_char=False),
            csv.ConvertOptions(
                column_types=types,
                include_columns=list(types),
                null_values=["?"],
                strings_can_be_null=False,
            ),
        )
        for batch in reader:
            counts = [_counts(batch.column(str(place))) for place in layout.counts.values()]
            scores = [_numbers(batch.column(str(place))) for place in layout.confidences]
            labels = [batch.column(str(place)) for place in layout.labels.values()]
            codes = [_codes(column, find) for column, find in zip(labels, finders, strict=True)]
            yield counts + scores, codes
    except pa.ArrowInvalid as error:
        raise NotPlainError from error


def _delimiter(head: bytes) -> str:
    first_row = head.lstrip().split(b"\n", 1)[0]
    if not first_row or first_row.startswith((b"%", b"{", BYTE_ORDER_MARK)):
        raise NotPlainError
    return next((mark for mark in ",\t" if mark.encode() in first_row), " ")


def _numbers(column: Any) -> NDArray[np.float64]:
    # Arrow's to_numpy imports pandas, which takes longer than reading most files.
    filled = column.fill_null(np.nan) if column.null_count else column
    return np.asarray(np.from_dlpack(filled), dtype=np.float64)


def _counts(column: Any) -> NDArray[np.float64]:
    """Return a column in which NaN always means ``?``, never the word."""
    values = _numbers(column)
    if np.count_nonzero(np.isnan(values)) != column.null_count:
        raise NotPlainError
    return values


def _codes(column: Any, find: Callable[[str], int]) -> NDArray[np.int8]:
    labels = [_plain_label(raw) for raw in column.dictionary.to_pylist()]
    codes = np.array([find(label) for label in labels], dtype=np.int8)
    indices: NDArray[np.int8] = codes[np.from_dlpack(column.indices)]
    return indices


def _plain_label(raw: bytes) -> str:
    """Return a label without its quotes, unless it needs more than that."""
    label = decode(raw)
    if label[:1] in ("'", '"') and label[-1:] == label[:1]:
        label = label[1:-1]
    if not label or label != label.strip(BLANKS) or not SPECIAL.isdisjoint(label):
        raise NotPlainError
    return label


def tolerant_blocks(
    path: Path, header: Header, layout: FileLayout, matcher: LabelMatcher
) -> Iterator[Block]:
    """Yield the rows in blocks: columns of numbers (NaN where missing) and of class indices."""
    readers: list[Callable[[str], float]]
    readers = [partial(_count, role=role) for role in layout.counts]
    readers += [_score] * len(layout.confidences)
    finders = [lru_cache(REMEMBERED_LABELS)(find) for find in _finders(layout, matcher)]
    rows = read_rows(path, header)
    while block := list(islice(rows, max(1, BLOCK_VALUES // layout.n_columns))):
        columns = list(zip(*block, strict=True))
        numbers = zip(readers, layout.numbers, strict=True)
        labels = zip(finders, layout.labels.values(), strict=True)
        yield (
            [np.fromiter(map(read, columns[position]), np.float64) for read, position in numbers],
            [np.fromiter(map(find, columns[position]), np.int8) for find, position in labels],
        )


def _count(text: str, role: str) -> float:
    value = _score(text)
    if isnan(value) and text != MISSING:
        raise unreadable(f"not a number as {role}:", text)
    return value


def _score(text: str) -> float:
    value = number(text)
    return NAN if value is None else value


def _finders(layout: FileLayout, matcher: LabelMatcher) -> list[Callable[[str], int]]:
    """Return a function from label to class for each column of labels."""
    by_role = {"prediction": matcher.index, "truth": matcher.true_index}
    return [by_role[role] for role in layout.labels]
