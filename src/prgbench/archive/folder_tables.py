"""The tables of a folder archive, which somebody else may have made: every cell is typed."""

import json
import re
from collections.abc import Iterable
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path
from types import GenericAlias
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

import numpy as np

from prgbench.archive.coherence import run_problem, task_problem
from prgbench.archive.interface import Id, IdOrZero, Run, Task, Truth
from prgbench.pipeline.csv_table import CsvTable, read_csv_table
from prgbench.pipeline.decimals import is_decimal
from prgbench.pipeline.errors import PrgbenchError
from prgbench.pipeline.foreign_text import plain
from prgbench.pipeline.records import RecordError, from_json

SEPARATOR = "|"
LARGEST_TABLE = 250_000_000

_is_whole = re.compile(r"-?[0-9]{1,20}").fullmatch


@dataclass(frozen=True, slots=True)
class ListedRun(Run):
    """A run and the number of its prediction file."""

    file_id: Id = field(kw_only=True)


Row = TypeVar("Row", bound=Task | ListedRun)


@dataclass(frozen=True, slots=True)
class Index:
    """What a folder says of its tasks and runs; the runs of each task are together."""

    tasks: list[Task]
    runs: dict[int, list[Run]]
    file_ids: dict[int, int]


def read_index(tasks_file: Path, runs_file: Path) -> Index:
    """Read the tables of tasks and of runs.

    Raises
    ------
    PrgbenchError
        If a cell does not hold what its column does, or rows contradict each other.
    """
    tasks = _read_tasks(tasks_file)
    index = Index(list(tasks.values()), {}, {})
    table, listed = _read_records(runs_file, ListedRun)
    for row, found in enumerate(listed):
        run = Run(**{known.name: getattr(found, known.name) for known in fields(Run)})
        if run.run_id in index.file_ids:
            table.refuse(row, f"run {run.run_id} stands there twice; keep one of the rows")
        if run.task_id not in tasks:
            problem: str | None = f"its task {run.task_id} is not in the table of tasks"
        else:
            problem = run_problem(tasks[run.task_id], run)
        if problem is not None:
            table.refuse(row, f"run {run.run_id}: {problem}; correct that or leave out the run")
        index.file_ids[run.run_id] = found.file_id
        index.runs.setdefault(run.task_id, []).append(run)
    return index


def read_truth(path: Path, task: Task) -> Truth:
    """Read the true classes of a task; an empty class is an unknown one.

    Raises
    ------
    PrgbenchError
        If there is no row, a row twice, or a class that the task does not have.
    """
    table = read_csv_table(path, ["row_id", "class"], largest=LARGEST_TABLE)
    stated = table.columns["row_id"]
    row_ids: list[int] = _typed(table, list[IdOrZero], map(_whole, stated), "row_id")
    if not row_ids:
        raise PrgbenchError(f"{path} has no rows: state the classes or leave out the file.")
    known = {"": -1} | {label: code for code, label in enumerate(task.classes)}
    seen: set[int] = set()
    codes = np.empty(len(row_ids), dtype=np.int8)
    for row, (row_id, label) in enumerate(zip(row_ids, table.columns["class"], strict=True)):
        if row_id in seen:
            table.refuse(row, f"row_id {row_id} stands there twice; keep one of the rows")
        if label not in known:
            classes = plain(", ".join(map(repr, task.classes)))
            table.refuse(row, f"class is {plain(repr(label))}; task {task.task_id} has {classes}")
        seen.add(row_id)
        codes[row] = known[label]
    return Truth(task.classes, np.array(row_ids, dtype=np.int64), codes)


def _read_tasks(path: Path) -> dict[int, Task]:
    tasks: dict[int, Task] = {}
    table, listed = _read_records(path, Task)
    for row, task in enumerate(listed):
        if task.task_id in tasks:
            table.refuse(row, f"task {task.task_id} stands there twice; keep one of the rows")
        if (problem := task_problem(task)) is not None:
            table.refuse(row, f"task {task.task_id}: {problem}; correct that")
        tasks[task.task_id] = task
    return tasks


def _read_records(path: Path, record_type: type[Row]) -> tuple[CsvTable, list[Row]]:
    known = {column.name: column for column in fields(record_type)}
    needed = [name for name, column in known.items() if not _has_default(column)]
    table = read_csv_table(path, needed, known.keys() - set(needed), LARGEST_TABLE)
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
    """Return the rows, by way of JSON, which is where types are checked."""
    try:
        return from_json(rows_type, json.dumps(list(rows)))
    except RecordError as error:
        row, *place = error.place
        problem = error.problem.replace("is None", "is empty", 1)
        table.refuse(int(row), str(RecordError((*column, *place), problem)))


def _has_default(column: Any) -> bool:
    return column.default is not MISSING or column.default_factory is not MISSING


def _value(cell: str, kind: Any) -> Any:
    """Return what a cell stands for: None if it is empty, itself if it is no number."""
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
        return _whole(cell)
    return float(cell) if is_decimal(cell) else cell


def _whole(cell: str) -> int | str:
    return int(cell) if _is_whole(cell) else cell
