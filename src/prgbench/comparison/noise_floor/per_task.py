"""How often the best models of a task change if its instances are drawn anew."""

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.comparison.compared import Tables
from prgbench.comparison.noise_floor import Options
from prgbench.comparison.noise_floor.replicates import replicates_of_task
from prgbench.comparison.setting import Setting
from prgbench.comparison.task_scores import Floats, TaskScores
from prgbench.replication.best_models import best_by_score, sets_differ


def per_task(
    task: TaskScores, _models: pd.DataFrame, setting: Setting, _options: Options
) -> Tables:
    """Return the tables of `noise_floor_of_task`, "floor" and "best_shares"."""
    floor, shares = noise_floor_of_task(task, setting)
    return {"floor": floor, "best_shares": shares}


def noise_floor_of_task(task: TaskScores, setting: Setting) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Compare the best models on a task with those on bootstrap replicates of its instances.

    Parameters
    ----------
    task : TaskScores
        The task.
    setting : Setting
        The measures, when they tie, and the replicates.

    Returns
    -------
    floor : DataFrame
        A row per measure: how often its best models on a replicate differ from those on the task
        (``differs``, and ``differs_expected`` if ties are broken at random), the number of
        replicates and of those left out because they have one class only (``undefined``).
    best_shares : DataFrame
        A row per model and measure: ``best_share``, the share of the replicates in which the model
        is best (divided among ties).
    """
    replicates = replicates_of_task(task, setting)
    decimals = setting.ranking.decimals
    best = best_by_score(replicates.scores, decimals)
    differ, expected = sets_differ(best, best_by_score(replicates.original, decimals))
    names = [measure.name for measure in setting.measures]
    return pd.DataFrame(
        {
            "task_id": task.task_id,
            "measure": names,
            "differs": _mean(differ),
            "differs_expected": _mean(expected),
            "replicates": setting.replicates,
            "undefined": replicates.undefined,
        }
    ), pd.DataFrame(
        {
            "task_id": task.task_id,
            "run_id": np.tile(task.run_ids, len(names)),
            "measure": np.repeat(names, len(task.run_ids)),
            "best_share": _mean(best / best.sum(axis=-1, keepdims=True)).ravel(),
        }
    )


def _mean(values: NDArray[np.float64] | NDArray[np.bool_]) -> Floats:
    return values.mean(axis=0) if len(values) else np.full(values.shape[1:], np.nan)
