"""Labels outside latin-1, which the server gives back as question marks.

The server keeps the labels of features in latin-1: ``да`` and ``нет`` come back as ``??`` and
``???``. Prediction files have the true labels, and so has the header of the data set's file: there
they are read again (`prgbench.sources.openml.classes`). What is found there counts only if it is
what the server says, letter by letter, apart from letters that latin-1 does not have.
"""

import re
from collections.abc import Sequence

LAST_OF_LATIN_1 = "\xff"

_SURROGATE = re.compile("[\ud800-\udfff]")


def may_be_damaged(labels: Sequence[str]) -> bool:
    """Tell whether labels have question marks or repeat.

    Examples
    --------
    >>> may_be_damaged(["no", "yes?"]), may_be_damaged(["no", "yes"])
    (True, False)
    """
    return len(set(labels)) < len(labels) or any("?" in label for label in labels)


def are_damaged(labels: Sequence[str]) -> bool:
    """Tell whether labels are unlikely to be the real ones.

    Examples
    --------
    >>> are_damaged(["??", "???"]), are_damaged(["a", "a"]), are_damaged(["no", "yes?"])
    (True, True, False)
    """
    repeated = len(set(labels)) < len(labels)
    return repeated or any("?" in label[:-1] or label == "?" for label in labels)


def are_the_same(labels: Sequence[str], true_labels: Sequence[str]) -> bool:
    """Tell whether labels are the true ones apart from letters outside latin-1.

    Examples
    --------
    >>> are_the_same(["??", "???"], ["да", "нет"]), are_the_same(["ja?"], ["nein"])
    (True, False)
    """
    if list(map(len, labels)) != list(map(len, true_labels)):
        return False
    letters = "".join(labels)
    true_letters = "".join(true_labels)
    # Bytes that are no UTF-8 are no letters of a label.
    if _SURROGATE.search(true_letters):
        return False
    return all(
        letter == true or (letter == "?" and true > LAST_OF_LATIN_1)
        for letter, true in zip(letters, true_letters, strict=True)
    )
