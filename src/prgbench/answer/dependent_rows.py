"""The part `equal_rows`: how many rows of each task are not independent."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pandas as pd

from prgbench.answer.interface import Part, PartOptions, Study, Tables, columns_of
from prgbench.answer.setting import Setting

if TYPE_CHECKING:
    from prgbench.answer.task_scores import TaskScores

MANY = 0.05
"""Tasks with a larger share of equal rows are counted on the first screen."""


class Options(PartOptions):
    """How many rows of each task are equal, or belong to a group given in the table."""


@dataclass(frozen=True, slots=True)
class EqualRows:
    """The dependent rows of a task.

    ``equal`` is the share of its instances with the label and the scores of an earlier one,
    ``stated`` that with the ``group`` of an earlier one.
    """

    task_id: int
    dataset_name: str
    instances: int
    groups: int
    equal: float
    stated: float


def per_task(task: "TaskScores", _setting: Setting, _options: Options) -> Tables:
    """Return ``dependent_rows``: one row with the counts of the task."""
    row = {
        "task_id": task.task_id,
        "instances": task.n_instances,
        "groups": task.n_groups,
        "equal": task.dependent.equal,
        "stated": task.dependent.stated,
    }
    return {"dependent_rows": pd.DataFrame([row])}


def tables(study: Study, _: Options) -> Tables:
    """Return ``equal_rows``: a row per task."""
    names = study.models.by_task["dataset_name"].first()
    rows = study.per_task["dependent_rows"].join(names, on="task_id")
    return {"equal_rows": rows[columns_of(EqualRows)]}


PART = Part("equal_rows", Options, tables, per_task, rows={"equal_rows": EqualRows})
