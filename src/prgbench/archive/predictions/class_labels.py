"""Matching the labels in a file with the classes of the task."""

from collections.abc import Iterable, Sequence
from decimal import Decimal

from prgbench.archive.predictions.refusal import unreadable
from prgbench.pipeline.decimals import is_decimal

NO_CLASS = -1
MISSING = "?"


class LabelMatcher:
    """Find the class that a label spells.

    A label that is written exactly as a class is that class. Otherwise case, surrounding
    blanks and quotes, and the spelling of numbers are forgiven, as long as this leads to
    one class only.

    Examples
    --------
    >>> matcher = LabelMatcher(["TRUE", "FALSE"])
    >>> matcher.index("false"), matcher.index("FALSE"), matcher.index("?")
    (1, 1, -1)
    >>> LabelMatcher(["1", "2"]).index("2.0")
    1
    """

    def __init__(self, classes: Sequence[str]) -> None:
        self._exact = {label: index for index, label in enumerate(classes)}
        self._loose = _unambiguous((_loose(label), index) for index, label in enumerate(classes))

    def index(self, label: str) -> int:
        """Return the index of the class, or -1 where the label is none of them."""
        if label in self._exact:
            return self._exact[label]
        return self._loose.get(_loose(label), NO_CLASS)

    def true_index(self, label: str) -> int:
        """Return the index of the class that a file states as the truth, -1 for ``?``.

        Raises
        ------
        RunUnusableError
            If the label is none of the classes.

        Examples
        --------
        >>> LabelMatcher(["neg", "pos"]).true_index("?")
        -1
        """
        index = self.index(label)
        if index == NO_CLASS and label != MISSING:
            raise unreadable("a true class that is none of the task's:", label)
        return index


def _loose(label: str) -> str | Decimal:
    text = label.strip().strip("'\"").strip().casefold()
    return Decimal(text) if is_decimal(text) else text


def _unambiguous(pairs: Iterable[tuple[str | Decimal, int]]) -> dict[str | Decimal, int]:
    found: dict[str | Decimal, int] = {}
    ambiguous: set[str | Decimal] = set()
    for key, index in pairs:
        if key in found:
            ambiguous.add(key)
        found[key] = index
    return {key: index for key, index in found.items() if key not in ambiguous}
