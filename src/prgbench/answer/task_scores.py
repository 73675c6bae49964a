"""The scores of the models of one task: from predictions, or given as replicates."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from prgbench.answer.setting import Setting
from prgbench.metrics import Measure, evaluate
from prgbench.metrics.engine.batch import FromAreas
from prgbench.metrics.engine.orders import Orders, orders_of
from prgbench.metrics.resampling import areas_and_prevalence, draw_counts
from prgbench.stats.dependent_rows import DependentRows, dependent_rows
from prgbench.study.agreement import direction

if TYPE_CHECKING:
    from prgbench.data.task import TaskPredictions

BoolArray = NDArray[np.bool_]
IntArray = NDArray[np.int64]
Floats = NDArray[np.float64]
VALUES_AT_ONCE = 1 << 22
_CELLS_AT_ONCE = 1 << 23
_ORDERS_KEPT = 1 << 20
_ROWS_OF_SEED = 1_000


@dataclass(frozen=True, eq=False)
class TaskScores:
    """The predictions of the models of a task: models are rows of ``y_scores`` and ``decisions``.

    Decisions are 1 for positive, 0 for negative and -1 where not stated, as are repeats and folds.
    ``instances`` numbers the instance of each row from 0; repeated cross-validation has several
    rows of an instance. ``stated_groups`` has the ``group`` of each row, if a table states it.
    ``scores_by_both`` rank rows of equal score by that of the negative class, too; None if that
    changes no model.
    """

    task_id: int
    run_ids: IntArray
    y_true: BoolArray
    y_scores: Floats
    decisions: NDArray[np.int8]
    repeats: IntArray
    folds: IntArray
    instances: IntArray
    stated_groups: IntArray | None = None
    scores_by_both: Floats | None = None

    @cached_property
    def seed(self) -> int:
        """A seed of random numbers that depends on the predictions alone, not on any name.

        Copies of rows do not change it.
        """
        rows = np.unique(self.groups, return_index=True)[1][:_ROWS_OF_SEED]
        scores = np.sort(self.y_scores[:, rows], axis=0)
        return crc32(scores.tobytes(), crc32(self.y_true[rows].tobytes()))

    @property
    def n_instances(self) -> int:
        """Return the number of instances."""
        return int(self.instances.max()) + 1

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
    def groups(self) -> IntArray:
        """Return the group of each row."""
        return self.dependent.groups

    @property
    def n_groups(self) -> int:
        """Return the number of groups."""
        return int(self.groups.max()) + 1

    @property
    def group_sizes(self) -> tuple[IntArray, IntArray]:
        """Return how many positive and how many negative rows each group has."""
        positives, negatives = (
            np.bincount(self.groups[rows], minlength=self.n_groups)
            for rows in (self.y_true, ~self.y_true)
        )
        return positives, negatives

    def fold_rows(self) -> list[NDArray[np.intp]]:
        """Return the rows of each fold of each repeat; empty if no file states the folds."""
        if (self.folds < 0).any():
            return []
        return _groups(self.repeats * (self.folds.max() + 1) + self.folds)

    def repeat_rows(self) -> list[NDArray[np.intp]]:
        """Return the rows of each repeat."""
        return _groups(self.repeats)


def load_task_scores(bundle: "TaskPredictions", run_ids: Sequence[int]) -> TaskScores:
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
        stated_groups=bundle.group(),
        scores_by_both=bundle.y_scores_by_both(run_ids),
    )


def evaluate_models(
    y_true: BoolArray, y_scores: Floats, measures: Sequence[str | Measure]
) -> Floats:
    """Evaluate models, in batches: shape (models, measures)."""
    return np.concatenate(
        [evaluate(y_true, y_scores[models], measures) for models in model_batches(y_scores)]
    )


def mean_or_nan(values: Floats) -> float:
    """Return the mean, NaN of no value."""
    return float(values.mean()) if len(values) else float("nan")


def model_batches(y_scores: Floats) -> Iterator[slice]:
    """Yield batches of models that need little memory beside their scores."""
    size = max(1, VALUES_AT_ONCE // max(y_scores.shape[1], 1))
    for start in range(0, len(y_scores), size):
        yield slice(start, start + size)


def reweighted_scores(
    task: TaskScores, measures: Sequence[Measure], weights: NDArray[np.int32]
) -> Floats:
    """Evaluate the models under whole-number weights of the rows, each with both classes.

    Returns shape (weightings, measures, models). Measures of the areas take one sort per model;
    others need repeated rows, which takes much longer.
    """
    scores = np.empty((len(weights), len(measures), len(task.run_ids)))
    areas = {
        place: measure.batch.function
        for place, measure in enumerate(measures)
        if isinstance(measure.batch, FromAreas)
    }
    others = [place for place in range(len(measures)) if place not in areas]
    if areas and len(weights):
        for models in model_batches(task.y_scores):
            y_scores = task.y_scores[models]
            areas_of_models = areas_and_prevalence(task.y_true, y_scores, weights, task.orders)
            for place, function in areas.items():
                scores[:, place, models] = function(*areas_of_models)
    if others:
        slow = [measures[at] for at in others]
        for place, weight in enumerate(weights):
            rows = np.repeat(np.arange(len(weight)), weight)
            scores[place, others] = evaluate(task.y_true[rows], task.y_scores[:, rows], slow).T
    return scores


@dataclass(frozen=True, slots=True, eq=False)
class Replicates:
    """Scores (measures, models) of a task and of its replicates; higher is better."""

    original: Floats
    scores: Floats


@lru_cache(maxsize=1)
def replicates_of_task(task: TaskScores, setting: Setting) -> Replicates:
    """Evaluate the models of a task on bootstrap replicates of its groups of rows.

    The replicates of the last task are remembered, since several parts use them.
    """
    measures = setting.measures
    sign = direction(measures)[:, None]
    rng = np.random.default_rng([setting.seed, task.seed])
    n = task.n_groups
    groups = np.arange(n)
    at_once = max(1, _CELLS_AT_ONCE // len(task.y_true))
    parts = []
    for start in range(0, setting.replicates, at_once):
        size = min(at_once, setting.replicates - start)
        weights = draw_counts(rng, [groups], size, n)[:, task.groups]
        n_pos = weights @ task.y_true
        weights = weights[(n_pos > 0) & (n_pos < weights.sum(axis=1))]
        parts.append(reweighted_scores(task, measures, weights))
    original = evaluate_models(task.y_true, task.y_scores, measures).T
    return Replicates(original * sign, np.concatenate(parts) * sign)


def _groups(codes: IntArray) -> list[NDArray[np.intp]]:
    order = np.argsort(codes, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(codes[order])) + 1)


_STREAM = 2


@dataclass(frozen=True, eq=False)
class TaskReplicates:
    """The scores of the models of a task: ``scores`` have shape (replicates, measures, models).

    Two disjoint sets of replicates take the place of the halves of the instances. Folds of a
    cross-validation share no test instance, so that neither do two sets of them; of a repeated
    one, each split takes the folds of one repeat. Seeds, and repeats without folds, share the test
    instances, whose noise two sets of them have in common: no difference between measures can be
    told from it, and no covariance of the scores over other instances is known.

    Replicates with the same number in ``blocks`` are of one cross-validation; ``folds`` says
    whether they are its folds. ``ratio`` is the number of test over that of training instances of
    random splits, if that is what they are.
    """

    task_id: int
    run_ids: IntArray
    scores: Floats
    blocks: IntArray
    folds: bool
    ratio: float | None = None

    @property
    def seed(self) -> int:
        """A seed of random numbers that depends on the scores alone, not on any name."""
        return crc32(np.sort(self.scores, axis=None).tobytes())

    @property
    def error_ratio(self) -> float:
        """The variance of a mean score over that of a single replicate.

        Folds and random splits share training rows: 1 / their number + the ratio of test to
        training rows, of folds 1 / (folds of a repeat - 1), corrects for it [1]_.

        References
        ----------
        .. [1] C. Nadeau, Y. Bengio (2003). Inference for the generalization error. Machine
               Learning 52(3), 239-281.
        """
        overlap = 1 / (self.n_folds - 1) if self.folds and self.n_folds > 1 else 0.0
        return 1 / len(self.scores) + (self.ratio or overlap)

    @property
    def fitted_error_ratio(self) -> float:
        """The variance of a mean score over that of a single replicate, of the fitted models.

        Folds share no test instance, so that their scores are independent, given the models that
        were fitted [1]_. Repeats of a cross-validation test the same instances again. It is safe:
        scores of folds vary with their training, too.

        References
        ----------
        .. [1] P. Bayle, A. Bayle, L. Janson, L. Mackey (2020). Cross-validation confidence
               intervals for test error. Advances in Neural Information Processing Systems 33.
        """
        return 1 / self.n_folds if self.folds else self.error_ratio

    @property
    def n_folds(self) -> int:
        """Return the number of folds of a repeat."""
        return int(np.bincount(self.blocks).max())

    def scores_of_halves(self, setting: Setting) -> Floats:
        """Return the mean scores of disjoint sets of as many replicates each, in each split.

        Shape (splits, 2, measures, models). Higher is better; NaN where no block has two.
        """
        rng = np.random.default_rng([setting.seed, self.seed, _STREAM])
        blocks = [np.flatnonzero(self.blocks == number) for number in np.unique(self.blocks)]
        blocks = [replicates for replicates in blocks if len(replicates) > 1]
        means = np.full((setting.splits, 2, *self.scores.shape[1:]), np.nan)
        for split in range(setting.splits if blocks else 0):
            block = blocks[split % len(blocks)]
            size = len(block) // 2
            drawn = rng.permutation(block)[: 2 * size].reshape(2, size)
            means[split] = self.scores[drawn].mean(axis=1)
        signed: Floats = means * direction(setting.measures)[:, None]
        return signed

    def covariance(self, place: int) -> tuple[Floats, float] | None:
        """Return the covariance of the models' mean scores by a measure, and its degrees.

        None of a single fold, and of replicates that are neither folds nor splits of known sizes.
        """
        if self.n_folds < 2 or not (self.folds or self.ratio):
            return None
        spread = np.atleast_2d(np.cov(self.scores[:, place], rowvar=False))
        return self.error_ratio * spread, len(self.scores) - 1.0
