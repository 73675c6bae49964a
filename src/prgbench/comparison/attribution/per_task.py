"""The AUPR of a task's best models, cut at recall = prevalence."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from prgbench.comparison.attribution import Options
from prgbench.comparison.compared import Tables
from prgbench.comparison.setting import Setting
from prgbench.comparison.task_scores import TaskScores
from prgbench.metrics import aupr_score
from prgbench.replication.best_models import best_models


def per_task(
    task: TaskScores, models: pd.DataFrame, setting: Setting, _options: Options
) -> Tables:
    """Return ``area_parts``, the parts of the AUPR of the runs on which the measures disagree."""
    disputed = disputed_runs(models, [measure.name for measure in setting.measures])
    return {"area_parts": area_parts_of_task(task, disputed)}


def disputed_runs(models: pd.DataFrame, measures: Sequence[str]) -> list[int]:
    """Return the runs of a task that are best by any of the measures, if these disagree."""
    best = best_models(models, measures)
    by_any = best.any(axis=1)
    if (by_any == best.all(axis=1)).all():
        return []
    return sorted(models["run_id"].to_numpy()[by_any].tolist())


def area_parts_of_task(task: TaskScores, run_ids: Sequence[int]) -> pd.DataFrame:
    """Cut the AUPR of some models of a task at recall = prevalence.

    Returns
    -------
    DataFrame
        A row per model: ``aupr_low`` over recall in [0, pi] and ``aupr_high`` over [pi, 1]; NaN if
        the task has one class only.
    """
    prior = float(task.y_true.mean())
    rows = []
    for run_id in run_ids:
        scores = task.y_scores[int(np.flatnonzero(task.run_ids == run_id)[0])]
        low, high = (
            aupr_score(task.y_true, scores, recall_range=part) if 0 < prior < 1 else float("nan")
            for part in ((0.0, prior), (prior, 1.0))
        )
        rows.append(
            {"task_id": task.task_id, "run_id": run_id, "aupr_low": low, "aupr_high": high}
        )
    table = pd.DataFrame(rows, columns=["task_id", "run_id", "aupr_low", "aupr_high"])
    return table.astype(
        {"task_id": np.int64, "run_id": np.int64, "aupr_low": float, "aupr_high": float}
    )
