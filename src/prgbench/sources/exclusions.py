"""Tasks and runs that are left out of a study, each with its reason.

What is not usable is never silently absent: a task or run that is left out is an `Exclusion` with
a `Reason`, which the study lists and counts.
"""

from dataclasses import dataclass
from enum import StrEnum

from prgbench.sources.fields import Detail, Id, Name


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
    NOT_FROZEN = "not received before the study was frozen"


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
