"""The text of a prediction file: tokens, attributes, their roles and the labels."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from prgbench.run.foreign_text import first_repeated, is_decimal, plain
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


NO_CLASS = -1
MISSING = "?"
LONGEST = 1 << 24
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
CONFIDENCE = "confidence."
MOST_COLUMNS = 256

ROLES = {
    "repeat": "repeat",
    "repeat_nr": "repeat",
    "fold": "fold",
    "fold_nr": "fold",
    "sample": "sample",
    "sample_nr": "sample",
    "row_id": "row_id",
    "rowid": "row_id",
    "prediction": "prediction",
    "truth": "truth",
    "correct": "truth",
}

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

    ``sparse_values`` are the values that sparse rows omit: 0 or the first declared label.
    ``data_offset`` is the position of the first data byte.
    """

    names: tuple[str, ...]
    sparse_values: tuple[str, ...]
    data_offset: int


def read_header(path: Path, longest: int = LONGEST) -> Header:
    """Read the header of an ARFF file; the data must begin within ``longest`` bytes.

    Keywords in any case, quoted names, comments, CRLF and a byte order mark are understood.
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
        declared = text[keyword.end() :].strip(BLANKS)
        match keyword[1].lower():
            case "attribute":
                name, sparse_value = _attribute(declared)
                names.append(name)
                sparse_values.append(sparse_value)
            case "data":
                if declared[:1] not in ("", "%"):
                    raise unreadable("not ARFF: line", text)
                return Header(tuple(names), tuple(sparse_values), line.end())
    limit = f" in its first {longest / 1e6:.0f} MB" if len(head) == longest else ""
    raise RunUnusableError(Reason.UNREADABLE, f"not ARFF: no line @data{limit}")


def _attribute(declared: str) -> tuple[str, str]:
    """Return the name of an attribute and the value that sparse rows omit."""
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


def decode(raw: bytes) -> str:
    """Decode bytes of a file; those that are not UTF-8 stay distinct."""
    return raw.decode("utf-8", "surrogateescape")


class LabelMatcher:
    """Find the class that a label spells.

    If no class is written exactly so, case, surrounding blanks and quotes, and the spelling
    of numbers are ignored, unless the result is ambiguous.
    """

    def __init__(self, classes: Sequence[str]) -> None:
        self._exact = {label: index for index, label in enumerate(classes)}
        votes = Counter(map(_loose, classes))
        self._loose = {
            key: index for index, label in enumerate(classes) if votes[key := _loose(label)] == 1
        }

    def index(self, label: str) -> int:
        """Return the index of the class, or -1 if the label is none of them."""
        if label in self._exact:
            return self._exact[label]
        return self._loose.get(_loose(label), NO_CLASS)

    def true_index(self, label: str) -> int:
        """Return the index of the class that a file states as the truth, -1 for ``?``."""
        index = self.index(label)
        if index == NO_CLASS and label != MISSING:
            raise unreadable("a true class that the task does not have:", label)
        return index


def _loose(label: str) -> str | Decimal:
    text = label.strip().strip("'\"").strip().casefold()
    return Decimal(text) if is_decimal(text) else text


@dataclass(frozen=True, slots=True)
class Layout:
    """Positions of the columns by role.

    ``confidences`` are the positions of all columns of scores and ``classes`` the class of
    each, -1 for another label. ``complement`` is the class whose scores are one minus those of
    the only column of a binary task.
    """

    n_columns: int
    roles: dict[str, int]
    confidences: tuple[int, ...]
    classes: tuple[int, ...]
    complement: int | None
    unknown: tuple[int, ...]

    @property
    def numbers(self) -> tuple[int, ...]:
        """Positions of the columns of numbers: the counts, then the confidences."""
        return (*self.counts, *self.confidences)

    @property
    def counts(self) -> tuple[int, ...]:
        """Positions of the columns that count repeats, folds, samples and instances."""
        return tuple(self.roles[role] for role in self.count_roles)

    @property
    def count_roles(self) -> tuple[str, ...]:
        """The roles of the columns that count."""
        return tuple(role for role in ("repeat", "fold", "sample", "row_id") if role in self.roles)

    @property
    def label_roles(self) -> tuple[str, ...]:
        """The roles of the columns of labels."""
        return tuple(role for role in ("prediction", "truth") if role in self.roles)

    @property
    def labels(self) -> tuple[int, ...]:
        """Positions of the columns of labels."""
        return tuple(self.roles[role] for role in self.label_roles)

    def finders(self, matcher: LabelMatcher) -> tuple[Callable[[str], int], ...]:
        """Return a function from label to class for each column of labels."""
        by_role = {"prediction": matcher.index, "truth": matcher.true_index}
        return tuple(by_role[role] for role in self.label_roles)


def find_layout(names: Sequence[str], classes: Sequence[str]) -> Layout:
    """Find the columns of a prediction file by their names."""
    if len(names) > MOST_COLUMNS:
        raise RunUnusableError(Reason.UNREADABLE, f"{len(names):,} columns")
    twice = first_repeated(names)
    if twice is not None:
        raise unreadable("two columns of the name", twice)
    matcher = LabelMatcher(classes)
    roles: dict[str, int] = {}
    confidences: list[int] = []
    matched: list[int] = []
    unknown: list[int] = []
    for position, name in enumerate(names):
        lowered = name.strip().lower()
        if lowered.startswith(CONFIDENCE):
            confidences.append(position)
            matched.append(matcher.index(name.strip()[len(CONFIDENCE) :]))
        elif (role := ROLES.get(lowered)) is None:
            unknown.append(position)
        elif role in roles:
            raise RunUnusableError(Reason.UNREADABLE, f"two columns of {role}")
        else:
            roles[role] = position
    if "row_id" not in roles:
        raise RunUnusableError(Reason.UNREADABLE, "no column row_id")
    return Layout(
        n_columns=len(names),
        roles=roles,
        confidences=tuple(confidences),
        classes=tuple(matched),
        complement=_complement(matched, classes),
        unknown=tuple(unknown),
    )


def _complement(matched: Sequence[int], classes: Sequence[str]) -> int | None:
    matched_classes = [index for index in matched if index != NO_CLASS]
    if not matched_classes:
        raise RunUnusableError(Reason.NO_SCORES)
    if len(set(matched_classes)) < len(matched_classes):
        raise RunUnusableError(Reason.UNREADABLE, "two columns of scores of one class")
    missing = sorted(set(range(len(classes))) - set(matched_classes))
    if not missing:
        return None
    if len(classes) == 2 and len(matched) == 1:
        return missing[0]
    raise RunUnusableError(Reason.NO_SCORES, f"none of class {classes[missing[0]]!r}")
