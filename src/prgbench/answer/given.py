"""What the answer takes as given, and how much the best model depends on it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from prgbench.answer.halves import scores_of_halves
from prgbench.answer.interface import Bound, Part, PartOptions, Study, Tables, table_of
from prgbench.answer.setting import Setting
from prgbench.answer.task_scores import (
    BoolArray,
    Floats,
    TaskScores,
    evaluate_models,
)
from prgbench.data.models import Models
from prgbench.metrics import Measure
from prgbench.stats.cluster_bootstrap import ClusterBootstrap, Resampling
from prgbench.stats.interval import Interval, corrected_resampled_error
from prgbench.study.agreement import best_by_score, by_pair, direction, sets_differ

FOLD_MEAN = "fold_mean"
REPEAT = "another_repeat"
HALF = "another_half"
CHANGES = (FOLD_MEAN, REPEAT, HALF)
NO_FOLDS = "no task of this study states several folds"
NO_REPEATS = "no task of this study repeats its cross-validation"

Rows = NDArray[np.intp]
Change = tuple[float, float]
UNDEFINED: Change = (np.nan, np.nan)


class OverTasks(NamedTuple):
    """A mean over tasks with its interval, and the numbers of tasks and data sets behind it."""

    estimate: float
    lower: float
    upper: float
    tasks: int
    datasets: int
    undefined: int
    note: str


@dataclass(frozen=True, slots=True)
class StudyTasks:
    """The tasks of a study: the data set of each, by task, and how data sets are resampled."""

    datasets: "pd.Series[int]"
    resampling: Resampling

    @classmethod
    def of(cls, models: Models, resampling: Resampling) -> "StudyTasks":
        """Return the tasks of a table of models."""
        return cls(models.dataset_of_task, resampling)

    def bootstrap(self, values: "pd.DataFrame | pd.Series[float]") -> ClusterBootstrap:
        """Return the bootstrap of the tasks that index the values."""
        return self.resampling.of(self.datasets[values.index])

    def share(self, values: "pd.Series[float]") -> OverTasks:
        """Return the mean of shares in [0, 1]; NaN is undefined."""
        return self._mean(values, ClusterBootstrap.interval_of_share)

    def mean(self, values: "pd.Series[float]") -> OverTasks:
        """Return the mean; NaN is undefined."""
        return self._mean(values, lambda bootstrap, own: bootstrap.interval(bootstrap.mean(own)))

    def _mean(
        self,
        values: "pd.Series[float]",
        interval: Callable[[ClusterBootstrap, ArrayLike], Interval],
    ) -> OverTasks:
        everywhere = values.reindex(self.datasets.index)
        defined = everywhere.dropna()
        used = defined if len(defined) else everywhere
        return self.counted(interval(self.bootstrap(used), used), defined)

    def counted(self, interval: Interval, defined: "pd.DataFrame | pd.Series[float]") -> OverTasks:
        """Return an interval with the numbers of tasks and data sets behind it."""
        return OverTasks(
            interval.estimate,
            interval.lower,
            interval.upper,
            tasks=len(defined),
            datasets=int(self.datasets[defined.index].nunique()),
            undefined=len(self.datasets) - len(defined),
            note=interval.note,
        )


def scores_of_rows(task: TaskScores, measures: Sequence[Measure], parts: Sequence[Rows]) -> Floats:
    """Evaluate the models on parts of the rows: shape (parts, measures, models).

    Higher is better, whatever the measure; NaN where a measure is undefined.
    """
    scores = np.empty((len(parts), len(measures), len(task.run_ids)))
    for part, rows in enumerate(parts):
        scores[part] = evaluate_models(task.y_true[rows], task.y_scores[:, rows], measures).T
    return scores * direction(measures)[:, None]


def whole_repeats(task: TaskScores) -> list[Rows]:
    """Return the rows of each repeat, if there are several and each has all instances once.

    Two such repeats share their instances; the partition and the fitted models differ.
    """
    repeats = task.repeat_rows()
    everything = np.arange(task.n_instances)
    whole = all(np.array_equal(np.sort(task.instances[rows]), everything) for rows in repeats)
    return repeats if whole and len(repeats) > 1 else []


def change_by_fold_mean(pooled: Floats, folds: Floats, decimals: int) -> Change:
    """Compare the best models by the mean over folds with those by pooled predictions.

    Returns the probability that the best model changes, and whether the set of best models does;
    NaN if there are fewer than two folds or no model has a mean.
    """
    counts = (~np.isnan(folds)).sum(axis=0)
    if len(folds) < 2 or not counts.any():
        return UNDEFINED
    mean = np.where(counts > 0, np.nansum(folds, axis=0) / np.maximum(counts, 1), np.nan)
    differ, expected = sets_differ(best_by_score(pooled, decimals), best_by_score(mean, decimals))
    return float(expected), float(differ)


def change_by_half(halves: Floats, decimals: int) -> Change:
    """Compare the best models of both halves (splits, 2, models) as `change_by_fold_mean` does."""
    defined = ~np.isnan(halves).all(axis=-1).any(axis=-1)
    if not defined.any():
        return UNDEFINED
    best = best_by_score(halves[defined], decimals)
    differ, expected = sets_differ(best[:, 0], best[:, 1])
    return float(expected.mean()), float(differ.mean())


def repeats_compared(scores: Floats, names: list[str], decimals: int) -> pd.DataFrame:
    """Compare the best models of all repeats, by the same measure and by two measures.

    From scores (repeats, measures, models), the probability that the best models differ in the
    same repeat and in two, and how often the sets differ in two; NaN if there are fewer than two
    repeats or a measure has no score in one.
    """
    missing = np.asarray(np.isnan(scores).all(axis=-1))
    best = best_by_score(scores, decimals) if len(scores) else np.empty(scores.shape, dtype=bool)
    rows = []
    for a, b in [*((a, a) for a in range(len(names))), *combinations(range(len(names)), 2)]:
        defined = len(scores) > 1 and not missing[:, [a, b]].any()
        values = _compared(best[:, a], best[:, b]) if defined else (np.nan,) * 3
        rows.append((names[a], names[b], *values))
    columns = ["measure_a", "measure_b", "within_repeat", "across_repeats", "sets_across_repeats"]
    return pd.DataFrame(rows, columns=columns)


def _compared(a: BoolArray, b: BoolArray) -> tuple[float, ...]:
    """Compare sets (repeats, models) within repeats and across all ordered pairs of repeats."""
    common = a.astype(np.int64) @ b.T.astype(np.int64)
    either = a.sum(axis=1)[:, None] + b.sum(axis=1) - common
    expected = 1 - common / either
    other = ~np.eye(len(a), dtype=bool)
    sets = expected > 0
    return float(np.diagonal(expected).mean()), expected[other].mean(), sets[other].mean()


def gap_of_best_two(
    pooled: Floats, folds: Floats, halves: Floats, ratio: float, decimals: int
) -> dict[str, float]:
    """Compare the best two models by pooled predictions on the folds and on halves.

    The standard error of their mean difference on the folds, as if these were independent
    (``naive``) and corrected for what the training sets share; that of the instances alone is the
    root of the mean of (g1 - g2)^2 / 4 for the differences g1, g2 on two halves. ``ratio`` is that
    of `size_ratio`.
    """
    rounded = np.round(pooled, decimals)
    order = np.argsort(np.where(np.isnan(rounded), np.inf, -rounded), kind="stable")
    if len(order) < 2 or np.isnan(rounded[order[1]]):
        return dict.fromkeys(("gap", "naive", "corrected", "instances", "folds"), np.nan)
    best, second = order[:2]
    differences = folds[:, best] - folds[:, second]
    differences = differences[~np.isnan(differences)]
    gaps = halves[..., best] - halves[..., second]
    squares = (gaps[:, 0] - gaps[:, 1]) ** 2 / 4
    squares = squares[~np.isnan(squares)]
    ratio_known = not np.isnan(ratio)
    return {
        "gap": differences.mean() if len(differences) else np.nan,
        "naive": corrected_resampled_error(differences, 0.0),
        "corrected": corrected_resampled_error(differences, ratio) if ratio_known else np.nan,
        "instances": np.sqrt(squares.mean()) if len(squares) else np.nan,
        "folds": float(len(differences)),
    }


def size_ratio(task: TaskScores) -> float:
    """Return the size of a test set over that of a training set, 1 / (k - 1) for k folds.

    NaN if the folds are unknown or a repeat does not test each instance once: then the sizes of
    the training sets are unknown.
    """
    repeats = [task.instances[rows] for rows in task.repeat_rows()]
    whole = all(len(own) == len(np.unique(own)) == task.n_instances for own in repeats)
    n_folds = len(task.fold_rows()) / len(repeats)
    return 1 / (n_folds - 1) if whole and n_folds > 1 else float("nan")


_WITHOUT_TASKS = {FOLD_MEAN: NO_FOLDS, REPEAT: NO_REPEATS}


class Options(PartOptions):
    """What the answer takes as given: the fitted models and the partition into folds."""


def per_task(task: TaskScores, setting: Setting, _options: Options) -> Tables:
    """Return what the tables of the part need of a task."""
    measures, decimals = setting.measures, setting.ranking.decimals
    names = [measure.name for measure in measures]
    pooled = evaluate_models(task.y_true, task.y_scores, measures).T * direction(measures)[:, None]
    folds = scores_of_rows(task, measures, task.fold_rows())
    halves = scores_of_halves(task, setting)
    of_repeats = scores_of_rows(task, measures, whole_repeats(task))
    repeats = repeats_compared(of_repeats, names, decimals)
    ratio = size_ratio(task)
    changes, gaps = [], []
    for place, name in enumerate(names):
        own = repeats[(repeats["measure_a"] == name) & (repeats["measure_b"] == name)].iloc[0]
        found = {
            FOLD_MEAN: change_by_fold_mean(pooled[place], folds[:, place], decimals),
            REPEAT: (own["across_repeats"], own["sets_across_repeats"]),
            HALF: change_by_half(halves[:, :, place], decimals),
        }
        changes += [(name, source, *values) for source, values in found.items()]
        gap = gap_of_best_two(pooled[place], folds[:, place], halves[:, :, place], ratio, decimals)
        gaps.append({"measure": name, **gap})
    columns = ["measure", "source", "change", "sets_change"]
    tables = {
        "given_changes": pd.DataFrame(changes, columns=columns),
        "given_repeats": repeats,
        "training_gaps": pd.DataFrame(gaps),
    }
    return {key: table.assign(task_id=task.task_id) for key, table in tables.items()}


def tables(study: Study, _options: Options) -> Tables:
    """Return what changes best models, and what repeats say."""
    names = [measure.name for measure in study.setting.measures]
    tasks = StudyTasks.of(study.models, study.resampling)
    gathered = study.per_task
    changes = changed_picks(gathered["given_changes"], names, tasks)
    repeats = gathered["given_repeats"]
    return {
        "given": changes,
        "given_pairs": pairs_across_repeats(repeats, study.agreement, names, tasks),
        "training_error": training_errors(gathered["training_gaps"], names, tasks),
    }


@dataclass(frozen=True, slots=True)
class ChangedPick:
    """How often the best model changes with what the answer takes as given."""

    source: str
    measure: str
    best_models_change: float
    lower: Bound
    upper: Bound
    tasks: int
    datasets: int
    undefined: int
    note: str
    sets_change: float


def changed_picks(changes: pd.DataFrame, names: list[str], tasks: StudyTasks) -> pd.DataFrame:
    """Count how often the best model by the same measure changes with the average, repeat or half.

    A change is expected under one random order of ties; ``sets_change`` is that of the whole sets.
    """
    rows = []
    for source in CHANGES:
        for name in names:
            of_source = changes[changes["source"].eq(source) & changes["measure"].eq(name)]
            of_source = of_source.set_index("task_id")
            estimate = tasks.share(of_source["change"])
            if not estimate.tasks:
                estimate = estimate._replace(note=_WITHOUT_TASKS.get(source, estimate.note))
            rows.append(ChangedPick(source, name, *estimate, of_source["sets_change"].mean()))
    return table_of(ChangedPick, rows)


@dataclass(frozen=True, slots=True)
class PairAcrossRepeats:
    """Two measures in two repeats: a row of `pairs_across_repeats`."""

    measure_a: str
    measure_b: str
    another_measure: float
    another_measure_lower: float
    another_measure_upper: float
    within_repeat: float
    across_repeats: float
    one_measure: float
    excess: float
    lower: Bound
    upper: Bound
    tasks: int
    datasets: int
    undefined: int
    note: str


def pairs_across_repeats(
    repeats: pd.DataFrame, agreement: pd.DataFrame, names: list[str], tasks: StudyTasks
) -> pd.DataFrame:
    """Compare how often the best models of pairs differ in the same repeat and across two.

    ``another_measure`` is by pooled predictions; the others are of the tasks that repeat.
    """
    by = {(a, b): own.set_index("task_id") for a, b, own in by_pair(repeats)}
    pooled = {(a, b): own.set_index("task_id") for a, b, own in by_pair(agreement)}
    rows = []
    for a, b in combinations(names, 2):
        two = by[a, b]
        one = (by[a, a]["across_repeats"] + by[b, b]["across_repeats"]) / 2
        excess = tasks.mean(two["across_repeats"] - one)
        if not excess.tasks:
            excess = excess._replace(note=NO_REPEATS)
        share, lower, upper = tasks.share(pooled[a, b]["best_differs_expected"])[:3]
        within, across = two["within_repeat"].mean(), two["across_repeats"].mean()
        rows.append(
            PairAcrossRepeats(a, b, share, lower, upper, within, across, one.mean(), *excess)
        )
    return table_of(PairAcrossRepeats, rows)


@dataclass(frozen=True, slots=True)
class TrainingError:
    """The gap between the best two models and its errors: a row of `training_errors`."""

    measure: str
    corrected_to_naive: float
    corrected_to_instances: float
    beyond_twice: float
    lower: Bound
    upper: Bound
    tasks: int
    datasets: int
    undefined: int
    note: str


def training_errors(gaps: pd.DataFrame, names: list[str], tasks: StudyTasks) -> pd.DataFrame:
    """Compare the gap between the best two models with its errors: medians over the tasks.

    Errors of 0 do not count in the ratios. The second model is selected, so the share of gaps
    beyond twice the corrected error describes and tests nothing.
    """
    rows = []
    for name in names:
        of_measure = gaps[gaps["measure"] == name].set_index("task_id")
        corrected = of_measure["corrected"]
        beyond = (of_measure["gap"] > 2 * corrected).astype(float).where(corrected.notna())
        to_naive, to_instances = (
            float((corrected / of_measure[other].where(of_measure[other] > 0)).median())
            for other in ("naive", "instances")
        )
        rows.append(TrainingError(name, to_naive, to_instances, *tasks.share(beyond)))
    return table_of(TrainingError, rows)


PART = Part(
    "given",
    Options,
    tables,
    per_task,
    rows={
        "given": ChangedPick,
        "given_pairs": PairAcrossRepeats,
        "training_error": TrainingError,
    },
)
