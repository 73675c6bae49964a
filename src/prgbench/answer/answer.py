"""The answer of a study in one record: what `results/<study>/answer.json` holds.

docs/answer.md says what each field is. Shares are fractions of 1. A number that a study does not
have, or that is undefined, is None (null in the file). The numbers are those of the parts' tables.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import Annotated, Any, Self, TypeVar

import pandas as pd
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from prgbench.answer.choosing import Choice
from prgbench.answer.common_order import BEST, SPEARMAN, WINNERS
from prgbench.answer.common_prevalence import AtCommonPrevalence
from prgbench.answer.confidence_sets import Certain
from prgbench.answer.costs import CountedPairs, TaskAtAllCosts, compared_tasks
from prgbench.answer.equal_rows import MANY_EQUAL
from prgbench.answer.expected_f1 import LowerF1
from prgbench.answer.given import FOLD_MEAN, REPEAT, ChangedPick
from prgbench.answer.interface import Row, Tables, rows_of
from prgbench.answer.intervals import AgreementInterval
from prgbench.answer.leaderboards import LeaderboardPair
from prgbench.answer.mean_costs import mean_costs_of
from prgbench.answer.model_pairs import OrderedPairs
from prgbench.answer.rankings import IfAlike, PairVerdicts
from prgbench.answer.standings import (
    FirstModel,
    ItemPair,
    OrderPair,
    PairOfModels,
    Standing,
)
from prgbench.answer.verdicts import (
    ChoiceVerdict,
    LeaderboardVerdict,
    RankingVerdict,
    WinnerVerdict,
)
from prgbench.data.models import Models
from prgbench.metrics.cost_curves import cost_ratio_of
from prgbench.metrics.operating_conditions import PairVerdict, WinningRange
from prgbench.plotting.drawn import INSTANCES, ITEMS
from prgbench.plotting.words import decimal, percent, share_of
from prgbench.run.safe_text import shortened
from prgbench.study.agreement import by_pair
from prgbench.study.warnings import LONGEST_NAME, MOST_UNUSUAL, Kind, StudyWarning

CHANGES = {FOLD_MEAN: "fold_mean_changes_winner", REPEAT: "repeat_changes_winner"}


def _none_if_nan(value: Any) -> Any:
    return None if isinstance(value, float) and math.isnan(value) else value


Number = Annotated[float | None, BeforeValidator(_none_if_nan)]


class Record(BaseModel):
    """A record of the answer, made of a row of a table; its fields are keys of the file."""

    model_config = ConfigDict(
        frozen=True, extra="ignore", from_attributes=True, validate_by_name=True
    )


AnyRecord = TypeVar("AnyRecord", bound=Record)
AnyPair = TypeVar("AnyPair", PairOfModels, ItemPair)


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
    """How many pairs of models of a task both measures order alike for certain, or oppositely."""

    same: int
    reversed: int
    open: int
    pairs: int


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
    (``dominated``), and of how many each certainly wins somewhere (``crossing``).
    """

    tasks: int
    measures: int
    pairs: int
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
    half; its interval is that of the probability of being better on a new data set.
    """

    measure: str
    model: str
    models: int
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


def collect_answer(
    study: str,
    archive: str,
    confidence_level: float,
    models: Models,
    agreement: pd.DataFrame,
    tables: Tables,
    *,
    scope: str = "",
    notes: Sequence[str] = (),
    warnings: Sequence[StudyWarning] = (),
    units: str = "instances",
) -> Answer:
    """Collect the answer from the tables of a study; what they do not have stays None.

    ``models`` are the ranked models, ``agreement`` is what `agreement_summary` returns, ``scope``
    what `what_was_read` does, ``notes`` say what was assumed of a table and ``warnings`` what
    looks wrong. The halves of a task consist of ``units``.
    """
    return Answer(
        study=study,
        archive=archive,
        tasks=models.n_tasks,
        datasets=models.n_datasets,
        models=len(models),
        confidence_level=confidence_level,
        families=None if models.dataset_family is None else models.dataset_family.nunique(),
        scope=scope,
        notes=list(notes),
        warnings=[
            Warned.model_validate(warning)
            for warning in [
                *warnings,
                *_prevalences_differ(tables),
                *_few_groups(tables, models.n_tasks, units),
            ]
        ],
        units=units,
        items=_number_of_items(models) if units == ITEMS else None,
        complete=min(
            (row.complete for row in rows_of(FirstModel, tables.get("first_models"))), default=None
        ),
        best_models=list(_best_models(tables)),
        orders=[
            Orders(measures=(row.measure_a, row.measure_b), **asdict(row))
            for row in rows_of(OrderPair, tables.get("order_pairs"))
        ],
        pairs=[_pair(a, b, rows.iloc[0], tables) for a, b, rows in by_pair(agreement)],
        choosing=[Choosing.model_validate(row) for row in rows_of(Choice, tables.get("choosing"))],
        lower_expected_f1=[
            PreferredF1.model_validate(row) for row in rows_of(LowerF1, tables.get("expected_f1"))
        ],
        given=_given(tables.get("given")),
        equal_rows=_equal_rows(tables.get("equal_rows")),
        costs=[at_all_costs_of(compared) for compared in compared_tasks(tables)],
        mean_costs=mean_at_all_costs(tables),
        pairs_at_all_costs=pairs_at_all_costs(tables),
    )


def _prevalences_differ(tables: Tables) -> Iterator[StudyWarning]:
    """Warn of a mean of AUPRG over unlike prevalences, with what a common one gives."""
    rows = rows_of(AtCommonPrevalence, tables.get("common_prevalence"))
    if not rows:
        return
    first = min(rows, key=lambda row: row.rank)
    first_common = rows[0]
    name = shortened(first.model, LONGEST_NAME)
    leads = f"{name} still has the highest mean"
    if first_common.model != first.model:
        other = shortened(first_common.model, LONGEST_NAME)
        leads = f"{other} has the highest mean, {decimal(first_common.mean_common)}, not {name}"
    yield StudyWarning(
        "prevalences differ",
        f"AUPRG rises as positives get rarer, and its means are over {first.datasets} data sets "
        f"with {percent(first.lowest)} to {percent(first.highest)} positives. At "
        f"{first.common:.0%} in each, {leads}: {decimal(first.mean_common)} instead of "
        f"{decimal(first.mean)}. To compare models at one prevalence, add the "
        f"measure 'auprg@prevalence={first.common:g}'.",
    )


def _few_groups(tables: Tables, n_tasks: int, units: str) -> Iterator[StudyWarning]:
    """Warn of tasks of predictions whose noise is unknown, unless they are rare."""
    undefined = min((row.undefined for row in rows_of(IfAlike, tables.get("if_alike"))), default=0)
    if units == INSTANCES and undefined > MOST_UNUSUAL * n_tasks:
        yield StudyWarning(
            "few positive groups",
            f"In {share_of(undefined, n_tasks)} tasks the rarer class has fewer than two "
            "independent groups of rows, or there are fewer than two models: their noise is "
            "unknown, and the tests leave them out.",
        )


def _pair(a: str, b: str, agreed: pd.Series, tables: Tables) -> PairAnswer:
    shares = _of_pair(AgreementInterval, tables.get("intervals"), a, b, statistic=BEST)
    best, spearman, winners = (
        _of_pair(IfAlike, tables.get("if_alike"), a, b, statistic=statistic)
        for statistic in (BEST, SPEARMAN, WINNERS)
    )
    verdicts = _of_pair(PairVerdicts, tables.get("verdicts"), a, b)
    certain = _of_pair(Certain, tables.get("certain"), a, b)
    orders = _of_pair(OrderPair, tables.get("order_pairs"), a, b)
    count = round(agreed["best_differs"] * agreed["tasks"])
    disagree = {
        **(asdict(best) if best else {}),
        "count": count,
        "shared_best": count - round(agreed["best_differs_surely"] * agreed["tasks"]),
        "tasks": agreed["tasks"],
        "share": agreed["best_differs"],
        "lower": shares and shares.lower,
        "upper": shares and shares.upper,
    }
    verdict_fields = asdict(verdicts) if verdicts else {}
    return PairAnswer(
        measures=(a, b),
        disagree=Disagreement.model_validate(disagree),
        ranks=_record(Ranks, verdicts and spearman, **verdict_fields),
        winners=_record(
            Winners,
            verdicts and winners,
            **verdict_fields,
            certain=certain.certain if certain else None,
        ),
        pairs_of_models=_record(
            ModelPairs, _of_pair(OrderedPairs, tables.get("model_pairs"), a, b)
        ),
        leaderboards=_record(
            LeaderboardAnswer,
            _of_pair(LeaderboardPair, tables.get("leaderboard_pairs"), a, b),
            reversed=orders.reversed_new if orders else None,
        ),
    )


def _best_models(tables: Tables) -> Iterator[BestModel]:
    standings = rows_of(Standing, tables.get("standings"))
    for first in rows_of(FirstModel, tables.get("first_models")):
        rows = [row for row in standings if row.measure == first.measure]
        best = rows[0]
        behind = rows[1:]
        level = [row for row in behind if row.rank == 1]
        by_rank = min(rows, key=lambda row: row.mean_rank)
        ranked = not math.isnan(by_rank.mean_rank)
        interval = _bounds(first.lower, first.upper)
        interval_new = _bounds(first.lower_new, first.upper_new)
        yield BestModel(
            **asdict(first),
            by_rank=best.by_rank,
            mean_rank=best.mean_rank,
            interval=interval,
            interval_new=interval_new,
            level=_names(level),
            equal=_names(row for row in level if _equal_everywhere(row)),
            practically_equal=_names(row for row in behind if row.practically_equal),
            tied=_names(row for row in behind if row.may_be_best) if interval else None,
            tied_new=_names(row for row in behind if row.may_be_best_new)
            if interval_new or not math.isnan(first.p_value_new)
            else None,
            difference_interval=_bounds(first.difference_lower, first.difference_upper),
            difference_interval_new=_bounds(
                first.difference_lower_new, first.difference_upper_new
            ),
            best_on=best.best,
            best_on_interval=_bounds(best.best_lower, best.best_upper),
            **_better_on(first, tables.get("pairs_of_models")),
            first_by_rank=by_rank.model if ranked else None,
            tied_by_rank=_names(row for row in rows if row.may_be_best_by_rank and row != by_rank)
            if ranked
            else None,
            incomplete={row.model: row.datasets for row in rows if row.datasets < first.datasets},
            on_items=_on_items(first, tables.get("item_pairs")),
        )


def _number_of_items(models: Models) -> int | None:
    n_items = models.first_of_tasks().n_instances
    return None if n_items is None else int(n_items.sum())


def _better_on(first: FirstModel, table: pd.DataFrame | None) -> dict[str, Any]:
    """Return on how many data sets the first model is better than the runner-up."""
    pair = _pair_with_runner_up(PairOfModels, first, table)
    if pair is None:
        return {}
    interval = _bounds(pair.better_on_lower, pair.better_on_upper)
    return {"better_on": pair.better_on, "better_on_interval": interval}


def _on_items(first: FirstModel, table: pd.DataFrame | None) -> OnItems | None:
    return _record(OnItems, _pair_with_runner_up(ItemPair, first, table))


def _pair_with_runner_up(
    row: type[AnyPair], first: FirstModel, table: pd.DataFrame | None
) -> AnyPair | None:
    """Return the row of a table of pairs of models that has the first model and the runner-up."""
    wanted = first.measure, first.model, first.runner_up
    pairs = rows_of(row, table)
    return next((p for p in pairs if (p.measure, p.model, p.other) == wanted), None)


def _names(rows: Iterable[Standing]) -> tuple[str, ...]:
    return tuple(row.model for row in rows)


def _bounds(lower: float, upper: float) -> tuple[float, float] | None:
    return None if math.isnan(lower) else (lower, upper)


def _equal_everywhere(row: Standing) -> bool:
    """Say whether a model's difference from the first one never varies."""
    interval = _bounds(row.difference_lower_new, row.difference_upper_new)
    return (interval or (row.difference_lower, row.difference_upper)) == (0, 0)


