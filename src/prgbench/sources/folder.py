"""A source in a folder: tables of tasks and runs, and files of predictions.

Somebody else may have made the tables of a folder archive, so every cell is typed.
"""

import hashlib
import json
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import MISSING, dataclass, field, fields
from functools import cached_property
from pathlib import Path
from types import GenericAlias
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

import numpy as np

from prgbench.run.csv_files import CsvTable, read_csv_table
from prgbench.run.decimals import is_decimal
from prgbench.run.errors import PrgbenchError
from prgbench.run.files import read_text_file, sha256_of
from prgbench.run.records import RecordError, from_json
from prgbench.run.safe_text import plain
from prgbench.sources.errors import RunUnusableError
from prgbench.sources.exclusions import Reason
from prgbench.sources.fields import Id, IdOrZero, Label
from prgbench.sources.interface import Source
from prgbench.sources.prediction_files.reader import read_predictions
from prgbench.sources.runs import Run, run_problem
from prgbench.sources.sent_predictions import PredictionFile, Predictions, SentPredictions, Truth
from prgbench.sources.tasks import Task, TaskListing, TaskQuery, task_problem

SEPARATOR = "|"
LARGEST_TABLE = 250_000_000
MARKER = "archive.json"
LARGEST_MARKER = 1_000_000
_is_whole = re.compile(r"-?[0-9]{1,20}").fullmatch


@dataclass(frozen=True, slots=True)
class ListedRun(Run):
    """A run and the number of its prediction file."""

    file_id: Id = field(kw_only=True)


Row = TypeVar("Row", bound=Task | ListedRun)


@dataclass(frozen=True, slots=True)
class Index:
    """The tasks of a folder, the runs of each and their files."""

    tasks: list[Task]
    runs: dict[int, list[Run]]
    file_ids: dict[int, int]


@dataclass(frozen=True, slots=True)
class _Marker:
    name: Label


