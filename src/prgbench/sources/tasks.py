"""Binary classification tasks: what one is, which a study asks for, and which a source has."""

from dataclasses import dataclass, field

from prgbench.sources.exclusions import Exclusion, Reason
from prgbench.sources.fields import Count, CountOrZero, Id, Labels, Name

N_CLASSES = 2
"""A task has a positive and a negative class; more classes make several tasks."""

BYTES_PER_ROW_WITHOUT_LABELS = 40
"""About what a row of a prediction file takes beside its two labels."""

_COMPARED = (
    "task_id", "dataset_id", "target", "classes", "n_instances", "estimation_procedure",
    "n_repeats", "n_folds",
)  # fmt: skip
"""What makes two tasks the same; names may change."""


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

    def left_out(self, reason: Reason, detail: str = "") -> Exclusion:
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
    'with fewer instances than asked for'
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

    def misfit_of_size(self, n_instances: int) -> Reason | None:
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
