"""What a source of predictions is, and what it hands on: tasks, runs, truth and predictions.

A source has four tasks: to list tasks (`Source.tasks`), to list the runs of each
(`Source.candidate_runs`), to bring the predictions of a run to this machine (`Source.send`), and
to read them as arrays (`Source.read`). One that has all models of a task at hand on the same rows,
as a table does, returns them at once (`prgbench.sources.in_memory.SourceInMemory`). OpenML,
folders, tables and frozen studies are subclasses; all that comes after, from the plan to the page,
knows only this interface. A new source is a subclass in a module of its own and its name in
`prgbench.sources.by_name`.

What is not usable is never silently absent: a task or run that is left out is an `Exclusion` with
a `Reason`, which the study lists and counts. The types of fields, such as `Id`, are checked
wherever records are read, since plans and bundles may be other people's.
"""

import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray
from pydantic import AfterValidator, Field

from prgbench.run.decimals import is_decimal
from prgbench.run.errors import PrgbenchError
from prgbench.run.kept_checksums import KeptChecksums
from prgbench.run.listener import Listener
from prgbench.run.records import distinct
from prgbench.run.safe_text import plain

MINORITY = "minority"
SCORED = "scored"
"""Which class is positive by a rule: the rarer one, or the one whose scores are given."""

OTHERS = "*"
"""Among positive labels by data set, the key of the label or rule of those that are not named."""

BYTES_PER_ROW_WITHOUT_LABELS = 40
LARGEST = 2**63 - 1

_COMPARED = (
    "task_id", "dataset_id", "target", "classes", "n_instances", "estimation_procedure",
    "n_repeats", "n_folds",
)  # fmt: skip
"""What makes two tasks the same; names may change."""

# The types of fields in records of any origin, checked when they are read.
Id = Annotated[int, Field(ge=1, le=LARGEST)]
IdOrZero = Annotated[int, Field(ge=0, le=LARGEST)]
Count = Annotated[int, Field(ge=1, le=LARGEST)]
CountOrZero = Annotated[int, Field(ge=0, le=LARGEST)]
Name = Annotated[str, Field(max_length=10_000)]
Detail = Annotated[str, Field(max_length=1_000_000)]
Label = Annotated[str, Field(min_length=1, max_length=10_000)]
Labels = Annotated[tuple[Label, ...], Field(min_length=1), AfterValidator(distinct)]
Moment = Annotated[str, Field(max_length=100)]
Area = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
Checksum = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


@dataclass(frozen=True, slots=True)
class Task:
    """A binary classification task: a data set, its target and how it is split.

    Attributes
    ----------
    task_id, dataset_id : int
        Its ids in the archive, from 1.
    dataset_name, target : str
        What is predicted of which data set.
    classes : tuple of str
        The labels as the archive writes them, in its order; each once.
    n_instances : int
        The rows of the data set.
    estimation_procedure : int
        How the data are split, by OpenML's number.
    n_repeats, n_folds : int
        Of the cross-validation.
    n_unlabelled : int
        How many of the instances have no class.

    Examples
    --------
    >>> task = Task(
    ...     task_id=3, dataset_id=7, dataset_name="liver", target="class", classes=("no", "yes"),
    ...     n_instances=100, estimation_procedure=1, n_repeats=1, n_folds=10,
    ... )
    >>> task.classes, task.n_unlabelled
    (('no', 'yes'), 0)
    """

    task_id: Id
    dataset_id: Id
    dataset_name: Name
    target: Name
    classes: Labels
    n_instances: Count
    estimation_procedure: Id
    n_repeats: Count
    n_folds: Count
    n_unlabelled: CountOrZero = 0

    def left_out(self, reason: "Reason", detail: str = "") -> "Exclusion":
        """Return the task as one that is left out.

        Parameters
        ----------
        reason : Reason
            Why.
        detail : str
            What was found.

        Returns
        -------
        Exclusion

        Examples
        --------
        >>> task = Task(
        ...     task_id=3, dataset_id=7, dataset_name="iris", target="y_true = setosa",
        ...     classes=("not setosa", "setosa"), n_instances=150, estimation_procedure=1,
        ...     n_repeats=1, n_folds=10,
        ... )
        >>> left_out = task.left_out(Reason.FEW_MODELS)
        >>> left_out.dataset_name, left_out.label
        ('iris', 'setosa')
        """
        # Tables have tasks of one class against the rest; the labels themselves may be these.
        label = self.classes[-1]
        is_one_of = self.target.endswith(f" = {label}")
        return Exclusion(
            self.task_id, None, reason, detail, self.dataset_name, label if is_one_of else ""
        )


