"""The model confidence set of a task by each measure."""

import numpy as np
import pandas as pd

from prgbench.comparison.compared import Tables
from prgbench.comparison.confidence_sets import Options
from prgbench.comparison.confidence_sets.names import level_of_sets
from prgbench.comparison.replicates import replicates_of_task
from prgbench.comparison.setting import Setting
from prgbench.comparison.task_scores import BoolArray, TaskScores
from prgbench.metrics.gains import ungain
from prgbench.stats.confidence_set import model_confidence_set

GAIN_SCALE: tuple[float, float, bool] = (-np.inf, 1, True)
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
    sets = sets_of_task(task, setting, level_of_sets(setting.confidence_level))
    parts = [
        pd.DataFrame(
            {"task_id": task.task_id, "run_id": task.run_ids, "measure": name, "in_set": in_set}
        )
        for name, in_set in sets.items()
    ]
    return pd.concat(parts, ignore_index=True) if parts else _no_sets()


def sets_of_task(task: TaskScores, setting: Setting, level: float) -> dict[str, BoolArray]:
    """Return by measure which models are in its confidence set, for the measures that are defined.

    Measures on the scale of gains can be very negative, and the errors of weak models would hide
    all differences. They are compared on the scale of precision and F, which keeps their order.
    """
    replicates = replicates_of_task(task, setting)
    n_smaller = smaller_class(task)
    sets = {}
    for place, measure in enumerate(setting.measures):
        scores, resampled = replicates.original[place], replicates.scores[:, place]
        if not (np.isfinite(scores).any() and np.isfinite(resampled).any()):
            continue
        if (measure.lower, measure.upper, measure.higher_is_better) == GAIN_SCALE:
            prevalence = float(task.y_true.mean())
            scores, resampled = ungain(scores, prevalence), ungain(resampled, prevalence)
        sets[measure.name] = model_confidence_set(
            scores, resampled, level, smaller_class=n_smaller
        )
    return sets


def smaller_class(task: TaskScores) -> int:
    """Return the number of instances in the smaller class of a task."""
    positive = np.zeros(task.n_instances, dtype=bool)
    positive[task.instances] = task.y_true
    return int(min(positive.sum(), (~positive).sum()))


def _no_sets() -> pd.DataFrame:
    return pd.DataFrame({name: np.empty(0, dtype=dtype) for name, dtype in COLUMNS.items()})
