"""An archive in a folder: the layout of the embedded archive and of a user's own.

``archive.json``
    ``{"name": "..."}``: how reports call the archive.
``tasks.csv``
    The columns of `Task`; the classes are separated by ``|``.
``runs.csv``
    The columns of `Run` and ``file_id``; ``auroc`` may be empty.
``truth/<task_id>.csv``
    Optional: ``row_id``, ``class``.
``predictions/<run_id>.arff``
    One prediction file per run, in OpenML's layout.
"""

import csv
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np

from prgbench.archive.interface import (
    Exclusion,
    PredictionFile,
    Reason,
    Run,
    RunUnusableError,
    Task,
    TaskListing,
    TaskQuery,
    Truth,
)
from prgbench.pipeline.errors import PrgbenchError
from prgbench.pipeline.files import sha256_of, write_text


class FolderArchive:
    """The predictions of a folder; see the module for its layout."""

    connections = 1

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        marker = folder / "archive.json"
        if not marker.exists():
            raise PrgbenchError(f"{marker} is missing: {folder} is no archive of predictions.")
        self.name: str = json.loads(marker.read_text(encoding="utf-8"))["name"]
        self._tasks = [_task(row) for row in _rows(folder / "tasks.csv", Task)]
        self._file_ids: dict[int, int] = {}
        self._runs: dict[int, list[Run]] = {}
        for row in _rows(folder / "runs.csv", Run, "file_id"):
            run = _run(row)
            self._file_ids[run.run_id] = int(row["file_id"])
            self._runs.setdefault(run.task_id, []).append(run)

    def tasks(self, query: TaskQuery) -> TaskListing:
        """Return the tasks that match the query; a folder knows neither suites nor tags."""
        if query.suite is not None or query.tags:
            raise PrgbenchError(
                f"The {self.name} has no suites and no tags: "
                "choose its tasks by `selection: tasks:` in the study file."
            )
        listing = TaskListing([])
        for task in self._tasks:
            reason = _mismatch(task, query)
            if reason is None:
                listing.tasks.append(task)
            else:
                listing.excluded.append(Exclusion(task.task_id, None, reason))
        return listing

    def candidate_runs(self, tasks: Sequence[Task]) -> Iterator[tuple[Task, list[Run]]]:
        """Yield each task with all its runs."""
        for task in tasks:
            yield task, self._runs.get(task.task_id, [])

    def truth(self, task: Task) -> Truth | None:
        """Return the true classes if the folder states them."""
        path = self.folder / "truth" / f"{task.task_id}.csv"
        if not path.exists():
            return None
        codes = {label: code for code, label in enumerate(task.classes)}
        rows = list(_rows(path, None, "row_id", "class"))
        return Truth(
            task.classes,
            np.array([int(row["row_id"]) for row in rows], dtype=np.int64),
            np.array([codes[row["class"]] for row in rows], dtype=np.int8),
        )

    def predictions(self, task: Task, run: Run) -> PredictionFile:
        """Return the run's file where it lies."""
        path = self.folder / "predictions" / f"{run.run_id}.arff"
        if not path.exists():
            raise RunUnusableError(Reason.NO_FILE, f"task {task.task_id}: {path} does not exist")
        return PredictionFile(
            run.run_id,
            self._file_ids[run.run_id],
            path,
            sha256_of(path),
            path.stat().st_size,
        )

    def release(self, files: Iterable[PredictionFile]) -> None:
        """Do nothing: the folder keeps its files."""


def write_index(
    folder: Path, marker: dict[str, str], tasks: Iterable[Task], runs: Iterable[tuple[Run, int]]
) -> None:
    """Write ``tasks.csv`` and ``runs.csv`` (runs with their file ids), then ``archive.json``."""
    _write_rows(
        folder / "tasks.csv",
        [field.name for field in fields(Task)],
        ([_cell(getattr(task, field.name)) for field in fields(Task)] for task in tasks),
    )
    _write_rows(
        folder / "runs.csv",
        [*(field.name for field in fields(Run)), "file_id"],
        (
            [*(_cell(getattr(run, field.name)) for field in fields(Run)), str(file_id)]
            for run, file_id in runs
        ),
    )
    write_text(folder / "archive.json", json.dumps(marker) + "\n")


def write_truth(folder: Path, task: Task, codes: Sequence[int]) -> None:
    """Write ``truth/<task_id>.csv`` for the rows 0, 1, 2, ..."""
    _write_rows(
        folder / "truth" / f"{task.task_id}.csv",
        ["row_id", "class"],
        ([str(row_id), task.classes[code]] for row_id, code in enumerate(codes)),
    )


def _mismatch(task: Task, query: TaskQuery) -> Reason | None:
    if query.task_ids is not None and task.task_id not in query.task_ids:
        return Reason.NOT_REQUESTED
    if query.estimation_procedures and (
        task.estimation_procedure not in query.estimation_procedures
    ):
        return Reason.PROCEDURE
    if len(task.classes) != 2:
        return Reason.NOT_BINARY
    if query.min_instances is not None and task.n_instances < query.min_instances:
        return Reason.TOO_SMALL
    if query.max_instances is not None and task.n_instances > query.max_instances:
        return Reason.TOO_LARGE
    return None


def _rows(path: Path, record: type | None, *more: str) -> Iterator[dict[str, str]]:
    if not path.exists():
        raise PrgbenchError(f"{path} is missing: the archive is not complete.")
    needed = [field.name for field in fields(record)] if record is not None else []
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        missing = {*needed, *more} - set(reader.fieldnames or ())
        if missing:
            raise PrgbenchError(f"{path} lacks the column {', '.join(sorted(missing))}.")
        yield from reader


def _task(row: dict[str, str]) -> Task:
    return Task(
        task_id=int(row["task_id"]),
        dataset_id=int(row["dataset_id"]),
        dataset_name=row["dataset_name"],
        target=row["target"],
        classes=tuple(row["classes"].split("|")),
        n_instances=int(row["n_instances"]),
        estimation_procedure=int(row["estimation_procedure"]),
        n_repeats=int(row["n_repeats"]),
        n_folds=int(row["n_folds"]),
    )


def _run(row: dict[str, str]) -> Run:
    return Run(
        run_id=int(row["run_id"]),
        task_id=int(row["task_id"]),
        flow_id=int(row["flow_id"]),
        flow_name=row["flow_name"],
        setup_id=int(row["setup_id"]),
        uploader_id=int(row["uploader_id"]),
        upload_time=row["upload_time"],
        auroc=float(row["auroc"]) if row["auroc"] else None,
    )


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return "|".join(value) if isinstance(value, tuple) else str(value)


def _write_rows(path: Path, header: list[str], rows: Iterable[list[str]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)
