"""What a study says of tasks by the names of their data sets, beside what the source has."""

from collections.abc import Iterable, Sequence

from prgbench.archive.interface import Exclusion, Reason, Source, Task, TaskListing
from prgbench.pipeline.errors import PrgbenchError
from prgbench.pipeline.foreign_text import plain


def only_asked_for(listing: TaskListing, asked: Sequence[int | str] | None) -> TaskListing:
    """Return the tasks that a study asks for, where it names some by their data sets.

    Parameters
    ----------
    listing : TaskListing
        What the source has.
    asked : sequence of int and str, optional
        Ids of tasks and names of data sets; None for all.

    Raises
    ------
    PrgbenchError
        If the source has no data set of a name.
    """
    names = {name for name in asked or () if isinstance(name, str)}
    if not asked or not names:
        return listing
    _check_known("`selection.tasks`", names, {task.dataset_name for task in listing.tasks})
    chosen = TaskListing([], list(listing.excluded))
    for task in listing.tasks:
        if task.task_id in asked or task.dataset_name in names:
            chosen.tasks.append(task)
        else:
            chosen.excluded.append(Exclusion(task.task_id, None, Reason.NOT_REQUESTED))
    return chosen


def check_positive_labels(source: Source, tasks: Sequence[Task]) -> None:
    """Refuse positive labels that tasks do not have, and those of no data set.

    Raises
    ------
    PrgbenchError
        If there are any.
    """
    if not isinstance(source.positive_label, str):
        known = {name for task in tasks for name in (task.dataset_name, str(task.task_id))}
        _check_known("`positive_label`", source.positive_label, known)
    for task in tasks:
        source.positive_class_of(task)


def _check_known(key: str, names: Iterable[str], known: set[str]) -> None:
    unknown = sorted(set(names) - known)
    if unknown:
        shown = plain(", ".join(sorted(known)))
        raise PrgbenchError(
            f"{key} names {plain(repr(unknown[0]))}, of which there is no task: correct it. The "
            f"data sets are {shown or 'none'}."
        )
