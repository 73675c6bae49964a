"""How many rows of a task are equal to an earlier one, or belong to its group."""

from dataclasses import dataclass

import pandas as pd

from prgbench.answer.interface import Part, PartOptions, Study, Tables, columns_of
from prgbench.answer.scored_task import Setting
from prgbench.answer.task_scores import TaskScores

MANY_EQUAL = 0.05
"""Tasks with a larger share of equal rows are counted in the detailed answer."""


@dataclass(frozen=True, slots=True)
class EqualRowsOfTask:
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


def dependent_rows_of_task(task: TaskScores, _setting: Setting, _options: PartOptions) -> Tables:
    """Return ``dependent_rows``: one row with the counts of the task."""
    row = {
        "task_id": task.task_id,
        "instances": task.n_instances,
        "groups": task.n_groups,
        "equal": task.dependent.equal,
        "stated": task.dependent.stated,
    }
    return {"dependent_rows": pd.DataFrame([row])}


def equal_rows(study: Study, _options: PartOptions) -> Tables:
    """Return ``equal_rows``: a row per task."""
    names = study.models.by_task["dataset_name"].first()
    rows = study.per_task["dependent_rows"].join(names, on="task_id")
    return {"equal_rows": rows[columns_of(EqualRowsOfTask)]}


PART = Part(
    "equal_rows",
    PartOptions,
    equal_rows,
    dependent_rows_of_task,
    rows={"equal_rows": EqualRowsOfTask},
)
