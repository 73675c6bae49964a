"""The scores of the models of all tasks in arrays with a row per task, padded to one width.

The multiverse ranks the same models in thousands of universes, which takes all tasks at once.
"""

from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
import pandas as pd

from prgbench.data.models import Models
from prgbench.robustness.choices import (
    AVERAGES,
    BY_BOTH,
    KEPT,
    MEASURES,
    POSITIVE_CLASSES,
    REMOVED,
    WITHOUT_HARD_LABELS,
    score_column,
)
from prgbench.typing import BoolArray, Floats, Ints

ORDERS = 20
HARD_LABELS = 2
"""Models with at most this many distinct scores have hard labels."""
_DRAW = 81


@dataclass(frozen=True, slots=True)
class PaddedScores:
    """The models of all tasks in padded arrays, a row per task.

    ``scores`` by positive class (or by both confidences), average and measure; ``kept`` by the
    choice of duplicates: all models, those that do not rank all rows as an earlier run does, and
    those of them without hard labels. Unknown procedures are 0. ``orders`` (1 + ORDERS, tasks,
    models) are random orders of the models: the first to draw models, the rest for ties.
    """

    scores: dict[tuple[str, str, str], Floats]
    kept: dict[str, BoolArray]
    instances: Ints
    procedures: Ints
    orders: Ints


def pad_scores(table: pd.DataFrame, models: Models, seed: int) -> PaddedScores:
    """Put the ``multiverse_scores`` of all tasks into padded arrays."""
    distinct = models.frame[["task_id", "run_id", "n_distinct"]]
    table = table.merge(distinct, on=["task_id", "run_id"], how="left")
    table = table.sort_values(["task_id", "run_id"], ignore_index=True)
    by_task = table.groupby("task_id")
    task_ids, rows = np.unique(table["task_id"], return_inverse=True)
    # Models of a task side by side: tasks with fewer models than the largest one are padded.
    places = by_task.cumcount().to_numpy()
    shape = (len(task_ids), int(places.max()) + 1)

    def padded(values: Any, fill: Any) -> Any:
        array = np.full(shape, fill)
        array[rows, places] = values
        return array

    procedures = np.zeros(len(task_ids), dtype=np.int64)
    if models.estimation_procedure is not None:
        of_tasks = models.estimation_procedure.groupby(models.task_id).first()
        procedures = of_tasks.reindex(task_ids).to_numpy(dtype=np.int64)
    # A run that orders all rows as an earlier run of the task does is a copy of it.
    distinct_rankings = ~table.duplicated(["task_id", "ranking"])
    return PaddedScores(
        scores={
            key: padded(table[score_column(*key)].to_numpy(dtype=np.float64), np.nan)
            for key in product((*POSITIVE_CLASSES, BY_BOTH), AVERAGES, MEASURES)
        },
        kept={
            KEPT: padded(True, False),
            REMOVED: padded(distinct_rankings, False),
            WITHOUT_HARD_LABELS: padded(
                distinct_rankings & ~(table["n_distinct"] <= HARD_LABELS), False
            ),
        },
        instances=by_task["instances"].first().to_numpy(),
        procedures=procedures,
        orders=np.stack([_orders(seed, int(task_id), shape[1]) for task_id in task_ids], axis=1),
    )


def _orders(seed: int, task_id: int, n_models: int) -> Ints:
    rng = np.random.default_rng([seed, task_id, _DRAW])
    return np.argsort(rng.random((1 + ORDERS, n_models)), axis=1)
