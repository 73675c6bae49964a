"""Compares three areas over models of OpenML as a straightforward script does.

Written with the packages openml, scikit-learn and joblib and the authors' AUPRG package, and with
nothing of the project. `side_by_side.py` runs it beside the pipeline.
"""

import argparse
import json
import logging
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import openml
import pandas as pd
from joblib import Memory, Parallel, delayed
from three_areas import AREAS

REPEATS = {"10-fold Crossvalidation": 1, "10 times 10-fold Crossvalidation": 10}
TASKS_PER_CALL = 50
AUROC_TOLERANCE = 1e-5
DECIMALS = 12


class Task(NamedTuple):
    """A task, its labels and how many rows a prediction file has."""

    task_id: int
    labels: list[str]
    n_rows: int


def main() -> None:
    options = parse_options()
    connect(options)
    tasks = list_tasks()
    runs = list_runs([task.task_id for task in tasks])
    drawn = planned_runs(runs, options.plan) if options.plan else draw_runs(runs, options)
    scored = Parallel(options.n_jobs)(
        delayed(score_task)(task, drawn[task.task_id], options)
        for task in sorted(tasks, key=lambda task: task.n_rows, reverse=True)
        if task.task_id in drawn
    )
    models = pd.concat(table for table in scored if len(table) == options.models)
    models.to_csv(options.output, index=False)
    print_agreement(models)


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--server", default="https://www.openml.org")
    parser.add_argument("--cache", type=Path, default=Path("cache"))
    parser.add_argument("--models", type=int, default=30, help="how many of each task")
    parser.add_argument("--seed", type=int, default=2015)
    parser.add_argument("--plan", type=Path, help="a plan.json, whose runs are taken")
    parser.add_argument("--n-jobs", type=int, default=2)
    parser.add_argument("--output", type=Path, default=Path("models.csv"))
    return parser.parse_args()


def connect(options: argparse.Namespace) -> None:
    """Let the package ask a server, without an account or a warning a call, and keep answers."""
    logging.disable(logging.WARNING)
    openml.config.server = f"{options.server}/api/v1/xml"
    openml.config.apikey = ""
    openml.config.set_root_cache_directory(str(options.cache))


def list_tasks() -> list[Task]:
    """List binary tasks with cross-validation and ask for their labels, which no list has.

    One after the other: two processes that ask for one data set would write the same files.
    """
    table = openml.tasks.list_tasks(
        openml.tasks.TaskType.SUPERVISED_CLASSIFICATION,
        status="all",
        number_classes=2,
        output_format="dataframe",
    )
    table = table[table["estimation_procedure"].isin(REPEATS)]
    return [
        Task(
            row.tid,
            openml.tasks.get_task(row.tid).class_labels,
            row.NumberOfInstances * REPEATS[row.estimation_procedure],
        )
        for row in table.itertuples()
    ]


def list_runs(task_ids: Sequence[int]) -> pd.DataFrame:
    """List the evaluated runs of tasks."""
    calls = [task_ids[i : i + TASKS_PER_CALL] for i in range(0, len(task_ids), TASKS_PER_CALL)]
    return pd.concat(
        openml.evaluations.list_evaluations(
            "area_under_roc_curve", tasks=call, size=None, output_format="dataframe"
        )
        for call in calls
    ).dropna(subset="value")


def draw_runs(runs: pd.DataFrame, options: argparse.Namespace) -> dict[int, pd.DataFrame]:
    """Draw a run of each flow, in a random order, in the tasks with enough flows."""
    first = runs.sample(frac=1, random_state=options.seed).drop_duplicates(["task_id", "flow_id"])
    by_task = first.sample(frac=1, random_state=options.seed).groupby("task_id")
    return {task_id: drawn for task_id, drawn in by_task if len(drawn) >= options.models}


def planned_runs(runs: pd.DataFrame, plan: Path) -> dict[int, pd.DataFrame]:
    """Take the runs of a plan in its order."""
    by_id = runs.set_index("run_id", drop=False)
    return {
        task["task_id"]: by_id.loc[[run["run_id"] for run in task["candidates"]]]
        for task in json.loads(plan.read_text(encoding="utf-8"))["tasks"]
    }


def score_task(task: Task, runs: pd.DataFrame, options: argparse.Namespace) -> pd.DataFrame:
    """Score the first models of a task whose predictions can be used.

    The package keeps the descriptions of runs, joblib their predictions.
    """
    connect(options)
    kept_predictions = Memory(options.cache, verbose=0).cache(predictions)
    scored = []
    for run in runs.itertuples():
        try:
            scored.append(score_run(task, run, kept_predictions(run.run_id)))
        except Exception as error:
            print(f"task {task.task_id}, run {run.run_id} is left out: {error}")
        if len(scored) == options.models:
            break
    return pd.DataFrame(scored)


def predictions(run_id: int) -> pd.DataFrame:
    """Return the rows of a run's prediction file."""
    rows = openml.runs.get_run(run_id).predictions.rename(columns={"truth": "correct"})
    return rows.astype({"prediction": "category", "correct": "category"})


def score_run(task: Task, run: Any, rows: pd.DataFrame) -> dict[str, float]:
    """Compute the areas, the smaller class as positive, the second of two equal ones."""
    if len(rows) != task.n_rows or rows.duplicated(["repeat", "row_id"]).any():
        raise ValueError("its rows are not those of the task")
    sizes = rows["correct"].value_counts()
    positive = min(reversed(task.labels), key=lambda label: sizes[label])
    y_true = (rows["correct"] == positive).to_numpy(int)
    y_score = rows[f"confidence.{positive}"].to_numpy(float)
    areas = {name: area(y_true, y_score) for name, area in AREAS.items()}
    if abs(areas["auroc"] - run.value) > AUROC_TOLERANCE:
        raise ValueError(f"its AUROC is {areas['auroc']:.6f}, {run.value:.6f} is stored")
    return {"task_id": task.task_id, "run_id": run.run_id, **areas}


def print_agreement(models: pd.DataFrame) -> None:
    """Print for each pair how often the best models differ and how the ranks correlate."""
    task = models["task_id"]
    ranks = models[list(AREAS)].round(DECIMALS).groupby(task).rank(ascending=False)
    best = ranks == ranks.groupby(task).transform("min")
    print(f"{task.nunique()} tasks, {len(models)} models")
    for a, b in combinations(AREAS, 2):
        differ = (best[a] != best[b]).groupby(task).any().mean()
        by_task = ranks.groupby(task)[[a, b]].corr().xs(a, level=1)[b].mean()
        print(f"{a} and {b}: best models differ in {differ:.1%} of the tasks, ")
        print(f"  mean rank correlation {by_task:.4f}, over all {ranks[a].corr(ranks[b]):.4f}")


if __name__ == "__main__":
    main()
