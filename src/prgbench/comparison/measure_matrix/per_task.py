"""The models of a task by all measures."""

from collections.abc import Sequence

import pandas as pd

from prgbench.comparison.compared import Tables
from prgbench.comparison.measure_matrix import Options
from prgbench.comparison.measure_matrix.all_measures import all_measures
from prgbench.comparison.setting import Setting
from prgbench.comparison.task_scores import TaskScores, evaluate_models
from prgbench.metrics import Measure


def per_task(
    task: TaskScores, _models: pd.DataFrame, setting: Setting, _options: Options
) -> Tables:
    """Return ``all_scores``, the values of all measures."""
    return {"all_scores": all_scores_of_task(task, setting.measures)}


def all_scores_of_task(task: TaskScores, own: Sequence[Measure] = ()) -> pd.DataFrame:
    """Evaluate the models of a task by `all_measures`."""
    chosen = all_measures(own)
    table = pd.DataFrame(
        evaluate_models(task.y_true, task.y_scores, chosen),
        columns=[measure.name for measure in chosen],
    )
    table.insert(0, "run_id", task.run_ids)
    table.insert(0, "task_id", task.task_id)
    return table
