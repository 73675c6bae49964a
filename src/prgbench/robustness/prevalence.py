"""Disagreement if the positive class were rarer or more frequent."""

from collections.abc import Sequence
from itertools import combinations
from typing import Annotated

import numpy as np
import pandas as pd
from pydantic import Field

from prgbench.answer.interface import DistinctList, Part, PartOptions, Setting, Study, Tables
from prgbench.answer.task_scores import TaskScores, reweightable
from prgbench.metrics import Measure
from prgbench.metrics.resampling import reweighted_areas
from prgbench.stats.cluster_bootstrap import Resampling
from prgbench.study.agreement import (
    best_by_score,
    best_models,
    direction,
    sort_models,
    task_slices,
)


class Options(PartOptions):
    """Which best models change if the positives were rarer or more frequent."""

    prevalences: DistinctList[Annotated[float, Field(gt=0, lt=1)]] = (0.01, 0.1, 0.5)
    """The prevalences to compare."""


def per_task(
    task: TaskScores, _models: pd.DataFrame, setting: Setting, options: Options
) -> Tables:
    """Return the table of `prevalence_scores_of_task`, "prevalence_scores"."""
    scores = prevalence_scores_of_task(task, setting.measures, options.prevalences)
    return {"prevalence_scores": scores}


def prevalence_scores_of_task(
    task: TaskScores, measures: Sequence[Measure], prevalences: Sequence[float]
) -> pd.DataFrame:
    """Evaluate the models of a task as if its prevalence were another.

    Returns
    -------
    DataFrame
        A row per prevalence and model with a column per measure of `reweightable`; empty if the
        task has one class only.
    """
    names = [measure.name for measure in reweightable(measures)]
    prior = task.y_true.mean()
    if not 0 < prior < 1:
        prevalences = ()
    factors = [prior / (1 - prior) * (1 - target) / target for target in prevalences]
    weights = np.where(task.y_true, 1.0, np.array(factors).reshape(-1, 1))
    values = np.empty((len(prevalences), len(task.run_ids), len(names)))
    if values.size:
        values = reweighted_areas(task.y_true, task.y_scores, weights, measures=names)
    table = pd.DataFrame(
        values.reshape(values.shape[0] * values.shape[1], len(names)), columns=names
    )
    table.insert(0, "run_id", np.tile(task.run_ids, len(prevalences)))
    table.insert(0, "prevalence", np.repeat(np.array(prevalences, float), len(task.run_ids)))
    table.insert(0, "task_id", task.task_id)
    return table


def tables(study: Study, _options: Options) -> Tables:
    """Return how often best models change, and how often measures disagree, at prevalences."""
    changes, disagreements = prevalence_what_if(
        study.models,
        study.per_task["prevalence_scores"],
        study.setting.measures,
        study.resampling,
        decimals=study.setting.ranking.decimals,
    )
    return {"prevalence": changes, "prevalence_pairs": disagreements}


def prevalence_what_if(
    models: pd.DataFrame,
    scores: pd.DataFrame,
    measures: Sequence[Measure],
    resampling: Resampling,
    *,
    decimals: int,
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Count whose best models change with the prevalence, and how often measures disagree then.

    Parameters
    ----------
    models : DataFrame
        Ranked models, as `add_ranks` returns them.
    scores : DataFrame
        What `prevalence_scores_of_task` returns, for all tasks.
    measures : sequence of Measure
        The measures.
    resampling : Resampling
        How the data sets are resampled.
    decimals : int
        Scores that are equal at this decimal are tied.

    Returns
    -------
    changes : DataFrame
        A row per prevalence and measure: the share of tasks whose best models differ from those
        at the task's own prevalence, with its interval (data sets as clusters), tasks and data
        sets.
    disagreements : DataFrame
        A row per prevalence and pair of measures: the share of tasks whose best models differ.

    Both are empty if no measure is a function of the areas.
    """
    chosen = reweightable(measures)
    names = [measure.name for measure in chosen]
    if not names:
        return pd.DataFrame(), pd.DataFrame()
    ordered = sort_models(models)
    own = best_models(ordered, names)
    changes, disagreements = [], []
    for prevalence, part in scores.groupby("prevalence"):
        kept = ordered[["task_id", "run_id", "dataset_id"]].assign(place=np.arange(len(ordered)))
        merged = kept.merge(part, on=["task_id", "run_id"])
        values = merged[names].to_numpy(dtype=float) * direction(chosen)
        best = np.vstack(
            [best_by_score(values[rows].T, decimals).T for _, rows in task_slices(merged)]
        )
        tasks = merged["task_id"]
        datasets = merged.groupby("task_id")["dataset_id"].first()
        bootstrap = resampling.of(datasets)
        moved = pd.DataFrame(best != own[merged["place"]], columns=names).groupby(tasks).any()
        for name in names:
            interval = bootstrap.interval_of_share(moved[name])
            changes.append(
                {
                    "prevalence": prevalence,
                    "measure": name,
                    "best_models_change": interval.estimate,
                    "lower": interval.lower,
                    "upper": interval.upper,
                    "tasks": len(moved),
                    "datasets": bootstrap.n_clusters,
                    "note": interval.note,
                }
            )
        for a, b in combinations(range(len(names)), 2):
            differ = pd.Series(best[:, a] != best[:, b]).groupby(tasks).any()
            disagreements.append(
                {
                    "prevalence": prevalence,
                    "measure_a": names[a],
                    "measure_b": names[b],
                    "best_differs": differ.mean(),
                    "tasks": len(differ),
                }
            )
    return pd.DataFrame(changes), pd.DataFrame(disagreements)


PART = Part("prevalence", Options, tables, per_task)
