"""What the answer takes as given, and how much the best model depends on it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from prgbench.answer.halves import scores_of_halves
from prgbench.answer.interface import Bound, Part, PartOptions, Study, Tables, table_of
from prgbench.answer.setting import Setting
from prgbench.answer.task_scores import (
    Floats,
    TaskScores,
    evaluate_models,
)
from prgbench.data.models import Models
from prgbench.metrics import Measure
from prgbench.stats.cluster_bootstrap import ClusterBootstrap, Resampling
from prgbench.stats.interval import Interval
from prgbench.study.agreement import best_by_score, direction, sets_differ

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


def change_by_repeat(repeats: Floats, decimals: int) -> Change:
    """Compare the best models of all pairs of repeats as `change_by_fold_mean` does.

    From scores (repeats, models); NaN of fewer than two repeats, or if one has no score.
    """
    if len(repeats) < 2 or np.isnan(repeats).all(axis=-1).any():
        return UNDEFINED
    best = best_by_score(repeats, decimals)
    first, second = np.triu_indices(len(best), 1)
    differ, expected = sets_differ(best[first], best[second])
    return float(expected.mean()), float(differ.mean())


_WITHOUT_TASKS = {FOLD_MEAN: NO_FOLDS, REPEAT: NO_REPEATS}


class Options(PartOptions):
    """What the answer is conditional on: the fitted models and the fold assignment."""


def per_task(task: TaskScores, setting: Setting, _options: Options) -> Tables:
    """Return ``given_changes``, a row per measure and source of change."""
    measures, decimals = setting.measures, setting.ranking.decimals
    pooled = evaluate_models(task.y_true, task.y_scores, measures).T * direction(measures)[:, None]
    folds = scores_of_rows(task, measures, task.fold_rows())
    halves = scores_of_halves(task, setting)
    repeats = scores_of_rows(task, measures, whole_repeats(task))
    rows = [
        (task.task_id, measure.name, source, *change)
        for index, measure in enumerate(measures)
        for source, change in {
            FOLD_MEAN: change_by_fold_mean(pooled[index], folds[:, index], decimals),
            REPEAT: change_by_repeat(repeats[:, index], decimals),
            HALF: change_by_half(halves[:, :, index], decimals),
        }.items()
    ]
    columns = ["task_id", "measure", "source", "change", "sets_change"]
    return {"given_changes": pd.DataFrame(rows, columns=columns)}


def tables(study: Study, _options: Options) -> Tables:
    """Return ``given``: what changes the best models, and how often."""
    names = [measure.name for measure in study.setting.measures]
    tasks = StudyTasks.of(study.models, study.resampling)
    return {"given": changed_picks(study.per_task["given_changes"], names, tasks)}


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


PART = Part("given", Options, tables, per_task, rows={"given": ChangedPick})
