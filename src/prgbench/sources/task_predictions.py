"""The predictions of a task's models: the one form in which everything is computed from them.

`TableSource.load` reads a table into it and `Bundle.load` a bundle. Scores, answer, curves and
figures are computed from it and know nothing of where it came from.

Arrays have an entry for each row, in one order; those of several models have a row for each. A row
is a prediction of an instance in a repeat of the cross-validation: with 10 repeats, each instance
has 10 rows.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from prgbench.sources.both_scores import ranked_by_both
from prgbench.sources.exclusions import Exclusion
from prgbench.sources.runs import Run
from prgbench.sources.tasks import Task

Scores = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Model:
    """A model of a task: its run, and what is known of its predictions.

    Attributes
    ----------
    run : Run
        The run that has made it.
    file_id : int
        Its prediction file in the archive.
    sha256 : str
        The checksum of what the archive has sent, or of its rows in a table.
    auroc : float
        The AUROC of its predictions, in [0, 1].
    both : bool
        Whether the scores of the negative class are there, too: where they differ among rows of
        equal scores of the positive one.

    Examples
    --------
    >>> run = Run(1, 3, 2, "forest", 0, 0, "", auroc=None)
    >>> Model(run, file_id=1, sha256="0" * 64, auroc=0.75).both
    False
    """

    run: Run
    file_id: int
    sha256: str
    auroc: float
    both: bool = False


@dataclass(frozen=True, eq=False, kw_only=True)
class TaskPredictions:
    """What is known of a task: its models, the truth, and what each model says of each row.

    Attributes
    ----------
    task : Task
        What is predicted of which data set.
    positive, negative : str
        The labels of the two classes.
    models : tuple of Model
        The models, in the order of the rows of ``y_score`` and ``decision``.
    y_true : ndarray of bool, shape (rows,)
        True where the row is of the positive class.
    y_score : ndarray of float64, shape (models, rows)
        Scores of the positive class: finite, higher where it is more likely.
    decision : ndarray of int8, shape (models, rows)
        1 for the positive class, 0 for the negative one, -1 where none is stated.
    row_id : ndarray of int64, shape (rows,)
        The instance of each row; repeats predict each several times.
    repeat, fold : ndarray of int16, shape (rows,)
        From 0; a fold that is not stated is -1.
    group : ndarray of int64, shape (rows,), or None
        Which rows depend on each other, if that is stated.
    y_score_negative : mapping of int to ndarray of float64, shape (rows,)
        By run, the scores of the negative class of those models for which they tell rows apart
        that the scores of the positive class tie.
    excluded : tuple of Exclusion
        The models that can't be used, and why.

    Examples
    --------
    Two models of four rows; the second has stated no decisions.

    >>> from prgbench.sources.runs import Run
    >>> task = Task(
    ...     task_id=3, dataset_id=7, dataset_name="liver", target="class", classes=("no", "yes"),
    ...     n_instances=4, estimation_procedure=1, n_repeats=1, n_folds=2,
    ... )
    >>> models = [
    ...     Model(Run(n, 3, n, f"model {n}", 0, 0, "", auroc=None), n, "0" * 64, auroc=0.75)
    ...     for n in (1, 2)
    ... ]
    >>> predictions = TaskPredictions(
    ...     task=task,
    ...     positive="yes",
    ...     negative="no",
    ...     models=tuple(models),
    ...     y_true=np.array([True, False, True, False]),
    ...     y_score=np.array([[0.9, 0.1, 0.4, 0.6], [0.7, 0.7, 0.2, 0.1]]),
    ...     decision=np.array([[1, 0, 0, 1], [-1, -1, -1, -1]], dtype=np.int8),
    ...     row_id=np.arange(4),
    ...     repeat=np.zeros(4, dtype=np.int16),
    ...     fold=np.array([0, 0, 1, 1], dtype=np.int16),
    ...     group=None,
    ... )
    >>> predictions.run_ids, predictions.n_instances
    ([1, 2], 4)
    >>> predictions.of([2]).y_score.tolist()
    [[0.7, 0.7, 0.2, 0.1]]
    """

    task: Task
    positive: str
    negative: str
    models: tuple[Model, ...]
    y_true: NDArray[np.bool_]
    y_score: Scores
    decision: NDArray[np.int8]
    row_id: NDArray[np.int64]
    repeat: NDArray[np.int16]
    fold: NDArray[np.int16]
    group: NDArray[np.int64] | None
    y_score_negative: Mapping[int, Scores] = field(default_factory=dict)
    excluded: tuple[Exclusion, ...] = ()

    def __len__(self) -> int:
        return self.y_true.size

    @property
    def run_ids(self) -> list[int]:
        """The models by their runs, in their order."""
        return [model.run.run_id for model in self.models]

    @property
    def n_instances(self) -> int:
        """How many instances the rows are of."""
        # Sorted: NumPy 2.4 takes seconds for the distinct ones of a million integers.
        ids = np.sort(self.row_id)
        return int(np.count_nonzero(ids[1:] != ids[:-1])) + (ids.size > 0)

    def of(self, run_ids: Sequence[int]) -> Self:
        """Return the predictions of some models, in the order in which they are named.

        Parameters
        ----------
        run_ids : sequence of int
            The models.

        Returns
        -------
        TaskPredictions
            The same object if these are its models in their order.

        Raises
        ------
        KeyError
            If a run is of none of the models.
        """
        if list(run_ids) == self.run_ids:
            return self
        place_of = {run_id: place for place, run_id in enumerate(self.run_ids)}
        places = [place_of[run_id] for run_id in run_ids]
        return replace(
            self,
            models=tuple(self.models[place] for place in places),
            y_score=self.y_score[places],
            decision=self.decision[places],
        )

    def of_first_repeat(self) -> Self:
        """Return the rows of the first repeat of a cross-validation alone."""
        first = self.repeat == 0
        return replace(
            self,
            y_true=self.y_true[first],
            y_score=self.y_score[:, first],
            decision=self.decision[:, first],
            row_id=self.row_id[first],
            repeat=self.repeat[first],
            fold=self.fold[first],
            group=None if self.group is None else self.group[first],
            y_score_negative={
                run_id: scores[first] for run_id, scores in self.y_score_negative.items()
            },
        )

    def y_score_by_both(self) -> Scores | None:
        """Return scores that rank rows by both classes' scores.

        Rounded scores of the positive class may be tied where those of the negative class are not:
        of equal rows, the one with the least negative score is the best. Only the order of the
        scores that are returned means something.

        Returns
        -------
        ndarray of float64, shape (models, rows), or None
            None if the scores of the negative class break no ties of any model.
        """
        if self.y_score_negative.keys().isdisjoint(self.run_ids):
            return None
        scores = self.y_score.copy()
        for place, run_id in enumerate(self.run_ids):
            if run_id in self.y_score_negative:
                negative = self.y_score_negative[run_id]
                scores[place] = ranked_by_both(scores[place], negative)
        return scores

    def digest_of_rows(self) -> str:
        """Return a checksum of what the models share: truth, instances, repeats, folds, groups."""
        digest = hashlib.sha256()
        shared: list[NDArray[Any] | None] = [self.y_true, self.row_id, self.repeat, self.fold]
        for array in (*shared, self.group):
            digest.update(b"" if array is None else np.ascontiguousarray(array).data)
        return digest.hexdigest()
