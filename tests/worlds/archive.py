"""Writes a study of a world as a folder archive, for the pipeline."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd
from folder_files import write_index

from prgbench.answer.task_scores import TaskScores
from prgbench.metrics import auroc_score
from prgbench.sources.interface import Run, Task

CLASSES = ("no", "yes")
HEADER = """\
@relation predictions
@attribute repeat numeric
@attribute fold numeric
@attribute row_id numeric
@attribute confidence.no numeric
@attribute confidence.yes numeric
@attribute prediction {no,yes}
@attribute correct {no,yes}
@data
"""


def write_archive(
    folder: Path, name: str, tasks: Sequence[TaskScores], datasets: Sequence[int]
) -> None:
    """Write the tasks in the layout of a folder archive; scores are mapped into (0, 1)."""
    (folder / "predictions").mkdir(parents=True)
    listed, runs = [], []
    for scores, dataset in zip(tasks, datasets, strict=True):
        task = Task(
            scores.task_id, dataset + 1, f"data-{dataset}", "class", CLASSES,
            len(scores.y_true), 1, 1, int(scores.folds.max()) + 1,
        )  # fmt: skip
        listed.append(task)
        for place, run_id in enumerate(scores.run_ids.tolist()):
            chances = 1 / (1 + np.exp(-scores.y_scores[place]))
            auroc = auroc_score(scores.y_true, chances)
            run = Run(
                run_id, task.task_id, place + 1, f"world.Model{place + 1}(1)", place + 1, 1,
                "2014-04-01 12:00:00", round(float(auroc), 6),
            )  # fmt: skip
            runs.append((run, run_id))
            path = folder / "predictions" / f"{run_id}.arff"
            path.write_text(HEADER + _rows(scores, chances), encoding="utf-8")
    write_index(folder, {"name": name}, listed, runs)


def _rows(task: TaskScores, chances: np.ndarray) -> str:
    labels = np.array(CLASSES)
    table = pd.DataFrame(
        {
            "repeat": task.repeats,
            "fold": task.folds,
            "row": np.arange(len(chances)),
            "no": 1 - chances,
            "yes": chances,
            "prediction": labels[(chances > 0.5).astype(int)],
            "correct": labels[task.y_true.astype(int)],
        }
    )
    return table.to_csv(header=False, index=False)
