"""The end of a prediction file: where its last line has no end, the last value may be cut."""

from collections import deque
from collections.abc import Sequence
from decimal import Context, Decimal, DecimalException, Inexact
from pathlib import Path

from prgbench.run.foreign_text import is_decimal
from prgbench.sources.predictions.fast import data_end
from prgbench.sources.predictions.layout import MISSING, Header, Layout, decode
from prgbench.sources.predictions.tokens import unreadable
from prgbench.sources.predictions.tolerant import read_rows

LOOKED_AT = 1 << 16
CLOSING = b"'\"}\t"
_EXACT = Context(prec=100, traps=[Inexact])


def check_ending(path: Path, header: Header, layout: Layout, classes: Sequence[str]) -> None:
    """Refuse a file whose last value may have lost its end.

    Of a file that does not end with a line end, a label is whole unless a longer one begins so. A
    number is whole if it is written like all others of its column, with as many decimals, or if
    the scores of every row have the same exact sum.
    """
    line = _open_line(path, header.data_offset)
    last = layout.n_columns - 1
    if not line or last in layout.unknown:
        return
    if last in layout.labels:
        [row] = deque(read_rows(path, header), maxlen=1)
        value = row[last]
        if value == MISSING or not any(_goes_on(value, label) for label in classes):
            return
    elif _is_whole_number(path, header, layout, last):
        return
    raise unreadable("the last row may be cut, as it has no line end:", line)


def _open_line(path: Path, start: int) -> str:
    """Return the last row if anything could have followed it on its line, otherwise ""."""
    with path.open("rb") as file:
        end = data_end(file)
        first = max(start, end - LOOKED_AT)
        file.seek(first)
        line = file.read(max(0, end - first)).rsplit(b"\n", 1)[-1].rsplit(b"\r", 1)[-1]
        behind = file.read(LOOKED_AT).strip(b"\0\x1a")
    closed = behind or line[-1:] in CLOSING or line.lstrip(b" \t")[:1] == b"%"
    return "" if closed else decode(line)


def _goes_on(value: str, label: str) -> bool:
    return len(label) > len(value) and label.casefold().startswith(value.casefold())


def _is_whole_number(path: Path, header: Header, layout: Layout, last: int) -> bool:
    """Tell whether the last number is written as the others, or its row has the sum of others."""
    forms: set[tuple[int, int]] = set()
    sums: set[Decimal | None] = set()
    n_rows = 0
    for row in read_rows(path, header):
        n_rows += 1
        forms.add(_form(row[last]))
        if last in layout.confidences and len(layout.confidences) > 1:
            sums.add(_sum([row[place] for place in layout.confidences]))
        if len(forms) > 1 and (len(sums) != 1 or None in sums):
            return False
    return n_rows > 1


def _form(text: str) -> tuple[int, int]:
    """Return how many decimals a number has, and how many characters its exponent or all of it.

    Examples
    --------
    >>> _form("0.750"), _form("12"), _form("1.5e-05")
    ((3, 0), (-1, 2), (1, 3))
    """
    mantissa, _, exponent = text.lower().partition("e")
    _, point, decimals = mantissa.partition(".")
    if not point:
        return -1, len(text)
    return len(decimals), len(exponent)


def _sum(values: Sequence[str]) -> Decimal | None:
    """Return the exact sum of numbers; None if it has too many digits, or one is no number."""
    total = Decimal(0)
    try:
        for text in values:
            if not is_decimal(text):
                return None
            total = _EXACT.add(total, _EXACT.create_decimal(text))
    except DecimalException:
        return None
    return total
