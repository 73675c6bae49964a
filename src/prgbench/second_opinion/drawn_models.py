"""Draws the models of a study that are read a second time."""

import numpy as np
import pandas as pd

MOST_ROWS = 1_000_000
"""Other readers hold a file as objects of Python: longer ones are left out of the draw."""


def draw_models(models: pd.DataFrame, count: int, seed: int) -> pd.DataFrame:
    """Draw models over the tasks: one of each task in random order, then another of each.

    Parameters
    ----------
    models : DataFrame
        The models of a study, with ``task_id``, ``run_id`` and ``n``.
    count : int
        How many are drawn, if there are so many.
    seed : int
        The seed of the draw.

    Returns
    -------
    DataFrame
        The rows that were drawn, by task and run; no model twice.

    Examples
    --------
    >>> models = pd.DataFrame({"task_id": [1, 1, 2, 2], "run_id": [5, 6, 7, 8], "n": 60})
    >>> sorted(draw_models(models, 2, seed=0)["task_id"])
    [1, 2]
    """
    rng = np.random.default_rng(seed)
    short = models[models["n"] <= MOST_ROWS].sort_values(["task_id", "run_id"])
    tasks = short["task_id"].unique()
    place = dict(zip(tasks, rng.permutation(len(tasks)), strict=True))
    shuffled = short.iloc[rng.permutation(len(short))]
    turns = pd.DataFrame(
        {
            "turn": shuffled.groupby("task_id").cumcount(),
            "place": shuffled["task_id"].map(place),
        }
    )
    drawn = turns.sort_values(["turn", "place"]).index[:count]
    return models.loc[drawn].sort_values(["task_id", "run_id"], ignore_index=True)
