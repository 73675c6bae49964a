"""A source in a folder: the layout of the embedded archive and of a user's own.

``archive.json``
    ``{"name": "..."}``: how reports call the source.
``tasks.csv``
    The columns of `Task`; the classes are separated by ``|``, ``n_unlabelled`` may be missing.
``runs.csv``
    The columns of `Run` and ``file_id``; ``auroc`` may be empty, and is computed, not compared
    then; ``aurocs``, which are separated by ``|``, may be missing.
``truth/<task_id>.csv``
    Optional: ``row_id``, ``class``; the class of an instance without one is empty.
``predictions/<run_id>.arff``
    One prediction file per run, in OpenML's layout.

The tables are in UTF-8. Every file is a regular one and lies in the folder: somebody else may have
made it.
"""

import csv
import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import Any

from prgbench.archive.folder_tables import SEPARATOR, Index, read_index, read_truth
from prgbench.archive.interface import (
    Exclusion,
    Label,
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
from prgbench.pipeline.foreign_text import plain
from prgbench.pipeline.records import RecordError, from_json
from prgbench.pipeline.text_file import read_text_file

MARKER = "archive.json"
LARGEST_MARKER = 1_000_000


@dataclass(frozen=True, slots=True)
class _Marker:
    name: Label


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
            return plain(self._name())
        except PrgbenchError:
            return f"folder {self.folder}"

    @property
    def store(self) -> Path:
        """The folder of what is made of its predictions: one for each folder and marker.

        A folder beside the stores is known by its path from there, so that all can be moved.
        """
        folder, home = self.folder.resolve(), self._resources.resolve().parent
        place = folder.relative_to(home) if folder.is_relative_to(home) else folder
        identity = hashlib.sha256(place.as_posix().encode())
        with suppress(PrgbenchError):
            identity.update(read_text_file(self.marker, LARGEST_MARKER).encode())
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
            with suppress(OSError):
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
        return read_truth(self._own(path), task) if os.path.lexists(path) else None

    def checksum(self, run: Run) -> str | None:
        """Return the checksum of the run's file as it is now; "" if it is not there."""
        try:
            return sha256_of(self._predictions(run.run_id))
        except (OSError, RunUnusableError):
            return ""

    def send(self, task: Task, run: Run) -> PredictionFile:
        """Return what the run's file is known by; it stays where it lies."""
        try:
            path = self._predictions(run.run_id)
            sha256, n_bytes = sha256_of(path), path.stat().st_size
        except OSError as error:
            detail = f"task {task.task_id}: {error.filename} can't be read ({error.strerror})"
            raise RunUnusableError(Reason.NO_FILE, detail) from None
        return PredictionFile(run.run_id, self._index.file_ids[run.run_id], sha256, n_bytes, path)

    def read(self, task: Task, sent: SentPredictions) -> Predictions:
        """Read the file."""
        return read_predictions(self._predictions(sent.run_id), task.classes)

    def _name(self) -> str:
        """Return the name that the marker gives, which shows that the folder is an archive."""
        if not os.path.lexists(self.marker):
            raise PrgbenchError(
                f"{self.marker} is missing: {self.folder} is no archive of predictions."
            )
        try:
            return from_json(_Marker, read_text_file(self._own(self.marker), LARGEST_MARKER)).name
        except RecordError as error:
            raise PrgbenchError(
                f'{self.marker} is not as {{"name": "..."}} ({error}): correct it.'
            ) from None

    @cached_property
    def _index(self) -> Index:
        self._name()
        return read_index(
            self._own(self.folder / "tasks.csv"), self._own(self.folder / "runs.csv")
        )

    def _own(self, path: Path) -> Path:
        """Return a path of the folder.

        Raises
        ------
        PrgbenchError
            If it is not there, is no regular file, or a link in it leads out of the folder.
        """
        if (problem := self._problem(path)) is not None:
            raise PrgbenchError(f"{path} {problem}: put the file itself there.")
        return path

    def _predictions(self, run_id: int) -> Path:
        path = self.folder / "predictions" / f"{run_id}.arff"
        if (problem := self._problem(path)) is not None:
            raise RunUnusableError(Reason.NO_FILE, f"{path} {problem}")
        return path

    def _problem(self, path: Path) -> str | None:
        try:
            real = path.resolve(strict=True)
        except (OSError, RuntimeError):
            return "does not exist"
        if not real.is_relative_to(self.folder.resolve()):
            return "is a link that leads out of the archive"
        return None if real.is_file() else "is no regular file"


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


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return SEPARATOR.join(map(str, value)) if isinstance(value, tuple) else str(value)


def _write_rows(path: Path, header: list[str], rows: Iterable[list[str]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)
