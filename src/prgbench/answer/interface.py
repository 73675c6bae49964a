"""What a part of the comparison is, and what it is computed from.

A part is a module with its options, ``tables`` (from a `Study` to the part's tables, by name) and,
if it needs predictions, ``per_task`` (from the predictions of a task to tables that are gathered
over the tasks). Its `Part`, at the end of the module, is listed in `prgbench.answer.parts` or
`prgbench.robustness`. What is shown of it is in `prgbench.report.parts`.

A row of its tables is a dataclass: a field is a column and its name an id; words are made where it
is shown. The annotations `Bound` and `PValue` say which columns are hidden where there are too few
data sets for an interval.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import Annotated, Any, Generic, TypeVar, get_type_hints

import pandas as pd

from prgbench.answer.scored_task import Setting
from prgbench.data.models import Models
from prgbench.run.settings import Section
from prgbench.stats.cluster_bootstrap import Resampling

Tables = dict[str, pd.DataFrame]


@dataclass(frozen=True, slots=True)
class Study:
    """The ranked models of a study, what `task_agreement` returns, and its gathered tables.

    A table of ``per_task`` may be read each time it is asked for.
    """

    models: Models
    agreement: pd.DataFrame
    per_task: Mapping[str, pd.DataFrame]
    setting: Setting
    resampling: Resampling


BOUND = "bound of an interval"
P_VALUE = "p-value"
Bound = Annotated[float, BOUND]
PValue = Annotated[float, P_VALUE]
Row = TypeVar("Row")


def table_of(row: type[Row], rows: Iterable[Row]) -> pd.DataFrame:
    """Return rows as a table, with the columns of their type even if there are none."""
    names = columns_of(row)
    return pd.DataFrame(
        [[getattr(entry, name) for name in names] for entry in rows], columns=names
    )


def rows_of(row: type[Row], table: pd.DataFrame | None) -> list[Row]:
    """Return the rows of a table by their type; none of no table."""
    if table is None:
        return []
    names = columns_of(row)
    return [row(*values) for values in table[names].itertuples(index=False, name=None)]


def columns_of(row: type[Any]) -> list[str]:
    """Return the columns of a type of rows."""
    return [field.name for field in fields(row)]


@lru_cache
def columns_marked(row: type[Any], mark: str) -> Sequence[str]:
    """Return the columns of a type of rows that are annotated with `BOUND` or `P_VALUE`."""
    hints = get_type_hints(row, include_extras=True)
    return [name for name, hint in hints.items() if mark in getattr(hint, "__metadata__", ())]


class PartOptions(Section):
    """A part's section of the study file; a part without options has none."""


AnyOptions = TypeVar("AnyOptions", bound=PartOptions)


@dataclass(frozen=True, slots=True)
class Part(Generic[AnyOptions]):
    """A part of the comparison: its options, its functions, and the rows of its tables.

    With ``of_pairs`` it compares pairs of measures, and says nothing of one measure.
    """

    name: str
    options: type[AnyOptions]
    tables: Callable[[Study, AnyOptions], Tables]
    per_task: Callable[[Any, Setting, AnyOptions], Tables] | None = None
    rows: Mapping[str, type] = field(default_factory=dict, compare=False)
    of_pairs: bool = False


Options = Mapping[Part[Any], PartOptions]
"""The parts to compute, in their order, with their options."""
