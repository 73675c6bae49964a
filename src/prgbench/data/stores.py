"""Where the predictions of tasks are: in files, or in memory.

A study of the workflow fetches predictions into the files of a `BundleStore`; `compare` reads a
table into a `MemoryStore` and writes nothing. What is computed from them does not know which: both
give the same `TaskPredictions`.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, Self

from prgbench.sources.chosen_models import ChosenModels, choose_models
from prgbench.sources.in_memory import SourceInMemory
from prgbench.sources.runs import Run
from prgbench.sources.task_predictions import TaskPredictions
from prgbench.sources.tasks import Task


class Store(Protocol):
    """Where the predictions of tasks are: in the files of a `BundleStore`, or in memory.

    Examples
    --------
    >>> from pathlib import Path
    >>> from prgbench.sources.store.bundle import BundleStore
    >>> stores: list[Store] = [MemoryStore({}), BundleStore(Path("resources/openml.org"))]
    """

    def load(
        self, task_id: int, *, run_ids: Sequence[int] | None = None, task: Task | None = None
    ) -> TaskPredictions:
        """Return the predictions of a task.

        Parameters
        ----------
        task_id : int
            The task.
        run_ids : sequence of int, optional
            The models, in this order; by default all that are there.
        task : Task, optional
            What the task is known as; a store of files refuses a bundle of another task.

        Returns
        -------
        TaskPredictions
        """

    def checksum(self, task_id: int) -> str | None:
        """Return what its file states as the checksum of all that is stored of a task.

        Parameters
        ----------
        task_id : int
            The task.

        Returns
        -------
        str or None
            As stated, not verified; None of a task in memory, or without a file.
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


class MemoryStore:
    """The tasks that were read into memory.

    Parameters
    ----------
    tasks : mapping of int to TaskPredictions
        The tasks by id.

    See Also
    --------
    read_tasks : Read tasks of a source into such a store.
    prgbench.sources.store.bundle.BundleStore : The same for tasks in files.

    Examples
    --------
    >>> MemoryStore({}).load(3)
    Traceback (most recent call last):
    KeyError: 3
    """

    def __init__(self, tasks: Mapping[int, TaskPredictions]) -> None:
        self._tasks = tasks

    def only(self, task_id: int) -> Self:
        """Return the store with one of its tasks, for another process."""
        return type(self)({task_id: self._tasks[task_id]})

    def load(
        self,
        task_id: int,
        *,
        run_ids: Sequence[int] | None = None,
        task: Task | None = None,  # noqa: ARG002 - memory holds one set of tasks
    ) -> TaskPredictions:
        """Return the predictions of a task, or of some of its models."""
        predictions = self._tasks[task_id]
        return predictions if run_ids is None else predictions.of(run_ids)

    def checksum(self, task_id: int) -> str | None:  # noqa: ARG002 - the protocol's signature
        """Return None: nothing in memory has a checksum."""
        return None


def read_tasks(
    source: SourceInMemory,
    tasks: Iterable[tuple[Task, Sequence[Run]]],
    *,
    first_repeat: bool = False,
) -> tuple[list[ChosenModels], MemoryStore]:
    """Read the tasks of a table, or of another source that has all models at hand.

    A model whose predictions can't be used is left out with the reason; a task without any
    other model has no predictions.

    Parameters
    ----------
    source : SourceInMemory
        Where the predictions are.
    tasks : iterable of (Task, sequence of Run)
        The tasks with their models, as a plan draws them.
    first_repeat : bool
        Of a repeated cross-validation, whether only the first repeat is read. Default all.

    Returns
    -------
    fetched : list of ChosenModels
        What was read of each task, and what was left out.
    store : MemoryStore
        The predictions.

    Examples
    --------
    Two models on a data set of four rows.

    >>> import pyarrow as pa
    >>> from prgbench.sources.table.source import TableSource
    >>> table = {"y_true": [1, 0, 1, 0], "a": [0.9, 0.8, 0.7, 0.1], "b": [0.6, 0.3, 0.9, 0.2]}
    >>> source = TableSource(pa.table(table))
    >>> [read], store = read_tasks(source, source.all_models())
    >>> [(model.run.flow_name, model.auroc) for model in read.models]
    [('a', 0.75), ('b', 1.0)]
    >>> store.load(read.task.task_id).y_true.tolist()
    [True, False, True, False]
    """
    fetched = []
    in_memory = {}
    for task, runs in tasks:
        predictions = source.load(task)
        chosen = choose_models(predictions, runs)
        fetched.append(chosen)
        if chosen.models:
            in_memory[task.task_id] = predictions
            if first_repeat:
                in_memory[task.task_id] = predictions.of_first_repeat()
    return fetched, MemoryStore(in_memory)
