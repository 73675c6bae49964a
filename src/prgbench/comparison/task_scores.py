"""The models of one task with their scores: what the analyses of instances start from."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from prgbench.archive.store.bundle import Bundle
from prgbench.metrics import Measure, evaluate

BoolArray = NDArray[np.bool_]
IntArray = NDArray[np.int64]
Floats = NDArray[np.float64]
VALUES_AT_ONCE = 1 << 22


@dataclass(frozen=True, slots=True, eq=False)
class TaskScores:
    """The predictions of the models of a task.

    Attributes
    ----------
    task_id : int
        The task.
    run_ids : ndarray of shape (models,)
        The runs.
    y_true : ndarray of bool, shape (rows,)
        Whether the row is a positive.
    y_scores : ndarray of shape (models, rows)
        Scores of the positive class.
    decisions : ndarray of int8, shape (models, rows)
        Stored decisions: 1 positive, 0 negative, -1 not stated.
    repeats, folds : ndarray of shape (rows,)
        Where the row stands in the cross-validation; -1 is not stated.
    instances : ndarray of shape (rows,)
        The instance of the row, numbered from 0: repeated cross-validation has several rows of
        each, which are resampled together.
    """

    task_id: int
    run_ids: IntArray
    y_true: BoolArray
    y_scores: Floats
    decisions: NDArray[np.int8]
    repeats: IntArray
    folds: IntArray
    instances: IntArray

    @property
    def n_instances(self) -> int:
        """Return the number of instances."""
        return int(self.instances.max()) + 1

    def fold_rows(self) -> list[NDArray[np.intp]]:
        """Return the rows of each fold of each repeat; empty if no file states the folds."""
        if (self.folds < 0).any():
            return []
        return _groups(self.repeats * (self.folds.max() + 1) + self.folds)

    def repeat_rows(self) -> list[NDArray[np.intp]]:
        """Return the rows of each repeat."""
        return _groups(self.repeats)


def load_task_scores(bundle: Bundle, run_ids: Sequence[int]) -> TaskScores:
    """Read the predictions of some models of a bundle."""
    _, instances = np.unique(bundle.row_id(), return_inverse=True)
    return TaskScores(
        task_id=bundle.header.task.task_id,
        run_ids=np.asarray(run_ids, dtype=np.int64),
        y_true=bundle.y_true() == 1,
        y_scores=bundle.y_scores(run_ids),
        decisions=bundle.decisions(run_ids),
        repeats=bundle.repeat().astype(np.int64),
        folds=bundle.fold().astype(np.int64),
        instances=instances,
    )


def evaluate_models(
    y_true: BoolArray, y_scores: Floats, measures: Sequence[str | Measure]
) -> Floats:
    """Evaluate models (models, measures), few at once where the task is large."""
    return np.concatenate(
        [evaluate(y_true, y_scores[models], measures) for models in model_batches(y_scores)]
    )


def model_batches(y_scores: Floats) -> Iterator[slice]:
    """Yield batches of models that need little memory beside their scores."""
    size = max(1, VALUES_AT_ONCE // max(y_scores.shape[1], 1))
    for start in range(0, len(y_scores), size):
        yield slice(start, start + size)


def _groups(codes: IntArray) -> list[NDArray[np.intp]]:
    order = np.argsort(codes, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(codes[order])) + 1)
