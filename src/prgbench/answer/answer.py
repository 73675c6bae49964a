"""The answer of a study in one record: what `results/<study>/answer.json` holds.

docs/answer.md says what each field is. Shares are fractions of 1. A number that a study does not
have, or that is undefined, is None (null in the file). The numbers are those of the parts' tables,
from which `prgbench.answer.collecting` fills the record.
"""

import math
from typing import Annotated, Any, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from prgbench.answer.verdicts import (
    ChoiceVerdict,
    LeaderboardVerdict,
    RankingVerdict,
    WinnerVerdict,
)
from prgbench.study.warnings import Kind

FOLD_MEAN_CHANGES = "fold_mean_changes_winner"
REPEAT_CHANGES = "repeat_changes_winner"
"""The keys of what the answer takes as given, in `Answer.given`."""


def _none_if_nan(value: Any) -> Any:
    return None if isinstance(value, float) and math.isnan(value) else value


Number = Annotated[float | None, BeforeValidator(_none_if_nan)]


class Record(BaseModel):
    """A record of the answer, made of a row of a table; its fields are keys of the file."""

    model_config = ConfigDict(
        frozen=True, extra="ignore", from_attributes=True, validate_by_name=True
    )


class Bounded(Record):
    """A share with its interval."""

    share: Number = None
    lower: Number = None
    upper: Number = None


class Disagreement(Bounded):
    """In how many tasks the best models differ, and what a common order would give.

    In ``shared_best`` of these tasks models are tied for the best under a measure, and one of them
    is the best under the other measure, too.
    """

    count: int
    tasks: int
    shared_best: int = 0
    if_alike: Number = None
    if_alike_lower: Number = None
    if_alike_upper: Number = None


class Ranks(Record):
    """The mean rank correlation of two measures over the tasks, and what a common order gives.

    ``p_value`` is that of any difference, ``p_value_beyond`` of one by more than the ``margin``.
    ``noise_at_most`` says that the noise holds if no test set is larger than its training set. A
    task has from ``fewest`` to ``most`` independent groups of the rarer class, folds or splits.
    With ``opposite_skews`` of the scores, a difference may be one of their spacings.
    """

    found: Number = None
    if_alike: Number = None
    if_alike_lower: Number = None
    if_alike_upper: Number = None
    margin: Number = None
    p_value: Annotated[Number, Field(validation_alias="p_ranks")] = None
    p_value_beyond: Annotated[Number, Field(validation_alias="p_ranks_beyond")] = None
    verdict: Annotated[RankingVerdict, Field(validation_alias="ranking")]
    reversed: Number = None
    reversed_upper: Number = None
    noise_at_most: bool = False
    fewest: int = 0
    most: int = 0
    opposite_skews: bool = False


class Winners(Record):
    """The share of tasks whose winners differ, expected under one random order of tied models.

    It is weighted by the precision of the tasks: in a task of near-ties the winner is a coin flip.
    """

    found: Number = None
    tasks: int
    if_alike: Number = None
    if_alike_lower: Number = None
    if_alike_upper: Number = None
    p_value: Annotated[Number, Field(validation_alias="p_winners")] = None
    verdict: Annotated[WinnerVerdict, Field(validation_alias="winners")]
    certain: int | None = None
    noise_at_most: bool = False


class ModelPairs(Record):
    """How many pairs of models of a task both measures order alike for certain, or oppositely.

    Of the ``pairs`` that could be ordered. Beside these, a model of ``lacking`` pairs has no score
    by one of the measures, and the noise of ``noise_unknown`` pairs is not known.
    """

    same: int
    reversed: int
    open: int
    pairs: int
    lacking: int = 0
    noise_unknown: int = 0


class LeaderboardAnswer(Record):
    """The leaderboards of mean ranks by two measures, over all data sets.

    Noise draws the mean ranks of close models together, so that leaderboards of one order differ
    where a measure is noisier: ``reversed`` says whether two models are certainly in opposite
    orders on new data sets, None if that was not compared.
    """

    verdict: LeaderboardVerdict
    observed: Number = None
    estimate: Number = None
    lower: Number = None
    upper: Number = None
    estimate_best: Number = None
    lower_best: Number = None
    upper_best: Number = None
    leader_a: str
    leader_b: str
    p_leaders: Number = None
    models: int
    datasets: int
    families: int
    reversed: bool | None = None


class PairAnswer(Record):
    """The answer for a pair of measures."""

    measures: tuple[str, str]
    disagree: Disagreement
    ranks: Ranks | None = None
    winners: Winners | None = None
    pairs_of_models: ModelPairs | None = None
    leaderboards: LeaderboardAnswer | None = None

    @property
    def ranks_differ(self) -> bool:
        """Whether the measures are shown to rank the models differently."""
        return self.ranks is not None and self.ranks.verdict.shows_difference

    @property
    def winners_differ(self) -> bool:
        """Whether their winners are shown to differ."""
        return self.winners is not None and self.winners.verdict.shows_difference

    @property
    def leaderboards_differ(self) -> bool:
        """Whether their leaderboards are shown to differ."""
        return self.leaderboards is not None and self.leaderboards.verdict.shows_difference

    @property
    def differs(self) -> bool:
        """Whether task by task anything is shown to differ: rankings or winners."""
        return self.ranks_differ or self.winners_differ


class Choosing(Record):
    """How much of a target is lost if models are chosen by something else; a gain is negative."""

    by: str
    target: str
    loss: Number = None
    lower: Number = None
    upper: Number = None
    verdict: ChoiceVerdict
    half: Number = None


class PreferredF1(Record):
    """Of the pairs of models, the share whose lower expected F1 a measure prefers."""

    by: Annotated[str, Field(validation_alias="measure")]
    in_sample: Number = None
    held_out: Number = None
    pairs: int


