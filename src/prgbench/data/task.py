"""The predictions of a task's models, wherever they are, and those that are held in memory.

`TaskPredictions` is what scores, answer, curves and figures are computed from, and `Store` what
gives it for a task. A study fetches predictions into the files of a `BundleStore` and opens them
from there; `compare` reads a table into a `MemoryStore` and writes nothing. What reads them does
not know which: the two classes give the same arrays in the same order.

`read_tasks` fills a `MemoryStore` from a source. The first readable model of a task says what its
rows are: instance, repeat, fold, group and truth; the source brings the others to the same rows.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
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
    A row is a prediction of an instance in a repeat of the cross-validation: with 10 repeats, each
    instance has 10 rows.

    See Also
    --------
    MemoryTask : Those of a task that was read into memory.
    prgbench.sources.store.bundle.Bundle : Those of a task in a file.
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
        """Return a model's scores of the positive class.

        Parameters
        ----------
        run_id : int
            The model.

        Returns
        -------
        ndarray of shape (rows,)
            Finite; higher where the positive class is more likely.
        """

    def y_scores(self, run_ids: Sequence[int]) -> Scores:
        """Return the scores of several models.

        Parameters
        ----------
        run_ids : sequence of int
            The models.

        Returns
        -------
        ndarray of shape (models, rows)
        """

    def y_scores_by_both(self, run_ids: Sequence[int]) -> Scores | None:
        """Return scores that rank rows by both classes' scores.

        Rounded scores of the positive class may be tied where those of the negative class are not.
        The scores returned are ranks: only their order means something.

        Parameters
        ----------
        run_ids : sequence of int
            The models.

        Returns
        -------
        ndarray of shape (models, rows) or None
            None if the scores of the negative class break no ties of any model.
        """

    def decisions(self, run_ids: Sequence[int]) -> NDArray[np.int8]:
        """Return the decisions of several models.

        Parameters
        ----------
        run_ids : sequence of int
            The models.

        Returns
        -------
        ndarray of int8, shape (models, rows)
            1 for the positive class, 0 for the negative one, -1 where none is stated.
        """

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
        """Return the predictions of a task.

        Parameters
        ----------
        task_id : int
            The task.
        task : Task, optional
            What the task is known as; a store of files refuses a bundle of another task.

        Returns
        -------
        TaskPredictions
        """

    def only(self, task_id: int) -> Self:
        """Return the store with one of its tasks at least, for another process.

        Parameters
        ----------
        task_id : int
            The task that the process works on; what is in memory of others is not sent to it.

        Returns
        -------
        Store
        """


@dataclass(frozen=True, slots=True, eq=False)
class ModelArrays:
    """The scores of a model; those of the negative class only where they break ties.

    Attributes
    ----------
    positive : ndarray of float64, shape (rows,)
        The scores of the positive class.
    negative : ndarray of float64, shape (rows,), or None
        Those of the negative class, where they tell rows apart that ``positive`` ties.
    decisions : ndarray of int8, shape (rows,), or None
        1 for the positive class, 0 for the negative one, -1 where a row states none.

    Examples
    --------
    >>> ModelArrays(np.array([0.9, 0.2]), negative=None, decisions=None).positive.tolist()
    [0.9, 0.2]
    """

    positive: Scores
    negative: Scores | None
    decisions: NDArray[np.int8] | None


@dataclass(frozen=True, eq=False, kw_only=True)
class MemoryTask:
    """The predictions of a task in memory, as `TaskPredictions`.

    Attributes
    ----------
    header : BundleHeader
        What the task is, which class is positive, and its models.
    all_rows : bool
        Whether all repeats are there, or only the first one of several.
    models : mapping of int to ModelArrays
        The arrays of each model, by run.
    truth : ndarray of int8, shape (rows,)
        1 for the positive class, else 0.
    row_ids : ndarray of int64, shape (rows,)
        The instance of each row.
    repeats, folds : ndarray of int16, shape (rows,)
        From 0; a fold that is not stated is -1.
    groups : ndarray of int64, shape (rows,), or None
        Which rows depend on each other, if that is stated.
    """

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
        """How many instances the rows are of: repeats predict each several times."""
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
    """The tasks that were read into memory.

    Parameters
    ----------
    tasks : mapping of int to MemoryTask
        The tasks by id.

    See Also
    --------
    read_tasks : Read tasks of a source into such a store.
    prgbench.sources.store.bundle.BundleStore : The same for tasks in files.

    Examples
    --------
    >>> MemoryStore({}).open(3)
    Traceback (most recent call last):
    KeyError: 3
    """

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

    A model whose predictions can't be used is left out with the reason; a task without any
    other model has no predictions.

    Parameters
    ----------
    source : Source
        Where the predictions are.
    tasks : iterable of (Task, sequence of Run)
        The tasks with their models, as a plan draws them.
    first_repeat : bool
        Of a repeated cross-validation, whether only the first repeat is read. Default all.

    Returns
    -------
    fetched : list of FetchedTask
        What was read of each task, and what was left out.
    store : MemoryStore
        The predictions.
    """
    fetched = []
    in_memory = {}
    for task, runs in tasks:
        record, predictions = _read_task(source, task, runs, first_repeat)
        fetched.append(record)
        if predictions is not None:
            in_memory[task.task_id] = predictions
    return fetched, MemoryStore(in_memory)


