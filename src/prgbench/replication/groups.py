"""The tasks, and the pairs of measures, of a table."""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pandas as pd
from numpy.typing import NDArray

PAIR = ["measure_a", "measure_b"]


def by_pair(table: pd.DataFrame) -> Iterator[tuple[str, str, pd.DataFrame]]:
    """Yield the two measures and the rows of each pair, in the order of the table."""
    for (a, b), rows in table.groupby(PAIR, sort=False):
        yield str(a), str(b), rows


def sort_models(models: pd.DataFrame) -> pd.DataFrame:
    """Return the models by task and run, as the functions of this module want them."""
    return models.sort_values(["task_id", "run_id"], ignore_index=True)


def task_slices(models: pd.DataFrame) -> Iterator[tuple[int, slice]]:
    """Yield each task with the rows of its models in sorted models."""
    tasks = models["task_id"].to_numpy()
    changes = np.flatnonzero(tasks[1:] != tasks[:-1]) + 1
    bounds = [0, *changes.tolist(), len(tasks)] if len(tasks) else []
    for start, end in pairwise(bounds):
        yield int(tasks[start]), slice(start, end)


def task_datasets(models: pd.DataFrame) -> NDArray[np.int64]:
    """Return the data set of each task, in the order of the sorted models."""
    return models.groupby("task_id")["dataset_id"].first().to_numpy()