def task_problem(task: Task) -> str | None:
    """Return a contradiction in a task, if there is one.

    Parameters
    ----------
    task : Task
        As an archive or a plan states it.

    Returns
    -------
    str or None
        A sentence without a subject, for a message that names the task.

    Examples
    --------
    >>> task = Task(
    ...     task_id=3, dataset_id=7, dataset_name="liver", target="class", classes=("no", "yes"),
    ...     n_instances=100, estimation_procedure=1, n_repeats=1, n_folds=10,
    ... )
    >>> print(task_problem(task))
    None
    >>> from dataclasses import replace
    >>> task_problem(replace(task, n_unlabelled=100))
    'none of its 100 instances has a class'
    """
    if task.n_unlabelled > task.n_instances:
        return f"{task.n_unlabelled} of its {task.n_instances} instances have no class"
    if task.n_unlabelled == task.n_instances:
        return f"none of its {task.n_instances} instances has a class"
    return None


def task_difference(found: Task, wanted: Task) -> str | None:
    """Say how a task differs from one that is wanted, if it does, apart from its name.

    Parameters
    ----------
    found, wanted : Task
        The two tasks.

    Returns
    -------
    str or None
        What is other, without a subject, for a message that names the task.

    Examples
    --------
    >>> task = Task(
    ...     task_id=3, dataset_id=7, dataset_name="liver", target="class", classes=("no", "yes"),
    ...     n_instances=100, estimation_procedure=1, n_repeats=1, n_folds=10,
    ... )
    >>> from dataclasses import replace
    >>> task_difference(replace(task, n_instances=90), task)
    'n_instances 90 instead of 100'
    """
    for name in _COMPARED:
        stated = getattr(found, name)
        expected = getattr(wanted, name)
        if stated != expected:
            return f"{name} {stated!r} instead of {expected!r}"
    return None


def estimated_bytes(task: Task) -> int:
    """Estimate the size of one prediction file of a task.

    Parameters
    ----------
    task : Task
        The task.

    Returns
    -------
    int
        In bytes; files of OpenML differ from it by their number of digits.

    Examples
    --------
    >>> task = Task(
    ...     task_id=3, dataset_id=7, dataset_name="liver", target="class", classes=("no", "yes"),
    ...     n_instances=100, estimation_procedure=1, n_repeats=1, n_folds=10,
    ... )
    >>> estimated_bytes(task)
    4500
    """
    labels = sum(map(len, task.classes)) * 2 // len(task.classes)
    return task.n_instances * task.n_repeats * (BYTES_PER_ROW_WITHOUT_LABELS + labels)


@dataclass(frozen=True, slots=True)
class Run:
    """One flow applied to one task: a model.

    Attributes
    ----------
    run_id, task_id, flow_id : int
        Its ids in the archive, from 1.
    flow_name : str
        What the flow is called: the learner and its version.
    setup_id, uploader_id : int
        The flow's settings and who has uploaded the run; 0 if the archive has none.
    upload_time : str
        As the archive writes it, "" if unknown.
    auroc : float or None
        The AUROC that the archive has stored, in [0, 1].
    aurocs : tuple of float
        Its values of each class against the rest in the order of the task's classes, if it has
        them. ``auroc`` is their mean; all are equal if the two scores of each row mirror each
        other.

    Examples
    --------
    >>> run = Run(
    ...     run_id=5, task_id=3, flow_id=2, flow_name="forest", setup_id=0, uploader_id=0,
    ...     upload_time="", auroc=0.9,
    ... )
    >>> run.auroc, run.aurocs
    (0.9, ())
    """

    run_id: Id
    task_id: Id
    flow_id: Id
    flow_name: Name
    setup_id: IdOrZero
    uploader_id: IdOrZero
    upload_time: Moment
    auroc: Area | None
    aurocs: tuple[Area, ...] = ()

    def nearest_auroc(self, auroc: float, positive: int) -> float | None:
        """Return the stored AUROC, or that of the positive class if it is nearer.

        Parameters
        ----------
        auroc : float
            The AUROC of the predictions.
        positive : int
            The index of the positive class.

        Returns
        -------
        float or None
            None if none is stored.
        """
        if self.auroc is None:
            return None
        stored = (self.auroc, *self.aurocs[positive : positive + 1])
        return min(stored, key=lambda value: abs(value - auroc))