def _read_task(
    source: Source, task: Task, runs: Sequence[Run], first_repeat: bool
) -> tuple[FetchedTask, MemoryTask | None]:
    rejected: list[Exclusion] = []
    readable = _readable_runs(source, task, runs, rejected)
    first = next(readable, None)
    if first is None:
        return FetchedTask(task, [], rejected), None
    # The first model says what the rows are.
    shared = first[2]
    assert shared.truth is not None
    positive = source.positive_class_of(task)
    if positive is None:
        # As for fetched files: the minority, or the second class if both have the same size.
        sizes = np.bincount(shared.truth, minlength=2)
        positive = 0 if sizes[0] < sizes[1] else 1
    y_true = (shared.truth == positive).astype(np.int8)
    rows = np.flatnonzero(shared.repeat == 0) if first_repeat else slice(None)
    models = []
    arrays = {}
    for run, sent, predictions in chain([first], readable):
        scores = predictions.confidences[positive]
        negative = predictions.confidences[1 - positive]
        tie_breaking = breaks_ties(scores, negative)
        auroc = auroc_score(y_true, scores)
        models.append(Model(run, sent.file_id, sent.sha256, auroc, tie_breaking))
        codes = predictions.predicted
        arrays[run.run_id] = ModelArrays(
            scores[rows].copy(),
            negative[rows].copy() if tie_breaking else None,
            None if codes is None else np.where(codes < 0, -1, codes == positive)[rows],
        )
    header = BundleHeader(
        version=__version__,
        task=task,
        positive=task.classes[positive],
        negative=task.classes[1 - positive],
        n_rows=len(y_true),
        shared=Shared(),
        models=tuple(models),
    )
    return FetchedTask(task, models, rejected), MemoryTask(
        header=header,
        all_rows=not first_repeat or task.n_repeats == 1,
        models=arrays,
        truth=y_true[rows],
        row_ids=shared.row_id[rows],
        repeats=shared.repeat[rows],
        folds=shared.fold[rows],
        groups=None if shared.group is None else shared.group[rows],
    )


def _readable_runs(
    source: Source, task: Task, runs: Sequence[Run], rejected: list[Exclusion]
) -> Iterator[tuple[Run, SentPredictions, Predictions]]:
    """Yield the runs whose predictions can be read, one at a time, and list the others."""
    for run in runs:
        try:
            sent = source.send(task, run)
            yield run, sent, source.read(task, sent)
        except RunUnusableError as error:
            rejected.append(Exclusion(task.task_id, run.run_id, error.reason, error.detail))