def _record(record: type[AnyRecord], row: Any, **more: Any) -> AnyRecord | None:
    """Return a row of a table as a record; None of no row."""
    return None if row is None else record.model_validate(asdict(row) | more)


def _of_pair(
    row: type[Row], table: pd.DataFrame | None, a: str, b: str, **where: object
) -> Row | None:
    """Return the row of a pair of measures, if there is one."""
    wanted = {"measure_a": a, "measure_b": b, **where}.items()
    rows = (r for r in rows_of(row, table) if all(getattr(r, k) == v for k, v in wanted))
    return next(rows, None)


def _given(table: pd.DataFrame | None) -> dict[str, dict[str, Change]]:
    changes: dict[str, dict[str, Change]] = {}
    for row in rows_of(ChangedPick, table):
        if row.source in CHANGES and row.tasks:
            changes.setdefault(CHANGES[row.source], {})[row.measure] = Change(
                share=row.best_models_change, lower=row.lower, upper=row.upper, tasks=row.tasks
            )
    return changes


def _equal_rows(table: pd.DataFrame | None) -> EqualRows | None:
    if table is None:
        return None
    shares = table["equal"]
    return EqualRows(share=shares.mean(), tasks_above=int((shares > MANY_EQUAL).sum()))


def at_all_costs_of(compared: TaskAtAllCosts) -> AtAllCosts:
    """Return the record of a task whose models were compared at all costs."""
    pi = compared.task.prevalence
    verdicts = list(compared.verdicts.values())
    certain = {part.models for part in compared.ranges if part.is_certain}
    return AtAllCosts(
        dataset=compared.task.dataset_name,
        prevalence=pi,
        ranges=_cost_ranges(compared.ranges, pi),
        winners=tuple(name for name in compared.names if (name,) in certain),
        pairs=len(verdicts),
        dominated=sum(v in (PairVerdict.FIRST, PairVerdict.SECOND) for v in verdicts),
        crossing=verdicts.count(PairVerdict.CROSSING),
        text=tuple(compared.sentences()),
    )


