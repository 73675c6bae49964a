"""Where a disagreement about AUPR comes from: low or high recall.

The paper explains one disagreement (data set white-clover) by the early part of the curve, to
which AUPR gives weight and AUPRG none. Cutting the area at recall = prevalence, where recall gain
is 0, tests this on every task.
"""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from prgbench.comparison.task_scores import TaskScores
from prgbench.metrics import aupr_score
from prgbench.replication.best_models import best_models
from prgbench.replication.groups import sort_models, task_slices
from prgbench.replication.groups import by_pair


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


def disputed_runs(models: pd.DataFrame, measures: Sequence[str]) -> dict[int, list[int]]:
    """Return the best runs by any of the measures, by task, where the measures disagree."""
    table = sort_models(models)
    best = best_models(table, measures)
    disputed = pd.Series(best.any(axis=1) & ~best.all(axis=1)).groupby(table["task_id"])
    chosen = best.any(axis=1) & disputed.transform("any").to_numpy()
    runs = table["run_id"].to_numpy()
    picks = {task: runs[rows][chosen[rows]].tolist() for task, rows in task_slices(table)}
    return {task: own for task, own in picks.items() if own}


def disagreement_parts(
    models: pd.DataFrame, agreement: pd.DataFrame, parts: pd.DataFrame
) -> pd.DataFrame:
    """Compare the low and the high part of AUPR of the two picks of each disagreement.

    Parameters
    ----------
    models : DataFrame
        Ranked models, as `add_ranks` returns them.
    agreement : DataFrame
        What `task_agreement` returns.
    parts : DataFrame
        What `area_parts_of_task` returns, for the disputed runs.

    Returns
    -------
    DataFrame
        A row per disagreement: ``low`` and ``high``, the parts of the pick of A minus those of the
        pick of B (means, where several are best), and ``early``, whether the signs differ and the
        low part decides: |low| > |high|.
    """
    table = sort_models(models).merge(parts, on=["task_id", "run_id"], how="left")
    by_task = dict(task_slices(table))
    values = table[["aupr_low", "aupr_high"]].to_numpy()
    rows = []
    for a, b, tasks in by_pair(agreement):
        best = best_models(table, [a, b])
        for task_id in tasks.loc[tasks["best_differs"].to_numpy(dtype=bool), "task_id"]:
            at = by_task[task_id]
            picks = [values[at][best[at, measure]].mean(axis=0) for measure in (0, 1)]
            low, high = picks[0] - picks[1]
            rows.append(
                {
                    "measure_a": a,
                    "measure_b": b,
                    "task_id": task_id,
                    "dataset_name": table["dataset_name"].iloc[at.start],
                    "prevalence": table["prevalence"].iloc[at.start],
                    "low": low,
                    "high": high,
                    "early": bool(low * high < 0 and abs(low) > abs(high)),
                }
            )
    return pd.DataFrame(rows, columns=_PARTS)


def attribution_summary(agreement: pd.DataFrame, disagreements: pd.DataFrame) -> pd.DataFrame:
    """Count the early-part disagreements of each pair, those without one included."""
    rows = []
    for a, b, _ in by_pair(agreement):
        own = disagreements[(disagreements["measure_a"] == a) & (disagreements["measure_b"] == b)]
        rows.append(
            {
                "measure_a": a,
                "measure_b": b,
                "disagreements": len(own),
                "early": int(own["early"].sum()),
                "opposed": int((own["low"] * own["high"] < 0).sum()),
                "undefined": int(own["low"].isna().sum()),
            }
        )
    return pd.DataFrame(rows)


_PARTS = [
    "measure_a",
    "measure_b",
    "task_id",
    "dataset_name",
    "prevalence",
    "low",
    "high",
    "early",
]
