"""The header of an ARFF file: its attributes, and where the data begin."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from prgbench.archive.interface import Reason, RunUnusableError

LONGEST_LINE = 1 << 24
QUOTED = r"'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\""
LINE_ENDS = " \r\n\0\x1a"

_ATTRIBUTE = re.compile(
    rf"@attribute\s+(?P<name>{QUOTED}|.+?)\s*(?<=[\s'\"])"
    r"(?:numeric|real|integer|string|date.*|\{(?P<values>.*))$",
    re.IGNORECASE,
)
_FIRST_VALUE = re.compile(rf"\s*({QUOTED}|[^,}}]*)")
_ESCAPED = re.compile(r"\\(.)")


@dataclass(frozen=True, slots=True)
class Header:
    """The attributes of a file.

    ``sparse_values`` are what a sparse row means by leaving an attribute out: 0 or the
    first of the declared labels. ``data_offset`` is the position of the first data byte.
    """

    names: tuple[str, ...]
    sparse_values: tuple[str, ...]
    data_offset: int


def read_header(path: Path) -> Header:
    """Read the header of an ARFF file.

    Keywords in any case, quoted names, comments, CRLF and a byte order mark are understood.

    Raises
    ------
    RunUnusableError
        If the file is not ARFF, or an attribute can't be understood.
    """
    attributes: list[tuple[str, str]] = []
    with path.open("rb") as file:
        if file.read(3) != b"\xef\xbb\xbf":
            file.seek(0)
        while line := file.readline(LONGEST_LINE):
            text = decode(line).strip(LINE_ENDS + "\t")
            keyword = text[:10].lower()
            if keyword.startswith("@data"):
                names, sparse_values = zip(*attributes, strict=True) if attributes else ((), ())
                return Header(names, sparse_values, file.tell())
            if keyword.startswith("@attribute"):
                attributes.append(_attribute(text))
            elif text and not keyword.startswith(("%", "@relation")):
                raise RunUnusableError(Reason.UNREADABLE, f"not ARFF: line {text[:40]!r}")
    raise RunUnusableError(Reason.UNREADABLE, "not ARFF: no line @data")


def data_end(file: BinaryIO) -> int:
    """Return the offset behind the last byte that is neither blank nor NUL."""
    end = file.seek(0, 2)
    while end:
        start = max(0, end - 4096)
        file.seek(start)
        kept = file.read(end - start).rstrip(LINE_ENDS.encode())
        end = start + len(kept)
        if kept:
            break
    return end


def decode(raw: bytes) -> str:
    """Decode bytes of a file; those that are not UTF-8 stay distinct."""
    return raw.decode("utf-8", "surrogateescape")


def unquote(text: str) -> str:
    r"""Remove quotes and escapes around a name or label.

    Examples
    --------
    >>> unquote(r"'it\'s'"), unquote('"a b"'), unquote("plain")
    ("it's", 'a b', 'plain')
    """
    if len(text) >= 2 and text[0] == text[-1] and text[0] in "'\"":
        return _ESCAPED.sub(r"\1", text[1:-1])
    return text


def _attribute(text: str) -> tuple[str, str]:
    match = _ATTRIBUTE.match(text)
    if match is None:
        raise RunUnusableError(Reason.UNREADABLE, f"not ARFF: {text[:60]!r}")
    first = _FIRST_VALUE.match(match["values"]) if match["values"] is not None else None
    return unquote(match["name"]), unquote(first[1].strip()) if first else "0"