class FolderSource(Source):
    """The predictions of a folder."""

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
        """The folder for what is made of its predictions: one for each folder and marker.

        A folder beside the stores is known by its relative path, so that all can be moved.
        """
        folder = self.folder.resolve()
        home = self._resources.resolve().parent
        path = folder.relative_to(home) if folder.is_relative_to(home) else folder
        identity = hashlib.sha256(path.as_posix().encode())
        with suppress(PrgbenchError):
            identity.update(read_text_file(self.marker, LARGEST_MARKER).encode())
        return self._resources / f"folder-{folder.name}-{identity.hexdigest()[:12]}"

    @property
    def marker(self) -> Path:
        """The file that every folder archive has."""
        return self.folder / MARKER

    @property
    def state(self) -> str:
        """A checksum of names and contents of its prediction files."""
        state = hashlib.sha256()
        for path in sorted([*self.folder.glob("predictions/*"), *self.folder.glob("truth/*")]):
            content = None
            # To look where a path leads takes longer than all else, and only links lead elsewhere.
            if path.is_symlink() or path.parent.is_symlink() or not path.is_file():
                # What is no file inside the folder is never read: its problem is its state.
                content = self._problem(path)
            with suppress(OSError):
                content = content or self.checksums.of(path)
            state.update(f"{path.name} {content}\n".encode())
        self.checksums.keep()
        return state.hexdigest()[:16]

    @property
    def index_state(self) -> str:
        """A checksum of its tables of tasks and runs; "" if they are not there."""
        state = hashlib.sha256()
        tables = [self.folder / name for name in (MARKER, "tasks.csv", "runs.csv")]
        if any(map(self._problem, tables)):
            return ""
        try:
            for path in tables:
                state.update(self.checksums.of(path).encode())
        except OSError:
            return ""
        self.checksums.keep()
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
                listing.excluded.append(task.left_out(reason))
        return listing

    def candidate_runs(self, tasks: Sequence[Task]) -> Iterator[tuple[Task, list[Run]]]:
        """Yield each task with all its runs."""
        for task in tasks:
            yield task, self._index.runs.get(task.task_id, [])

    def truth(self, task: Task) -> Truth | None:
        """Return the true classes if the folder states them."""
        path = self.folder / "truth" / f"{task.task_id}.csv"
        return read_truth(self._inside(path), task) if os.path.lexists(path) else None

    def checksum(self, run: Run) -> str | None:
        """Return the checksum of the run's file as it is now; "" if it is not there."""
        try:
            return self.checksums.of(self._predictions(run.run_id))
        except (OSError, RunUnusableError):
            return ""

    def send(self, task: Task, run: Run) -> PredictionFile:
        """Return the run's file, which stays where it is."""
        try:
            path = self._predictions(run.run_id)
            # A plan that is given may name others than the table.
            if run.run_id not in self._index.file_ids:
                raise RunUnusableError(Reason.NO_FILE, f"{self.folder / 'runs.csv'} lacks it")
            sha256 = sha256_of(path)
            n_bytes = path.stat().st_size
        except OSError as error:
            detail = f"task {task.task_id}: {error.filename} can't be read ({error.strerror})"
            raise RunUnusableError(Reason.NO_FILE, detail) from None
        return PredictionFile(run.run_id, self._index.file_ids[run.run_id], sha256, n_bytes, path)

    def read(self, task: Task, sent: SentPredictions) -> Predictions:
        """Read the file."""
        return read_predictions(self._predictions(sent.run_id), task.classes)

    def _name(self) -> str:
        """Return the name in the marker, without which the folder is no archive."""
        if not os.path.lexists(self.marker):
            raise PrgbenchError(
                f"{self.marker} is missing: {self.folder} is not an archive of predictions."
            )
        try:
            return from_json(
                _Marker, read_text_file(self._inside(self.marker), LARGEST_MARKER)
            ).name
        except RecordError as error:
            raise PrgbenchError(
                f'{self.marker} is not of the form {{"name": "..."}} ({error}): correct it.'
            ) from None

    @cached_property
    def _index(self) -> Index:
        self._name()
        return read_index(
            self._inside(self.folder / "tasks.csv"), self._inside(self.folder / "runs.csv")
        )

    def _inside(self, path: Path) -> Path:
        """Return a path if it is a regular file inside the folder."""
        if (problem := self._problem(path)) is not None:
            raise PrgbenchError(f"{path} {problem}: put the file itself there.")
        return path

    def _predictions(self, run_id: int) -> Path:
        path = self.folder / "predictions" / f"{run_id}.arff"
        if (problem := self._problem(path)) is not None:
            raise RunUnusableError(Reason.NO_FILE, f"{path} {problem}")
        return path

    def _problem(self, path: Path) -> str | None:
        # A link of a foreign archive must not lead to other files of this machine.
        try:
            real = path.resolve(strict=True)
        except (OSError, RuntimeError):
            return "does not exist"
        if not real.is_relative_to(self.folder.resolve()):
            return "is a link that points outside the archive"
        return None if real.is_file() else "is not a regular file"


def _mismatch(task: Task, query: TaskQuery) -> Reason | None:
    if not query.asks_for(task.task_id):
        return Reason.NOT_REQUESTED
    if query.estimation_procedures and (
        task.estimation_procedure not in query.estimation_procedures
    ):
        return Reason.PROCEDURE
    if len(task.classes) != 2:
        return Reason.NOT_BINARY
    return query.misfit_of_size(task.n_instances)


