"""The predictions of tasks in memory, read as those of a store are, without a file."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, Self

import numpy as np
from numpy.typing import NDArray

from prgbench import __version__
from prgbench.metrics.areas import auroc_score
from prgbench.sources.interface import (
    Exclusion,
    Predictions,
    Run,
    RunUnusableError,
    SentPredictions,
    Source,
    Task,
)
from prgbench.sources.store.fetched import FetchedTask
from prgbench.sources.store.layout import (
    BundleHeader,
    Model,
    Shared,
    breaks_ties,
    ranked_by_both,
)

Scores = NDArray[np.float64]


class TaskPredictions(Protocol):
    """The predictions of a task's models: what scores, answer and curves are computed from.

    Arrays have an entry for each row, in one order; those of several models have a row for each.
    """

    @property
    def header(self) -> BundleHeader:
        """What the task is, which class is positive, and its models."""

    @property
    def n_instances(self) -> int:
        """How many instances the rows are of: repeats predict each several times."""

    @property
    def all_rows(self) -> bool:
        """Whether all repeats are used."""

    def y_true(self) -> NDArray[np.int8]:
        """Return the truth of every row, 1 for the positive class."""

    def y_score(self, run_id: int) -> Scores:
        """Return a model's scores of the positive class."""

    def y_scores(self, run_ids: Sequence[int]) -> Scores:
        """Return the scores of several models: shape (models, rows)."""

    def y_scores_by_both(self, run_ids: Sequence[int]) -> Scores | None:
        """Return scores that rank rows by both classes' scores; None if that changes no model."""

    def decisions(self, run_ids: Sequence[int]) -> NDArray[np.int8]:
        """Return the decisions of several models: 1, 0 or -1 (not stated)."""

    def row_id(self) -> NDArray[np.int64]:
        """Return the instance of every row."""

    def repeat(self) -> NDArray[np.int16]:
        """Return the repeat of the cross-validation of every row."""

    def fold(self) -> NDArray[np.int16]:
        """Return the fold of every row, -1 if it is not stated."""

    def group(self) -> NDArray[np.int64] | None:
        """Return the group of every row; None if none is stated."""


class Store(Protocol):
    """Where the predictions of tasks are: in the files of a `BundleStore`, or in memory."""

    def open(self, task_id: int, task: Task | None = None) -> TaskPredictions:
        """Return the predictions of a task."""

    def only(self, task_id: int) -> Self:
        """Return the store with one of its tasks at least, for another process."""


@dataclass(frozen=True, slots=True, eq=False)
class ModelArrays:
    """The scores of a model; those of the negative class only where they break ties."""

    positive: Scores
    negative: Scores | None
    decisions: NDArray[np.int8] | None


@dataclass(frozen=True, eq=False, kw_only=True)
class MemoryTask:
    """The predictions of a task, as `TaskPredictions`."""

    header: BundleHeader
    all_rows: bool
    models: Mapping[int, ModelArrays]
    truth: NDArray[np.int8]
    row_ids: NDArray[np.int64]
    repeats: NDArray[np.int16]
    folds: NDArray[np.int16]
    groups: NDArray[np.int64] | None

    @cached_property
    def n_instances(self) -> int:
        """How many instances the rows are of."""
        return len(np.unique(self.row_ids))

    def y_true(self) -> NDArray[np.int8]:
        """Return the truth of every row, 1 for the positive class."""
        return self.truth

    def y_score(self, run_id: int) -> Scores:
        """Return a model's scores of the positive class."""
        return self.models[run_id].positive

    def y_scores(self, run_ids: Sequence[int]) -> Scores:
        """Return the scores of several models: shape (models, rows)."""
        return np.stack([self.models[run_id].positive for run_id in run_ids])

    def y_scores_by_both(self, run_ids: Sequence[int]) -> Scores | None:
        """Return scores that rank rows by both classes' scores; None if that changes no model."""
        models = [self.models[run_id] for run_id in run_ids]
        if all(model.negative is None for model in models):
            return None
        return np.stack(
            [
                model.positive
                if model.negative is None
                else ranked_by_both(model.positive, model.negative)
                for model in models
            ]
        )

    def decisions(self, run_ids: Sequence[int]) -> NDArray[np.int8]:
        """Return the decisions of several models: 1, 0 or -1 (not stated)."""
        unstated = np.full(len(self.truth), -1, dtype=np.int8)
        decisions = [self.models[run_id].decisions for run_id in run_ids]
        return np.stack([unstated if stated is None else stated for stated in decisions])

    def row_id(self) -> NDArray[np.int64]:
        """Return the instance of every row."""
        return self.row_ids

    def repeat(self) -> NDArray[np.int16]:
        """Return the repeat of the cross-validation of every row."""
        return self.repeats

    def fold(self) -> NDArray[np.int16]:
        """Return the fold of every row, -1 if it is not stated."""
        return self.folds

    def group(self) -> NDArray[np.int64] | None:
        """Return the group of every row; None if none is stated."""
        return self.groups


