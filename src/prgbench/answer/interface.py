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
    """What the parts of the comparison are computed from.

    Attributes
    ----------
    models : Models
        The ranked models.
    agreement : DataFrame
        What `prgbench.study.agreement.task_agreement` returns: a row for each task and pair of
        measures.
    per_task : mapping of str to DataFrame
        The tables that ``per_task`` of the parts returns, gathered over the tasks; one may be read
        each time it is asked for.
    setting : Setting
        Measures, ranking, confidence level and seed.
    resampling : Resampling
        How data sets are resampled.

    Examples
    --------
    Two models on one data set, by one measure.

    >>> from prgbench.study.ranking import Ranking
    >>> frame = pd.DataFrame({"task_id": [3, 3], "run_id": [1, 2], "auroc": [0.7, 0.9]})
    >>> setting = Setting(
    ...     names=("auroc",), ranking=Ranking(), seed=1, confidence_level=0.95, replicates=200,
    ...     splits=50,
    ... )
    >>> study = Study(
    ...     models=Models(frame, ["auroc"]),
    ...     agreement=pd.DataFrame(),
    ...     per_task={},
    ...     setting=setting,
    ...     resampling=Resampling(2_000, confidence_level=0.95, seed=1),
    ... )
    >>> study.models.scores("auroc").tolist(), [measure.label for measure in setting.measures]
    ([0.7, 0.9], ['AUROC'])
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
    """Return rows as a table, with the columns of their type even if there are none.

    Parameters
    ----------
    row : type
        A dataclass.
    rows : iterable
        Its instances.

    Returns
    -------
    DataFrame
        A column for each field.

    See Also
    --------
    rows_of : The rows again.

    Examples
    --------
    >>> from prgbench.answer.equal_rows import EqualRowsOfTask
    >>> table_of(EqualRowsOfTask, []).columns[0]
    'task_id'
    """
    names = columns_of(row)
    return pd.DataFrame(
        [[getattr(entry, name) for name in names] for entry in rows], columns=names
    )


def rows_of(row: type[Row], table: pd.DataFrame | None) -> list[Row]:
    """Return the rows of a table by their type.

    Parameters
    ----------
    row : type
        A dataclass whose fields are columns of the table.
    table : DataFrame or None
        The table, which may have more columns; None for none.

    Returns
    -------
    list
        The rows; empty of no table.

    Examples
    --------
    >>> from prgbench.stats.cluster_bootstrap import Resampling
    >>> rows_of(Resampling, table_of(Resampling, [Resampling(9, 0.9, 1)]))
    [Resampling(resamples=9, confidence_level=0.9, seed=1)]
    >>> rows_of(Resampling, None)
    []
    """
    if table is None:
        return []
    columns = [table[name].tolist() for name in columns_of(row)]
    return [row(*values) for values in zip(*columns, strict=True)]


def columns_of(row: type[Any]) -> list[str]:
    """Return the columns of a type of rows: the names of its fields, in their order.

    Parameters
    ----------
    row : type
        A dataclass.

    Returns
    -------
    list of str

    Examples
    --------
    >>> from prgbench.stats.cluster_bootstrap import Resampling
    >>> columns_of(Resampling)
    ['resamples', 'confidence_level', 'seed']
    """
    return [field.name for field in fields(row)]


@lru_cache
def columns_marked(row: type[Any], mark: str) -> Sequence[str]:
    """Return the columns of a type of rows that are annotated with `BOUND` or `P_VALUE`.

    Parameters
    ----------
    row : type
        A dataclass.
    mark : str
        `BOUND` or `P_VALUE`.

    Returns
    -------
    sequence of str

    Examples
    --------
    >>> from prgbench.answer.leaderboards import LeaderboardPair
    >>> columns_marked(LeaderboardPair, P_VALUE)
    ['p_leaders']
    """
    hints = get_type_hints(row, include_extras=True)
    return [name for name, hint in hints.items() if mark in getattr(hint, "__metadata__", ())]


class PartOptions(Section):
    """A part's section of the study file; a part without options has none.

    Examples
    --------
    >>> from prgbench.answer.rankings import PART
    >>> PART.options(margin=0.02).as_params()
    {'margin': 0.02, 'most_reversed': 0.05}
    """


AnyOptions = TypeVar("AnyOptions", bound=PartOptions)


@dataclass(frozen=True, slots=True)
class Part(Generic[AnyOptions]):
    """A part of the comparison: its options, its functions, and the rows of its tables.

    Attributes
    ----------
    name : str
        What the study file calls it; its key in `comparison` or among `robustness`.
    options : type of PartOptions
        Its section of the study file.
    tables : callable
        From a `Study` and the options to the tables of the part, by name.
    per_task : callable, optional
        From a task, the `Setting` and the options to tables that are gathered over the tasks.
    rows : mapping of str to type
        The dataclass whose instances are the rows of each table.
    of_pairs : bool
        Whether it compares pairs of measures, so that it says nothing of one measure.

    Examples
    --------
    >>> from prgbench.answer.standings import PART
    >>> PART.name, "standings" in PART.rows, PART.of_pairs
    ('standings', True, False)
    """

    name: str
    options: type[AnyOptions]
    tables: Callable[[Study, AnyOptions], Tables]
    per_task: Callable[[Any, Setting, AnyOptions], Tables] | None = None
    rows: Mapping[str, type] = field(default_factory=dict, compare=False)
    of_pairs: bool = False


Options = Mapping[Part[Any], PartOptions]
"""The parts to compute, in their order, with their options."""
