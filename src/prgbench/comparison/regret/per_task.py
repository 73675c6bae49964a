"""What the models of a task are worth by each target, and on halves of its instances."""

import pandas as pd

from prgbench.comparison.compared import Tables
from prgbench.comparison.regret import Options
from prgbench.comparison.regret.split_sample import split_sample_of_task
from prgbench.comparison.regret.target_scores import targets_of_task
from prgbench.comparison.setting import Setting
from prgbench.comparison.task_scores import TaskScores


def per_task(
    task: TaskScores, _models: pd.DataFrame, setting: Setting, options: Options
) -> Tables:
    """Return the targets and, if there are splits, what `split_sample_of_task` returns."""
    tables = {"targets": targets_of_task(task).assign(task_id=task.task_id)}
    if options.splits:
        tables["split_regrets"], tables["split_changes"] = split_sample_of_task(
            task,
            setting.measures,
            splits=options.splits,
            decimals=setting.ranking.decimals,
            seed=setting.seed,
        )
    return tables