def _cost_ranges(ranges: Iterable[WinningRange], prevalence: float) -> tuple[CostRange, ...]:
    """Write ranges of cost weights as what a miss costs beside a false alarm."""
    return tuple(
        CostRange(
            least=float(cost_ratio_of(part.low, prevalence)),
            most=float(cost_ratio_of(part.high, prevalence)),
            models=part.models,
        )
        for part in ranges
    )


def mean_at_all_costs(tables: Tables) -> MeanAtAllCosts | None:
    """Return the record of the mean cost curves; None if there are none."""
    these, new = (mean_costs_of(tables, new=new) for new in (False, True))
    if these is None or new is None:
        return None
    return MeanAtAllCosts(
        datasets=these.datasets,
        models=len(these.names),
        prevalence=these.prevalence,
        ranges=_cost_ranges(these.ranges, these.prevalence),
        ranges_new=_cost_ranges(new.ranges, new.prevalence),
        winners=these.winners,
        winners_new=new.winners,
        text=tuple(these.sentences()),
        text_new=tuple(new.sentences()),
    )


def pairs_at_all_costs(tables: Tables) -> PairsAtAllCosts | None:
    """Sum the counts of pairs over the tasks; None without a pair."""
    rows = rows_of(CountedPairs, tables.get("cost_counts"))
    if not sum(row.pairs for row in rows):
        return None
    names = PairsAtAllCosts.model_fields.keys() - {"tasks", "measures"}
    sums = {name: sum(getattr(row, name) for row in rows) for name in names}
    tasks = sum(row.pairs > 0 for row in rows)
    return PairsAtAllCosts(tasks=tasks, measures=rows[0].measures, **sums)
