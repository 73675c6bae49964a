"""Writes the tables of a folder archive, as docs/own_predictions.md describes them."""

import csv
import json
from collections.abc import Iterable, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from prgbench.run.files import write_text
from prgbench.sources.folder import MARKER, SEPARATOR
from prgbench.sources.runs import Run
from prgbench.sources.tasks import Task


def write_index(
    folder: Path, marker: dict[str, str], tasks: Iterable[Task], runs: Iterable[tuple[Run, int]]
) -> None:
    """Write ``tasks.csv`` and ``runs.csv`` (runs with their file ids), then ``archive.json``."""
    of_task, of_run = ([column.name for column in fields(kind)] for kind in (Task, Run))
    task_rows = ([_cell(getattr(task, name)) for name in of_task] for task in tasks)
    run_rows = (
        [*(_cell(getattr(run, name)) for name in of_run), str(file_id)] for run, file_id in runs
    )
    _write_rows(folder / "tasks.csv", of_task, task_rows)
    _write_rows(folder / "runs.csv", [*of_run, "file_id"], run_rows)
    write_text(folder / MARKER, json.dumps(marker) + "\n")


def write_truth(folder: Path, task: Task, codes: Sequence[int]) -> None:
    """Write ``truth/<task_id>.csv`` for the rows 0, 1, 2, ..."""
    _write_rows(
        folder / "truth" / f"{task.task_id}.csv",
        ["row_id", "class"],
        ([str(row_id), task.classes[code]] for row_id, code in enumerate(codes)),
    )


def _cell(value: Any) -> str:
    parts = value if isinstance(value, tuple) else () if value is None else (value,)
    return SEPARATOR.join(map(str, parts))


def _write_rows(path: Path, header: list[str], rows: Iterable[list[str]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)
