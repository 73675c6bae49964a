"""What a part of the comparison is, and what it is computed from.

A part is a module with its options, ``tables`` (from a `Study` to the part's tables, by name) and,
if it needs predictions, ``per_task`` (from the predictions of a task to tables that are gathered
over the tasks). Its `Part`, at the end of the module, is listed in `prgbench.answer.parts` or
`prgbench.robustness.parts`. What is shown of it is in `prgbench.report.parts`.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Generic, TypeVar

import pandas as pd
from pydantic import AfterValidator, Field

from prgbench.metrics import Measure
from prgbench.run.foreign_text import first_repeated
from prgbench.run.settings import Section
from prgbench.stats.cluster_bootstrap import Resampling
from prgbench.study.measures import load_measures
from prgbench.study.ranking import Ranking

if TYPE_CHECKING:
    from prgbench.answer.task_scores import TaskScores


class Setting(Section):
    """The settings that all parts share."""

    names: tuple[str, ...]
    """The measures, as `get_measure` knows them."""

    ranking: Ranking
    seed: int
    confidence_level: Annotated[float, Field(gt=0, lt=1)]
    replicates: int
    splits: int

    @property
    def measures(self) -> list[Measure]:
        """Return the measures."""
        return load_measures(self.names)


Tables = dict[str, pd.DataFrame]


@dataclass(frozen=True, slots=True)
class Study:
    """The ranked models of a study, what `task_agreement` returns, and its gathered tables.

    A table of ``per_task`` may be read each time it is asked for.
    """

    models: pd.DataFrame
    agreement: pd.DataFrame
    per_task: Mapping[str, pd.DataFrame]
    setting: Setting
    resampling: Resampling


Item = TypeVar("Item", bound=Hashable)


def _distinct(items: tuple[Item, ...]) -> tuple[Item, ...]:
    twice = first_repeated(items)
    if twice is not None:
        raise ValueError(f"{twice!r} appears twice")
    return items


DistinctList = Annotated[
    tuple[Item, ...],
    Field(min_length=1, json_schema_extra={"uniqueItems": True}),
    AfterValidator(_distinct),
]


class PartOptions(Section):
    """A part's section of the study file."""

    gone: ClassVar[Mapping[str, str]] = {
        "enabled": "enabled is gone: the parts of the answer are always computed, and the key "
        "robustness of the study asks for the others"
    }


AnyOptions = TypeVar("AnyOptions", bound=PartOptions)


@dataclass(frozen=True, slots=True)
class Part(Generic[AnyOptions]):
    """A part of the comparison: its functions, its section of the study file, and its rows.

    With ``of_pairs`` it compares pairs of measures, and says nothing of one measure.
    """

    name: str
    options: type[AnyOptions]
    tables: Callable[[Study, AnyOptions], Tables]
    per_task: "Callable[[TaskScores, pd.DataFrame, Setting, AnyOptions], Tables] | None" = None
    rows: Mapping[str, type] = field(default_factory=dict, compare=False)
    of_pairs: bool = False


Options = Mapping[Part[Any], PartOptions]
"""The parts to compute, in their order, with their options."""