class Change(Bounded):
    """How often the best model by a measure changes with what the answer takes as given."""

    tasks: int


class CostRange(Record):
    """Who may be the best where a miss costs ``least`` to ``most`` times as much as a false alarm.

    A single model certainly is.
    """

    least: float
    most: float
    models: tuple[str, ...]


class AtAllCosts(Record):
    """Which model wins for which costs on a data set, at a prevalence: ranges and sentences.

    Of its ``pairs`` of models, in how many one is at least as good at every cost (``dominated``),
    and in how many each certainly wins somewhere (``crossing``). The first sentences of ``text``
    are those of the ``winners``, one each.
    """

    dataset: str
    prevalence: float
    ranges: tuple[CostRange, ...]
    winners: tuple[str, ...]
    pairs: int
    dominated: int
    crossing: int
    text: tuple[str, ...]

    @property
    def of_winners(self) -> tuple[str, ...]:
        """The sentences on where a model is certainly the best."""
        return self.text[: len(self.winners)]


class PairsAtAllCosts(Record):
    """How many pairs of models within tasks the measures order alike, and what costs do to them.

    Of all ``pairs`` and of those ordered ``alike``: the cost curves of how many cross in the data
    (``crossing_seen``), of how many one model certainly is at least as good at every cost
    (``dominated``), and of how many each certainly wins somewhere (``crossing``). A model of
    ``lacking`` pairs has no score by a measure: these are not ordered alike, nor otherwise.
    """

    tasks: int
    measures: int
    pairs: int
    lacking: int = 0
    crossing_seen: int
    dominated: int
    crossing: int
    alike: int
    alike_crossing_seen: int
    alike_dominated: int
    alike_crossing: int


class MeanAtAllCosts(Record):
    """Which model wins for which costs in the mean over data sets.

    As in `AtAllCosts`, with costs at the ``prevalence``, for these data sets with other instances
    or, in ``_new``, for new data sets.
    """

    datasets: int
    models: int
    prevalence: float
    ranges: tuple[CostRange, ...]
    ranges_new: tuple[CostRange, ...]
    winners: tuple[str, ...]
    winners_new: tuple[str, ...]
    text: tuple[str, ...]
    text_new: tuple[str, ...]


class EqualRows(Record):
    """The mean share of rows that equal an earlier one, and how many tasks have more than 5%."""

    share: Number = None
    tasks_above: int


class BestModel(Record):
    """The best model by a measure: its mean over the data sets, and the models that equal it.

    ``better_on`` is the share of data sets on which it is better than the runner-up, ties counted
    half; its interval is that of the probability of being better on a new data set. Models that
    only other measures rank, as they lack this one, are ``not_ranked``.
    """

    measure: str
    model: str
    models: int
    not_ranked: tuple[str, ...] = ()
    mean: Number
    interval: tuple[float, float] | None
    interval_new: tuple[float, float] | None
    level: tuple[str, ...] = ()
    equal: tuple[str, ...] = ()
    practically_equal: tuple[str, ...] = ()
    tied: tuple[str, ...] | None
    tied_new: tuple[str, ...] | None
    runner_up: str
    difference: Number
    difference_interval: tuple[float, float] | None = None
    difference_interval_new: tuple[float, float] | None = None
    p_value: Number
    p_value_new: Number
    best_on: Number = None
    best_on_interval: tuple[float, float] | None = None
    better_on: Number = None
    better_on_interval: tuple[float, float] | None = None
    first_by_rank: str | None = None
    tied_by_rank: tuple[str, ...] | None = None
    incomplete: dict[str, int] = {}
    by_rank: bool = False
    mean_rank: Number = None
    influential: str = ""
    on_items: "OnItems | None" = None


class OnItems(Record):
    """The best model and the runner-up on the same items, or clusters of items (``units``).

    On how many either one is better, and the exact p-value of this pair alone.
    """

    units: int
    only_best: Annotated[int, Field(validation_alias="only_model")]
    only_runner_up: Annotated[int, Field(validation_alias="only_other")]
    p_value: float
    pass_or_fail: bool
    is_share: bool


class Orders(Record):
    """The orders of the models by two measures; ``apart`` if no model can be the best by both."""

    measures: tuple[str, str]
    tau: Number
    same_first: bool
    apart: bool
    apart_new: bool
    reversed_new: bool | None = None


class Warned(Record):
    """Something that looks wrong: its kind, and a sentence with names and counts."""

    kind: Kind
    text: str


class Answer(Record):
    """Does the choice of the measure change the winner, is it more than noise, at what cost?"""

    study: str
    archive: str
    tasks: int
    datasets: int
    models: int
    confidence_level: float
    families: int | None = None
    scope: str = ""
    notes: list[str] = []
    warnings: list[Warned] = []
    units: str = "instances"
    items: int | None = None
    complete: Number = None
    best_models: list[BestModel] = []
    orders: list[Orders] = []
    pairs: list[PairAnswer]
    choosing: list[Choosing] = []
    lower_expected_f1: list[PreferredF1] = []
    given: dict[str, dict[str, Change]] = {}
    equal_rows: EqualRows | None = None
    costs: list[AtAllCosts] = []
    mean_costs: MeanAtAllCosts | None = None
    pairs_at_all_costs: PairsAtAllCosts | None = None

    @property
    def first_line(self) -> str:
        """What was read, what was assumed of it, and what was not used."""
        return " ".join([f"{self.scope}.", *self.notes])

    @classmethod
    def read(cls, text: str) -> Self:
        """Return the answer that JSON holds."""
        return cls.model_validate_json(text)

    def to_json(self) -> str:
        """Return the answer as JSON."""
        return self.model_dump_json(by_alias=True, indent=1) + "\n"
