"""What a source of predictions is: tasks, candidate runs, truth and predictions."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from prgbench.pipeline.errors import PrgbenchError

BYTES_PER_ROW_WITHOUT_LABELS = 40


@dataclass(frozen=True, slots=True)
class Task:
    """A binary classification task: a data set, its target and how it is split.

    ``classes`` are the labels of the target as the archive writes them;
    ``n_instances`` counts the instances of the data set.
    """

    task_id: int
    dataset_id: int
    dataset_name: str
    target: str
    classes: tuple[str, ...]
    n_instances: int
    estimation_procedure: int
    n_repeats: int
    n_folds: int


def estimated_bytes(task: Task) -> int:
    """Estimate the size of one prediction file of a task.

    Examples
    --------
    >>> task = Task(3872, 1009, "white-clover", "class", ("N", "P"), 63, 1, 1, 10)
    >>> estimated_bytes(task)
    2646
    """
    labels = sum(map(len, task.classes)) * 2 // len(task.classes)
    return task.n_instances * task.n_repeats * (BYTES_PER_ROW_WITHOUT_LABELS + labels)


@dataclass(frozen=True, slots=True)
class Run:
    """One flow applied to one task; ``auroc`` is the value that the archive has stored."""

    run_id: int
    task_id: int
    flow_id: int
    flow_name: str
    setup_id: int
    uploader_id: int
    upload_time: str
    auroc: float | None


@dataclass(frozen=True, slots=True)
class PredictionFile:
    """A prediction file on this machine, complete, as the archive sent it."""

    run_id: int
    file_id: int
    path: Path
    sha256: str
    n_bytes: int


@dataclass(frozen=True, slots=True)
class Truth:
    """The class of every instance: ``codes[i]`` indexes ``classes`` for ``row_ids[i]``."""

    classes: tuple[str, ...]
    row_ids: NDArray[np.int64]
    codes: NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class TaskQuery:
    """Which tasks of an archive are asked for; None and () mean no restriction."""

    estimation_procedures: tuple[int, ...] = ()
    task_ids: tuple[int, ...] | None = None
    suite: str | None = None
    tags: tuple[str, ...] = ()
    min_instances: int | None = None
    max_instances: int | None = None


class Reason(StrEnum):
    """Why a task or a run is left out of a study."""

    # tasks
    NOT_REQUESTED = "not among the tasks asked for"
    PROCEDURE = "other estimation procedure"
    NO_SUCH_TASK = "no classification task of the archive"
    NOT_BINARY = "target does not have two classes"
    CLASSES_UNKNOWN = "classes of the target not known"
    SIZE_UNKNOWN = "number of instances not known"
    TOO_SMALL = "fewer instances than asked for"
    TOO_LARGE = "more instances than asked for"
    FEW_FLOWS = "fewer flows than asked for"
    FEW_MODELS = "fewer valid models than asked for"
    NO_TRUTH = "no file states the true classes"
    # runs, while planning
    NO_STORED_AUROC = "no stored AUROC"
    TOO_LATE = "uploaded after the study's date"
    UPLOADER = "other uploader"
    FAMILY = "other flow family"
    SAME_FLOW = "another run of the flow was drawn"
    # runs, while fetching
    NO_FILE = "no prediction file"
    NOT_FOUND = "prediction file not found for now"
    UNREADABLE = "prediction file not readable"
    LEARNING_CURVE = "learning curve, not cross-validation"
    NO_SCORES = "no scores of the positive class"
    SCORES_MISSING = "scores missing or not finite"
    ROWS_TWICE = "instances predicted twice"
    ROWS_DIFFER = "other instances than in the task's other files"
    FOLDS_DIFFER = "other folds than in the task's other files"
    TRUTH_DIFFERS = "other true classes than in the task's other files"
    AUROC_DIFFERS = "AUROC differs from the stored one"


@dataclass(frozen=True, slots=True)
class Exclusion:
    """A task (``run_id`` None) or run that is left out, and why."""

    task_id: int
    run_id: int | None
    reason: Reason
    detail: str = ""


@dataclass(frozen=True, slots=True)
class TaskListing:
    """The tasks that match a query and those that a filter removed."""

    tasks: list[Task]
    excluded: list[Exclusion] = field(default_factory=list)


class RunUnusableError(Exception):
    """A run without usable predictions; the study goes on with the next candidate."""

    def __init__(self, reason: Reason, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}" if detail else str(reason))
        self.reason = reason
        self.detail = detail


class ArchiveUnreachableError(PrgbenchError):
    """The archive does not answer; what has been fetched stays and a later run goes on."""


class Archive(Protocol):
    """A source of predictions."""

    name: str
    """How reports call the archive."""

    connections: int
    """How many prediction files may be asked for at the same time."""

    def tasks(self, query: TaskQuery) -> TaskListing:
        """Return the binary classification tasks that match the query."""
        ...

    def candidate_runs(self, tasks: Sequence[Task]) -> Iterator[tuple[Task, list[Run]]]:
        """Yield each task with all its runs, unfiltered, each run once."""
        ...

    def truth(self, task: Task) -> Truth | None:
        """Return the true classes where the archive states them apart from the files."""
        ...

    def predictions(self, task: Task, run: Run) -> PredictionFile:
        """Return the run's prediction file, which stays in place until it is released.

        Raises
        ------
        RunUnusableError
            If the archive has no such file.
        ArchiveUnreachableError
            If the archive does not answer.
        """
        ...

    def release(self, files: Iterable[PredictionFile]) -> None:
        """Say that the files are not needed any more."""
        ...
