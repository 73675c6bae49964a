"""The header of a bundle: what it is of, and what its models share."""

from collections.abc import Iterator
from dataclasses import dataclass

from prgbench.sources.exclusions import Exclusion
from prgbench.sources.task_predictions import Model
from prgbench.sources.tasks import Task, task_difference


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
    other = task_difference(header.task, task)
    if other is not None:
        return other
    n_rows = n_rows_of(task)
    counted = header.task.n_unlabelled == task.n_unlabelled
    if counted and n_rows is not None and header.n_rows != n_rows:
        return f"{header.n_rows} rows instead of {n_rows}"
    return None


def n_rows_of(task: Task) -> int | None:
    """Return the number of labelled rows of predictions for a task; None for a hold-out.

    In a cross-validation each repeat predicts every instance once.
    """
    if task.n_folds == 1:
        return None
    return (task.n_instances - task.n_unlabelled) * task.n_repeats
