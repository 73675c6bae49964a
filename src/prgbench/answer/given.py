"""What the answer takes as given, how much the best model depends on it, and rows that are equal.

The part `equal_rows` counts the rows of each task that are not independent.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.answer.interface import Bound, Part, PartOptions, Study, Tables, columns_of, table_of
from prgbench.answer.setting import Setting
from prgbench.answer.task_scores import Floats, TaskScores, evaluate_models
from prgbench.metrics import Measure
from prgbench.stats.cluster_bootstrap import Resampling
from prgbench.study.agreement import best_by_score, direction, sets_differ

FOLD_MEAN = "fold_mean"
REPEAT = "another_repeat"
HALF = "another_half"
CHANGES = (FOLD_MEAN, REPEAT, HALF)
NO_FOLDS = "no task of this study states several folds"
NO_REPEATS = "no task of this study repeats its cross-validation"
MANY_EQUAL = 0.05
"""Tasks with a larger share of equal rows are counted on the first screen."""


Rows = NDArray[np.intp]
Change = tuple[float, float]
UNDEFINED: Change = (np.nan, np.nan)


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
    halves = task.scores_of_halves(setting)
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
    changes, datasets = study.per_task["given_changes"], study.models.dataset_of_task
    return {"given": changed_picks(changes, names, datasets, study.resampling)}


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


def changed_picks(
    changes: pd.DataFrame,
    names: Sequence[str],
    datasets: "pd.Series[int]",
    resampling: Resampling,
) -> pd.DataFrame:
    """Count how often the best model by the same measure changes with the average, repeat or half.

    A change is expected under one random order of ties; ``sets_change`` is that of the whole sets.
    ``datasets`` are those of the tasks, by task.
    """
    rows = []
    for source, name in product(CHANGES, names):
        of_source = changes[changes["source"].eq(source) & changes["measure"].eq(name)]
        of_source = of_source.set_index("task_id").reindex(datasets.index)
        shares = of_source["change"]
        defined = shares.dropna()
        counted = defined if len(defined) else shares
        interval = resampling.of(datasets[counted.index]).interval_of_share(counted)
        rows.append(
            ChangedPick(
                source,
                name,
                best_models_change=interval.estimate,
                lower=interval.lower,
                upper=interval.upper,
                tasks=len(defined),
                datasets=datasets[defined.index].nunique(),
                undefined=len(shares) - len(defined),
                note=interval.note if len(defined) else _WITHOUT_TASKS.get(source, interval.note),
                sets_change=of_source["sets_change"].mean(),
            )
        )
    return table_of(ChangedPick, rows)


class EqualRowsOptions(PartOptions):
    """How many rows of each task are equal, or belong to a group given in the table."""


@dataclass(frozen=True, slots=True)
class EqualRows:
    """The dependent rows of a task.

    ``equal`` is the share of its instances with the label and the scores of an earlier one,
    ``stated`` that with the ``group`` of an earlier one.
    """

    task_id: int
    dataset_name: str
    instances: int
    groups: int
    equal: float
    stated: float


def dependent_rows_of_task(
    task: TaskScores, _setting: Setting, _options: EqualRowsOptions
) -> Tables:
    """Return ``dependent_rows``: one row with the counts of the task."""
    row = {
        "task_id": task.task_id,
        "instances": task.n_instances,
        "groups": task.n_groups,
        "equal": task.dependent.equal,
        "stated": task.dependent.stated,
    }
    return {"dependent_rows": pd.DataFrame([row])}


def equal_rows(study: Study, _options: EqualRowsOptions) -> Tables:
    """Return ``equal_rows``: a row per task."""
    names = study.models.by_task["dataset_name"].first()
    rows = study.per_task["dependent_rows"].join(names, on="task_id")
    return {"equal_rows": rows[columns_of(EqualRows)]}


PART = Part("given", Options, tables, per_task, rows={"given": ChangedPick})
EQUAL_ROWS = Part(
    "equal_rows",
    EqualRowsOptions,
    equal_rows,
    dependent_rows_of_task,
    rows={"equal_rows": EqualRows},
)
