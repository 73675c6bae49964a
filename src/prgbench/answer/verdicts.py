"""The verdicts of the answer: as its file has them, and the words of its first sentence."""

from enum import StrEnum
from typing import Self


class Verdict(StrEnum):
    """A verdict, with the ``words`` of the first sentence, which name what it is about."""

    words: str

    def __new__(cls, value: str, words: str) -> Self:
        """Make a verdict from its value in ``answer.json`` and its words."""
        verdict = str.__new__(cls, value)
        verdict._value_ = value
        verdict.words = words
        return verdict


class RankingVerdict(Verdict):
    """Whether two measures rank the models alike, apart from noise."""

    DIFFERENT = (
        "rank differently",
        "{pairs} rank these models differently, by more than noise",
    )
    ALIKE = "rank alike", "{pairs} rank these models alike"
    NOT_RESOLVED = "not resolved", "this study can't tell whether {pairs} rank these models alike"
    NO_DIFFERENCES = (
        "no differences between the models",
        "these models do not differ by more than noise, so that {pairs} have nothing to disagree "
        "on",
    )
    TOO_FEW = (
        "too few data sets",
        "there are too few data sets to tell whether {pairs} rank these models alike",
    )


class WinnerVerdict(Verdict):
    """Whether the winners by two measures truly differ."""

    DIFFER = "the winners differ", "{winners} truly differ"
    NOT_RESOLVED = "not resolved", "this study can't tell whether {winners} truly differ"
    TOO_FEW = "too few data sets", "there are also too few to tell whether {winners} differ"


class ChoiceVerdict(Verdict):
    """What choosing by one measure instead of another costs on other instances."""

    COSTS = "costs", "costs"
    GAINS = "gains", "gains"
    NO_DIFFERENCE = "no difference", "costs less than"
    NOT_RESOLVED = "not resolved", "no loss above"
    TOO_FEW = "too few data sets", ""
