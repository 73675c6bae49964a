"""How the answer is collected from the tables of a study's parts."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Self, TypeVar

import pandas as pd

from prgbench.answer.answer import (
    FOLD_MEAN_CHANGES,
    REPEAT_CHANGES,
    Answer,
    BestModel,
    Change,
    Choosing,
    Disagreement,
    EqualRows,
    LeaderboardAnswer,
    ModelPairs,
    OnItems,
    Orders,
    PairAnswer,
    PreferredF1,
    Ranks,
    Record,
    Warned,
    Winners,
)
from prgbench.answer.choosing import Choice
from prgbench.answer.common_order import BEST_DIFFERS, SPEARMAN, WINNERS
from prgbench.answer.confidence_sets import Certain
from prgbench.answer.cost_records import (
    at_all_costs_of,
    mean_at_all_costs,
    pairs_at_all_costs,
)
from prgbench.answer.costs_of_tasks import compared_tasks
from prgbench.answer.equal_rows import MANY_EQUAL
from prgbench.answer.expected_f1 import LowerF1
from prgbench.answer.given import FOLD_MEAN, REPEAT, ChangedPick
from prgbench.answer.interface import Row, Tables, rows_of
from prgbench.answer.intervals import AgreementInterval
from prgbench.answer.leaderboards import LeaderboardPair
from prgbench.answer.model_pairs import OrderedPairs
from prgbench.answer.rankings import IfAlike, PairVerdicts
from prgbench.answer.standings import (
    FirstModel,
    ItemPair,
    OrderPair,
    PairOfModels,
    Standing,
)
from prgbench.answer.warnings_of_tables import warnings_of_tables
from prgbench.data.models import Models
from prgbench.plotting.drawn import ITEMS
from prgbench.study.agreement import by_pair
from prgbench.study.warnings import StudyWarning

CHANGES = {FOLD_MEAN: FOLD_MEAN_CHANGES, REPEAT: REPEAT_CHANGES}
"""The keys of the answer for what changes with the sources of the part `given`."""

AnyRecord = TypeVar("AnyRecord", bound=Record)
AnyPair = TypeVar("AnyPair", PairOfModels, ItemPair)


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
    firsts = rows_of(FirstModel, tables.get("first_models"))
    of_pairs = _RowsOfPairs.of(tables)
    lacked = {name for name in models.measures if models.scores(name).isna().any()}
    all_warnings = [*warnings, *warnings_of_tables(tables, models.n_tasks, units)]
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
        warnings=[Warned.model_validate(warning) for warning in all_warnings],
        units=units,
        items=_number_of_items(models) if units == ITEMS else None,
        complete=min((first.complete for first in firsts), default=None),
        best_models=list(_best_models(firsts, tables)),
        orders=[
            Orders(measures=(row.measure_a, row.measure_b), **asdict(row))
            for row in rows_of(OrderPair, tables.get("order_pairs"))
        ],
        pairs=[
            _pair(a, b, rows.iloc[0], of_pairs, same_models=lacked.isdisjoint((a, b)))
            for a, b, rows in by_pair(agreement)
        ],
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


def _number_of_items(models: Models) -> int | None:
    n_items = models.first_of_tasks().n_instances
    return None if n_items is None else int(n_items.sum())


# Pairs of measures


@dataclass(frozen=True, slots=True)
class _RowsOfPairs:
    """The rows of the tables that have one for each pair of measures, or a few."""

    if_alike: Sequence[IfAlike]
    intervals: Sequence[AgreementInterval]
    verdicts: Sequence[PairVerdicts]
    certain: Sequence[Certain]
    orders: Sequence[OrderPair]
    models: Sequence[OrderedPairs]
    leaderboards: Sequence[LeaderboardPair]

    @classmethod
    def of(cls, tables: Tables) -> Self:
        """Read them from the tables of a study; none of tables that are not there."""
        return cls(
            if_alike=rows_of(IfAlike, tables.get("if_alike")),
            intervals=rows_of(AgreementInterval, tables.get("intervals")),
            verdicts=rows_of(PairVerdicts, tables.get("verdicts")),
            certain=rows_of(Certain, tables.get("certain")),
            orders=rows_of(OrderPair, tables.get("order_pairs")),
            models=rows_of(OrderedPairs, tables.get("model_pairs")),
            leaderboards=rows_of(LeaderboardPair, tables.get("leaderboard_pairs")),
        )


def _pair(
    a: str, b: str, agreed: pd.Series, rows: _RowsOfPairs, *, same_models: bool
) -> PairAnswer:
    """Return the answer for measures A and B, whose row of the summary is ``agreed``.

    ``same_models`` says that all models have both: else a common order, which needs both, is of
    other models than those that are counted.
    """
    best, spearman, winners = (
        _of_pair(rows.if_alike, a, b, statistic=statistic)
        for statistic in (BEST_DIFFERS, SPEARMAN, WINNERS)
    )
    interval = _of_pair(rows.intervals, a, b, statistic=BEST_DIFFERS)
    verdicts = _of_pair(rows.verdicts, a, b)
    certain = _of_pair(rows.certain, a, b)
    orders = _of_pair(rows.orders, a, b)
    ordered_pairs = _of_pair(rows.models, a, b)
    leaderboards = _of_pair(rows.leaderboards, a, b)
    ranks = None
    share_of_winners = None
    # A number is told only with its verdict.
    if verdicts is not None:
        ranks = _record(Ranks, spearman, **asdict(verdicts))
        share_of_winners = _record(
            Winners,
            winners,
            **asdict(verdicts),
            certain=None if certain is None else certain.certain,
        )
    return PairAnswer(
        measures=(a, b),
        disagree=_disagreement(agreed, interval, best if same_models else None),
        ranks=ranks,
        winners=share_of_winners,
        pairs_of_models=_record(ModelPairs, ordered_pairs),
        leaderboards=_record(
            LeaderboardAnswer,
            leaderboards,
            reversed=None if orders is None else orders.reversed_new,
        ),
    )


def _disagreement(
    agreed: pd.Series, interval: AgreementInterval | None, alike: IfAlike | None
) -> Disagreement:
    """Return in how many tasks the best models differ, with what a common order gives."""
    count = round(agreed["best_differs"] * agreed["tasks"])
    values = {
        "count": count,
        "shared_best": count - round(agreed["best_differs_surely"] * agreed["tasks"]),
        "tasks": agreed["tasks"],
        "share": agreed["best_differs"],
    }
    if interval is not None:
        values |= {"lower": interval.lower, "upper": interval.upper}
    if alike is not None:
        # Its own number of tasks leaves out those whose noise is unknown.
        values = asdict(alike) | values
    return Disagreement.model_validate(values)


def _of_pair(rows: Iterable[Row], a: str, b: str, **where: object) -> Row | None:
    """Return the row of a pair of measures, if there is one."""
    wanted = {"measure_a": a, "measure_b": b, **where}.items()
    of_pair = (row for row in rows if all(getattr(row, key) == value for key, value in wanted))
    return next(of_pair, None)


def _record(record: type[AnyRecord], row: Any, **more: Any) -> AnyRecord | None:
    """Return a row of a table as a record; None of no row."""
    return None if row is None else record.model_validate(asdict(row) | more)


# The best models


def _best_models(firsts: Iterable[FirstModel], tables: Tables) -> Iterator[BestModel]:
    """Yield the best model by each measure."""
    standings = rows_of(Standing, tables.get("standings"))
    for first in firsts:
        rows = [row for row in standings if row.measure == first.measure]
        ranked = {row.model for row in rows}
        others = _names(row for row in standings if row.model not in ranked)
        best = _best_model(first, rows, tables)
        yield best.model_copy(update={"not_ranked": tuple(dict.fromkeys(others))})


def _best_model(first: FirstModel, rows: Sequence[Standing], tables: Tables) -> BestModel:
    """Return the first model by a measure, with its equals among the ``rows`` of that measure."""
    best = rows[0]
    behind = rows[1:]
    level = [row for row in behind if row.rank == 1]
    interval = _bounds(first.lower, first.upper)
    interval_new = _bounds(first.lower_new, first.upper_new)
    # What was not tested has no ties: None, where an empty tuple would be a lead.
    tied = None
    if interval is not None:
        tied = _names(row for row in behind if row.may_be_best)
    tied_new = None
    if interval_new is not None or not math.isnan(first.p_value_new):
        tied_new = _names(row for row in behind if row.may_be_best_new)
    first_by_rank = None
    tied_by_rank = None
    leader = min(rows, key=lambda row: row.mean_rank)
    if not math.isnan(leader.mean_rank):
        first_by_rank = leader.model
        tied_by_rank = _names(row for row in rows if row.may_be_best_by_rank and row != leader)
    pair = _pair_with_runner_up(PairOfModels, first, tables.get("pairs_of_models"))
    return BestModel(
        **asdict(first),
        by_rank=best.by_rank,
        mean_rank=best.mean_rank,
        interval=interval,
        interval_new=interval_new,
        level=_names(level),
        equal=_names(row for row in level if _equal_everywhere(row)),
        practically_equal=_names(row for row in behind if row.practically_equal),
        tied=tied,
        tied_new=tied_new,
        difference_interval=_bounds(first.difference_lower, first.difference_upper),
        difference_interval_new=_bounds(first.difference_lower_new, first.difference_upper_new),
        best_on=best.best,
        best_on_interval=_bounds(best.best_lower, best.best_upper),
        better_on=None if pair is None else pair.better_on,
        better_on_interval=(
            None if pair is None else _bounds(pair.better_on_lower, pair.better_on_upper)
        ),
        first_by_rank=first_by_rank,
        tied_by_rank=tied_by_rank,
        incomplete={row.model: row.datasets for row in rows if row.datasets < first.datasets},
        on_items=_record(OnItems, _pair_with_runner_up(ItemPair, first, tables.get("item_pairs"))),
    )


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
    """Return the bounds of an interval; None of an unknown one, whose bounds are NaN."""
    return None if math.isnan(lower) else (lower, upper)


def _equal_everywhere(row: Standing) -> bool:
    """Say whether a model's difference from the first one never varies."""
    interval = _bounds(row.difference_lower_new, row.difference_upper_new)
    return (interval or (row.difference_lower, row.difference_upper)) == (0, 0)


# What is taken as given


def _given(table: pd.DataFrame | None) -> dict[str, dict[str, Change]]:
    """Return how often the best model changes, by source and measure."""
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
