"""What the answer takes as given, how much the best model depends on it, and rows that are equal.

The part `equal_rows` counts the rows of each task that are not independent.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
import pandas as pd

from prgbench.answer.interface import Bound, Part, PartOptions, Study, Tables, columns_of, table_of
from prgbench.answer.scored_task import Setting
from prgbench.answer.task_scores import (
    Floats,
    Rows,
    TaskScores,
    mean_of_defined,
    scores_of_parts,
)
from prgbench.stats.cluster_bootstrap import Resampling
from prgbench.study.agreement import best_by_score, direction, sets_differ

FOLD_MEAN = "fold_mean"
REPEAT = "another_repeat"
CHANGES = {
    FOLD_MEAN: "no task of this study states several folds",
    REPEAT: "no task of this study repeats its cross-validation",
}
"""What may change the best model, and why it is not known if it is not."""

MANY_EQUAL = 0.05
"""Tasks with a larger share of equal rows are counted in the detailed answer."""


def whole_repeats(task: TaskScores) -> list[Rows]:
    """Return the rows of each repeat, if there are several and each has all instances once.

    Two such repeats share their instances; the partition and the fitted models differ.
    """
    repeats = task.repeat_rows()
    everything = np.arange(task.n_instances)
    whole = all(np.array_equal(np.sort(task.instances[rows]), everything) for rows in repeats)
    return repeats if whole and len(repeats) > 1 else []


def change_by_fold_mean(pooled: Floats, folds: Floats, decimals: int) -> float:
    """Return how probably the mean over folds has another best model than pooled predictions.

    NaN if there are fewer than two folds or no model has a mean.
    """
    mean = mean_of_defined(folds)
    if len(folds) < 2 or np.isnan(mean).all():
        return float("nan")
    best = best_by_score(np.array([pooled, mean]), decimals)
    return float(sets_differ(*best)[1])


def change_by_repeat(repeats: Floats, decimals: int) -> float:
    """Return how probably the best models of two repeats differ, from scores (repeats, models).

    NaN of fewer than two repeats, or if one has no score.
    """
    if len(repeats) < 2 or np.isnan(repeats).all(axis=-1).any():
        return float("nan")
    best = best_by_score(repeats, decimals)
    first, second = np.triu_indices(len(best), 1)
    return float(sets_differ(best[first], best[second])[1].mean())


def per_task(task: TaskScores, setting: Setting, _options: PartOptions) -> Tables:
    """Return ``given_changes``, a row per measure and source of change."""
    measures, decimals = setting.measures, setting.ranking.decimals
    every_row = np.arange(len(task.y_true))
    (pooled,), folds, repeats = (
        scores_of_parts(task.y_true, task.y_scores, measures, parts) * direction(measures)[:, None]
        for parts in ([every_row], task.fold_rows(), whole_repeats(task))
    )
    rows = [
        (task.task_id, measure.name, source, change)
        for index, measure in enumerate(measures)
        for source, change in {
            FOLD_MEAN: change_by_fold_mean(pooled[index], folds[:, index], decimals),
            REPEAT: change_by_repeat(repeats[:, index], decimals),
        }.items()
    ]
    return {
        "given_changes": pd.DataFrame(rows, columns=["task_id", "measure", "source", "change"])
    }


def tables(study: Study, _options: PartOptions) -> Tables:
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


def changed_picks(
    changes: pd.DataFrame,
    names: Sequence[str],
    datasets: "pd.Series[int]",
    resampling: Resampling,
) -> pd.DataFrame:
    """Count how often the best model by the same measure changes with the average or repeat.

    A change is expected under one random order of ties. ``datasets`` are those of the tasks.
    """
    rows = []
    for source, name in product(CHANGES, names):
        of_source = changes[changes["source"].eq(source) & changes["measure"].eq(name)]
        shares = of_source.set_index("task_id")["change"].reindex(datasets.index)
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
                note=interval.note if len(defined) else CHANGES[source],
            )
        )
    return table_of(ChangedPick, rows)


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


def dependent_rows_of_task(task: TaskScores, _setting: Setting, _options: PartOptions) -> Tables:
    """Return ``dependent_rows``: one row with the counts of the task."""
    row = {
        "task_id": task.task_id,
        "instances": task.n_instances,
        "groups": task.n_groups,
        "equal": task.dependent.equal,
        "stated": task.dependent.stated,
    }
    return {"dependent_rows": pd.DataFrame([row])}


def equal_rows(study: Study, _options: PartOptions) -> Tables:
    """Return ``equal_rows``: a row per task."""
    names = study.models.by_task["dataset_name"].first()
    rows = study.per_task["dependent_rows"].join(names, on="task_id")
    return {"equal_rows": rows[columns_of(EqualRows)]}


PART = Part("given", PartOptions, tables, per_task, rows={"given": ChangedPick})
EQUAL_ROWS = Part(
    "equal_rows",
    PartOptions,
    equal_rows,
    dependent_rows_of_task,
    rows={"equal_rows": EqualRows},
)
