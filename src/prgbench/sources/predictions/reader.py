"""The reader of prediction files: the fast path, and the tolerant one for what it refuses.

Where the last line of a file has no end, the last value may be cut: such files are refused.
"""

from collections import deque
from collections.abc import Sequence
from decimal import Context, Decimal, DecimalException, Inexact
from os import SEEK_END
from pathlib import Path

from prgbench.run.foreign_text import is_decimal
from prgbench.sources.interface import Predictions
from prgbench.sources.predictions import fast, tolerant
from prgbench.sources.predictions.layout import (
    MISSING,
    Header,
    LabelMatcher,
    Layout,
    decode,
    find_layout,
    read_header,
    unreadable,
)
from prgbench.sources.predictions.rows import RowCollector

LONGEST_HEADER = 1 << 20
SAMPLED_BYTES = 1 << 16
ROOM = 1.1
LOOKED_AT = 1 << 16
CLOSING = b"'\"}\t"
_EXACT = Context(prec=100, traps=[Inexact])


def read_predictions(path: Path, classes: Sequence[str]) -> Predictions:
    r"""Read a prediction file.

    Columns are found by name and labels matched to the ``classes`` of the task, so their order in
    the file does not matter. In a binary task one column of scores is enough: the other is its
    complement. A row of zeros scores 1 for the predicted class, as in OpenML's evaluation
    engine. Scores are not renormalised.

    `RunUnusableError` if the file can't be read, may have been cut inside its last value, is a
    learning curve, lacks scores, or has an instance twice in one repeat.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import mkdtemp
    >>> path = Path(mkdtemp()) / "predictions.arff"
    >>> lines = ["@relation p", "@attribute row_id numeric", "@attribute confidence.b numeric",
    ...          "@attribute confidence.a numeric", "@data", "7,0.25,0.75", "3,1,0"]
    >>> _ = path.write_text("\n".join(lines))
    >>> predictions = read_predictions(path, classes=["a", "b"])
    >>> predictions.row_id.tolist(), predictions.confidences.tolist()
    ([7, 3], [[0.75, 0.0], [0.25, 1.0]])
    """
    header = read_header(path, LONGEST_HEADER)
    layout = find_layout(header.names, classes)
    _check_ending(path, header, layout, classes)
    matcher = LabelMatcher(classes)
    expected = _expected_rows(path, header)
    for read_blocks in (fast.read_blocks, tolerant.read_blocks):
        rows = RowCollector(layout, len(classes), expected)
        try:
            for block in read_blocks(path, header, layout, matcher):
                rows.add(block)
        except fast.NotPlainError:
            continue
        break
    return rows.predictions()


def _expected_rows(path: Path, header: Header) -> int:
    """Estimate the number of rows, a little too high, from the length of the first ones."""
    with path.open("rb") as file:
        n_bytes = file.seek(0, SEEK_END) - header.data_offset
        file.seek(header.data_offset)
        head = file.read(SAMPLED_BYTES)
    expected = int(ROOM * n_bytes * (head.count(b"\n") + 1) / max(len(head), 1))
    return min(expected, n_bytes // (2 * len(header.names))) + 1


def _check_ending(path: Path, header: Header, layout: Layout, classes: Sequence[str]) -> None:
    """Refuse a file whose last value may have lost its end.

    In a file that does not end with a line end, a label is whole unless a longer one begins with
    it. A number is whole if it is written like all others of its column, with as many decimals, or
    if the scores of every row have the same exact sum.
    """
    line = _open_line(path, header.data_offset)
    last = layout.n_columns - 1
    if not line or last in layout.unknown:
        return
    if last in layout.labels:
        [row] = deque(tolerant.read_rows(path, header), maxlen=1)
        value = row[last]
        if value == MISSING or not any(_goes_on(value, label) for label in classes):
            return
    elif _is_whole_number(path, header, layout, last):
        return
    raise unreadable("the last row may be cut, as it has no line end:", line)


def _open_line(path: Path, start: int) -> str:
    """Return the last row if anything could have followed it on its line, otherwise ""."""
    with path.open("rb") as file:
        end = fast.data_end(file)
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
    for row in tolerant.read_rows(path, header):
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
