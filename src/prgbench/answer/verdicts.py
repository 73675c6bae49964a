"""The verdicts of the answer: as its file has them, and the words of its first sentence."""

from enum import StrEnum
from typing import Self

FEWEST_DATASETS = 8
"""From so many data sets on, what choosing costs has a verdict."""

EQUIVALENT = 0.01
"""Scores that differ by no more are practically equal."""


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
    """Whether two measures rank the models differently, by more than the study's own noise."""

    DIFFERENT = (
        "rank differently",
        "{pairs} rank these models differently, beyond sampling noise",
    )
    ALIKE = (
        "alike within .01",
        "{pairs} rank these models alike except for differences within 0.01",
    )
    NOT_RESOLVED = (
        "not resolved",
        "this study can't tell whether {pairs} rank these models differently",
    )
    NO_DIFFERENCES = (
        "no differences between the models",
        "task by task, these models are statistically indistinguishable, so {pairs} have nothing "
        "to disagree about",
    )
    TOO_FEW = (
        "too few data sets",
        "there are too few data to tell whether {pairs} rank these models differently",
    )


class WinnerVerdict(Verdict):
    """Whether the winners by two measures differ more often than by the study's own noise."""

    DIFFER = "the winners differ", "task by task, {winners} differ beyond sampling noise"
    NOT_RESOLVED = (
        "not resolved",
        "this study can't tell whether {winners} differ beyond sampling noise",
    )
    TOO_FEW = "too few data sets", "the data are also too few to tell whether {winners} differ"


class LeaderboardVerdict(Verdict):
    """Whether two measures lead to other leaderboards, by more than the choice of data sets."""

    DIFFER = (
        "the leaderboards differ",
        "the leaderboards under {pairs} differ by more than the choice of the data sets explains",
    )
    ALIKE = (
        "alike within .01",
        "the leaderboards under {pairs} are alike except for differences within 0.01",
    )
    NOT_RESOLVED = (
        "not resolved",
        "these data sets can't tell whether the leaderboards under {pairs} differ",
    )
    NO_DIFFERENCES = (
        "no differences between the models",
        "these models do not differ by more than the choice of the data sets explains",
    )


class ChoiceVerdict(Verdict):
    """What choosing by one measure instead of another costs on other instances."""

    COSTS = "costs", "costs"
    GAINS = "gains", "gains"
    NO_DIFFERENCE = "no difference", "costs less than"
    NOT_RESOLVED = "not resolved", "no loss above"
    TOO_FEW = "too few data sets", ""
