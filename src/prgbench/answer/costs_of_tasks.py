"""Who wins where in each task, as read from the tables of `prgbench.answer.costs`.

The answer and the page both say it: read in one place, they say the same.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import pandas as pd

from prgbench.answer.costs import CandidateModel, ComparedPair, ComparedTask
from prgbench.answer.interface import rows_of
from prgbench.metrics.operating_conditions import Axis, PairVerdict, WinningRange, sentences_of


@dataclass(frozen=True, slots=True)
class TaskAtAllCosts:
    """A task with the ranges of costs of its models, and what is certain of each pair."""

    task: ComparedTask
    names: tuple[str, ...]
    ranges: tuple[WinningRange, ...]
    verdicts: Mapping[tuple[str, str], PairVerdict]

    @property
    def is_resolved(self) -> bool:
        """Whether a model is certainly the best somewhere, or anything certain of a pair."""
        certain = any(part.is_certain for part in self.ranges)
        return certain or any(v is not PairVerdict.OPEN for v in self.verdicts.values())

    def sentences(self) -> list[str]:
        """Say who wins where, in costs at the task's prevalence."""
        axis = Axis("cost", self.task.prevalence, self.ranges[0].low, self.ranges[-1].high)
        return sentences_of(self.names, self.ranges, self.verdicts, axis, self.task.margin)


def compared_tasks(tables: Mapping[str, pd.DataFrame]) -> list[TaskAtAllCosts]:
    """Read the tasks whose models were compared from the tables of the part."""
    if "cost_tasks" not in tables:
        return []
    tasks = [row for row in rows_of(ComparedTask, tables["cost_tasks"]) if not row.note]
    ranges = rows_of(CandidateModel, tables["cost_ranges"])
    pairs = rows_of(ComparedPair, tables["cost_pairs"])
    return [_read(task, ranges, pairs) for task in tasks]


def _read(
    task: ComparedTask, ranges: list[CandidateModel], pairs: list[ComparedPair]
) -> TaskAtAllCosts:
    """Return a task with its ranges and pairs, which are among the rows of all tasks."""
    verdicts = {
        (row.model, row.other): PairVerdict(row.verdict)
        for row in pairs
        if row.task_id == task.task_id
    }
    # A range has a row for each model that may win there: these become one.
    by_place: dict[int, WinningRange] = {}
    for row in ranges:
        if row.task_id == task.task_id:
            before = by_place[row.place].models if row.place in by_place else ()
            by_place[row.place] = WinningRange(row.low, row.high, (*before, row.model))
    names = tuple(dict.fromkeys(name for pair in verdicts for name in pair))
    return TaskAtAllCosts(task, names, tuple(by_place.values()), verdicts)
