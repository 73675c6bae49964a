"""Labels that the server has damaged, and the true ones from the header of the data set's file.

The server keeps the labels of features in latin-1, so that every other letter comes back as a
question mark, while data and prediction files have the letters. Real labels have question marks
too, alone (``?``) or at their end (``yes?``); so labels with any are compared with the header of
the data set's file, which decides. Where that can't be had, labels are taken for damaged
if a question mark stands before another character, or if two of them are equal.
"""

import re
from collections.abc import Sequence
from pathlib import Path

from prgbench.archive.interface import Reason, RunUnusableError
from prgbench.archive.predictions.header import BYTE_ORDER_MARK, decode
from prgbench.archive.predictions.tokens import QUOTED, nominal_values, unquote
from prgbench.pipeline.foreign_text import plain

LAST_LATIN_1 = "\xff"
LONGEST_LINE = 1 << 24

_NOMINAL = re.compile(
    rf"@attribute[ \t]++({QUOTED}|[^ \t'\"{{]++)[ \t]*+(\{{.*+)", re.IGNORECASE | re.ASCII
)
_SURROGATE = re.compile("[\ud800-\udfff]")


def may_be_damaged(labels: Sequence[str]) -> bool:
    """Tell whether labels have question marks, or one stands twice.

    Examples
    --------
    >>> may_be_damaged(["no", "yes?"]), may_be_damaged(["no", "yes"])
    (True, False)
    """
    return len(set(labels)) < len(labels) or any("?" in label for label in labels)


def look_damaged(labels: Sequence[str]) -> bool:
    """Tell whether labels are as real ones hardly are: see the module.

    Examples
    --------
    >>> look_damaged(["??", "???"]), look_damaged(["?", "?"]), look_damaged(["?", "yes?"])
    (True, True, False)
    """
    return len(set(labels)) < len(labels) or any("?" in label[:-1] for label in labels)


def are_the_same(labels: Sequence[str], true_labels: Sequence[str]) -> bool:
    """Tell whether labels are the true ones but for letters outside latin-1.

    Examples
    --------
    >>> are_the_same(["??", "yes?"], ["да", "yes?"]), are_the_same(["??"], ["ja"])
    (True, False)
    """
    return len(labels) == len(true_labels) and all(map(_is_the_same, labels, true_labels))


def labels_in_header(path: Path, name: str) -> tuple[str, ...]:
    """Return the labels of a nominal attribute that the header of an ARFF file declares.

    Raises
    ------
    RunUnusableError
        If the header does not declare it.
    """
    with path.open("rb") as file:
        while line := file.readline(LONGEST_LINE):
            text = decode(line.removeprefix(BYTE_ORDER_MARK)).strip()
            match = _NOMINAL.match(text)
            if match is not None and unquote(match[1]) == name:
                return tuple(nominal_values(match[2]))
            if text[:5].lower() == "@data":
                break
    raise RunUnusableError(Reason.UNREADABLE, f"no labels of {plain(name)!r} in its header")


def _is_the_same(label: str, true: str) -> bool:
    if len(label) != len(true) or _SURROGATE.search(true):
        return False
    pairs = zip(label, true, strict=True)
    return all(a == b or (a == "?" and b > LAST_LATIN_1) for a, b in pairs)
