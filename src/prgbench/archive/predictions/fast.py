"""The fast path: a data section of plain values, read by the CSV reader of Arrow."""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from pyarrow import csv

from prgbench.archive.predictions.class_labels import LabelMatcher
from prgbench.archive.predictions.header import Header, data_end, decode
from prgbench.archive.predictions.layout import Layout

BLOCK_BYTES = 1 << 20
SNIFFED_BYTES = 1 << 16
SPECIAL = frozenset(",\t'\"\\%{}\r\n\0\x1a")

Block = tuple[list[NDArray[np.float64]], list[NDArray[np.int8]]]


class NotPlainError(Exception):
    """The data section needs the tolerant path."""


def read_blocks(
    path: Path, header: Header, layout: Layout, matcher: LabelMatcher
) -> Iterator[Block]:
    """Yield the rows in blocks: columns of numbers (NaN where missing) and of class indices.

    Raises
    ------
    NotPlainError
        If the section is anything but rows of values that need no unescaping.
    """
    if layout.unknown:
        raise NotPlainError
    with path.open("rb") as file:
        section = _Section(file, header.data_offset)
        delimiter, quote = _sniff(section.first_bytes())
        types = dict.fromkeys(layout.numbers, pa.float64())
        types |= dict.fromkeys(layout.labels, pa.dictionary(pa.int32(), pa.binary()))
        try:
            reader = csv.open_csv(
                section,
                csv.ReadOptions(
                    use_threads=False,
                    block_size=BLOCK_BYTES,
                    column_names=[str(position) for position in range(layout.n_columns)],
                ),
                csv.ParseOptions(delimiter=delimiter, quote_char=quote),
                csv.ConvertOptions(
                    column_types={str(position): kind for position, kind in types.items()},
                    include_columns=[str(position) for position in types],
                    null_values=["?"],
                    strings_can_be_null=False,
                ),
            )
            for batch in reader:
                numbers = [batch.column(str(position)) for position in layout.numbers]
                labels = [batch.column(str(position)) for position in layout.labels]
                yield (
                    [column.to_numpy(zero_copy_only=False) for column in numbers],
                    [_codes(column, matcher) for column in labels],
                )
        except pa.ArrowInvalid as error:
            raise NotPlainError from error


class _Section(io.RawIOBase):
    """The bytes of a file from an offset to the last that is not blank."""

    def __init__(self, file: BinaryIO, start: int) -> None:
        self._file = file
        self._left = max(0, data_end(file) - start)
        file.seek(start)

    def first_bytes(self) -> bytes:
        start = self._file.tell()
        sniffed = self._file.read(min(SNIFFED_BYTES, self._left))
        self._file.seek(start)
        return sniffed

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        wanted = self._left if size < 0 else min(size, self._left)
        data = self._file.read(wanted)
        self._left -= len(data)
        return data


def _sniff(head: bytes) -> tuple[str, str | bool]:
    """Tell the delimiter and the quoting character from the first rows."""
    first_row = head.lstrip().split(b"\n", 1)[0]
    if not first_row or first_row[:1] in b"%{":
        raise NotPlainError
    delimiter = next((mark for mark in ",\t" if mark.encode() in first_row), " ")
    quotes = [mark for mark in "'\"" if mark.encode() in head]
    if len(quotes) == 2 or b"\\" in head:
        raise NotPlainError
    return delimiter, quotes[0] if quotes else False


def _codes(column: Any, matcher: LabelMatcher) -> NDArray[np.int8]:
    labels = [decode(raw) for raw in column.dictionary.to_pylist()]
    for label in labels:
        if not label or label != label.strip() or not SPECIAL.isdisjoint(label):
            raise NotPlainError
    codes = np.array([matcher.index(label) for label in labels], dtype=np.int8)
    found: NDArray[np.int8] = codes[column.indices.to_numpy()]
    return found
