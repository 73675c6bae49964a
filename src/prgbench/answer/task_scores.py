"""The predictions of the models of a task, their scores, and those of halves and replicates."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from prgbench.answer.scored_task import (
    OPTIMISM,
    Covariance,
    NoiseKnown,
    NoisyTask,
    Setting,
    centred,
)
from prgbench.answer.seeds import seed_of_predictions
from prgbench.metrics import Measure, evaluate, get_measure
from prgbench.metrics.delong import placements
from prgbench.metrics.engine.batch import AtPrevalence, FromAreas
from prgbench.metrics.engine.counts import Orders, orders_of
from prgbench.metrics.engine.inputs import weights_at_prevalence
from prgbench.metrics.engine.sample import Sample
from prgbench.metrics.gains import ungain
from prgbench.metrics.resampling import areas_and_prevalence, draw_counts
from prgbench.stats.dependent_rows import DependentRows, dependent_rows
from prgbench.stats.student import normal_quantile
from prgbench.study.agreement import direction
from prgbench.typing import BoolArray, Floats, Ints

if TYPE_CHECKING:
    from prgbench.sources.task_predictions import TaskPredictions

Rows = NDArray[np.intp]
VALUES_AT_ONCE = 1 << 22
_CELLS_AT_ONCE = 1 << 23
_ORDERS_KEPT = 1 << 20
_ROWS_OF_SEED = 1_000
_FEWEST_REPLICATES = 10
_POSITIONS_KEPT = 1 << 20
_STREAM_OF_HALVES = 1
_AT_ONE_COST = ("expected_cost@", "expected_cost(")
_STRICTER = (normal_quantile(0.995) / normal_quantile(0.975)) ** 2
"""The least cost at one ratio of costs is that of a threshold chosen on the same data, where few
errors count: its variance is that with which the quantile of 95% reaches as far as that of 99%.
"""
_AT_BEST_THRESHOLD = {"expected_cost", "max_f1", "max_mcc", "ks", "h_measure", "auprg_hull"}
"""Measures at thresholds, or on a hull, that are chosen on the same data: too good by an error
that does not average out, and less so of a model with few different scores.
"""
_INVERSE_F1 = get_measure("expected_inverse_f1")


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
    def noise_known(self) -> NoiseKnown:
        """It is that of other instances."""
        return NoiseKnown.YES

    @property
    def n_units(self) -> int:
        """Return the number of instances, which halves consist of."""
        return self.n_instances

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
        """Return how many groups of rows have a row of the smaller class."""
        return min(int(np.count_nonzero(rows)) for rows in self.group_sizes)

    def scores_of_halves(self, setting: Setting) -> Floats:
        """Evaluate the models on the `random_halves`; NaN where one of two lacks a class."""
        return _evaluated_halves(self, setting)[:, :, :-1]

    def noisy(self, setting: Setting, *, gains: bool = True) -> NoisyTask:
        """Return the scores with the noise of bootstrap replicates; without, of a single value."""
        compute = replicates_of_task if gains else replicates_without_gains
        replicates = compute(self, setting)
        n = self.smaller_class
        # A bootstrap of one value tells nothing of its noise.
        resampled = replicates.scores[: len(replicates.scores) * (n > 1)]
        # A bootstrap of n values has (n - 1) / n of their variance.
        return NoisyTask(replicates.original, centred(resampled) * np.sqrt(n / max(n - 1, 1)), n)

    def covariances(self, setting: Setting) -> Iterator[Covariance]:
        """Yield covariances: of AUROC by DeLong et al. (1988), else over bootstrap replicates.

        The degrees of freedom are one less than the smaller class, and fewer for the finite number
        of replicates. The expected cost at a stated ratio of costs has a larger covariance, as its
        threshold is chosen on the same data.
        """
        n = self.smaller_class
        for index, measure in enumerate(setting.measures if n > 1 else ()):
            is_auroc = measure == get_measure("auroc")
            by_delong = self._covariance_of_auroc() if is_auroc else None
            sizes = self._sample.effective_sizes if is_auroc else None
            models, covariance, n_replicates = by_delong or self._of_replicates(setting, index)
            if len(models) and n_replicates > 1:
                # Noise of the instances and of the finite number of replicates add up.
                degrees = 1 / (1 / (n - 1) + 1 / (n_replicates - 1))
                optimism = self._optimism(setting, index)
                yield Covariance(
                    measure,
                    self.run_ids[models],
                    covariance,
                    degrees,
                    sizes,
                    None if optimism is None else optimism[models],
                )

    def _covariance_of_auroc(self) -> tuple[NDArray[np.intp], Floats, float] | None:
        """Return DeLong's covariance; None if a class is in one group only."""
        try:
            return np.arange(len(self.run_ids)), placements(self._sample).covariance, np.inf
        except ValueError:
            return None

    def _optimism(self, setting: Setting, index: int) -> Floats | None:
        """Return by how much scores at a threshold chosen on the same data are too good, at most.

        Halves show it, which choose it among fewer instances. None of any other measure, or if no
        half has both classes.
        """
        # The name of a measure with parameters goes on with "@" or a bracket.
        base, *_ = re.split(r"[@(]", setting.measures[index].name)
        if base not in _AT_BEST_THRESHOLD:
            return None
        of_halves = mean_of_defined(np.concatenate(self.scores_of_halves(setting)[:, :, index]))
        optimism = OPTIMISM * (of_halves - replicates_of_task(self, setting).original[index])
        return optimism if np.isfinite(optimism).all() else None

    @property
    def _sample(self) -> Sample:
        grouped = self.n_groups < len(self.y_true)
        ones = np.ones(len(self.y_true))
        return Sample(self.y_true, self.y_scores, ones, self.groups, False, grouped)

    def _of_replicates(
        self, setting: Setting, index: int
    ) -> tuple[NDArray[np.intp], Floats, float]:
        """Return the covariance over replicates of the models that a measure has a value of."""
        n = self.smaller_class
        drawn = replicates_of_task(self, setting)
        scores = drawn.scores[:, index]
        defined = np.isfinite(drawn.original[index]) & np.isfinite(scores).all(axis=0)
        models = np.flatnonzero(defined)
        if len(scores) < _FEWEST_REPLICATES:
            return models[:0], np.zeros((0, 0)), 0
        covariance = np.cov(scores[:, models], rowvar=False).reshape(len(models), len(models))
        # A bootstrap of n instances has (n - 1) / n of their variance.
        covariance = covariance * n / (n - 1)
        if setting.measures[index].name.startswith(_AT_ONE_COST):
            covariance = covariance * _STRICTER
        return models, covariance, len(scores)

    def fold_rows(self) -> list[Rows]:
        """Return the rows of each fold of each repeat; empty if no file states the folds."""
        if (self.folds < 0).any():
            return []
        return _groups(self.repeats * (self.folds.max() + 1) + self.folds)

    def repeat_rows(self) -> list[Rows]:
        """Return the rows of each repeat."""
        return _groups(self.repeats)


