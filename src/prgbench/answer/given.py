"""What the answer takes as given, and how much the best model depends on it."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
import pandas as pd

from prgbench.answer.interface import Bound, Part, PartOptions, Study, Tables, table_of
from prgbench.answer.scored_task import Setting
from prgbench.answer.scores_of_rows import mean_of_defined, scores_of_parts
from prgbench.answer.task_rows import Rows
from prgbench.answer.task_scores import TaskScores
from prgbench.stats.cluster_bootstrap import Resampling
from prgbench.study.agreement import best_by_score, direction, sets_differ
from prgbench.typing import Floats

FOLD_MEAN = "fold_mean"
REPEAT = "another_repeat"
CHANGES = {
    FOLD_MEAN: "no task of this study states several folds",
    REPEAT: "no task of this study repeats its cross-validation",
}
"""What may change the best model, and why it is not known if it is not."""


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
    measures = setting.measures
    decimals = setting.ranking.decimals
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
    changes = study.per_task["given_changes"]
    datasets = study.models.dataset_of_task
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


PART = Part("given", PartOptions, tables, per_task, rows={"given": ChangedPick})
