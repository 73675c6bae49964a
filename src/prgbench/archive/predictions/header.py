"""The header of an ARFF file: its attributes, and where the data begin."""

import re
from dataclasses import dataclass
from pathlib import Path

from prgbench.archive.interface import Reason, RunUnusableError
from prgbench.archive.predictions.refusal import unreadable
from prgbench.archive.predictions.tokens import BLANKS, QUOTED, nominal_values, unquote

LONGEST = 1 << 24
BYTE_ORDER_MARK = b"\xef\xbb\xbf"

_LINE = re.compile(rb"([^\r\n]*+)(?:\r\n|[\r\n]|\Z)")
_KEYWORD = re.compile(r"@(relation|attribute|data)(?![^ \t])", re.IGNORECASE | re.ASCII)
_QUOTED_NAME = re.compile(QUOTED)
_TYPE = re.compile(
    r"[ \t](?:(?P<labels>\{.*+)|numeric|real|integer|string|date(?:[ \t]++['\"].*+)?)\Z",
    re.IGNORECASE | re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Header:
    """The attributes of a file.

    ``sparse_values`` are what a sparse row means by leaving an attribute out: 0 or the
    first of the declared labels. ``data_offset`` is the position of the first data byte.
    """

    names: tuple[str, ...]
    sparse_values: tuple[str, ...]
    data_offset: int


def read_header(path: Path, longest: int = LONGEST) -> Header:
    """Read the header of an ARFF file.

    Keywords in any case, quoted names, comments, CRLF and a byte order mark are understood.

    Parameters
    ----------
    path : Path
        The file.
    longest : int
        The number of bytes within which the data must begin.

    Raises
    ------
    RunUnusableError
        If the file is not ARFF, or an attribute can't be understood.
    """
    with path.open("rb") as file:
        head = file.read(longest)
    names: list[str] = []
    sparse_values: list[str] = []
    for line in _LINE.finditer(head, len(BYTE_ORDER_MARK) * head.startswith(BYTE_ORDER_MARK)):
        text = decode(line[1]).strip(BLANKS)
        if not text or text[0] == "%":
            continue
        keyword = _KEYWORD.match(text)
        if keyword is None:
            raise unreadable("not ARFF: line", text)
        rest = text[keyword.end() :].strip(BLANKS)
        match keyword[1].lower():
            case "attribute":
                name, sparse_value = _attribute(rest)
                names.append(name)
                sparse_values.append(sparse_value)
            case "data":
                if rest[:1] not in ("", "%"):
                    raise unreadable("not ARFF: line", text)
                return Header(tuple(names), tuple(sparse_values), line.end())
    limit = f" in its first {longest / 1e6:.0f} MB" if len(head) == longest else ""
    raise RunUnusableError(Reason.UNREADABLE, f"not ARFF: no line @data{limit}")


def decode(raw: bytes) -> str:
    """Decode bytes of a file; those that are not UTF-8 stay distinct."""
    return raw.decode("utf-8", "surrogateescape")


def _attribute(declared: str) -> tuple[str, str]:
    """Return the name of an attribute and what a sparse row means by leaving it out."""
    quoted = _QUOTED_NAME.match(declared)
    if quoted is not None:
        name = unquote(quoted[0])
        kind = _TYPE.match(" " + declared[quoted.end() :].lstrip(BLANKS))
    else:
        kind = _TYPE.search(declared)
        name = declared[: kind.start()].rstrip(BLANKS) if kind else ""
    if kind is None or not name or (quoted is None and not {"'", '"'}.isdisjoint(name)):
        raise unreadable("not ARFF: @attribute", declared)
    return name, nominal_values(kind["labels"])[0] if kind["labels"] else "0"
