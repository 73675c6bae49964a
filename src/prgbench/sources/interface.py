"""What a source of predictions is, and what it hands on: tasks, runs, truth and predictions.

A source has four tasks: to list tasks (`Source.tasks`), to list the runs of each
(`Source.candidate_runs`), to bring the predictions of a run to this machine (`Source.send`), and
to read them as arrays (`Source.read`). One that has all models of a task at hand on the same rows,
as a table does, returns them at once (`prgbench.sources.in_memory.SourceInMemory`). OpenML,
folders, tables and frozen studies are subclasses; all that comes after, from the plan to the page,
knows only this interface. A new source is a subclass in a module of its own and its name in
`prgbench.sources.by_name`; or it is in a package of its own, see docs/plugins.md.

All that a new source needs can be imported from here, whatever module of this room has it:

- `tasks`: a task, the query of a study, and the list of tasks that answers it
- `runs`: a run, the model of one task
- `sent_predictions`: what is sent of a run, and what is read of it
- `exclusions`: the reasons why tasks and runs are left out, since none is silently absent
- `errors`: what a source raises
"""

import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from prgbench.run.decimals import is_decimal
from prgbench.run.errors import PrgbenchError
from prgbench.run.kept_checksums import KeptChecksums
from prgbench.run.listener import Listener
from prgbench.run.safe_text import plain
from prgbench.sources.errors import ArchiveUnreachableError, NoSuchTaskError, RunUnusableError
from prgbench.sources.exclusions import Exclusion, Reason
from prgbench.sources.runs import Run, run_problem
from prgbench.sources.sent_predictions import (
    PredictionFile,
    Predictions,
    SentPredictions,
    Truth,
)
from prgbench.sources.tasks import (
    Task,
    TaskListing,
    TaskQuery,
    task_difference,
    task_problem,
)

__all__ = [
    "MINORITY",
    "OTHERS",
    "SCORED",
    "ArchiveUnreachableError",
    "Exclusion",
    "NoSuchTaskError",
    "PredictionFile",
    "Predictions",
    "Reason",
    "Run",
    "RunUnusableError",
    "SentPredictions",
    "Source",
    "Task",
    "TaskListing",
    "TaskQuery",
    "Truth",
    "run_problem",
    "task_difference",
    "task_problem",
]

MINORITY = "minority"
SCORED = "scored"
"""Which class is positive by a rule: the rarer one, or the one whose scores are given."""

OTHERS = "*"
"""Among positive labels by data set, the key of the label or rule of those that are not named."""


