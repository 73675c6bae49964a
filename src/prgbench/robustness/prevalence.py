"""Disagreement if the positive class were rarer or more frequent."""

from dataclasses import dataclass
from itertools import combinations
from typing import Annotated

import numpy as np
import pandas as pd
from pydantic import Field

from prgbench.answer.interface import (
    Bound,
    DistinctList,
    Part,
    PartOptions,
    Setting,
    Study,
    Tables,
    table_of,
)
from prgbench.answer.task_scores import TaskScores, reweightable
from prgbench.metrics.resampling import reweighted_areas
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


@dataclass(frozen=True, slots=True)
class BestModelsChange:
    """The share of tasks whose best models are not those at the task's own prevalence."""

    prevalence: float
    measure: str
    best_models_change: float
    lower: Bound
    upper: Bound
    tasks: int
    datasets: int
    note: str


@dataclass(frozen=True, slots=True)
class PairAtPrevalence:
    """The share of tasks in which two measures have different best models at a prevalence."""

    prevalence: float
    measure_a: str
    measure_b: str
    best_differs: float
    tasks: int


def per_task(
    task: TaskScores, _models: pd.DataFrame, setting: Setting, options: Options
) -> Tables:
    """Return ``prevalence_scores``: the models by `reweightable` measures at other prevalences.

    Empty if the task has one class only.
    """
    names = [measure.name for measure in reweightable(setting.measures)]
    prior = task.y_true.mean()
    prevalences = options.prevalences if 0 < prior < 1 else ()
    factors = [prior / (1 - prior) * (1 - target) / target for target in prevalences]
    weights = np.where(task.y_true, 1.0, np.array(factors).reshape(-1, 1))
    values = np.empty((len(prevalences), len(task.run_ids), len(names)))
    if values.size:
        values = reweighted_areas(task.y_true, task.y_scores, weights, measures=names)
    rows = len(prevalences) * len(task.run_ids)
    table = pd.DataFrame(values.reshape(rows, len(names)), columns=names)
    table.insert(0, "run_id", np.tile(task.run_ids, len(prevalences)))
    table.insert(0, "prevalence", np.repeat(np.array(prevalences, float), len(task.run_ids)))
    table.insert(0, "task_id", task.task_id)
    return {"prevalence_scores": table}


def tables(study: Study, _options: Options) -> Tables:
    """Return how often best models change, and how often measures disagree, at prevalences."""
    chosen = reweightable(study.setting.measures)
    names = [measure.name for measure in chosen]
    ordered = sort_models(study.models).rename_axis("place").reset_index()
    own = best_models(ordered, names) if names else np.empty(0)
    changes, pairs = [], []
    scores = study.per_task["prevalence_scores"]
    for _, part in scores.groupby("prevalence") if names else ():
        prevalence = float(part["prevalence"].iloc[0])
        models = ordered[["task_id", "run_id", "dataset_id", "place"]]
        merged = models.merge(part, on=["task_id", "run_id"])
        values = merged[names].to_numpy(dtype=float) * direction(chosen)
        decimals = study.setting.ranking.decimals
        best = np.vstack(
            [best_by_score(values[rows].T, decimals).T for _, rows in task_slices(merged)]
        )
        tasks = merged["task_id"]
        bootstrap = study.resampling.of(merged.groupby("task_id")["dataset_id"].first())
        moved = pd.DataFrame(best != own[merged["place"]], columns=names).groupby(tasks).any()
        for name in names:
            interval = bootstrap.interval_of_share(moved[name])
            changes.append(
                BestModelsChange(
                    prevalence=prevalence,
                    measure=name,
                    best_models_change=interval.estimate,
                    lower=interval.lower,
                    upper=interval.upper,
                    tasks=len(moved),
                    datasets=bootstrap.n_clusters,
                    note=interval.note,
                )
            )
        for a, b in combinations(range(len(names)), 2):
            differ = pd.Series(best[:, a] != best[:, b]).groupby(tasks).any()
            pairs.append(
                PairAtPrevalence(prevalence, names[a], names[b], differ.mean(), len(differ))
            )
    return {
        "prevalence": table_of(BestModelsChange, changes),
        "prevalence_pairs": table_of(PairAtPrevalence, pairs),
    }


PART = Part(
    "prevalence",
    Options,
    tables,
    per_task,
    rows={"prevalence": BestModelsChange, "prevalence_pairs": PairAtPrevalence},
)
