"""A slow, strict reader of prediction files, written from ARFF's definition and docs/openml.md.

It walks over the characters one by one, computes with fractions, and shares no code with the
package. What it forgives is what the table in docs/openml.md says is read.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction

QUOTES = "'\""
ROLE_OF = {
    "repeat": "repeat", "repeat_nr": "repeat", "fold": "fold", "fold_nr": "fold",
    "sample": "sample", "sample_nr": "sample", "row_id": "row_id", "rowid": "row_id",
    "prediction": "predicted", "truth": "truth", "correct": "truth",
}  # fmt: skip
LAST_COUNT = {"repeat": 2**15 - 1, "fold": 2**15 - 1, "sample": 2**15 - 1, "row_id": 2**53 - 1}


class Refused(Exception):  # noqa: N818 - a verdict, not an error
    """The file is not to be used."""


@dataclass
class Judged:
    """What a file says, column by column; ``confidences`` by class."""

    repeat: list[int] = field(default_factory=list)
    fold: list[int] = field(default_factory=list)
    row_id: list[int] = field(default_factory=list)
    truth: list[int] | None = None
    predicted: list[int] | None = None
    confidences: list[list[float]] = field(default_factory=list)


def judge(body: bytes, classes: Sequence[str]) -> Judged:
    """Return what a file says, or refuse it."""
    names, left_out, data = _header(body.removeprefix(b"\xef\xbb\xbf"))
    columns = _columns(names, classes)
    judged = Judged(confidences=[[] for _ in classes])
    judged.truth = [] if "truth" in columns.roles else None
    judged.predicted = [] if "predicted" in columns.roles else None
    samples: set[int] = set()
    for row in _rows(data, left_out):
        samples.add(_add(judged, row, columns, classes))
    if not judged.row_id or len(samples) > 1:
        raise Refused("no rows, or a learning curve")
    if len(set(zip(judged.repeat, judged.row_id, strict=True))) < len(judged.row_id):
        raise Refused("an instance twice")
    return judged


# --- lines and values -------------------------------------------------------------------------


def _line(body: bytes, start: int) -> tuple[str, int]:
    """Return the line that begins here and where the next one does."""
    end = start
    while end < len(body) and body[end : end + 1] not in (b"\n", b"\r"):
        end += 1
    after = end + (2 if body[end : end + 2] == b"\r\n" else 1)
    return body[start:end].decode("utf-8", "surrogateescape"), after


def _quoted(text: str, start: int) -> tuple[str, int]:
    """Return the value whose opening quote stands here, and the position behind its end."""
    mark, place, value = text[start], start + 1, ""
    while place < len(text) and text[place] != mark:
        char = text[place]
        if char == "\\":
            place += 1
            if place == len(text):
                break
            char = {"t": "\t", "n": "\n", "r": "\r"}.get(text[place], text[place])
        value += char
        place += 1
    if place >= len(text):
        raise Refused("a quote that is not closed")
    return value, place + 1


def _skip(text: str, place: int, blanks: str) -> int:
    while place < len(text) and text[place] in blanks:
        place += 1
    return place


def _value(text: str, place: int, blanks: str, ends: str, never: str) -> tuple[str, int]:
    """Return the value that begins here, behind blanks, and where the mark after it stands."""
    place = _skip(text, place, blanks)
    if place < len(text) and text[place] in QUOTES:
        value, place = _quoted(text, place)
        place = _skip(text, place, blanks)
        if place < len(text) and text[place] not in ends:
            raise Refused("something behind a closing quote")
        return value, place
    start = place
    while place < len(text) and text[place] not in ends:
        if text[place] in QUOTES + never:
            raise Refused(f"{text[place]} inside a value")
        place += 1
    return text[start:place].rstrip(" \t"), place


def _list(text: str, place: int, never: str) -> tuple[list[str], int]:
    """Return the values up to a closing brace, and the position behind it."""
    values = []
    while True:
        value, place = _value(text, place, " \t", ",}", never)
        values.append(value)
        if place == len(text):
            raise Refused("a brace that is not closed")
        place += 1
        if text[place - 1] == "}":
            return values, place


# --- the header -------------------------------------------------------------------------------


def _header(body: bytes) -> tuple[list[str], list[str], bytes]:
    """Return names, what a sparse row means by leaving each out, and the data section."""
    names: list[str] = []
    left_out: list[str] = []
    place = 0
    while place < len(body):
        line, place = _line(body, place)
        line = line.strip(" \t")
        if not line or line[0] == "%":
            continue
        end = 0
        while end < len(line) and line[end] not in " \t":
            end += 1
        keyword, rest = line[:end].lower(), line[end:].strip(" \t")
        if keyword == "@attribute" and line[:end].isascii():
            name, meaning = _attribute(rest)
            names.append(name)
            left_out.append(meaning)
        elif keyword == "@data" and rest[:1] in ("", "%"):
            return names, left_out, body[place:].rstrip(b" \r\n\0\x1a")
        elif keyword != "@relation":
            raise Refused("a line that is none of a header")
    raise Refused("no data")


def _attribute(text: str) -> tuple[str, str]:
    if text[:1] and text[0] in QUOTES:
        name, place = _quoted(text, 0)
        if not name:
            raise Refused("an attribute without a name")
        return name, _left_out(text[place:].strip(" \t"))
    for place, char in enumerate(text):
        if char in " \t" and _is_type(text[place + 1 :]):
            name = text[:place].rstrip(" \t")
            if not name or any(quote in name for quote in QUOTES):
                raise Refused("a quote inside a name")
            return name, _left_out(text[place + 1 :])
    raise Refused("an attribute without a type")


def _is_type(text: str) -> bool:
    if text[:1] == "{":
        return True
    if not text.isascii() and text[:4].lower() != "date":
        return False
    date = text[:4].lower() == "date" and text[4:5] in (" ", "\t")
    return text.lower() in ("numeric", "real", "integer", "string", "date") or (
        date and text[4:].strip(" \t")[:1] in ("'", '"')
    )


def _left_out(declared: str) -> str:
    if declared[:1] == "{":
        values, place = _list(declared, 1, "{")
        if declared[place:].strip(" \t")[:1] not in ("", "%"):
            raise Refused("something behind the labels")
        return values[0]
    if not _is_type(declared):
        raise Refused("no type of ARFF")
    return "0"


# --- the columns ------------------------------------------------------------------------------


@dataclass
class Columns:
    """Positions by role; scores by position with the class, -1 for none of the task's."""

    roles: dict[str, int]
    scores: list[tuple[int, int]]
    labels: "Labels"