def evaluate_models(
    y_true: BoolArray, y_scores: Floats, measures: Sequence[str | Measure]
) -> Floats:
    """Evaluate models, in batches: shape (models, measures)."""
    return np.concatenate(
        [evaluate(y_true, y_scores[models], measures) for models in model_batches(y_scores)]
    )


def scores_of_parts(
    y_true: BoolArray,
    y_scores: Floats,
    measures: Sequence[str | Measure],
    parts: Sequence[Rows],
) -> Floats:
    """Evaluate models on parts of the rows: shape (parts, measures, models)."""
    scores = np.empty((len(parts), len(measures), len(y_scores)))
    for part, rows in enumerate(parts):
        scores[part] = evaluate_models(y_true[rows], y_scores[:, rows], measures).T
    return scores


def mean_of_defined(scores: Floats) -> Floats:
    """Average over the first axis what is defined; NaN where nothing is."""
    counts = (~np.isnan(scores)).sum(axis=0)
    return np.asarray(np.nansum(scores, axis=0) / np.where(counts > 0, counts, np.nan))


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
    # Per stated prevalence (None: that of the data), since it changes the weights.
    by_prevalence: dict[float | None, dict[int, FromAreas]] = {}
    for index, measure in enumerate(measures):
        function = measure.batch
        if isinstance(function, AtPrevalence):
            function = function.function
        if isinstance(function, FromAreas):
            by_prevalence.setdefault(measure.prevalence, {})[index] = function
    fast_indices = [index for functions in by_prevalence.values() for index in functions]
    slow_indices = [index for index in range(len(measures)) if index not in fast_indices]
    for prevalence, functions in by_prevalence.items() if len(weights) else ():
        weighed: NDArray[Any] = weights
        if prevalence is not None:
            weighed = weights_at_prevalence(task.y_true, weights, prevalence)
        for models in model_batches(task.y_scores):
            y_scores = task.y_scores[models]
            areas_of_models = areas_and_prevalence(task.y_true, y_scores, weighed, task.orders)
            for index, of_areas in functions.items():
                scores[:, index, models] = of_areas.function(*areas_of_models)
    if slow_indices:
        slow = [measures[at] for at in slow_indices]
        for index, weight in enumerate(weights):
            rows = np.repeat(np.arange(len(weight)), weight)
            scores[index, slow_indices] = evaluate(
                task.y_true[rows], task.y_scores[:, rows], slow
            ).T
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


def replicates_without_gains(task: TaskScores, setting: Setting) -> Replicates:
    """Return the replicates with gains on the scale of precision and F, which keeps their order.

    Gains can be very negative, and the errors of weak models would hide all differences.
    """
    replicates = replicates_of_task(task, setting)
    if not 0 < task.prevalence < 1:
        return replicates
    scores = replicates.original.copy()
    resampled = replicates.scores.copy()
    for index, measure in enumerate(setting.measures):
        # That a measure is on the scale of gains shows in its range.
        if (measure.lower, measure.upper, measure.higher_is_better) == (-np.inf, 1, True):
            stated = measure.prevalence
            prevalence = task.prevalence if stated is None else stated
            scores[index] = ungain(scores[index], prevalence)
            resampled[:, index] = ungain(resampled[:, index], prevalence)
    return Replicates(scores, resampled)


