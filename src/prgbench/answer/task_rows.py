"""The predictions of the models of a task, row by row, and which rows belong together."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Self

import numpy as np
from numpy.typing import NDArray

from prgbench.answer.seeds import seed_of_predictions
from prgbench.metrics.engine.counts import Orders, orders_of
from prgbench.run.few_at_once import VALUES_AT_ONCE
from prgbench.stats.dependent_rows import DependentRows, dependent_rows
from prgbench.typing import BoolArray, Floats, Ints

if TYPE_CHECKING:
    from prgbench.sources.task_predictions import TaskPredictions

Rows = NDArray[np.intp]
"""The places of some rows of a task."""

_ORDERS_KEPT = VALUES_AT_ONCE
"""Of a task with more scores than are evaluated at once, the orders are not kept."""

_ROWS_OF_SEED = 1_000
"""So many rows decide the seed, each of another group: enough to tell tasks apart."""


@dataclass(frozen=True, eq=False)
class TaskRows:
    """The predictions of the models of a task: models are rows of ``y_scores`` and ``decisions``.

    Decisions are 1 for positive, 0 for negative and -1 where not stated, as are repeats and folds.
    ``instances`` numbers the instance of each row from 0; repeated cross-validation has several
    rows of an instance. ``stated_groups`` has the ``group`` of each row, if a table states it.
    ``scores_by_both`` rank rows of equal score by that of the negative class, too; None if that
    changes no model.
    """

    task_id: int
    run_ids: Ints
    y_true: BoolArray
    y_scores: Floats
    decisions: NDArray[np.int8]
    repeats: Ints
    folds: Ints
    instances: Ints
    stated_groups: Ints | None = None
    scores_by_both: Floats | None = None

    @classmethod
    def of(cls, predictions: "TaskPredictions") -> Self:
        """Return the predictions of a task as parts evaluate them; arrays are not copied."""
        _, instances = np.unique(predictions.row_id, return_inverse=True)
        return cls(
            task_id=predictions.task.task_id,
            run_ids=np.array(predictions.run_ids, dtype=np.int64),
            y_true=predictions.y_true,
            y_scores=predictions.y_score,
            decisions=predictions.decision,
            repeats=predictions.repeat.astype(np.int64),
            folds=predictions.fold.astype(np.int64),
            instances=instances,
            stated_groups=predictions.group,
            scores_by_both=predictions.y_score_by_both(),
        )

    @cached_property
    def seed(self) -> int:
        """A seed of random numbers that depends on the predictions alone, not on any name.

        Copies of rows do not change it.
        """
        rows = np.unique(self.groups, return_index=True)[1][:_ROWS_OF_SEED]
        return seed_of_predictions(self.y_true[rows], self.y_scores[:, rows])

    @property
    def n_instances(self) -> int:
        """Return the number of instances."""
        return int(self.instances.max()) + 1

    @property
    def prevalence(self) -> float:
        """Return the share of positives."""
        return float(self.y_true.mean())

    @cached_property
    def dependent(self) -> DependentRows:
        """The groups of rows that are moved and resampled together."""
        return dependent_rows(
            self.y_true, self.y_scores, self.instances, self.repeats, self.stated_groups
        )

    @cached_property
    def orders(self) -> Orders | None:
        """The rows of each model by their scores; None of a large task, where they fill memory."""
        return orders_of(self.y_scores) if self.y_scores.size <= _ORDERS_KEPT else None

    @property
    def groups(self) -> Ints:
        """Return the group of each row."""
        return self.dependent.groups

    @property
    def n_groups(self) -> int:
        """Return the number of groups."""
        return int(self.groups.max()) + 1

    @property
    def group_sizes(self) -> tuple[Ints, Ints]:
        """Return how many positive and how many negative rows each group has."""
        positives, negatives = (
            np.bincount(self.groups[rows], minlength=self.n_groups)
            for rows in (self.y_true, ~self.y_true)
        )
        return positives, negatives

    @property
    def smaller_class(self) -> int:
        """Return how many groups of rows have a row of the smaller class.

        It bounds what a task tells: its errors are mostly those of its fewest independent cases.
        """
        return min(int(np.count_nonzero(rows)) for rows in self.group_sizes)

    def fold_rows(self) -> list[Rows]:
        """Return the rows of each fold of each repeat; empty if no file states the folds."""
        if (self.folds < 0).any():
            return []
        return _rows_by_code(self.repeats * (self.folds.max() + 1) + self.folds)

    def repeat_rows(self) -> list[Rows]:
        """Return the rows of each repeat."""
        return _rows_by_code(self.repeats)


def _rows_by_code(codes: Ints) -> list[Rows]:
    """Return the rows of each code, in increasing order of the codes."""
    order = np.argsort(codes, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(codes[order])) + 1)