def read_index(tasks_file: Path, runs_file: Path) -> Index:
    """Read the tables of tasks and of runs, which must not contradict each other."""
    tasks: dict[int, Task] = {}
    task_table, read_tasks = _read_records(tasks_file, Task)
    for row, task in enumerate(read_tasks):
        if task.task_id in tasks:
            task_table.refuse(row, f"task {task.task_id} appears twice; keep one of the rows")
        if (problem := task_problem(task)) is not None:
            task_table.refuse(row, f"task {task.task_id}: {problem}; correct that")
        tasks[task.task_id] = task
    index = Index(list(tasks.values()), {}, {})
    table, listed = _read_records(runs_file, ListedRun)
    for row, run_with_file in enumerate(listed):
        run = Run(**{column.name: getattr(run_with_file, column.name) for column in fields(Run)})
        if run.run_id in index.file_ids:
            table.refuse(row, f"run {run.run_id} appears twice; keep one of the rows")
        if run.task_id not in tasks:
            problem = f"its task {run.task_id} is not in the table of tasks"
        else:
            problem = run_problem(tasks[run.task_id], run)
        if problem is not None:
            table.refuse(row, f"run {run.run_id}: {problem}; correct that or leave out the run")
        index.file_ids[run.run_id] = run_with_file.file_id
        index.runs.setdefault(run.task_id, []).append(run)
    return index


def read_truth(path: Path, task: Task) -> Truth:
    """Read the true classes of a task; an empty class is unknown."""
    table = read_csv_table(path, ["row_id", "class"], largest=LARGEST_TABLE)
    stated = table.columns["row_id"]
    row_ids: list[int] = _typed(
        table, list[IdOrZero], [_value(cell, int) for cell in stated], "row_id"
    )
    if not row_ids:
        raise PrgbenchError(f"{path} has no rows: fill in the classes or remove the file.")
    code_of = {"": -1} | {label: code for code, label in enumerate(task.classes)}
    seen: set[int] = set()
    codes = np.empty(len(row_ids), dtype=np.int8)
    for row, (row_id, label) in enumerate(zip(row_ids, table.columns["class"], strict=True)):
        if row_id in seen:
            table.refuse(row, f"row_id {row_id} appears twice; keep one of the rows")
        if label not in code_of:
            classes = plain(", ".join(map(repr, task.classes)))
            table.refuse(row, f"class is {plain(repr(label))}; task {task.task_id} has {classes}")
        seen.add(row_id)
        codes[row] = code_of[label]
    return Truth(task.classes, np.array(row_ids, dtype=np.int64), codes)


def _read_records(path: Path, record_type: type[Row]) -> tuple[CsvTable, list[Row]]:
    missing = (MISSING, MISSING)
    names = {c.name: (c.default, c.default_factory) == missing for c in fields(record_type)}
    needed = [name for name, is_needed in names.items() if is_needed]
    table = read_csv_table(path, needed, names.keys() - set(needed), LARGEST_TABLE)
    kinds = get_type_hints(record_type)
    values = {
        name: [_value(cell, kinds[name]) for cell in cells]
        for name, cells in table.columns.items()
    }
    rows = (
        {
            name: value
            for name, value in zip(values, cells, strict=True)
            if value is not None or name in needed
        }
        for cells in zip(*values.values(), strict=True)
    )
    return table, _typed(table, GenericAlias(list, (record_type,)), rows)


def _typed(table: CsvTable, rows_type: Any, rows: Iterable[Any], *column: str) -> list[Any]:
    """Return the rows by way of JSON, whose reader checks the types."""
    try:
        return from_json(rows_type, json.dumps(list(rows)))
    except RecordError as error:
        row, *field_path = error.place
        problem = error.problem.replace("is None", "is empty", 1)
        table.refuse(int(row), str(RecordError((*column, *field_path), problem)))


def _value(cell: str, kind: Any) -> Any:
    """Return the value of a cell: None if it is empty, its text if it is no number."""
    if kind is str:
        return cell
    if get_origin(kind) is tuple:
        part = get_args(kind)[0]
        if part is str or cell:
            return [_value(piece, part) for piece in cell.split(SEPARATOR)]
        return None
    if not cell:
        return None
    if kind is int:
        return int(cell) if _is_whole(cell) else cell
    return float(cell) if is_decimal(cell) else cell
