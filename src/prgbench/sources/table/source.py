"""A table of predictions as a source; see docs/own_predictions.md for its layouts.

Its rows are read into memory, and what is wrong with a table is found before anything is computed.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import as_file_name, plain, some_of
from prgbench.sources.advice import A_FOLDER_FOR_EACH, as_columns
from prgbench.sources.chosen_models import FEWEST_MODELS
from prgbench.sources.in_memory import SourceInMemory
from prgbench.sources.interface import (
    SCORED,
    Reason,
    Run,
    Task,
    TaskListing,
    TaskQuery,
    task_difference,
)
from prgbench.sources.table.files import find_files
from prgbench.sources.table.found_tables import open_files, open_memory
from prgbench.sources.table.no_models import scores_in
from prgbench.sources.table.one_model import ONLY_MODEL
from prgbench.sources.table.part import Part
from prgbench.sources.table.prediction_columns import SCORE
from prgbench.sources.table.sorted_tables import SortedTables, SortedTask, sort_tables
from prgbench.sources.task_predictions import TaskPredictions

YES = ("1", "True", "true")
"""Labels that say by themselves that they are those of the positive class."""

FORMAT = 7
"""The format of what is read of a table; with another one, plans and bundles are made again."""

NO_ROWS: Mapping[str, NDArray[Any]] = {
    "repeat": np.empty(0, dtype=np.int16),
    "row_id": np.empty(0, dtype=np.int64),
    "fold": np.empty(0, dtype=np.int16),
    "truth": np.empty(0, dtype=np.int8),
}
"""The rows of a data set that a table no longer has."""


class TableSource(SourceInMemory):
    """The predictions of a table: a file, a folder, a pattern, several of them, or one in memory.

    ``columns`` has the columns by role, where they are not called as their roles.
    """

    positive_rule = SCORED
    default_models = None
    default_min_flows = FEWEST_MODELS

    def __init__(
        self,
        table: str | Sequence[str] | pa.Table,
        resources: Path = Path("resources"),
        columns: Mapping[str, str] | None = None,
    ) -> None:
        self._table = table
        self._resources = resources
        self._columns = dict(columns or {})

    @property
    def label(self) -> str:
        """How figures, plan and report call the source."""
        if isinstance(self._table, pa.Table):
            return "table"
        names = self._names
        more = f" and {len(names) - 1} more" if len(names) > 1 else ""
        # Its name alone: pages are published, and paths have names of users and machines.
        return f"table {plain(Path(names[0]).name)}{more}"

    @property
    def store(self) -> Path:
        """The folder with what is made of its predictions, one for each table and its columns.

        The path of a table beside the stores is relative, so that all can be moved together.
        """
        home = self._resources.resolve().parent
        identity = hashlib.sha256(repr((FORMAT, sorted(self._columns.items()))).encode())
        for path in (Path(name).resolve() for name in self._names):
            shown = path.relative_to(home) if path.is_relative_to(home) else path
            identity.update(f"{shown.as_posix()}\0".encode())
        name = as_file_name(Path(self._names[0]).name) if self._names else "memory"
        return self._resources / f"table-{name}-{identity.hexdigest()[:12]}"

    @property
    def files(self) -> list[Path]:
        """Its files, and a folder as a whole; none where one is gone."""
        try:
            given = [
                [Path(name)] if Path(name).exists() else find_files(name) for name in self._names
            ]
        except PrgbenchError:
            return []
        return [file for files in given for file in files]

    @property
    def state(self) -> str:
        """A checksum of paths and contents of its files; "" in memory or without a file."""
        if isinstance(self._table, pa.Table):
            return ""
        state = hashlib.sha256(f"{FORMAT}".encode())
        try:
            for path in find_files(self._table):
                # A pipe would be waited for: reading the table refuses it.
                if not path.is_file():
                    return ""
                state.update(f"{path} {self.checksums.of(path)}\n".encode())
        except (OSError, PrgbenchError):
            return ""
        self.checksums.keep()
        return state.hexdigest()[:16]

    @property
    def index_state(self) -> str:
        """The same as `state`, as tasks and runs come from the rows."""
        return self.state

    def tasks(self, query: TaskQuery) -> TaskListing:
        """Return the data sets that match the query; a table has no procedures of OpenML."""
        if query.suite is not None or query.tags:
            raise PrgbenchError(
                f"The {self.label} has no suites and no tags: remove `suite` and `tags` from "
                "`selection` in the study file."
            )
        tables = self._tables
        self._check_models(tables)
        listing = TaskListing([], list(tables.excluded), list(tables.notes))
        wanted = {of_table.task.task_id for of_table in self._wanted}
        for task in (of_table.task for of_table in tables.tasks):
            task_id = task.task_id
            asked = task_id in wanted and query.asks_for(task_id)
            reason = query.misfit_of_size(task.n_instances) if asked else Reason.NOT_REQUESTED
            if reason is None:
                listing.tasks.append(task)
            else:
                listing.excluded.append(task.left_out(reason))
        return replace(listing, notes=[*listing.notes, *self._supposed_labels(listing.tasks)])

    def _supposed_labels(self, tasks: Sequence[Task]) -> Iterator[str]:
        """Say whose scores a column has where nobody has stated it and no label says it."""
        labels = {
            plain(label): None
            for task in tasks
            if self.positive_label_of(task) is None
            and (label := self.unsure_label(task)) is not None
            and label not in YES
        }
        if labels:
            last = "which sorts last" if len(labels) == 1 else "which sort last"
            scores = "Other scores" if isinstance(self.positive_label, Mapping) else "The scores"
            yield (
                f"{scores} are read as those of {some_of([*labels])}, {last}: set "
                "`positive_label` to change this."
            )

    def positive_class_of(self, task: Task) -> int | None:
        """Return the index of the positive class, None for the minority: one of several is it."""
        if self._tasks[task.task_id].one_of:
            return 1
        return super().positive_class_of(task)

    def scored_label(self, task: Task) -> str:
        """Return the only label that has scores; one column of scores is of the last."""
        last = super().scored_label(task)
        runs = self._tasks[task.task_id].runs
        scored = {label or last for run in runs for label in run.scores}
        return scored.pop() if len(scored) == 1 else last

    def unsure_label(self, task: Task) -> str | None:
        """Return the label that one column of scores for both classes is taken to be of."""
        runs = self._tasks[task.task_id].runs
        if any([*run.scores] != [SCORE] for run in runs if run.scores):
            return None
        return self.positive_label_of(task) or self.scored_label(task)

    def all_models(self) -> list[tuple[Task, list[Run]]]:
        """Return each data set with a run of each of its models, however few there are."""
        return [
            (of_table.task, [run.described(of_table.task) for run in of_table.runs])
            for of_table in self._wanted
        ]

    def candidate_runs(self, tasks: Sequence[Task]) -> Iterator[tuple[Task, list[Run]]]:
        """Yield each task with a run of each of its models."""
        runs = {task.task_id: runs for task, runs in self.all_models()}
        for task in tasks:
            yield task, runs.get(task.task_id, [])

    def load(self, task: Task, *, positive: int | None = None) -> TaskPredictions:
        """Return the predictions of a data set's models; one column is of the scored label.

        That is the label named as positive, or the last. Where the data set is no longer in the
        table, or has other rows or classes there, no model can be used.
        """
        found = self._tasks.get(task.task_id)
        if found is None:
            return SortedTask(task, [], NO_ROWS).predictions(1, task.classes[1])
        changed = task_difference(found.task, task)
        if changed is not None:
            problem = f"{plain(task.dataset_name)} has changed: {changed}"
            runs = [replace(run, problem=problem) for run in found.runs]
            return SortedTask(task, [], NO_ROWS, runs=runs).predictions(1, task.classes[1])
        if positive is None:
            positive = self.positive_class_of(task)
        if positive is None:
            positive = found.rarer_class
        scored = self.positive_label_of(task) or self.scored_label(task)
        return found.predictions(positive, scored)

    @property
    def _wanted(self) -> list[SortedTask]:
        """The tasks but those of other classes than a positive label that is stated."""
        stated = [(table, self.positive_label_of(table.task)) for table in self._tables.tasks]
        wanted = [
            of_table
            for of_table, label in stated
            if not of_table.one_of or label in (None, of_table.task.classes[1])
        ]
        ids = {of_table.task.dataset_id for of_table in wanted}
        for of_table, label in stated:
            if of_table.task.dataset_id not in ids:
                raise PrgbenchError(
                    f"`positive_label` is {plain(repr(label))}, but the data set "
                    f"{plain(of_table.task.dataset_name)} has the classes "
                    f"{some_of(list(map(repr, of_table.one_of)))}: name one of them."
                )
        return wanted

    def _check_models(self, tables: SortedTables) -> None:
        tasks = tables.tasks
        models = list(dict.fromkeys(run.model for task in tasks for run in task.runs))
        if tasks and all(len(task.runs) < FEWEST_MODELS for task in tasks):
            where = " in each data set" if len(models) > 1 else ""
            advice = "`prgbench.score` evaluates single models"
            if self._names and len(tasks) > 1 and len(find_files(self._names)) > 1:
                advice = f"each file without a column dataset is a data set: {A_FOLDER_FOR_EACH}"
            elif self._names and models == [ONLY_MODEL]:
                advice = "add a column model, or give a file for each model"
            elif self._names:
                advice = "give the files of all models"
            if len(models) == 1 and (scores := scores_in(models)):
                advice = f"if it has the scores of a model, give {as_columns('y_score', scores)}"
            others = f"; not used: {some_of(tables.unused)}" if tables.unused else ""
            raise PrgbenchError(
                f"The {self.label} has only one model{where} ({some_of(models)}{others}): at "
                f"least two are needed; {advice}."
            )

    @property
    def _names(self) -> list[str]:
        if isinstance(self._table, pa.Table):
            return []
        return [self._table] if isinstance(self._table, str) else list(self._table)

    @cached_property
    def _tables(self) -> SortedTables:
        """The rows of the files as they are now."""
        parts: Iterable[Part | str]
        if isinstance(self._table, pa.Table):
            parts = open_memory(self._table, self._columns)
        else:
            parts = open_files(find_files(self._table), self._columns)
        return sort_tables(list(parts), self.listener.step)

    @cached_property
    def _tasks(self) -> dict[int, SortedTask]:
        return {of_table.task.task_id: of_table for of_table in self._tables.tasks}
