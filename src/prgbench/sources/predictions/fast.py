"""The data section of a prediction file, and the fast path for files without quirks."""

import io
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prgbench.sources.predictions.layout import (
    BLANKS,
    BYTE_ORDER_MARK,
    Header,
    LabelMatcher,
    Layout,
    decode,
    unreadable,
)

Block = tuple[list[NDArray[np.float64]], list[NDArray[np.int8]]]
LONGEST_LINE = 1 << 22
BEHIND_THE_LAST = b" \r\n\0\x1a"
BLOCK_BYTES = 1 << 20
SNIFFED_BYTES = 1 << 16
SPECIAL = frozenset(",\t'\"\\%{}\r\n\0\x1a")


def data_section(path: Path, start: int) -> bytes:
    """Return the bytes of a file from an offset to the last that is neither blank nor NUL."""
    with path.open("rb") as file:
        file.seek(start)
        return file.read().rstrip(BEHIND_THE_LAST)


def read_lines(path: Path, start: int) -> Iterator[str]:
    """Yield the lines of the data section that are neither blank nor comments."""
    section = io.BytesIO(data_section(path, start))
    lines = io.TextIOWrapper(section, "utf-8", "surrogateescape")
    for line in iter(partial(lines.readline, LONGEST_LINE), ""):
        if len(line) == LONGEST_LINE:
            raise unreadable(f"a row of {LONGEST_LINE:,} characters or more:", line)
        text = line.strip(" \n")
        if text.lstrip(" \t")[:1] not in ("", "%"):
            yield text


class NotPlainError(Exception):
    """The data section needs the tolerant path."""


def read_blocks(
    path: Path, header: Header, layout: Layout, matcher: LabelMatcher
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
    finders = layout.finders(matcher)
    label = pa.dictionary(pa.int32(), pa.binary())
    types = {str(position): pa.float64() for position in layout.numbers}
    types |= {str(position): label for position in layout.labels}
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
            counts, scores, labels = (
                [batch.column(str(position)) for position in positions]
                for positions in (layout.counts, layout.confidences, layout.labels)
            )
            yield (
                [_counts(column) for column in counts] + [_numbers(column) for column in scores],
                [_codes(column, find) for column, find in zip(labels, finders, strict=True)],
            )
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