def run_problem(task: Task, run: Run) -> str | None:
    """Return a contradiction between a run and its task, if there is one.

    Parameters
    ----------
    task : Task
        The task in whose list the run stands.
    run : Run
        As an archive or a plan states it.

    Returns
    -------
    str or None
        A sentence that names what does not fit.

    Examples
    --------
    >>> task = Task(
    ...     task_id=3, dataset_id=7, dataset_name="liver", target="class", classes=("no", "yes"),
    ...     n_instances=100, estimation_procedure=1, n_repeats=1, n_folds=10,
    ... )
    >>> run = Run(
    ...     run_id=5, task_id=4, flow_id=2, flow_name="forest", setup_id=0, uploader_id=0,
    ...     upload_time="", auroc=0.9,
    ... )
    >>> run_problem(task, run)
    'it is of task 4, not of task 3'
    """
    if run.task_id != task.task_id:
        return f"it is of task {run.task_id}, not of task {task.task_id}"
    if run.aurocs and len(run.aurocs) != len(task.classes):
        return (
            f"the number of its aurocs is {len(run.aurocs)}, that of the classes of task "
            f"{task.task_id} is {len(task.classes)}"
        )
    return None


@dataclass(frozen=True, slots=True)
class SentPredictions:
    """The identity and size of a run's predictions as the source has sent them.

    Attributes
    ----------
    run_id, file_id : int
        The run, and its prediction file in the archive.
    sha256 : str
        The checksum of the bytes that were sent.
    n_bytes : int
        How many these were.

    Examples
    --------
    >>> SentPredictions(run_id=5, file_id=9, sha256="0" * 64, n_bytes=4500).n_bytes
    4500
    """

    run_id: Id
    file_id: Id
    sha256: Checksum
    n_bytes: CountOrZero


@dataclass(frozen=True, slots=True)
class PredictionFile(SentPredictions):
    """A complete prediction file on this machine, as the source sent it.

    Attributes
    ----------
    path : Path
        Where it is until it is released.

    Examples
    --------
    >>> file = PredictionFile(
    ...     run_id=5, file_id=9, sha256="0" * 64, n_bytes=4500, path=Path("staged/5.arff")
    ... )
    >>> file.path.name, file.n_bytes
    ('5.arff', 4500)
    """

    path: Path


@dataclass(frozen=True, slots=True, eq=False)
class Predictions:
    """The rows of a run's predictions in the order of the source.

    Attributes
    ----------
    repeat : int16 array of shape (n_rows,)
        0 if the source does not say.
    fold : int16 array of shape (n_rows,)
        -1 if the source does not say.
    row_id : int64 array of shape (n_rows,)
        The instance of the data set.
    truth : int8 array of shape (n_rows,) or None
        Index of the true class, -1 if unknown; None if the source does not say.
    predicted : int8 array of shape (n_rows,) or None
        Index of the predicted class, -1 if it is none of them; None if the source does not say.
    confidences : float64 array of shape (n_classes, n_rows)
        The scores, finite, as the source has them.
    group : int64 array of shape (n_rows,) or None
        Which rows depend on each other; None if the source does not say.

    Examples
    --------
    Two rows, whose second class is the likelier one in the first of them.

    >>> zeros = np.zeros(2)
    >>> confidences = np.array([[0.2, 0.9], [0.8, 0.1]])
    >>> len(Predictions(zeros, zeros, np.arange(2), None, None, confidences))
    2
    """

    repeat: NDArray[np.int16]
    fold: NDArray[np.int16]
    row_id: NDArray[np.int64]
    truth: NDArray[np.int8] | None
    predicted: NDArray[np.int8] | None
    confidences: NDArray[np.float64]
    group: NDArray[np.int64] | None = None

    def __len__(self) -> int:
        return self.row_id.size


