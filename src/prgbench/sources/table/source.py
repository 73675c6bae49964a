"""A table of predictions as a source; see docs/own_predictions.md for its layouts.

Its rows are read into memory, and what is wrong with a table is found before anything is computed.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path

import pyarrow as pa

from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import as_file_name, plain, some_of
from prgbench.sources.interface import (
    SCORED,
    Exclusion,
    Predictions,
    Reason,
    Run,
    RunUnusableError,
    SentPredictions,
    Source,
    Task,
    TaskListing,
    TaskQuery,
)
from prgbench.sources.table.files import find_files
from prgbench.sources.table.found_tables import Part, open_files, open_memory
from prgbench.sources.table.layout import SCORE
from prgbench.sources.table.names import id_of
from prgbench.sources.table.sorted_tables import SortedRun, SortedTables, SortedTask, sort_tables

FEWEST_MODELS = 2
YES = ("1", "True", "true")
"""Labels that say by themselves that they are those of the positive class."""

FORMAT = 5
"""The format of what is read of a table; with another one, plans and bundles are made again."""


class TableSource(Source):
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
        """A checksum of paths, sizes and times of its files; "" in memory or without a file."""
        if isinstance(self._table, pa.Table):
            return ""
        state = hashlib.sha256(f"{FORMAT}".encode())
        try:
            for path in find_files(self._table):
                facts = path.stat()
                state.update(f"{path} {facts.st_size} {facts.st_mtime_ns}\n".encode())
        except (OSError, PrgbenchError):
            return ""
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
        self._check_models(tables.tasks)
        listing = TaskListing([], list(tables.excluded), list(tables.notes))
        wanted = {of_table.task.task_id for of_table in self._wanted}
        for task in (of_table.task for of_table in tables.tasks):
            task_id = task.task_id
            asked = task_id in wanted and query.asks_for(task_id)
            reason = query.misfit_of_size(task.n_instances) if asked else Reason.NOT_REQUESTED
            if reason is None:
                listing.tasks.append(task)
            else:
                listing.excluded.append(Exclusion(task_id, None, reason))
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
                f"{scores} are read as those of {some_of([*labels])}, {last}: `positive_label` "
                "names others."
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
        scored = {label or last for run in runs for label in run.labels}
        return scored.pop() if len(scored) == 1 else last

    def unsure_label(self, task: Task) -> str | None:
        """Return the label that one column of scores for both classes is taken to be of."""
        if any(run.labels != (SCORE,) for run in self._tasks[task.task_id].runs if run.labels):
            return None
        return self.positive_label_of(task) or self.scored_label(task)

    def all_models(self) -> list[tuple[Task, list[Run]]]:
        """Return each data set with a run of each of its models, however few there are."""
        return [
            (of_table.task, [_described(of_table.task, run) for run in of_table.runs])
            for of_table in self._wanted
        ]

    def candidate_runs(self, tasks: Sequence[Task]) -> Iterator[tuple[Task, list[Run]]]:
        """Yield each task with a run of each of its models."""
        runs = {task.task_id: runs for task, runs in self.all_models()}
        for task in tasks:
            yield task, runs.get(task.task_id, [])

    def checksum(self, run: Run) -> str | None:
        """Return the checksum of a run's rows as they are now; "" if there are none."""
        model = self._runs.get(run.run_id)
        return "" if model is None else model.sha256

    def send(self, task: Task, run: Run) -> SentPredictions:
        """Return what identifies the run's rows, which stay where they are."""
        model = self._runs.get(run.run_id)
        if model is None:
            raise RunUnusableError(
                Reason.NO_FILE,
                f"{plain(run.flow_name)} is no longer a model of {plain(task.dataset_name)}",
            )
        if model.problem:
            raise RunUnusableError(Reason.ROWS_OF_TASK, model.problem)
        return SentPredictions(run.run_id, run.run_id, model.sha256, model.n_bytes)

    def read(self, task: Task, sent: SentPredictions) -> Predictions:
        """Read the rows; one column of scores is of the label named as positive or the last."""
        scored = self.positive_label_of(task) or self.scored_label(task)
        return self._tasks[task.task_id].read(self._runs[sent.run_id], scored)

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
                    f"`positive_label` says {plain(repr(label))}, but the data set "
                    f"{plain(of_table.task.dataset_name)} has the classes "
                    f"{some_of(list(map(repr, of_table.one_of)))}: name one of them."
                )
        return wanted

    def _check_models(self, tasks: Sequence[SortedTask]) -> None:
        models = list(dict.fromkeys(run.model for task in tasks for run in task.runs))
        if tasks and all(len(task.runs) < FEWEST_MODELS for task in tasks):
            where = " in each data set" if len(models) > 1 else ""
            raise PrgbenchError(
                f"The {self.label} has only one model{where} ({some_of(models)}): at least two "
                "are needed; each file without a column dataset is a data set."
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

    @cached_property
    def _runs(self) -> dict[int, SortedRun]:
        return {run.run_id: run for of_table in self._tables.tasks for run in of_table.runs}


def _described(task: Task, run: SortedRun) -> Run:
    flow_id = id_of("model", run.model)
    return Run(run.run_id, task.task_id, flow_id, run.model, 0, 0, upload_time="", auroc=None)