class Labels:
    """Match labels with classes, forgiving what the docs say."""

    def __init__(self, classes: Sequence[str]) -> None:
        self.classes = list(classes)
        self.forgiving = [_forgiving(label) for label in classes]

    def find(self, label: str) -> int:
        if label in self.classes:
            return self.classes.index(label)
        same = [k for k, key in enumerate(self.forgiving) if key == _forgiving(label)]
        return same[0] if len(same) == 1 else -1


def _forgiving(label: str) -> tuple[str, object]:
    text = label.strip()
    while text and text[0] in QUOTES:
        text = text[1:]
    while text and text[-1] in QUOTES:
        text = text[:-1]
    text = text.strip().casefold()
    return ("number", Decimal(text)) if _is_decimal(text) else ("text", text)


def _columns(names: Sequence[str], classes: Sequence[str]) -> Columns:
    labels = Labels(classes)
    roles: dict[str, int] = {}
    scores: list[tuple[int, int]] = []
    if len(set(names)) < len(names):
        raise Refused("a name twice")
    for place, name in enumerate(names):
        lowered = name.strip().lower()
        if lowered.startswith("confidence."):
            scores.append((place, labels.find(name.strip()[11:])))
        elif lowered in ROLE_OF:
            if ROLE_OF[lowered] in roles:
                raise Refused("a role twice")
            roles[ROLE_OF[lowered]] = place
    known = [index for _, index in scores if index >= 0]
    complete = sorted(known) == list(range(len(classes)))
    one_of_two = len(classes) == 2 and len(scores) == len(known) == 1
    if "row_id" not in roles or not (complete or one_of_two):
        raise Refused("no instances, or no scores of a class")
    return Columns(roles, scores, labels)


# --- the rows ---------------------------------------------------------------------------------


def _rows(data: bytes, left_out: Sequence[str]) -> list[list[str]]:
    rows, separator, place = [], "", 0
    while place < len(data):
        line, place = _line(data, place)
        line = line.strip(" ")
        if line.strip(" \t")[:1] in ("", "%"):
            continue
        if line[0] == "{":
            rows.append(_sparse(line, left_out))
            continue
        separator = separator or _separator(line, len(left_out))
        row = _dense(line, separator)
        if len(row) != len(left_out):
            raise Refused("other values than columns")
        rows.append(row)
    return rows


def _separator(line: str, n_columns: int) -> str:
    outside, place = "", 0
    while place < len(line):
        if line[place] in QUOTES:
            _, place = _quoted(line, place)
        else:
            outside += line[place]
            place += 1
    if "," in outside:
        return ","
    return "\t" if "\t" in outside and len(_dense(line, "\t")) == n_columns else " "