@dataclass(frozen=True, slots=True)
class Truth:
    """The class of every instance, stated by the source apart from predictions.

    Attributes
    ----------
    classes : tuple of str
        The labels.
    row_ids : ndarray of int64, shape (n_instances,)
        The instances.
    codes : ndarray of int8, shape (n_instances,)
        ``codes[i]`` indexes ``classes`` for the instance ``row_ids[i]``.

    Examples
    --------
    >>> truth = Truth(("no", "yes"), np.arange(3), np.array([0, 1, 1], dtype=np.int8))
    >>> truth.classes[truth.codes[2]]
    'yes'
    """

    classes: tuple[str, ...]
    row_ids: NDArray[np.int64]
    codes: NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class TaskQuery:
    """The tasks that a study asks for; None and () mean no restriction.

    Attributes
    ----------
    estimation_procedures : tuple of int
        How the data may be split, by OpenML's numbers.
    task_ids : tuple of int or None
        Exactly these tasks.
    suite : str or None
        A benchmark suite of OpenML, by id or name.
    tags : tuple of str
        Tasks have all of these.
    min_instances, max_instances : int or None
        The size of the data set, bounds included.

    Examples
    --------
    >>> query = TaskQuery(task_ids=(3, 31), min_instances=500)
    >>> query.asks_for(3), query.asks_for(4)
    (True, False)
    >>> query.misfit_of_size(100).value
    'fewer instances than asked for'
    """

    estimation_procedures: tuple[int, ...] = ()
    task_ids: tuple[int, ...] | None = None
    suite: str | None = None
    tags: tuple[str, ...] = ()
    min_instances: int | None = None
    max_instances: int | None = None

    def asks_for(self, task_id: int) -> bool:
        """Return whether a task may have this id.

        Parameters
        ----------
        task_id : int
            The id of a task.

        Returns
        -------
        bool
        """
        return self.task_ids is None or task_id in self.task_ids

    def misfit_of_size(self, n_instances: int) -> "Reason | None":
        """Return why a task of this size is left out, if it is.

        Parameters
        ----------
        n_instances : int
            The rows of its data set.

        Returns
        -------
        Reason or None
        """
        if self.min_instances is not None and n_instances < self.min_instances:
            return Reason.TOO_SMALL
        if self.max_instances is not None and n_instances > self.max_instances:
            return Reason.TOO_LARGE
        return None


class Reason(StrEnum):
    """Why a task or a run is left out of a study: the words of the page, the tables and the plan.

    Examples
    --------
    >>> str(Reason.NO_FILE)
    'no prediction file'
    """

    # tasks
    NOT_REQUESTED = "not among the tasks asked for"
    PROCEDURE = "other estimation procedure"
    NO_SUCH_TASK = "no classification task of the archive"
    NOT_BINARY = "target does not have two classes"
    CLASSES_UNKNOWN = "classes of the target not known"
    LABELS_DAMAGED = "labels that the server has damaged"
    SIZE_UNKNOWN = "number of instances not known"
    TASK_NOT_DESCRIBED = "task not described for now"
    TOO_SMALL = "fewer instances than asked for"
    TOO_LARGE = "more instances than asked for"
    NO_RUNS = "no evaluated run"
    NOT_LISTED = "evaluated runs not listed for now"
    FEW_FLOWS = "fewer flows than asked for"
    FEW_MODELS = "fewer valid models than asked for"
    LATER = "left for later by `smallest`"
    NO_ROWS = "class without rows"
    NO_TRUTH = "no file states the true classes"
    # runs, while planning
    LEFT_OUT = "left out by the study"
    NO_STORED_AUROC = "no stored AUROC"
    TOO_LATE = "uploaded after the study's date"
    UNDATED = "without a date of its upload"
    UPLOADER = "other uploader"
    FAMILY = "other flow family"
    SAME_FLOW = "another run of the flow was drawn"
    # runs, while fetching
    NO_FILE = "no prediction file"
    NOT_FOUND = "prediction file not found for now"
    NOT_DESCRIBED = "run not described for now"
    TOO_BIG = "prediction file bigger than the task allows"
    UNREADABLE = "prediction file not readable"
    LEARNING_CURVE = "learning curve, not cross-validation"
    NO_SCORES = "no scores of the positive class"
    SCORES_MISSING = "scores missing or not finite"
    ROWS_TWICE = "instances predicted twice"
    ROWS_OF_TASK = "other rows, repeats or folds than the task"
    ROWS_DIFFER = "other instances than in the task's other files"
    FOLDS_DIFFER = "other folds than in the task's other files"
    TRUTH_DIFFERS = "other true classes than in the task's other files"
    AUROC_DIFFERS = "AUROC differs from the stored one"


