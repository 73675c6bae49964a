"""A strict reader of CSV, character by character, to judge the one of the package."""

import re
from fractions import Fraction

LONGEST_CELL = 131_072


class NotAllowedError(Exception):
    """The judge refuses the input."""


def ensure(condition: bool) -> None:
    if not condition:
        raise NotAllowedError


def unique(values):
    ensure(len(set(values)) == len(values))
    return values


def without_repeats(pairs):
    """Return an object of JSON in which no key stands twice."""
    unique([key for key, _ in pairs])
    return dict(pairs)


def decoded(body: bytes) -> str:
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        raise NotAllowedError from None
    ensure("\0" not in text)
    return text.removeprefix("\ufeff")


def rows_of(text: str) -> list[list[str]]:
    """Return the cells of the rows that are not blank."""
    rows: list[list[str]] = []
    row: list[str] = []
    position, end = 0, len(text)
    while position < end:
        if text[position] in "\r\n" and not row:
            position += 1
            continue
        cell, position = (
            _quoted(text, position) if text[position] == '"' else _bare(text, position)
        )
        ensure(len(cell) <= LONGEST_CELL)
        row.append(cell)
        if position < end and text[position] == ",":
            position += 1
            if position < end and text[position] not in "\r\n":
                continue
            row.append("")
        rows.append(row)
        row = []
    return rows


def table_of(body: bytes, needed: list[str], more: tuple[str, ...] = ()) -> list[dict[str, str]]:
    """Return the cells of known columns, row by row."""
    rows = rows_of(decoded(body))
    ensure(bool(rows))
    header = [name.strip() for name in rows[0]]
    known = [name for name in (*needed, *more) if name in header]
    ensure(set(needed) <= set(known))
    ensure(all(header.count(name) == 1 for name in known))
    ensure(all(len(row) == len(header) for row in rows[1:]))
    return [{name: row[header.index(name)] for name in known} for row in rows[1:]]


def whole(cell: str, least: int, most: int = 2**63 - 1) -> int:
    ensure(re.fullmatch("-?[0-9]{1,20}", cell, re.ASCII) is not None)
    ensure(least <= int(cell) <= most)
    return int(cell)


def number(cell: str) -> float:
    """Return the number nearest to an exact decimal."""
    match = re.fullmatch(
        r"([+-]?)([0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE]([+-]?[0-9]+))?", cell, re.ASCII
    )
    ensure(match is not None)
    ensure(len(match[2]) < 4300)
    exponent = max(-2000, min(2000, int(match[3] or 0)))
    mantissa = Fraction(match[2] + "0" if match[2].endswith(".") else match[2])
    try:
        return float(mantissa * Fraction(10) ** exponent) * (-1 if match[1] == "-" else 1)
    except OverflowError:
        raise NotAllowedError from None


def _quoted(text: str, position: int) -> tuple[str, int]:
    cell = ""
    position += 1
    while True:
        close = text.find('"', position)
        ensure(close >= 0)
        cell += text[position:close]
        position = close + 1
        if text[position : position + 1] != '"':
            ensure(position == len(text) or text[position] in ",\r\n")
            return cell, position
        cell += '"'
        position += 1


def _bare(text: str, position: int) -> tuple[str, int]:
    match = re.compile(r"[^,\r\n]*").match(text, position)
    return match[0], match.end()
