"""The tolerant path: whatever clients have written, row by row."""

import io
import re
from array import array
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np

from prgbench.archive.interface import Reason, RunUnusableError
from prgbench.archive.predictions.class_labels import LabelMatcher
from prgbench.archive.predictions.fast import Block
from prgbench.archive.predictions.header import LINE_ENDS, QUOTED, Header, unquote
from prgbench.archive.predictions.layout import Layout

BLOCK_ROWS = 1 << 16

Splitter = Callable[[str], list[str]]

_SEPARATORS = {
    ",": re.compile(rf"[ \t]*({QUOTED}|[^,]*?)[ \t]*(,|$)"),
    "\t": re.compile(rf" *({QUOTED}|[^\t]*?) *(\t|$)"),
    " ": re.compile(rf"({QUOTED}|[^ \t]+)([ \t]+|$)"),
}
_SPARSE_PAIR = re.compile(rf"\s*(\d+)\s+({QUOTED}|[^,]*?)\s*(?:,|$)")
_QUOTED_VALUE = re.compile(QUOTED)
_QUOTED_BEGINNING = re.compile(rf"({QUOTED})([^'\"]*)$")


def read_blocks(
    path: Path, header: Header, layout: Layout, matcher: LabelMatcher
) -> Iterator[Block]:
    """Yield the rows in blocks: columns of numbers (NaN where missing) and of class indices.

    Raises
    ------
    RunUnusableError
        If a row does not have the columns that the header declares.
    """
    codes: dict[str, int] = {}
    numbers, labels = _empty(layout)
    for row in read_rows(path, header):
        for number_column, position in zip(numbers, layout.numbers, strict=True):
            number_column.append(_number(row[position]))
        for label_column, position in zip(labels, layout.labels, strict=True):
            label = row[position]
            if label not in codes:
                codes[label] = matcher.index(label)
            label_column.append(codes[label])
        if len(numbers[0]) == BLOCK_ROWS:
            yield _block(numbers, labels)
            numbers, labels = _empty(layout)
    yield _block(numbers, labels)


def _empty(layout: Layout) -> tuple[list["array[float]"], list["array[int]"]]:
    return [array("d") for _ in layout.numbers], [array("b") for _ in layout.labels]


def _block(numbers: Sequence["array[float]"], labels: Sequence["array[int]"]) -> Block:
    return (
        [np.frombuffer(column, dtype=np.float64) for column in numbers],
        [np.frombuffer(column, dtype=np.int8) for column in labels],
    )


def read_rows(path: Path, header: Header) -> Iterator[list[str]]:
    """Yield the values of each row of any ARFF file, without their quotes."""
    split: Splitter | None = None
    with path.open("rb") as binary:
        binary.seek(header.data_offset)
        for line in io.TextIOWrapper(binary, encoding="utf-8", errors="surrogateescape"):
            text = line.strip(LINE_ENDS)
            if not text.strip() or text[0] == "%":
                continue
            if text[0] == "{":
                row = _sparse(text, header)
            else:
                split = split or _splitter(text, len(header.names))
                row = split(text)
            if len(row) != len(header.names):
                detail = f"{len(row)} values instead of {len(header.names)} in row {text[:60]!r}"
                raise RunUnusableError(Reason.UNREADABLE, detail)
            yield row


def _splitter(first_row: str, n_columns: int) -> Splitter:
    bare = _QUOTED_VALUE.sub("", first_row)
    separator = next((mark for mark in ",\t" if mark in bare), " ")
    if separator == "\t" and len(_split(first_row, "\t")) != n_columns:
        separator = " "
    return lambda text: _split(text, separator)


def _split(text: str, separator: str) -> list[str]:
    if separator == "," and "'" not in text and '"' not in text:
        return [value.strip() for value in text.split(",")]
    if separator == " ":
        text = text.strip()
    pattern, values, position = _SEPARATORS[separator], [], 0
    while match := pattern.match(text, position):
        values.append(_value(match[1]))
        position = match.end()
        if not match[2]:
            break
    return values


def _sparse(text: str, header: Header) -> list[str]:
    row = list(header.sparse_values)
    for index, value in _SPARSE_PAIR.findall(text.strip("{} \t")):
        if int(index) >= len(row):
            raise RunUnusableError(Reason.UNREADABLE, f"no column {index} in row {text[:60]!r}")
        row[int(index)] = _value(value)
    return row


def _value(text: str) -> str:
    match = _QUOTED_BEGINNING.match(text)
    return unquote(match[1]) + match[2] if match else text


def _number(text: str) -> float:
    try:
        return float("nan" if "_" in text else text)
    except ValueError:
        return float("nan")