FOR_NOW = frozenset({Reason.NOT_FOUND, Reason.NOT_DESCRIBED})
"""Reasons to leave out a run that may pass, so that later runs ask again."""
TASKS_FOR_NOW = frozenset({Reason.NOT_LISTED, Reason.TASK_NOT_DESCRIBED})
"""Reasons to leave out a task that say nothing of it: nobody answered; a new plan asks again."""


@dataclass(frozen=True, slots=True)
class Exclusion:
    """A task or run that is left out, and the reason.

    Attributes
    ----------
    task_id : int
        The task.
    run_id : int or None
        The run; None if the whole task is left out.
    reason : Reason
        Why: what exclusions are counted by.
    detail : str
        What was found, for those who look; "" if the reason says it all.
    dataset_name : str
        The data set of the task; "" of a run, or if nobody says it.
    label : str
        The class, where the task is one of several classes against the rest; else "".

    Examples
    --------
    >>> Exclusion(3, None, Reason.TOO_SMALL, "90 instances").reason.value
    'fewer instances than asked for'
    """

    task_id: Id
    run_id: Id | None
    reason: Reason
    detail: Detail = ""
    dataset_name: Name = ""
    label: Name = ""


@dataclass(frozen=True, slots=True)
class TaskListing:
    """The tasks that match a query, those that a filter removed, and what was assumed.

    Attributes
    ----------
    tasks : list of Task
        Each once.
    excluded : list of Exclusion
        Candidates that a filter removed.
    notes : list of str
        Sentences that the plan and the page repeat.

    Examples
    --------
    >>> TaskListing([]).notes
    []
    """

    tasks: list[Task]
    excluded: list[Exclusion] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


class RunUnusableError(Exception):
    """A run without usable predictions; the study goes on with the next candidate.

    Parameters
    ----------
    reason : Reason
        Why, as exclusions are counted.
    detail : str
        What was found.

    Examples
    --------
    >>> str(RunUnusableError(Reason.NO_FILE, "run 5"))
    'no prediction file: run 5'
    """

    def __init__(self, reason: Reason, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}" if detail else str(reason))
        self.reason = reason
        self.detail = detail


class ArchiveUnreachableError(PrgbenchError):
    """The source does not answer; what has been fetched is kept for a later run.

    Examples
    --------
    A user reads it as one sentence, as any `PrgbenchError`.

    >>> try:
    ...     raise ArchiveUnreachableError("openml.org does not answer: run it again later.")
    ... except PrgbenchError as error:
    ...     print(error)
    openml.org does not answer: run it again later.
    """


class NoSuchTaskError(PrgbenchError):
    """The source has none of the tasks that it is asked for by their ids.

    Examples
    --------
    >>> raise NoSuchTaskError("openml.org has no task 0: correct `tasks`.")
    Traceback (most recent call last):
    prgbench.sources.interface.NoSuchTaskError: openml.org has no task 0: correct `tasks`.
    """


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
            f"`selection.runs` names runs of an OpenML server, which the {self.label} is not: "
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
            " In a study file, yes and no are True and False unless they stand in quotes."
            if label in ("True", "False")
            else ""
        )
        raise PrgbenchError(
            f"`positive_label` says {plain(repr(label))}, but the data set "
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