def random_halves(task: TaskScores, setting: Setting) -> BoolArray:
    """Cut a task into halves in each split: shape (splits, 2, rows).

    The folds of a task are put in a random order, the instances in each fold too, and the order is
    cut in two, class by class: halves consist of whole folds as far as possible, and both have the
    same numbers of positives and negatives up to one. If a task has repeats, instances take the
    place of folds, and all rows of an instance stay together.

    Rows that depend on each other stay together as well (`dependent_rows`): such a group is moved
    like an instance, as long as its positives, or as its negatives if it has no positive. Halves
    then have the same numbers up to a group, and a group in several folds takes the place of
    folds.

    The halves of a split have no group in common, and which one has one more of a class is drawn
    at random, for each class: given the fitted models and the numbers of positives and negatives,
    they are independent samples of the same kind.
    """
    n = task.n_groups
    members = np.empty((setting.splits, n), dtype=bool)
    is_small = setting.splits * n <= _POSITIONS_KEPT
    positions_of = _positions_kept if is_small else _positions
    for split, positions in enumerate(positions_of(task, setting.seed, setting.splits)):
        members[split] = positions < 0.5
    first = members[:, task.groups]
    return np.stack([first, ~first], axis=1)


def defined_halves(task: TaskScores, members: BoolArray) -> BoolArray:
    """Return which halves (splits, 2, rows) have both classes: shape (splits, 2)."""
    positives, negatives = (members & of_class for of_class in (task.y_true, ~task.y_true))
    return np.logical_and(positives.any(axis=-1), negatives.any(axis=-1))


def expected_f1_of_halves(task: TaskScores, setting: Setting) -> Floats:
    """Return the expected F1 on the harmonic scale, 1 / E[1/F1]: shape (splits, 2, models)."""
    expected: Floats = -1 / _evaluated_halves(task, setting)[:, :, -1]
    return expected


@lru_cache(maxsize=1)
def _evaluated_halves(task: TaskScores, setting: Setting) -> Floats:
    """Evaluate by the measures, and by E[1/F1], which is of the same areas.

    The halves of the last task are remembered, since several parts use them.
    """
    measures = [*setting.measures, _INVERSE_F1]
    members = random_halves(task, setting)
    usable = np.flatnonzero(defined_halves(task, members).all(axis=1))
    scores = np.full((*members.shape[:2], len(measures), len(task.run_ids)), np.nan)
    at_once = max(1, _CELLS_AT_ONCE // members[0].size)
    for start in range(0, len(usable), at_once):
        splits = usable[start : start + at_once]
        weights = members[splits].reshape(-1, members.shape[2]).astype(np.int32)
        values = reweighted_scores(task, measures, weights)
        scores[splits] = values.reshape(len(splits), -1, *values.shape[1:])
    scores *= direction(measures)[:, None]
    scores.flags.writeable = False
    return scores


@lru_cache(maxsize=1)
def _positions_kept(task: TaskScores, seed: int, splits: int) -> list[Floats]:
    return list(_positions(task, seed, splits))


def _positions(task: TaskScores, seed: int, splits: int) -> Iterator[Floats]:
    """Yield for each split the position of every group of rows in its class, in [0, 1)."""
    rng = np.random.default_rng([seed, task.seed, _STREAM_OF_HALVES])
    blocks = _blocks(task)
    positives, negatives = task.group_sizes
    lengths = np.where(positives, positives, negatives)
    classes = [np.flatnonzero(class_groups) for class_groups in (positives > 0, positives == 0)]
    for _ in range(splits):
        order = rng.permutation(blocks.max() + 1)[blocks] + rng.random(len(blocks))
        positions = np.empty(len(blocks))
        for class_groups in classes:
            in_order = class_groups[np.argsort(order[class_groups])]
            length = lengths[in_order]
            starts = np.cumsum(length) - length
            # A random offset inside the group: which half gets one row more is random.
            positions[in_order] = (starts + length * rng.random()) / max(length.sum(), 1)
        yield positions


def _blocks(task: TaskScores) -> NDArray[np.intp]:
    """Return for each group of rows what it is moved with: its fold, or itself.

    It is itself if there are repeats, or if a group has rows in several folds.
    """
    blocks = np.arange(task.n_groups)
    if not (task.folds < 0).any() and (task.repeats == task.repeats[0]).all():
        folds = np.empty_like(blocks)
        folds[task.groups] = task.folds
        if (folds[task.groups] == task.folds).all():
            blocks = folds
    return np.unique(blocks, return_inverse=True)[1]


def _groups(codes: Ints) -> list[Rows]:
    order = np.argsort(codes, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(codes[order])) + 1)
