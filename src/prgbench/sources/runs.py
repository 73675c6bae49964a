"""Runs: one model of one task, as an archive or a plan states it."""

from dataclasses import dataclass

from prgbench.sources.fields import Area, Id, IdOrZero, Moment, Name
from prgbench.sources.tasks import Task


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
    'it belongs to task 4, not to task 3'
    """
    if run.task_id != task.task_id:
        return f"it belongs to task {run.task_id}, not to task {task.task_id}"
    if run.aurocs and len(run.aurocs) != len(task.classes):
        return (
            f"its number of aurocs is {len(run.aurocs)}, but task {task.task_id} has "
            f"{len(task.classes)} classes"
        )
    return None
