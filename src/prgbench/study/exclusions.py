"""What a study leaves out and why: each task and run, and how many for each reason."""

from collections import Counter
from collections.abc import Iterable
from itertools import chain

import pandas as pd

from prgbench.run.errors import PrgbenchError
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


def check_any_left(plan: Plan, fetched: Iterable[ChosenModels]) -> None:
    """Raise a `PrgbenchError` with the reasons if no task of a study has models."""
    reasons: Counter[str] = Counter()
    for task in fetched:
        if task.models:
            return
        of_runs = [exclusion for exclusion in task.exclusions if exclusion.run_id is not None]
        reasons.update(str(exclusion.reason) for exclusion in of_runs)
    counted = ", ".join(f"{count} {reason}" for reason, count in reasons.most_common())
    of_runs_left_out = f" (of their runs {counted})" if counted else ""
    raise PrgbenchError(
        f"Study {plain(plan.study)}: no task has enough valid models{of_runs_left_out}: choose "
        "other tasks or runs, or fewer `models`, under `selection` in its file."
    )


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
