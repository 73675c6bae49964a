"""What a study leaves out and why: each task and run, and how many for each reason."""

from collections.abc import Iterable
from itertools import chain

import pandas as pd

from prgbench.run.safe_text import plain
from prgbench.sources.chosen_models import ChosenModels
from prgbench.study.plan import Plan

COLUMNS = ["stage", "what", "reason"]


def list_exclusions(plan: Plan, fetched: Iterable[ChosenModels]) -> pd.DataFrame:
    """Return a row per task and per fetched run that was left out, with the reason."""
    stages = (
        ("plan", plan.excluded_tasks),
        ("fetch", chain.from_iterable(task.exclusions for task in fetched)),
    )
    rows = [
        {
            "stage": stage,
            "what": "task" if exclusion.run_id is None else "run",
            "reason": str(exclusion.reason),
            "task_id": exclusion.task_id,
            "dataset_name": plain(exclusion.dataset_name),
            "label": plain(exclusion.label),
            "run_id": exclusion.run_id,
            "detail": plain(exclusion.detail),
        }
        for stage, exclusions in stages
        for exclusion in exclusions
    ]
    of_task = ["task_id", "dataset_name", "label"]
    table = pd.DataFrame(rows, columns=[*COLUMNS, *of_task, "run_id", "detail"])
    return table.astype({"run_id": "Int64"})


def count_exclusions(listed: pd.DataFrame, plan: Plan) -> pd.DataFrame:
    """Count by stage, by task or run, and by reason, with the runs that planning left out."""
    counts = listed.groupby(COLUMNS, sort=False).size().rename("count").reset_index()
    planned = pd.DataFrame(
        [
            {"stage": "plan", "what": "run", "reason": str(reason), "count": count}
            for reason, count in plan.excluded_runs.items()
        ],
        columns=[*COLUMNS, "count"],
    )
    order = pd.concat([counts, planned]).sort_values(
        ["stage", "what", "count", "reason"], ascending=[False, False, False, True]
    )
    return order.astype({"count": int}).reset_index(drop=True)
