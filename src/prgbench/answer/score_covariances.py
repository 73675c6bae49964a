"""The covariances of the scores of a task's models, as a table keeps them."""

from functools import cache

import numpy as np
import pandas as pd

from prgbench.answer.interface import PartOptions, Tables
from prgbench.answer.scored_task import ScoredTask, Setting
from prgbench.answer.task_items import TaskItems
from prgbench.typing import Floats

COVARIANCES = "score_covariances"
COLUMNS = [
    "task_id",
    "measure",
    "run_ids",
    "covariance",
    "degrees",
    "positives",
    "negatives",
    "optimism",
]


UNITS = "score_units"
UNIT_COLUMNS = ["task_id", "measure", "run_ids", "parts"]


def per_task(task: ScoredTask, setting: Setting, _options: PartOptions) -> Tables:
    """Return ``score_covariances``, a row per measure for which `ScoredTask` has a covariance.

    ``covariance`` is the upper triangle, row by row, of the scores of the models ``run_ids``, and
    ``degrees`` are its degrees of freedom; ``positives`` and ``negatives`` are the sizes of the
    classes, NaN but of AUROC; ``optimism`` is by how much each score is too good at most, 0 but at
    a threshold that is chosen on the same data. Of results on items also ``score_units``: the
    ``parts`` of the models' scores from each unit, row by row.
    """
    rows = [
        (
            task.task_id,
            measure.name,
            run_ids,
            covariance[np.triu_indices(len(run_ids))],
            degrees,
            *(sizes or (np.nan, np.nan)),
            np.zeros(len(run_ids)) if optimism is None else optimism,
        )
        for measure, run_ids, covariance, degrees, sizes, optimism in task.covariances(setting)
    ]
    tables = {COVARIANCES: pd.DataFrame(rows, columns=COLUMNS) if rows else _no_covariances()}
    if isinstance(task, TaskItems):
        parts = [
            (task.task_id, measure.name, task.run_ids, task.parts[:, index].ravel())
            for index, measure in enumerate(setting.measures)
        ]
        tables[UNITS] = pd.DataFrame(parts, columns=UNIT_COLUMNS)
    return tables


@cache
def _no_covariances() -> pd.DataFrame:
    """Return the table of a task that has none, made once: many tables have many such tasks."""
    return pd.DataFrame(columns=COLUMNS)


def unpacked(triangle: Floats, n_models: int) -> Floats:
    """Return the covariance whose upper triangle a row has."""
    upper = np.zeros((n_models, n_models))
    upper[np.triu_indices(n_models)] = triangle
    return upper + np.triu(upper, 1).T
