"""What a bundle says of itself."""

from collections.abc import Iterator
from dataclasses import dataclass

from prgbench.archive.interface import Exclusion, Run, Task


@dataclass(frozen=True, slots=True)
class Model:
    """A model of a bundle: its run, its prediction file and what was found in it."""

    run: Run
    file_id: int
    sha256: str
    auroc: float


@dataclass(frozen=True, slots=True)
class BundleHeader:
    """The provenance of a bundle.

    ``rows``, ``folds`` and ``truth`` are checksums of what the models share; ``checksums`` says
    whether the bundle has those of its columns, too, as earlier ones have not.
    """

    version: str
    task: Task
    positive: str
    negative: str
    n_rows: int
    n_positive: int
    rows: str
    folds: str
    truth: str
    models: tuple[Model, ...]
    rejected: tuple[Exclusion, ...]
    checksums: bool = False

    def columns(self) -> Iterator[str]:
        """Yield the names of the bundle's columns."""
        yield from ("repeat", "row_id", "fold", "truth")
        for model in self.models:
            yield from (f"score_{model.run.run_id}", f"predicted_{model.run.run_id}")


def difference(header: BundleHeader, task: Task) -> str | None:
    """Say what makes the task of a bundle another one than a task, if anything does.

    Its name does not. The rows are compared where both count the unlabelled instances alike.

    Examples
    --------
    >>> task = Task(7, 1, "iris", "class", ("a", "b"), 60, 1, 1, 10)
    >>> other = Task(7, 1, "iris", "kind", ("a", "b"), 60, 1, 1, 10)
    >>> header = BundleHeader("1", other, "a", "b", 60, 20, "", "", "", (), ())
    >>> difference(header, task)
    "target 'kind' instead of 'class'"
    """
    for name in _COMPARED:
        found, wanted = getattr(header.task, name), getattr(task, name)
        if found != wanted:
            return f"{name} {found!r} instead of {wanted!r}"
    n_rows = n_rows_of(task)
    counted = header.task.n_unlabelled == task.n_unlabelled
    if counted and n_rows is not None and header.n_rows != n_rows:
        return f"{header.n_rows} rows instead of {n_rows}"
    return None


def n_rows_of(task: Task) -> int | None:
    """Return how many labelled rows the predictions for a task have; None if it does not say.

    In a cross-validation each repeat predicts every instance once; a hold-out has test sets of
    its own.

    Examples
    --------
    >>> n_rows_of(Task(7, 1, "iris", "class", ("a", "b"), 60, 1, 10, 10, n_unlabelled=2))
    580
    """
    if task.n_folds == 1:
        return None
    return (task.n_instances - task.n_unlabelled) * task.n_repeats


_COMPARED = (
    "task_id", "dataset_id", "target", "classes", "n_instances", "estimation_procedure",
    "n_repeats", "n_folds",
)  # fmt: skip
