"""The text of ARFF files, as any client wrote it: tokens, the header and rows."""

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from prgbench.run.safe_text import plain
from prgbench.sources.errors import RunUnusableError
from prgbench.sources.exclusions import Reason

BLANKS = " \t"
QUOTED = r"'[^'\\]*+(?:\\.[^'\\]*+)*+'|\"[^\"\\]*+(?:\\.[^\"\\]*+)*+\""
LONGEST_HEADER = 1 << 24
LONGEST_LINE = 1 << 22
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
BEHIND_THE_LAST = b" \r\n\0\x1a"
LOOKED_AT = 200
LONGEST_QUOTE = 60

_DENSE = {
    ",": re.compile(rf"[ \t]*+({QUOTED}|[^,'\"]*+)[ \t]*+(,|\Z)"),
    "\t": re.compile(rf" *+({QUOTED}|[^\t'\"]*+) *+(\t|\Z)"),
    " ": re.compile(rf"({QUOTED}|[^ \t'\"]++)([ \t]++|\Z)"),
}
_NOMINAL = re.compile(rf"[ \t]*+({QUOTED}|[^,'\"{{}}]*+)[ \t]*+([,}}])")
_SPARSE = re.compile(
    rf"[ \t]*+(?P<index>[0-9]{{1,9}}+)[ \t]++({QUOTED}|[^ \t,'\"{{}}]++)[ \t]*+([,}}])"
)
_QUOTED_OR_NOT_CLOSED = re.compile(rf"{QUOTED}|['\"].*+")
_ESCAPED = re.compile(r"\\(.)")
_MEANING = {"t": "\t", "n": "\n", "r": "\r"}
_LINE = re.compile(rb"([^\r\n]*+)(?:\r\n|[\r\n]|\Z)")
_KEYWORD = re.compile(r"@(relation|attribute|data)(?![^ \t])", re.IGNORECASE | re.ASCII)
_QUOTED_NAME = re.compile(QUOTED)
_TYPE = re.compile(
    r"[ \t](?:(?P<labels>\{.*+)|numeric|real|integer|string|date(?:[ \t]++['\"].*+)?)\Z",
    re.IGNORECASE | re.ASCII,
)


def unquote(text: str) -> str:
    """Remove quotes and escapes around a name or label."""
    if text[:1] in ("'", '"'):
        return _ESCAPED.sub(lambda escape: _MEANING.get(escape[1], escape[1]), text[1:-1])
    return text.rstrip(BLANKS)


def separator_of(row: str) -> str:
    """Return the separator of a row: a comma, a tab or blanks."""
    bare = _QUOTED_OR_NOT_CLOSED.sub("", row)
    return next((mark for mark in ",\t" if mark in bare), " ")


def dense_values(row: str, separator: str, most: int) -> list[str]:
    """Return the values of a row, at most one more than asked for."""
    if separator != " " and "'" not in row and '"' not in row:
        return [value.strip(BLANKS) for value in row.split(separator, most)]
    if separator == " ":
        row = row.strip(BLANKS)
    pattern = _DENSE[separator]
    position = 0
    more = separator
    values: list[str] = []
    while more and len(values) <= most:
        match = pattern.match(row, position)
        if match is None:
            raise unreadable("a quote that is not closed, or inside a value, in row", row)
        values.append(unquote(match[1]))
        position = match.end()
        more = match[2]
    return values


def sparse_values(row: str) -> Iterator[tuple[int, str]]:
    """Yield the indices and values of a row in braces."""
    if row[-1] == "}" and not row[1:-1].strip(BLANKS):
        return
    position = 1
    mark = ","
    while mark == ",":
        match = _SPARSE.match(row, position)
        if match is None:
            raise unreadable("not 'index value, ...' in braces: row", row)
        yield int(match["index"]), unquote(match[2])
        position = match.end()
        mark = match[3]
    if position != len(row):
        raise unreadable("more than values in braces in row", row)


