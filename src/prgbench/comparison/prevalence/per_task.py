"""The scores of a task's models as if its positives were rarer or more frequent.

Weighting the negatives changes the prevalence and leaves the scores as they are: AUROC does not
move, measures of precision do (Siblini et al. 2020; Richardson et al. 2024).
"""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from prgbench.comparison.compared import Tables
from prgbench.comparison.prevalence import Options
from prgbench.comparison.reweighting import reweightable
from prgbench.comparison.setting import Setting
from prgbench.comparison.task_scores import TaskScores
from prgbench.metrics import Measure
from prgbench.metrics.resampling import reweighted_areas


def per_task(
    task: TaskScores, _models: pd.DataFrame, setting: Setting, options: Options
) -> Tables:
    """Return the table of `prevalence_scores_of_task`, "prevalence_scores"."""
    scores = prevalence_scores_of_task(task, setting.measures, options.prevalences)
    return {"prevalence_scores": scores}


def prevalence_scores_of_task(
    task: TaskScores, measures: Sequence[Measure], prevalences: Sequence[float]
) -> pd.DataFrame:
    """Evaluate the models of a task as if its prevalence were another.

    Returns
    -------
    DataFrame
        A row per prevalence and model with a column per measure of `reweightable`; empty if the
        task has one class only.
    """
    names = [measure.name for measure in reweightable(measures)]
    prior = task.y_true.mean()
    if not 0 < prior < 1:
        prevalences = ()
    factors = [prior / (1 - prior) * (1 - target) / target for target in prevalences]
    weights = np.where(task.y_true, 1.0, np.array(factors).reshape(-1, 1))
    values = np.empty((len(prevalences), len(task.run_ids), len(names)))
    if values.size:
        values = reweighted_areas(task.y_true, task.y_scores, weights, measures=names)
    table = pd.DataFrame(
        values.reshape(values.shape[0] * values.shape[1], len(names)), columns=names
    )
    table.insert(0, "run_id", np.tile(task.run_ids, len(prevalences)))
    table.insert(0, "prevalence", np.repeat(np.array(prevalences, float), len(task.run_ids)))
    table.insert(0, "task_id", task.task_id)
    return table
