"""The model confidence set of a task by each measure."""

import numpy as np
import pandas as pd

from prgbench.comparison.compared import Tables
from prgbench.comparison.confidence_sets import Options
from prgbench.comparison.confidence_sets.names import level_of_sets
from prgbench.comparison.replicates import replicates_of_task
from prgbench.comparison.setting import Setting
from prgbench.comparison.task_scores import TaskScores
from prgbench.stats.confidence_set import model_confidence_set

COLUMNS = {"task_id": np.int64, "run_id": np.int64, "measure": object, "in_set": bool}


def per_task(
    task: TaskScores, _models: pd.DataFrame, setting: Setting, _options: Options
) -> Tables:
    """Return the table of `confidence_sets_of_task`, "confidence_sets"."""
    return {"confidence_sets": confidence_sets_of_task(task, setting)}


def confidence_sets_of_task(task: TaskScores, setting: Setting) -> pd.DataFrame:
    """Find by each measure the models that could be the best one.

    Parameters
    ----------
    task : TaskScores
        The task.
    setting : Setting
        The measures, the replicates and the level at which the sets of two measures hold together.

    Returns
    -------
    DataFrame
        A row per model and measure: whether the model is ``in_set``. A measure that is undefined
        for all models, or in all replicates, has no rows.
    """
    replicates = replicates_of_task(task, setting)
    level = level_of_sets(setting.confidence_level)
    parts = [
        pd.DataFrame(
            {
                "task_id": task.task_id,
                "run_id": task.run_ids,
                "measure": measure.name,
                "in_set": model_confidence_set(
                    scores, resampled, level, smaller_class=smaller_class(task)
                ),
            }
        )
        for measure, scores, resampled in zip(
            setting.measures,
            replicates.original,
            replicates.scores.transpose(1, 0, 2),
            strict=True,
        )
        if np.isfinite(scores).any() and np.isfinite(resampled).any()
    ]
    return pd.concat(parts, ignore_index=True) if parts else _no_sets()


def smaller_class(task: TaskScores) -> int:
    """Return the number of instances in the smaller class of a task."""
    positive = np.zeros(task.n_instances, dtype=bool)
    positive[task.instances] = task.y_true
    return int(min(positive.sum(), (~positive).sum()))


def _no_sets() -> pd.DataFrame:
    return pd.DataFrame({name: np.empty(0, dtype=dtype) for name, dtype in COLUMNS.items()})
