"""The tokens of ARFF: values of dense and sparse rows, quoted or not."""

import re
from collections.abc import Iterator

from prgbench.run.foreign_text import plain
from prgbench.sources.interface import Reason, RunUnusableError

BLANKS = " \t"
QUOTED = r"'[^'\\]*+(?:\\.[^'\\]*+)*+'|\"[^\"\\]*+(?:\\.[^\"\\]*+)*+\""
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


def unquote(text: str) -> str:
    """Remove quotes and escapes around a name or label."""
    if text[:1] in ("'", '"'):
        return _ESCAPED.sub(lambda found: _MEANING.get(found[1], found[1]), text[1:-1])
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
    pattern, position, more = _DENSE[separator], 0, separator
    values: list[str] = []
    while more and len(values) <= most:
        match = pattern.match(row, position)
        if match is None:
            raise unreadable("a quote that is not closed, or inside a value, in row", row)
        values.append(unquote(match[1]))
        position, more = match.end(), match[2]
    return values


def sparse_values(row: str) -> Iterator[tuple[int, str]]:
    """Yield the indices and values of a row in braces."""
    if row[-1] == "}" and not row[1:-1].strip(BLANKS):
        return
    position, mark = 1, ","
    while mark == ",":
        match = _SPARSE.match(row, position)
        if match is None:
            raise unreadable("not 'index value, ...' in braces: row", row)
        yield int(match["index"]), unquote(match[2])
        position, mark = match.end(), match[3]
    if position != len(row):
        raise unreadable("more than values in braces in row", row)


def nominal_values(declared: str) -> list[str]:
    """Return the labels that an attribute declares in braces; a comment may follow."""
    values, position, mark = [], 1, ","
    while mark == ",":
        match = _NOMINAL.match(declared, position)
        if match is None:
            raise unreadable("not ARFF: labels", declared)
        values.append(unquote(match[1]))
        position, mark = match.end(), match[2]
    if declared[position:].strip(BLANKS)[:1] not in ("", "%"):
        raise unreadable("not ARFF: labels", declared)
    return values


def unreadable(what: str, text: str) -> RunUnusableError:
    r"""Return the error that says what is wrong and quotes the beginning of the text.

    Examples
    --------
    >>> print(unreadable("3 values instead of 4 in", "1,2,\x1b3"))
    prediction file not readable: 3 values instead of 4 in '1,2,3'
    """
    quoted = plain(text[:LOOKED_AT], LONGEST_QUOTE)
    return RunUnusableError(Reason.UNREADABLE, f"{what} '{quoted}'")
