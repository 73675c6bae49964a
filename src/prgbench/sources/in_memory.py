"""Sources that have all models of a task at hand on the same rows, as a table has.

Archives send a file for each model, whose rows may differ (`Source.send`, `Source.read`), so that
a store has to find what most files of a task agree on. Of a source in memory there is nothing to
fetch or to agree on: `SourceInMemory.load` returns the predictions of a task at once.
"""

from abc import abstractmethod
from typing import NoReturn

from prgbench.sources.interface import Source
from prgbench.sources.runs import Run
from prgbench.sources.sent_predictions import SentPredictions
from prgbench.sources.task_predictions import TaskPredictions
from prgbench.sources.tasks import Task


class SourceInMemory(Source):
    """A source that returns the predictions of a task at once; it sends no files.

    See Also
    --------
    prgbench.sources.table.source.TableSource : A table of predictions as such a source.

    Examples
    --------
    >>> import pyarrow as pa
    >>> from prgbench.sources.table.source import TableSource
    >>> table = {"y_true": [1, 0, 1, 0], "a": [0.9, 0.8, 0.7, 0.1], "b": [0.6, 0.3, 0.9, 0.2]}
    >>> source = TableSource(pa.table(table))
    >>> isinstance(source, SourceInMemory)
    True
    >>> [(task, _)] = source.all_models()
    >>> source.load(task).y_score.tolist()
    [[0.9, 0.8, 0.7, 0.1], [0.6, 0.3, 0.9, 0.2]]
    """

    @abstractmethod
    def load(self, task: Task, *, positive: int | None = None) -> TaskPredictions:
        """Return the predictions of all models of a task.

        Parameters
        ----------
        task : Task
            The task.
        positive : int, optional
            The index of the positive class; by default `positive_class_of` the task, or the rarer
            class.

        Returns
        -------
        TaskPredictions
            With what can't be used, and why.
        """

    def send(self, task: Task, run: Run) -> NoReturn:
        """Refuse: there are no prediction files."""
        raise TypeError(f"The {self.label} has no file of run {run.run_id} of {task.task_id}.")

    def read(self, task: Task, sent: SentPredictions) -> NoReturn:
        """Refuse, as `send` does."""
        raise TypeError(f"The {self.label} has sent no run {sent.run_id} of {task.task_id}.")
