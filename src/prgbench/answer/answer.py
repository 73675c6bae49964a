"""The answer of a study in one record: what `results/<study>/answer.json` holds.

Shares are fractions of 1. A number that a study does not have, or that is undefined, is None (null
in the file). The numbers are those of the parts' tables.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Annotated, Any, Self, TypeVar

import pandas as pd
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from prgbench.answer.choosing import HALVES, QUARTERS, Choice
from prgbench.answer.confidence_sets import Certain
from prgbench.answer.dependent_rows import MANY
from prgbench.answer.excess import PARTS, Excess
from prgbench.answer.expected_f1 import LowerF1
from prgbench.answer.given import FOLD_MEAN, REPEAT, ChangedPick
from prgbench.answer.interface import Row, Tables, rows_of
from prgbench.answer.intervals import AgreementInterval
from prgbench.answer.noise_alone import BEST, RANKS, NoiseAlone
from prgbench.answer.rankings import ALL, TOP, RankCorrelation
from prgbench.answer.standings import FirstModel, OrderPair, Standing
from prgbench.answer.verdicts import ChoiceVerdict, RankingVerdict, WinnerVerdict
from prgbench.answer.winners import Winners
from prgbench.data.models import Models
from prgbench.study.agreement import by_pair
from prgbench.study.warnings import Kind, StudyWarning

CHANGES = {FOLD_MEAN: "fold_mean_changes_winner", REPEAT: "repeat_changes_winner"}


def _none_if_nan(value: Any) -> Any:
    return None if isinstance(value, float) and math.isnan(value) else value


Number = Annotated[float | None, BeforeValidator(_none_if_nan)]


class Record(BaseModel):
    """A record of the answer; its fields are keys of the file."""

    model_config = ConfigDict(frozen=True, extra="ignore", validate_by_name=True)


AnyRecord = TypeVar("AnyRecord", bound=Record)


class Bounded(Record):
    """A share with its interval."""

    share: Number = None
    lower: Number = None
    upper: Number = None


class Disagreement(Bounded):
    """In how many tasks the best models differ, and what noise alone would give."""

    count: int
    tasks: int
    null: Number = None
    null_lower: Number = None
    null_upper: Number = None
    tied_null: Number = None
    tied_null_lower: Number = None
    tied_null_upper: Number = None


class Halves(Record):
    """The cross-half excess: the disagreement of two measures beyond that of each with itself."""

    two_measures: Number = None
    one_measure: Number = None
    excess: Number = None
    lower: Number = None
    upper: Number = None


class Ranks(Record):
    """The rank correlation of two measures, found and without noise."""

    found: Number = None
    noise_alone: Number = None
    without_noise: Number = None
    lower: Number = None
    upper: Number = None
    alike: float
    verdict: RankingVerdict
    detectable: Number = None
    datasets_needed: Number = None


class Top(Record):
    """The rank correlation without noise among the best models, of so many in most tasks."""

    models: Annotated[int, Field(validation_alias="size")]
    without_noise: Number = None
    lower: Number = None
    upper: Number = None
    verdict: RankingVerdict


class WinnersVerdict(Record):
    """Whether the winners by two measures truly differ; ``detectable`` is of the kept picks."""

    p_value: Annotated[Number, Field(validation_alias="p_adjusted")] = None
    verdict: WinnerVerdict
    detectable: Number = None


class Difference(Record):
    """The share of tasks with different best models minus that of noise alone."""

    found_minus_noise: Annotated[Number, Field(validation_alias="difference")] = None
    lower: Annotated[Number, Field(validation_alias="difference_lower")] = None
    upper: Annotated[Number, Field(validation_alias="difference_upper")] = None


class CertainCount(Record):
    """In how many tasks the confidence sets of the two measures have no model in common."""

    count: int
    of: int


class PairAnswer(Record):
    """The answer for a pair of measures."""

    measures: tuple[str, str]
    disagree: Disagreement
    difference: Difference | None = None
    ranks: Ranks | None = None
    top: Top | None = None
    winners: WinnersVerdict | None = None
    halves: Halves | None = None
    quarters: Halves | None = None
    replicated: Bounded | None = None
    certain: CertainCount | None = None


class Choosing(Record):
    """How much of a target is lost if models are chosen by something else; a gain is negative."""

    by: str
    target: str
    loss: Number = None
    lower: Number = None
    upper: Number = None
    verdict: ChoiceVerdict
    loss_on_quarters: Number = None


class PreferredF1(Record):
    """Of the pairs of models, the share whose lower expected F1 a measure prefers."""

    by: Annotated[str, Field(validation_alias="measure")]
    in_sample: Number = None
    held_out: Number = None
    pairs: int


class Change(Bounded):
    """How often the best model by a measure changes with what the answer takes as given."""

    tasks: int


class EqualRows(Record):
    """The share of rows that are equal to an earlier one, and how many tasks have more than 5%.

    The share is the mean over the tasks.
    """

    share: Number = None
    tasks_above: int


class BestModel(Record):
    """The best model by a measure: its mean over the data sets, and which models are its equals.

    ``interval``, ``tied`` and ``p_value`` are for these data sets with other instances, those in
    ``_new`` for new data sets like these. The p-values compare it with the ``runner_up``.
    """

    measure: str
    model: str
    models: int
    mean: Number
    interval: tuple[float, float] | None
    interval_new: tuple[float, float] | None
    tied: tuple[str, ...] | None
    tied_new: tuple[str, ...] | None
    runner_up: str
    difference: Number
    p_value: Number
    p_value_new: Number


class Orders(Record):
    """The orders of the models by two measures; ``apart`` if no model can be the best by both."""

    measures: tuple[str, str]
    tau: Number
    same_first: bool
    apart: bool
    apart_new: bool


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
    scope: str = ""
    notes: list[str] = []
    warnings: list[Warned] = []
    units: str = "instances"
    complete: Number = None
    best_models: list[BestModel] = []
    orders: list[Orders] = []
    pairs: list[PairAnswer]
    choosing: list[Choosing] = []
    lower_expected_f1: list[PreferredF1] = []
    given: dict[str, dict[str, Change]] = {}
    equal_rows: EqualRows | None = None

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
        scope=scope,
        notes=list(notes),
        warnings=[Warned.model_validate(asdict(warning)) for warning in warnings],
        units=units,
        complete=min(
            (row.complete for row in rows_of(FirstModel, tables.get("first_models"))), default=None
        ),
        best_models=list(_best_models(tables)),
        orders=[
            Orders(measures=(row.measure_a, row.measure_b), **asdict(row))
            for row in rows_of(OrderPair, tables.get("order_pairs"))
        ],
        pairs=[_pair(a, b, rows.iloc[0], tables) for a, b, rows in by_pair(agreement)],
        choosing=list(_choosing(rows_of(Choice, tables.get("choosing")))),
        lower_expected_f1=[
            PreferredF1.model_validate(asdict(row))
            for row in rows_of(LowerF1, tables.get("expected_f1"))
        ],
        given=_given(tables.get("given")),
        equal_rows=_equal_rows(tables.get("equal_rows")),
    )


def _pair(a: str, b: str, agreed: pd.Series, tables: Tables) -> PairAnswer:
    shares = _of_pair(AgreementInterval, tables.get("intervals"), a, b, statistic=BEST)
    null, null_ranks = (
        _of_pair(NoiseAlone, tables.get("noise_alone"), a, b, statistic=statistic)
        for statistic in (BEST, RANKS)
    )
    ranks, top = (
        _of_pair(RankCorrelation, tables.get("rankings"), a, b, models=models)
        for models in (ALL, TOP)
    )
    winners = _of_pair(Winners, tables.get("winners"), a, b)
    halves, quarters = (_of_pair(Excess, tables.get("excess"), a, b, parts=n) for n in PARTS)
    certain = _of_pair(Certain, tables.get("certain"), a, b)
    disagree = {
        **(asdict(null) if null else {}),
        "count": round(agreed["best_differs"] * agreed["tasks"]),
        "tasks": agreed["tasks"],
        "share": agreed["best_differs"],
        "lower": shares and shares.lower,
        "upper": shares and shares.upper,
    }
    replicated = None
    if halves:
        bounds = {"lower": halves.replicated_lower, "upper": halves.replicated_upper}
        replicated = Bounded(share=halves.replicated, **bounds)
    return PairAnswer(
        measures=(a, b),
        disagree=Disagreement.model_validate(disagree),
        difference=_record(Difference, null),
        ranks=_record(
            Ranks,
            ranks,
            found=agreed["rank_correlation"],
            noise_alone=null_ranks.null if null_ranks else None,
        ),
        top=_record(Top, top),
        winners=_record(WinnersVerdict, winners),
        halves=_record(Halves, halves),
        quarters=_record(Halves, quarters),
        replicated=replicated,
        certain=CertainCount(count=certain.certain, of=certain.tasks) if certain else None,
    )


def _best_models(tables: Tables) -> Iterator[BestModel]:
    standings = rows_of(Standing, tables.get("standings"))
    for row in rows_of(FirstModel, tables.get("first_models")):
        others = [
            row_of_other
            for row_of_other in standings
            if row_of_other.measure == row.measure and row_of_other.model != row.model
        ]
        bounded, bounded_new = (not math.isnan(bound) for bound in (row.lower, row.lower_new))
        yield BestModel(
            **asdict(row),
            interval=(row.lower, row.upper) if bounded else None,
            interval_new=(row.lower_new, row.upper_new) if bounded_new else None,
            tied=tuple(row_of_other.model for row_of_other in others if row_of_other.may_win)
            if bounded
            else None,
            tied_new=tuple(
                row_of_other.model for row_of_other in others if row_of_other.may_win_new
            )
            if bounded_new
            else None,
        )


def _choosing(rows: Sequence[Choice]) -> Iterator[Choosing]:
    quarters = {(row.by, row.target): row.loss for row in rows if row.parts == QUARTERS}
    for row in rows:
        if row.parts == HALVES:
            smaller = quarters.get((row.by, row.target))
            yield Choosing.model_validate(asdict(row) | {"loss_on_quarters": smaller})


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
    return EqualRows(share=shares.mean(), tasks_above=int((shares > MANY).sum()))