def nominal_values(declared: str) -> list[str]:
    """Return the labels that an attribute declares in braces; a comment may follow."""
    values = []
    position = 1
    mark = ","
    while mark == ",":
        match = _NOMINAL.match(declared, position)
        if match is None:
            raise unreadable("not ARFF: labels", declared)
        values.append(unquote(match[1]))
        position = match.end()
        mark = match[2]
    if declared[position:].strip(BLANKS)[:1] not in ("", "%"):
        raise unreadable("not ARFF: labels", declared)
    return values


def unreadable(problem: str, text: str) -> RunUnusableError:
    r"""Return the error that says what is wrong and quotes the beginning of the text.

    Examples
    --------
    >>> print(unreadable("3 values instead of 4 in", "1,2,\x1b3"))
    with an unreadable prediction file: 3 values instead of 4 in '1,2,3'
    """
    quoted = plain(text[:LOOKED_AT], LONGEST_QUOTE)
    return RunUnusableError(Reason.UNREADABLE, f"{problem} '{quoted}'")


@dataclass(frozen=True, slots=True)
class Header:
    """The attributes of a file.

    ``labels`` are those that each attribute declares, none of a number or text; ``sparse_values``
    are the values that sparse rows omit: 0 or the first declared label. ``data_offset`` is the
    position of the first data byte.
    """

    names: tuple[str, ...]
    labels: tuple[tuple[str, ...], ...]
    sparse_values: tuple[str, ...]
    data_offset: int


def read_header(path: Path, longest: int = LONGEST_HEADER) -> Header:
    """Read the header of an ARFF file; the data must begin within ``longest`` bytes.

    Keywords in any case, quoted names, comments, CRLF and a byte order mark are understood.
    """
    with path.open("rb") as file:
        head = file.read(longest)
    names: list[str] = []
    labels: list[tuple[str, ...]] = []
    for line in _LINE.finditer(head, len(BYTE_ORDER_MARK) * head.startswith(BYTE_ORDER_MARK)):
        text = decode(line[1]).strip(BLANKS)
        if not text or text[0] == "%":
            continue
        keyword = _KEYWORD.match(text)
        if keyword is None:
            raise unreadable("not ARFF: line", text)
        declared = text[keyword.end() :].strip(BLANKS)
        match keyword[1].lower():
            case "attribute":
                name, labels_of_attribute = _attribute(declared)
                names.append(name)
                labels.append(labels_of_attribute)
            case "data":
                if declared[:1] not in ("", "%"):
                    raise unreadable("not ARFF: line", text)
                omitted = (stated[0] if stated else "0" for stated in labels)
                return Header(tuple(names), tuple(labels), tuple(omitted), line.end())
    limit = f" in its first {longest / 1e6:.0f} MB" if len(head) == longest else ""
    raise RunUnusableError(Reason.UNREADABLE, f"not ARFF: no @data line{limit}")


def _attribute(declared: str) -> tuple[str, tuple[str, ...]]:
    """Return the name of an attribute and the labels that it declares, if it does."""
    quoted = _QUOTED_NAME.match(declared)
    if quoted is not None:
        name = unquote(quoted[0])
        kind = _TYPE.match(" " + declared[quoted.end() :].lstrip(BLANKS))
    else:
        kind = _TYPE.search(declared)
        name = declared[: kind.start()].rstrip(BLANKS) if kind else ""
    if kind is None or not name or (quoted is None and not {"'", '"'}.isdisjoint(name)):
        raise unreadable("not ARFF: @attribute", declared)
    return name, tuple(nominal_values(kind["labels"])) if kind["labels"] else ()


def decode(raw: bytes) -> str:
    """Decode bytes of a file; those that are not UTF-8 stay distinct."""
    return raw.decode("utf-8", "surrogateescape")


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
            problem = "no column" if index >= len(row) else "twice the column"
            raise unreadable(f"{problem} {index} in row", line)
        seen.add(index)
        row[index] = value
    return row
