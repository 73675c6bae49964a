"""Small archives in a folder, made for tests, with files that are wrong on demand."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
from folder_files import write_index
from numpy.typing import NDArray
from sklearn.metrics import roc_auc_score

from prgbench.sources.folder import FolderSource
from prgbench.sources.runs import Run
from prgbench.sources.tasks import Task

CLASSES = ("no", "yes")
Lines = list[str]


def make_task(task_id: int, n: int = 60, n_repeats: int = 1) -> Task:
    return Task(
        task_id, 100 + task_id // 2, f"data-{task_id}", "class", CLASSES, n, 1, n_repeats, 10
    )


def make_run(task: Task, flow_id: int, auroc: float | None = None) -> Run:
    run_id = 1000 * task.task_id + flow_id
    day = 1 + flow_id % 28
    return Run(
        run_id, task.task_id, flow_id, f"weka.Flow{flow_id}(1)", flow_id, 1,
        f"2014-04-{day:02d} 12:00:00", auroc,
    )  # fmt: skip


def labels_of(task: Task) -> NDArray[np.int8]:
    """Return the truth: every third instance is of the second class."""
    return (np.arange(task.n_instances) % 3 == 0).astype(np.int8)


def scores_of(task: Task, flow_id: int) -> NDArray[np.float64]:
    """Return scores that are the better the smaller the flow's id, rounded so that some tie."""
    rng = np.random.default_rng([task.task_id, flow_id])
    noise = rng.normal(size=task.n_instances) * (0.5 + flow_id / 10)
    return np.round(1 / (1 + np.exp(-(labels_of(task) - 0.5 + noise))), 2)


def arff_lines(task: Task, scores: NDArray[np.float64]) -> Lines:
    """Return the lines of a prediction file in OpenML's layout."""
    header = [
        "@relation predictions", "@attribute repeat numeric", "@attribute fold numeric",
        "@attribute row_id numeric", "@attribute confidence.no numeric",
        "@attribute confidence.yes numeric", "@attribute prediction {no,yes}",
        "@attribute correct {no,yes}", "@data",
    ]  # fmt: skip
    truth = labels_of(task)
    rows = [
        f"{repeat},{row % task.n_folds},{row},{1 - score!r},{score!r},"
        f"{CLASSES[int(score > 0.5)]},{CLASSES[truth[row]]}"
        for repeat in range(task.n_repeats)
        for row, score in enumerate(scores.tolist())
    ]
    return header + rows


def make_folder(
    folder: Path,
    tasks: list[Task],
    n_flows: int = 6,
    edit: Callable[[Run, Lines], Lines | None] = lambda _, lines: lines,
    name: str = "test archive",
) -> FolderSource:
    """Write an archive; ``edit`` changes the lines of a run's file or, by None, leaves it out."""
    runs = []
    (folder / "predictions").mkdir(parents=True, exist_ok=True)
    for task in tasks:
        for flow_id in range(1, n_flows + 1):
            scores = scores_of(task, flow_id)
            run = make_run(task, flow_id, round(float(roc_auc_score(labels_of(task), scores)), 6))
            runs.append((run, run.run_id))
            lines = edit(run, arff_lines(task, scores))
            if lines is not None:
                path = folder / "predictions" / f"{run.run_id}.arff"
                path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    write_index(folder, {"name": name}, tasks, runs)
    return FolderSource(folder)
