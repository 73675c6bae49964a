"""The classes that the labels of a prediction file spell."""

from collections import Counter
from collections.abc import Sequence
from decimal import Decimal

from prgbench.run.decimals import is_decimal
from prgbench.sources.prediction_files.arff import unreadable

NO_CLASS = -1
"""The index of a label that none of the classes of a task has."""

MISSING = "?"
"""How a file writes a true class, or a score, that is unknown."""


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
