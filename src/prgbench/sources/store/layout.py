"""The header of a bundle, and what of both classes' scores it keeps."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from prgbench.sources.interface import Exclusion, Run, Task

Scores = NDArray[np.float64]

VALUES_AT_ONCE = 1 << 22

_COMPARED = (
    "task_id", "dataset_id", "target", "classes", "n_instances", "estimation_procedure",
    "n_repeats", "n_folds",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Model:
    """A model of a bundle: its run, its prediction file and its AUROC.

    ``both`` says whether the bundle also has its scores of the negative class: where they differ
    among rows of equal scores of the positive one.
    """

    run: Run
    file_id: int
    sha256: str
    auroc: float
    both: bool = False


@dataclass(frozen=True, slots=True)
class Shared:
    """What the models of a task share, by checksum; "" where the source does not state it."""

    rows: str = ""
    folds: str = ""
    truth: str = ""
    groups: str = ""


@dataclass(frozen=True, slots=True)
class BundleHeader:
    """The provenance of a bundle."""

    version: str
    task: Task
    positive: str
    negative: str
    n_rows: int
    shared: Shared
    models: tuple[Model, ...]
    rejected: tuple[Exclusion, ...] = ()

    def columns(self) -> Iterator[str]:
        """Yield the names of the bundle's columns."""
        yield from ("repeat", "row_id", "fold", "truth")
        if self.shared.groups:
            yield "group"
        for model in self.models:
            yield from (f"score_{model.run.run_id}", f"predicted_{model.run.run_id}")
            if model.both:
                yield f"negative_{model.run.run_id}"


def difference(header: BundleHeader, task: Task) -> str | None:
    """Say how the task of a bundle differs from a task, if it does, apart from its name.

    Rows are compared only if both state the same number of unlabelled instances.
    """
    other = difference_of_tasks(header.task, task)
    if other is not None:
        return other
    n_rows = n_rows_of(task)
    counted = header.task.n_unlabelled == task.n_unlabelled
    if counted and n_rows is not None and header.n_rows != n_rows:
        return f"{header.n_rows} rows instead of {n_rows}"
    return None


def difference_of_tasks(found: Task, wanted: Task) -> str | None:
    """Say how a task differs from one that is wanted, if it does, apart from its name."""
    for name in _COMPARED:
        stated = getattr(found, name)
        expected = getattr(wanted, name)
        if stated != expected:
            return f"{name} {stated!r} instead of {expected!r}"
    return None


def n_rows_of(task: Task) -> int | None:
    """Return the number of labelled rows of predictions for a task; None for a hold-out.

    In a cross-validation each repeat predicts every instance once.
    """
    if task.n_folds == 1:
        return None
    return (task.n_instances - task.n_unlabelled) * task.n_repeats


def breaks_ties(positive: Scores, negative: Scores) -> bool:
    """Return whether the negative-class score breaks ties in the positive-class score."""
    order = np.argsort(positive)
    ordered = positive[order]
    other = negative[order]
    begins = np.ones(len(order), dtype=bool)
    begins[1:] = ordered[1:] != ordered[:-1]
    first = np.maximum.accumulate(np.where(begins, np.arange(len(order)), 0))
    return bool((other != other[first]).any())


def ranked_by_both(positive: Scores, negative: Scores) -> Scores:
    """Return scores of the rows by both: of equal rows, the least negative score is the best."""
    order = np.lexsort((-negative, positive))
    ordered = positive[order]
    other = negative[order]
    ranks = np.zeros(len(order))
    ranks[order[1:]] = np.cumsum((ordered[1:] != ordered[:-1]) | (other[1:] != other[:-1]))
    return ranks


def few_at_once(n_columns: int, n_rows: int) -> Iterator[slice]:
    """Yield the columns in parts that need little memory."""
    size = max(1, VALUES_AT_ONCE // max(n_rows, 1))
    for start in range(0, n_columns, size):
        yield slice(start, start + size)
