"""The records of the answer on costs of errors, made of what the parts computed."""

from collections.abc import Iterable

from prgbench.answer.answer import AtAllCosts, CostRange, MeanAtAllCosts, PairsAtAllCosts
from prgbench.answer.costs import CountedPairs
from prgbench.answer.costs_of_tasks import TaskAtAllCosts
from prgbench.answer.interface import Tables, rows_of
from prgbench.answer.mean_cost_curves import mean_costs_of
from prgbench.metrics.cost_curves import cost_ratio_of
from prgbench.metrics.operating_conditions import PairVerdict, WinningRange


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
    """Write ranges of cost weights as what a miss costs relative to a false alarm."""
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