def _dense(line: str, separator: str) -> list[str]:
    blanks = {",": " \t", "\t": " ", " ": ""}[separator]
    ends = " \t" if separator == " " else separator
    if separator == " ":
        line = line.strip(" \t")
    values, place = [], 0
    while True:
        value, place = _value(line, place, blanks, ends, "")
        values.append(value)
        if place == len(line):
            return values
        place += 1
        if separator == " ":
            place = _skip(line, place, " \t")


def _sparse(line: str, left_out: Sequence[str]) -> list[str]:
    line = line.rstrip(" \t")
    row = list(left_out)
    if line[-1] == "}" and not line[1:-1].strip(" \t"):
        return row
    seen, place = set(), 1
    while True:
        place = _skip(line, place, " \t")
        start = place
        while place < len(line) and line[place] in "0123456789":
            place += 1
        behind = _skip(line, place, " \t")
        if place == start or behind == place or int(line[start:place]) >= len(row):
            raise Refused("no index")
        index = int(line[start:place])
        quoted = behind < len(line) and line[behind] in QUOTES
        value, place = _value(line, behind, " \t", ",}", "{")
        if index in seen or (not quoted and (not value or " " in value or "\t" in value)):
            raise Refused("an index twice, or no value")
        seen.add(index)
        row[index] = value
        if place == len(line):
            raise Refused("a brace that is not closed")
        if line[place] == "}":
            if place + 1 < len(line):
                raise Refused("something behind the brace")
            return row
        place += 1


def _add(judged: Judged, row: Sequence[str], columns: Columns, classes: Sequence[str]) -> int:
    """Add a row and return its sample."""
    counts = {
        role: _count(row[columns.roles[role]], role)
        for role in LAST_COUNT
        if role in columns.roles
    }
    if counts["row_id"] < 0 or counts.get("repeat", 0) < 0:
        raise Refused("no instance or repeat")
    judged.row_id.append(counts["row_id"])
    judged.repeat.append(counts.get("repeat", 0))
    judged.fold.append(counts.get("fold", -1))
    predicted = -1
    if judged.predicted is not None:
        predicted = columns.labels.find(row[columns.roles["predicted"]])
        judged.predicted.append(predicted)
    if judged.truth is not None:
        label = row[columns.roles["truth"]]
        judged.truth.append(columns.labels.find(label))
        if judged.truth[-1] < 0 and label != "?":
            raise Refused("a true class that is none")
    for index, score in enumerate(_scores(row, columns, classes, predicted)):
        judged.confidences[index].append(score)
    return counts.get("sample", 0)


def _scores(
    row: Sequence[str], columns: Columns, classes: Sequence[str], predicted: int
) -> list[float]:
    values = [(_number(row[place]), index) for place, index in columns.scores]
    known = {index: value for value, index in values if index >= 0}
    if not all(map(math.isfinite, known.values())):
        raise Refused("a score that is none")
    if len(known) < len(classes):
        ((index, score),) = known.items()
        known[1 - index] = 1.0 - score
    elif all(value == 0 for value, _ in values):
        if predicted < 0:
            raise Refused("all scores 0 and nothing predicted")
        known[predicted] = 1.0
    return [known[index] for index in range(len(classes))]


# --- numbers ----------------------------------------------------------------------------------


def _count(text: str, role: str) -> int:
    """Return a whole number, -1 where it is missing."""
    if text == "?":
        return -1
    value = _number(text)
    if not math.isfinite(value) or value != int(value) or not 0 <= value <= LAST_COUNT[role]:
        raise Refused(f"no {role}")
    return int(value)


def _is_decimal(text: str) -> bool:
    """Tell whether this is [sign] digits [. digits] [e [sign] digits], with ASCII digits."""
    digits, place = set("0123456789"), 0

    def take() -> int:
        nonlocal place
        start = place
        while place < len(text) and text[place] in digits:
            place += 1
        return place - start

    place += text[:1] in ("+", "-")
    found = take()
    if text[place : place + 1] == ".":
        place += 1
        found += take()
    if not found:
        return False
    if text[place : place + 1] in ("e", "E"):
        place += 1
        place += text[place : place + 1] in ("+", "-")
        if not take():
            return False
    return place == len(text)


def _number(text: str) -> float:
    """Return the double nearest to a number, NaN for anything else."""
    text = text.strip(" \t")
    if not _is_decimal(text):
        return math.nan
    sign = -1.0 if text[0] == "-" else 1.0
    mantissa, _, exponent = text.lower().lstrip("+-").partition("e")
    whole, _, part = mantissa.partition(".")
    power = int(exponent or 0) - len(part)
    digits = int(whole + part)
    if digits == 0 or power < -5_000:
        return math.copysign(0.0, sign)
    if power > 5_000:
        return sign * math.inf
    try:
        return sign * float(Fraction(digits) * Fraction(10) ** power)
    except OverflowError:
        return sign * math.inf
