"""The data section of a file: its bytes, and its lines."""

import io
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import BinaryIO

from prgbench.archive.predictions.refusal import unreadable

LONGEST_LINE = 1 << 22
BEHIND_THE_LAST = b" \r\n\0\x1a"


class Section(io.RawIOBase):
    """The bytes of a file from an offset to the last that is neither blank nor NUL."""

    def __init__(self, file: BinaryIO, start: int) -> None:
        self._file = file
        self._left = max(0, _data_end(file) - start)
        file.seek(start)

    def first_bytes(self, size: int) -> bytes:
        """Return the first bytes, which stay to be read."""
        start = self._file.tell()
        first = self._file.read(min(size, self._left))
        self._file.seek(start)
        return first

    def readable(self) -> bool:
        """Tell that it can be read."""
        return True

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes."""
        data = self._file.read(self._left if size < 0 else min(size, self._left))
        self._left -= len(data)
        return data


def read_lines(path: Path, start: int) -> Iterator[str]:
    """Yield the lines of the data section that are neither blank nor comments.

    Raises
    ------
    RunUnusableError
        If a line is longer than a row ever is.
    """
    with path.open("rb") as file:
        section = Section(file, start)
        # The wrapper needs `read` alone, while its stub asks for a buffer.
        lines = io.TextIOWrapper(section, "utf-8", "surrogateescape")  # type: ignore[type-var]
        for line in iter(partial(lines.readline, LONGEST_LINE), ""):
            if len(line) == LONGEST_LINE:
                raise unreadable(f"a row of {LONGEST_LINE:,} characters or more:", line)
            text = line.strip(" \n")
            if text.lstrip(" \t")[:1] not in ("", "%"):
                yield text


def _data_end(file: BinaryIO) -> int:
    end = file.seek(0, 2)
    while end:
        start = max(0, end - 4096)
        file.seek(start)
        kept = file.read(end - start).rstrip(BEHIND_THE_LAST)
        end = start + len(kept)
        if kept:
            break
    return end
