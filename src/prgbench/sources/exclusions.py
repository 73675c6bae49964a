"""Tasks and runs that are left out of a study, each with its reason.

What is not usable is never silently absent: a task or run that is left out is an `Exclusion` with
a `Reason`, which the study lists and counts.
"""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from prgbench.sources.fields import Detail, Id, Name


class Reason(StrEnum):
    """Why a task or a run is left out of a study: the words of the page, the tables and the plan.

    Each can follow a number, as in "Runs left out: 352 without a prediction file", and stand alone
    beside the task or run. What earlier versions wrote is read as well.

    Examples
    --------
    >>> str(Reason.NO_FILE)
    'without a prediction file'
    >>> Reason("no prediction file") is Reason.NO_FILE
    True
    """

    # tasks
    NOT_REQUESTED = "not among the tasks asked for"
    PROCEDURE = "with another estimation procedure"
    NO_SUCH_TASK = "not among the archive's classification tasks"
    NOT_BINARY = "with other than two classes"
    CLASSES_UNKNOWN = "with unknown classes"
    LABELS_DAMAGED = "with labels damaged by the server"
    SIZE_UNKNOWN = "with an unknown number of instances"
    TASK_NOT_DESCRIBED = "without a description of the task for now"
    TOO_SMALL = "with fewer instances than asked for"
    TOO_LARGE = "with more instances than asked for"
    NO_RUNS = "without evaluated runs"
    NOT_LISTED = "without a list of evaluated runs for now"
    FEW_FLOWS = "with fewer flows than asked for"
    FEW_MODELS = "with fewer valid models than asked for"
    LATER = "left for later by `smallest`"
    NO_ROWS = "without rows"
    NO_TRUTH = "without true classes in any file"
    # runs, while planning
    LEFT_OUT = "named in `excluded_runs`"
    NO_STORED_AUROC = "without a stored AUROC"
    TOO_LATE = "uploaded after the study's last day"
    UNDATED = "without an upload date"
    UPLOADER = "by an uploader not asked for"
    FAMILY = "from a flow family not asked for"
    SAME_FLOW = "from a flow already represented by another run"
    # runs, while fetching
    NO_FILE = "without a prediction file"
    NOT_FOUND = "without a prediction file for now"
    NOT_DESCRIBED = "without a description of the run for now"
    TOO_BIG = "with a prediction file bigger than the task allows"
    UNREADABLE = "with an unreadable prediction file"
    LEARNING_CURVE = "of a learning curve, not a cross-validation"
    NO_SCORES = "without scores for the positive class"
    SCORES_MISSING = "with missing or non-finite scores"
    ROWS_TWICE = "with instances predicted twice"
    ROWS_OF_TASK = "with rows, repeats or folds other than the task's"
    ROWS_DIFFER = "with other instances than the task's other files"
    FOLDS_DIFFER = "with other folds than the task's other files"
    TRUTH_DIFFERS = "with other true classes than the task's other files"
    AUROC_DIFFERS = "with an AUROC that differs from the stored one"
    NOT_FROZEN = "not received before the study was frozen"

    @classmethod
    def _missing_(cls, value: object) -> "Reason | None":
        return EARLIER_WORDS.get(str(value))


EARLIER_WORDS = {
    "other estimation procedure": Reason.PROCEDURE,
    "no classification task of the archive": Reason.NO_SUCH_TASK,
    "target does not have two classes": Reason.NOT_BINARY,
    "classes of the target not known": Reason.CLASSES_UNKNOWN,
    "labels that the server has damaged": Reason.LABELS_DAMAGED,
    "number of instances not known": Reason.SIZE_UNKNOWN,
    "task not described for now": Reason.TASK_NOT_DESCRIBED,
    "fewer instances than asked for": Reason.TOO_SMALL,
    "more instances than asked for": Reason.TOO_LARGE,
    "no evaluated run": Reason.NO_RUNS,
    "evaluated runs not listed for now": Reason.NOT_LISTED,
    "fewer flows than asked for": Reason.FEW_FLOWS,
    "fewer valid models than asked for": Reason.FEW_MODELS,
    "class without rows": Reason.NO_ROWS,
    "no file states the true classes": Reason.NO_TRUTH,
    "left out by the study": Reason.LEFT_OUT,
    "no stored AUROC": Reason.NO_STORED_AUROC,
    "uploaded after the study's date": Reason.TOO_LATE,
    "without a date of its upload": Reason.UNDATED,
    "other uploader": Reason.UPLOADER,
    "other flow family": Reason.FAMILY,
    "another run of the flow was drawn": Reason.SAME_FLOW,
    "no prediction file": Reason.NO_FILE,
    "prediction file not found for now": Reason.NOT_FOUND,
    "run not described for now": Reason.NOT_DESCRIBED,
    "prediction file bigger than the task allows": Reason.TOO_BIG,
    "prediction file not readable": Reason.UNREADABLE,
    "learning curve, not cross-validation": Reason.LEARNING_CURVE,
    "no scores of the positive class": Reason.NO_SCORES,
    "scores missing or not finite": Reason.SCORES_MISSING,
    "instances predicted twice": Reason.ROWS_TWICE,
    "other rows, repeats or folds than the task": Reason.ROWS_OF_TASK,
    "other instances than in the task's other files": Reason.ROWS_DIFFER,
    "other folds than in the task's other files": Reason.FOLDS_DIFFER,
    "other true classes than in the task's other files": Reason.TRUTH_DIFFERS,
    "AUROC differs from the stored one": Reason.AUROC_DIFFERS,
}
"""The words of plans and records that an earlier version wrote, which are still read."""


FOR_NOW = frozenset({Reason.NOT_FOUND, Reason.NOT_DESCRIBED})
"""Reasons to leave out a run that may pass, so that later runs ask again."""

TASKS_FOR_NOW = frozenset({Reason.NOT_LISTED, Reason.TASK_NOT_DESCRIBED})
"""Reasons to leave out a task that say nothing of it: nobody answered; a new plan asks again."""


def written_as(reasons: Collection[Reason]) -> list[str]:
    """Return the words by which files name reasons, those of earlier versions included.

    Parameters
    ----------
    reasons : collection of Reason
        The reasons to look for.

    Returns
    -------
    list of str
        Each reason in the words of this version, and in other ones that an earlier version wrote.

    Examples
    --------
    >>> sorted(map(str, written_as({Reason.NO_FILE})))
    ['no prediction file', 'without a prediction file']
    """
    return [*reasons, *(words for words, reason in EARLIER_WORDS.items() if reason in reasons)]


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
    'with fewer instances than asked for'
    """

    task_id: Id
    run_id: Id | None
    reason: Reason
    detail: Detail = ""
    dataset_name: Name = ""
    label: Name = ""
