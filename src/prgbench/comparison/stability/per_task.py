"""How often the best models of a task change if its instances are resampled."""

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.comparison.compared import Tables
from prgbench.comparison.replicates import replicates_of_task
from prgbench.comparison.setting import Setting
from prgbench.comparison.stability import Options
from prgbench.comparison.task_scores import Floats, TaskScores
from prgbench.replication.best_models import best_by_score, sets_differ


def per_task(
    task: TaskScores, _models: pd.DataFrame, setting: Setting, _options: Options
) -> Tables:
    """Return the tables of `stability_of_task`, "stability" and "best_shares"."""
    stability, shares = stability_of_task(task, setting)
    return {"stability": stability, "best_shares": shares}


def stability_of_task(task: TaskScores, setting: Setting) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Compare the best models on a task with those on bootstrap replicates of its instances.

    Parameters
    ----------
    task : TaskScores
        The task.
    setting : Setting
        The measures, when they tie, and the replicates.

    Returns
    -------
    stability : DataFrame
        A row per measure: how often its best models on a replicate differ from those on the task
        (``differs``, and ``differs_expected`` if all tied models stand in one random order), the
        number of replicates and of those left out because they have one class only
        (``undefined``). NaN if all are left out.
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
