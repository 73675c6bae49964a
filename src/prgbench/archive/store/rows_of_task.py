"""Do the rows of a prediction file fit their task?

In a cross-validation each repeat predicts every labelled instance once. Instances without a class
may be among the rows: they are left out of everything. A hold-out has test sets of its own, so
that only the range of its instances and repeats is known.
"""

import numpy as np
from numpy.typing import NDArray

from prgbench.archive.interface import Predictions, Reason, RunUnusableError, Task, Truth
from prgbench.archive.store.header import n_rows_of

CHECKED_AT_ONCE = 1 << 20


def labelled_rows(task: Task, predictions: Predictions, stated: Truth | None) -> NDArray[np.bool_]:
    """Return which rows are of instances that have a class, if the rows fit the task.

    Parameters
    ----------
    task : Task
        The task.
    predictions : Predictions
        The rows.
    stated : Truth or None
        The true classes where the source states them apart from the predictions.

    Raises
    ------
    RunUnusableError
        If an instance, a repeat or a fold is none of the task's, or if a repeat of a
        cross-validation does not have each labelled instance once.
    """
    _check_range("instance", predictions.row_id, 0, task.n_instances)
    _check_range("repeat", predictions.repeat, 0, task.n_repeats)
    labelled = _labelled(predictions, stated)
    n_rows = n_rows_of(task)
    if n_rows is not None:
        _check_range("fold", predictions.fold, -1, task.n_folds)
        found = int(np.count_nonzero(labelled))
        if found != n_rows:
            raise _other(_counts(found, n_rows, len(predictions)))
        _check_each_once(task, predictions, labelled)
    return labelled


def class_of_rows(truth: Truth, row_ids: NDArray[np.int64]) -> NDArray[np.int8]:
    """Return the class of every row; -1 where the truth does not have the instance."""
    if not len(truth.row_ids):
        return np.full(len(row_ids), -1, dtype=np.int8)
    order = np.argsort(truth.row_ids)
    place = np.searchsorted(truth.row_ids, row_ids, sorter=order)
    place = order[np.minimum(place, len(order) - 1)]
    return np.where(truth.row_ids[place] == row_ids, truth.codes[place], -1).astype(np.int8)


def _labelled(predictions: Predictions, stated: Truth | None) -> NDArray[np.bool_]:
    if stated is not None:
        return class_of_rows(stated, predictions.row_id) >= 0
    if predictions.truth is not None:
        return predictions.truth >= 0
    return np.ones(len(predictions), dtype=bool)


def _check_range(
    what: str, values: NDArray[np.int16] | NDArray[np.int64], first: int, end: int
) -> None:
    for value in (int(values.min(initial=first)), int(values.max(initial=first))):
        if not first <= value < end:
            raise _other(f"{what} {value} where the task has 0 to {end - 1}")


def _check_each_once(task: Task, predictions: Predictions, labelled: NDArray[np.bool_]) -> None:
    """Compare the instances of each repeat with their number, which all rows together have."""
    seen = np.zeros((task.n_repeats, task.n_instances), dtype=bool)
    for start in range(0, len(predictions), CHECKED_AT_ONCE):
        part = slice(start, start + CHECKED_AT_ONCE)
        mine = labelled[part]
        seen[predictions.repeat[part][mine], predictions.row_id[part][mine]] = True
    wanted = task.n_instances - task.n_unlabelled
    for repeat, found in enumerate(np.count_nonzero(seen, axis=1).tolist()):
        if found != wanted:
            raise _other(f"{found} instances instead of {wanted} in repeat {repeat}")


def _counts(found: int, wanted: int, n_rows: int) -> str:
    of_all = "" if found == n_rows else f" with a class, of {n_rows},"
    return f"{found} rows{of_all} instead of {wanted}"


def _other(detail: str) -> RunUnusableError:
    return RunUnusableError(Reason.ROWS_OF_TASK, detail)
