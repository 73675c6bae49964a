"""The tasks of a table of models, as arrays."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.replication.ranking import rank_column

BoolArray = NDArray[np.bool_]


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


def winners(models: pd.DataFrame, measures: Sequence[str]) -> BoolArray:
    """Return which models are best in their task by each measure: shape (models, measures)."""
    ranks = models[[rank_column(name) for name in measures]]
    best = ranks.groupby(models["task_id"]).transform("min")
    return np.asarray(ranks.to_numpy() == best.to_numpy())


def task_datasets(models: pd.DataFrame) -> NDArray[np.int64]:
    """Return the data set of each task, in the order of the sorted models."""
    return models.groupby("task_id")["dataset_id"].first().to_numpy()