class MemoryStore:
    """The tasks that were read into memory, by id."""

    def __init__(self, tasks: Mapping[int, MemoryTask]) -> None:
        self._tasks = tasks

    def only(self, task_id: int) -> Self:
        """Return the store with one of its tasks, for another process."""
        return type(self)({task_id: self._tasks[task_id]})

    def open(self, task_id: int, task: Task | None = None) -> MemoryTask:  # noqa: ARG002 - one set of tasks
        """Return the predictions of a task."""
        return self._tasks[task_id]


def read_tasks(
    source: Source, tasks: Iterable[tuple[Task, Sequence[Run]]], *, first_repeat: bool = False
) -> tuple[list[FetchedTask], MemoryStore]:
    """Read the models of tasks whose source brings them to the same rows, as a table does.

    Of a repeated cross-validation all repeats are read, or only the first one.
    """
    fetched, in_memory = [], {}
    for task, runs in tasks:
        record, predictions = _read_task(source, task, runs, first_repeat)
        fetched.append(record)
        if predictions is not None:
            in_memory[task.task_id] = predictions
    return fetched, MemoryStore(in_memory)


def _read_task(
    source: Source, task: Task, runs: Sequence[Run], first_repeat: bool
) -> tuple[FetchedTask, MemoryTask | None]:
    reading: _Reading | None = None
    rejected = []
    for run in runs:
        try:
            sent = source.send(task, run)
            predictions = source.read(task, sent)
        except RunUnusableError as error:
            rejected.append(Exclusion(task.task_id, run.run_id, error.reason, error.detail))
            continue
        if reading is None:
            positive = source.positive_class_of(task)
            reading = _Reading(task, predictions, positive, first_repeat=first_repeat)
        reading.add(run, sent, predictions)
    if reading is None:
        return FetchedTask(task, [], rejected), None
    return FetchedTask(task, reading.models, rejected), reading.task_in_memory()


class _Reading:
    """The models of a task that were read so far; the first one says what the rows are."""

    def __init__(
        self, task: Task, first: Predictions, positive: int | None, *, first_repeat: bool
    ) -> None:
        assert first.truth is not None
        sizes = np.bincount(first.truth, minlength=2)
        # As for fetched files: the minority, or the second class if both have the same size.
        minority = 0 if sizes[0] < sizes[1] else 1
        self.models: list[Model] = []
        self._task = task
        self._positive = minority if positive is None else positive
        self._y_true = (first.truth == self._positive).astype(np.int8)
        self._rows = np.flatnonzero(first.repeat == 0) if first_repeat else slice(None)
        self._shared = first
        self._all_rows = not first_repeat or task.n_repeats == 1
        self._arrays: dict[int, ModelArrays] = {}

    def add(self, run: Run, sent: SentPredictions, predictions: Predictions) -> None:
        """Take the scores and decisions of a model on these rows."""
        positive = predictions.confidences[self._positive]
        negative = predictions.confidences[1 - self._positive]
        tie_breaking = breaks_ties(positive, negative)
        auroc = auroc_score(self._y_true, positive)
        self.models.append(Model(run, sent.file_id, sent.sha256, auroc, tie_breaking))
        codes, rows = predictions.predicted, self._rows
        self._arrays[run.run_id] = ModelArrays(
            positive[rows].copy(),
            negative[rows].copy() if tie_breaking else None,
            None if codes is None else np.where(codes < 0, -1, codes == self._positive)[rows],
        )

    def task_in_memory(self) -> MemoryTask:
        """Return the task with the models that were read."""
        classes, shared, rows = self._task.classes, self._shared, self._rows
        header = BundleHeader(
            version=__version__,
            task=self._task,
            positive=classes[self._positive],
            negative=classes[1 - self._positive],
            n_rows=len(self._y_true),
            shared=Shared(),
            models=tuple(self.models),
        )
        return MemoryTask(
            header=header,
            all_rows=self._all_rows,
            models=self._arrays,
            truth=self._y_true[rows],
            row_ids=shared.row_id[rows],
            repeats=shared.repeat[rows],
            folds=shared.fold[rows],
            groups=None if shared.group is None else shared.group[rows],
        )
