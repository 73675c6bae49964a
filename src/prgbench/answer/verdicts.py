"""The verdicts of the answer: as its file has them, what they mean, and the words for them."""

from enum import Enum, StrEnum, auto
from typing import Self

FEWEST_DATASETS = 8
"""From so many data sets on, what choosing costs has a verdict."""

FEWEST_FOR_NO_DIFFERENCE = 30
"""From so many data sets on, a choice may be said to cost nothing.

Of 8 or 12 data sets, none has a loss that a tenth of all have in 43% and 28% of studies; of 30,
in 4%.
"""

EQUIVALENT = 0.01
"""Scores that differ by no more are practically equal."""


class Shows(Enum):
    """What a verdict shows: a difference, likeness, or neither."""

    DIFFERENCE = auto()
    LIKENESS = auto()
    NOTHING = auto()


class Verdict(StrEnum):
    """A verdict, which says what it ``shows`` and has the ``words`` of its sentence in details.

    What the first screen says of it is in `prgbench.report.winner_changes`.

    The words name what they are about: the ``{pairs}`` of measures, their ``{winners}``, and the
    ``{margin}`` of the test.

    Examples
    --------
    >>> verdict = RankingVerdict("rank differently")
    >>> verdict.shows_difference, verdict.shows_likeness, verdict.is_open
    (True, False, False)
    """

    shows: Shows
    words: str

    def __new__(cls, value: str, shows: Shows, words: str) -> Self:
        """Make a verdict from its value in ``answer.json``, what it shows, and its words."""
        verdict = str.__new__(cls, value)
        verdict._value_ = value
        verdict.shows = shows
        verdict.words = words
        return verdict

    @property
    def shows_difference(self) -> bool:
        """Whether a difference is shown, be it small."""
        return self.shows is Shows.DIFFERENCE

    @property
    def shows_likeness(self) -> bool:
        """Whether it is shown that there is no difference of any importance."""
        return self.shows is Shows.LIKENESS

    @property
    def is_open(self) -> bool:
        """Whether neither is shown, for whatever reason."""
        return self.shows is Shows.NOTHING


class RankingVerdict(Verdict):
    """Whether two measures rank the models differently, by more than the study's own noise.

    From the strongest statement to the weakest. Models are alike only where no difference is
    shown: the rules exclude each other.
    """

    DIFFERENT = (
        "rank differently",
        Shows.DIFFERENCE,
        "{pairs} rank these models differently beyond sampling noise, by more than {margin:g}",
    )
    SLIGHTLY_DIFFERENT = (
        "differ, perhaps within the margin",
        Shows.DIFFERENCE,
        "{pairs} rank these models differently beyond sampling noise, though perhaps by less than "
        "{margin:g}",
    )
    ALIKE = (
        "alike within .01",
        Shows.LIKENESS,
        "{pairs} rank these models alike except for differences within 0.01",
    )
    NOT_RESOLVED = (
        "not resolved",
        Shows.NOTHING,
        "this study can't tell whether {pairs} rank these models differently",
    )
    NO_DIFFERENCES = (
        "no differences between the models",
        Shows.NOTHING,
        "these models can't be distinguished task by task, so nothing shows whether {pairs} "
        "rank them differently",
    )
    NOISE_UNKNOWN = (
        "noise unknown",
        Shows.NOTHING,
        "this study can't tell whether {pairs} rank these models differently",
    )
    TOO_FEW = (
        "too few data sets",
        Shows.NOTHING,
        "there are too few data to tell whether {pairs} rank these models differently",
    )
    FEW_MODELS = (
        "too few models in common",
        Shows.NOTHING,
        "too few models have both measures to tell whether {pairs} rank models differently",
    )


class WinnerVerdict(Verdict):
    """Whether the winners by two measures differ more often than by the study's own noise."""

    DIFFER = (
        "the winners differ",
        Shows.DIFFERENCE,
        "task by task, {winners} differ beyond sampling noise",
    )
    NOT_RESOLVED = (
        "not resolved",
        Shows.NOTHING,
        "this study can't tell whether {winners} differ beyond sampling noise",
    )
    NOISE_UNKNOWN = (
        "noise unknown",
        Shows.NOTHING,
        "this study can't tell whether {winners} differ beyond sampling noise: replicates on the "
        "same test instances do not show their noise",
    )
    TOO_FEW = (
        "too few data sets",
        Shows.NOTHING,
        "the data are also too few to tell whether {winners} differ",
    )
    FEW_MODELS = (
        "too few models in common",
        Shows.NOTHING,
        "it can't be told either whether {winners} differ",
    )


class LeaderboardVerdict(Verdict):
    """Whether two measures lead to other leaderboards, by more than the choice of data sets."""

    DIFFER = (
        "the leaderboards differ",
        Shows.DIFFERENCE,
        "the leaderboards under {pairs} differ by more than the choice of the data sets explains",
    )
    ALIKE = (
        "alike within .01",
        Shows.LIKENESS,
        "the leaderboards under {pairs} are alike except for differences within 0.01",
    )
    NOT_RESOLVED = (
        "not resolved",
        Shows.NOTHING,
        "these data sets can't tell whether the leaderboards under {pairs} differ",
    )
    NO_DIFFERENCES = (
        "no differences between the models",
        Shows.NOTHING,
        "these models do not differ by more than the choice of the data sets explains",
    )


class ChoiceVerdict(Verdict):
    """What choosing by one measure instead of another costs on other instances."""

    COSTS = "costs", Shows.DIFFERENCE, "costs"
    GAINS = "gains", Shows.DIFFERENCE, "gains"
    NO_DIFFERENCE = "no difference", Shows.LIKENESS, "costs less than"
    NOT_RESOLVED = "not resolved", Shows.NOTHING, "no loss above"
    TOO_FEW = "too few data sets", Shows.NOTHING, ""
