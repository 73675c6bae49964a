"""A source in a folder: the layout of the embedded archive and of a user's own.

``archive.json``
    ``{"name": "..."}``: how reports call the source.
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
import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from prgbench.archive.interface import (
    Exclusion,
    PredictionFile,
    Predictions,
    Reason,
    Run,
    RunUnusableError,
    SentPredictions,
    Source,
    Task,
    TaskListing,
    TaskQuery,
    Truth,
)
from prgbench.archive.predictions.reader import read_predictions
from prgbench.pipeline.errors import PrgbenchError
from prgbench.pipeline.files import sha256_of, write_text

MARKER = "archive.json"


@dataclass(frozen=True, slots=True)
class _Index:
    """What a folder says of its tasks and runs."""

    tasks: list[Task]
    runs: dict[int, list[Run]] = field(default_factory=dict)
    file_ids: dict[int, int] = field(default_factory=dict)


class FolderSource(Source):
    """The predictions of a folder; see the module for its layout.

    Parameters
    ----------
    folder : Path
        The folder.
    resources : Path
        Where the stores of sources are.
    """

    def __init__(self, folder: Path, resources: Path = Path("resources")) -> None:
        self.folder = folder
        self._resources = resources

    @property
    def label(self) -> str:
        """How figures, plan and report call the source: the name that its marker gives."""
        try:
            return str(json.loads(self.marker.read_text(encoding="utf-8"))["name"])
        except (OSError, ValueError, LookupError, TypeError):
            return f"folder {self.folder}"

    @property
    def store(self) -> Path:
        """The folder of what is made of its predictions: one for each folder and marker.

        A folder beside the stores is known by its path from there, so that all can be moved.
        """
        folder, home = self.folder.resolve(), self._resources.resolve().parent
        place = folder.relative_to(home) if folder.is_relative_to(home) else folder
        identity = hashlib.sha256(place.as_posix().encode())
        if self.marker.exists():
            identity.update(self.marker.read_bytes())
        return self._resources / f"folder-{folder.name}-{identity.hexdigest()[:12]}"

    @property
    def marker(self) -> Path:
        """The file without which the source is not there."""
        return self.folder / MARKER

    @property
    def state(self) -> str:
        """A checksum of names, sizes and times of its prediction files."""
        state = hashlib.sha256()
        for path in sorted([*self.folder.glob("predictions/*"), *self.folder.glob("truth/*")]):
            facts = path.stat()
            state.update(f"{path.name} {facts.st_size} {facts.st_mtime_ns}\n".encode())
        return state.hexdigest()[:16]

    def tasks(self, query: TaskQuery) -> TaskListing:
        """Return the tasks that match the query; a folder knows neither suites nor tags."""
        if query.suite is not None or query.tags:
            raise PrgbenchError(
                f"The {self.label} has no suites and no tags: "
                "choose its tasks by `selection: tasks:` in the study file."
            )
        listing = TaskListing([])
        for task in self._index.tasks:
            reason = _mismatch(task, query)
            if reason is None:
                listing.tasks.append(task)
            else:
                listing.excluded.append(Exclusion(task.task_id, None, reason))
        return listing

    def candidate_runs(self, tasks: Sequence[Task]) -> Iterator[tuple[Task, list[Run]]]:
        """Yield each task with all its runs."""
        for task in tasks:
            yield task, self._index.runs.get(task.task_id, [])

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

    def checksum(self, run: Run) -> str | None:
        """Return the checksum of the run's file as it is now; "" if it is not there."""
        path = self._path(run.run_id)
        return sha256_of(path) if path.exists() else ""

    def send(self, task: Task, run: Run) -> SentPredictions:
        """Return what the run's file is known by; it stays where it lies."""
        path = self._path(run.run_id)
        if not path.exists():
            raise RunUnusableError(Reason.NO_FILE, f"task {task.task_id}: {path} does not exist")
        file_id = self._index.file_ids[run.run_id]
        return PredictionFile(run.run_id, file_id, sha256_of(path), path.stat().st_size, path)

    def read(self, task: Task, sent: SentPredictions) -> Predictions:
        """Read the file."""
        return read_predictions(self._path(sent.run_id), task.classes)

    @cached_property
    def _index(self) -> _Index:
        if not self.marker.exists():
            raise PrgbenchError(
                f"{self.marker} is missing: {self.folder} is no archive of predictions."
            )
        index = _Index([_task(row) for row in _rows(self.folder / "tasks.csv", Task)])
        for row in _rows(self.folder / "runs.csv", Run, "file_id"):
            run = _run(row)
            index.file_ids[run.run_id] = int(row["file_id"])
            index.runs.setdefault(run.task_id, []).append(run)
        return index

    def _path(self, run_id: int) -> Path:
        return self.folder / "predictions" / f"{run_id}.arff"


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
    write_text(folder / MARKER, json.dumps(marker) + "\n")


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