class Source(ABC):
    """A source of predictions. Making one reads nothing and asks nobody.

    Attributes
    ----------
    connections : int
        How many prediction files may be asked for at the same time.
    requests_per_second : float or None
        The limit of requests to a server, if there is one.
    api : str
        By which interface the server is asked, in words.
    listener : Listener
        Receives what the source does and waits for.
    positive_label : str, mapping of str to str, or None
        The label of the positive class, or a rule; or these by names of data sets or ids of tasks,
        and by `OTHERS` for those that are not named.
    positive_rule : str
        The rule where none is stated: `MINORITY` or `SCORED`.
    checks_aurocs : bool
        Whether a run without a stored AUROC is left out, since its file can't be checked.
    lists_runs : bool
        Whether its runs can be listed again, by other code: a frozen study comes with what was
        listed once.
    default_models, default_min_flows : int or None
        How many models are drawn, and how many flows a task needs, unless a study says so.

    Examples
    --------
    A source of one task with one run, whose predictions need no file.

    >>> import numpy as np
    >>> from prgbench.sources.interface import Predictions, Run, SentPredictions, Source
    >>> from prgbench.sources.interface import Task, TaskListing, TaskQuery
    >>> liver = Task(
    ...     task_id=3, dataset_id=7, dataset_name="liver", target="class", classes=("no", "yes"),
    ...     n_instances=4, estimation_procedure=1, n_repeats=1, n_folds=2,
    ... )
    >>> forest = Run(
    ...     run_id=5, task_id=3, flow_id=2, flow_name="forest", setup_id=0, uploader_id=0,
    ...     upload_time="", auroc=None,
    ... )
    >>> class MadeUp(Source):
    ...     label = "made-up archive"
    ...     store = Path("resources/made-up")
    ...
    ...     def tasks(self, query):
    ...         return TaskListing([liver])
    ...
    ...     def candidate_runs(self, tasks):
    ...         yield from ((task, [forest]) for task in tasks)
    ...
    ...     def send(self, task, run):
    ...         return SentPredictions(run.run_id, file_id=1, sha256="0" * 64, n_bytes=32)
    ...
    ...     def read(self, task, sent):
    ...         score = np.array([0.9, 0.2, 0.6, 0.4])
    ...         return Predictions(
    ...             repeat=np.zeros(4, dtype=np.int16),
    ...             fold=np.array([0, 0, 1, 1], dtype=np.int16),
    ...             row_id=np.arange(4),
    ...             truth=np.array([1, 0, 1, 0], dtype=np.int8),
    ...             predicted=None,
    ...             confidences=np.stack([1 - score, score]),
    ...         )
    >>> source = MadeUp()
    >>> [task] = source.tasks(TaskQuery()).tasks
    >>> [(_, [run])] = source.candidate_runs([task])
    >>> source.read(task, source.send(task, run)).confidences[1].tolist()
    [0.9, 0.2, 0.6, 0.4]
    """

    connections: int = 1
    requests_per_second: float | None = None
    api: str = ""
    listener: Listener = Listener()
    positive_label: str | Mapping[str, str] | None = None
    positive_rule: str = MINORITY
    checks_aurocs: bool = False
    lists_runs: bool = False
    default_models: int | None = 30
    default_min_flows: int = 30

    @property
    @abstractmethod
    def label(self) -> str:
        """How figures, plan and report call the source."""

    @property
    def has_pages(self) -> bool:
        """Whether its tasks, runs and data sets have pages at openml.org."""
        return False

    @property
    @abstractmethod
    def store(self) -> Path:
        """The folder for what is made of its predictions; no two sources share one."""

    @property
    def bundles(self) -> Path:
        """The folder of bundles: the store, or one beside it for other positive classes."""
        if self.positive_label in (None, self.positive_rule):
            return self.store
        chosen = json.dumps(self.positive_label, sort_keys=True)
        digest = hashlib.sha256(chosen.encode()).hexdigest()[:12]
        return self.store.with_name(f"{self.store.name}-positive-{digest}")

    @property
    def marker(self) -> Path | None:
        """The file that every such source has, if there is one."""
        return None

    @property
    def files(self) -> list[Path]:
        """The files and folders whose contents the records of results state."""
        return [self.marker] if self.marker else []

    @cached_property
    def checksums(self) -> KeptChecksums:
        """The checksums of its files, which are kept in its store between runs."""
        return KeptChecksums(self.store / "checksums.json")

    @property
    def state(self) -> str:
        """A string that changes with the content of its prediction files; "" if that never does.

        Times are no content: a copied or touched file is the same.
        """
        return ""

    @property
    def index_state(self) -> str:
        """A string that changes with what a plan is made from; "" if a plan is always kept."""
        return ""

    @property
    def plan(self) -> Path | None:
        """The plan that comes with its predictions, to be taken as it is; None if it has none."""
        return None

    @property
    def planned_selection(self) -> Mapping[str, Any]:
        """The keys of `selection` by which that plan was drawn, as far as it says them."""
        return {}

    def of_runs(self, run_ids: Sequence[int]) -> "Source":  # noqa: ARG002 - servers need them
        """Return this source as one of these runs and their tasks, of which it lists nothing.

        Parameters
        ----------
        run_ids : sequence of int
            The runs, by their ids.

        Returns
        -------
        Source
            Its tasks are those of the runs.

        Raises
        ------
        PrgbenchError
            If it has no runs with ids that others know.
        """
        raise PrgbenchError(
            f"`selection.runs` names runs of an OpenML server, but the {self.label} is not one: "
            "remove it from the study file."
        )

    def lists_not_answered(self, task_id: int) -> Mapping[str, str]:  # noqa: ARG002 - of servers
        """Return the lists that the source does not answer, and why.

        Parameters
        ----------
        task_id : int
            A task that the lists should have.

        Returns
        -------
        mapping of str to str
            The reason by what is listed; a source that is no server answers all.

        Raises
        ------
        ArchiveUnreachableError
            If it answers nothing.
        """
        return {}

    def names_label_of(self, task: Task) -> bool:
        """Say whether the positive label of this task is stated by its name or id.

        Parameters
        ----------
        task : Task
            The task.

        Returns
        -------
        bool
            False if one label or rule is stated for all tasks, or none.
        """
        stated = self.positive_label
        return isinstance(stated, Mapping) and not stated.keys().isdisjoint(_keys_of(task))

    def positive_label_of(self, task: Task) -> str | None:
        """Return the label that is stated for a task's positive class.

        Parameters
        ----------
        task : Task
            The task.

        Returns
        -------
        str or None
            None if a rule decides.
        """
        stated = self._stated_of(task)
        return None if stated in (MINORITY, SCORED) else stated

    def _stated_of(self, task: Task) -> str | None:
        """Return the label or rule that is stated for a task."""
        stated = self.positive_label
        if not isinstance(stated, Mapping):
            return stated
        return next((stated[key] for key in (*_keys_of(task), OTHERS) if key in stated), None)

    def unsure_label(self, task: Task) -> str | None:  # noqa: ARG002 - some sources need it
        """Return the label whose scores are given if only a rule or the user tells; else None.

        None where classes have scores of their own, as in prediction files of OpenML.

        Parameters
        ----------
        task : Task
            The task.

        Returns
        -------
        str or None
        """
        return None

    def scored_label(self, task: Task) -> str:
        """Return the label whose scores are given: as in scikit-learn, the one that sorts last.

        Parameters
        ----------
        task : Task
            The task.

        Returns
        -------
        str
            Labels that are numbers sort by value, others as texts.
        """
        numbers = all(map(is_decimal, task.classes))
        return max(task.classes, key=float if numbers else str)

    def positive_class_of(self, task: Task) -> int | None:
        """Return the index of a task's positive class.

        Parameters
        ----------
        task : Task
            The task.

        Returns
        -------
        int or None
            None for the minority, which is known only from the truth.

        Raises
        ------
        PrgbenchError
            If the task has no class with the stated label.
        """
        label = self.positive_label_of(task)
        if label is None:
            rule = self._stated_of(task) or self.positive_rule
            if rule == MINORITY:
                return None
            label = self.scored_label(task)
        if label in task.classes:
            return task.classes.index(label)
        classes = plain(", ".join(map(repr, task.classes)))
        in_yaml = (
            " In a study file, yes and no mean True and False unless they are quoted."
            if label in ("True", "False")
            else ""
        )
        raise PrgbenchError(
            f"`positive_label` is {plain(repr(label))}, but the data set "
            f"{plain(task.dataset_name)} has the classes {classes}: name one of them, or a label "
            f"for each data set.{in_yaml}"
        )

    @abstractmethod
    def tasks(self, query: TaskQuery) -> TaskListing:
        """Return the binary classification tasks that match the query.

        Parameters
        ----------
        query : TaskQuery
            What the study asks for.

        Returns
        -------
        TaskListing

        Raises
        ------
        ArchiveUnreachableError
            If the source does not answer.
        """

    @abstractmethod
    def candidate_runs(self, tasks: Sequence[Task]) -> Iterator[tuple[Task, list[Run]]]:
        """Yield each task with all its runs, unfiltered, each run once.

        Left out are tasks whose runs can't be listed for now.

        Parameters
        ----------
        tasks : sequence of Task
            Those of `tasks` that the study takes.

        Yields
        ------
        task : Task
            In the given order.
        runs : list of Run
            Its runs; filters and the draw are the study's.
        """

    def truth(self, task: Task) -> Truth | None:  # noqa: ARG002 - some sources need it
        """Return the true classes if the source states them apart from the predictions.

        Parameters
        ----------
        task : Task
            The task.

        Returns
        -------
        Truth or None
            None if only prediction files state them.
        """
        return None

    def checksum(self, run: Run) -> str | None:  # noqa: ARG002 - some sources need it
        """Return the checksum of a run's predictions now.

        Parameters
        ----------
        run : Run
            The run.

        Returns
        -------
        str or None
            None if they can't change.
        """
        return None

    @abstractmethod
    def send(self, task: Task, run: Run) -> SentPredictions:
        """Bring a run's predictions to this machine until they are released.

        Parameters
        ----------
        task : Task
            The task of the run.
        run : Run
            The run.

        Returns
        -------
        SentPredictions
            What `read` takes.

        Raises
        ------
        RunUnusableError
            If the source has none.
        ArchiveUnreachableError
            If it does not answer.
        """

    def check_refusals(self) -> None:  # noqa: B027 - most have what they list
        """Raise, at the end of a chunk, if what was refused may mean that the server is broken.

        Raises
        ------
        ArchiveUnreachableError
            A broken server must not pass for one that lacks files.
        """

    @abstractmethod
    def read(self, task: Task, sent: SentPredictions) -> Predictions:
        """Return sent predictions as arrays.

        Parameters
        ----------
        task : Task
            The task of the run.
        sent : SentPredictions
            What `send` has returned.

        Returns
        -------
        Predictions

        Raises
        ------
        RunUnusableError
            If they can't be used: not readable, of other rows than the task's, no finite scores.
        """

    def release(self, sent: SentPredictions) -> None:  # noqa: B027 - most keep nothing to delete
        """Say that sent predictions are no longer needed.

        Parameters
        ----------
        sent : SentPredictions
            What `send` has returned.
        """


def _keys_of(task: Task) -> tuple[str, str]:
    """Return what a task may be called among positive labels, the name of its data set first."""
    return task.dataset_name, str(task.task_id)
