"""What if the positives were rarer or more frequent? The same models at other prevalences.

Weighting the negatives changes the prevalence and leaves the scores as they are: AUROC does not
move, measures of precision do (Siblini et al. 2020; Richardson et al. 2024).
"""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd

from prgbench.comparison.task_scores import TaskScores
from prgbench.metrics import Measure
from prgbench.metrics.batch import FromAreas
from prgbench.metrics.resampling import reweighted_areas
from prgbench.replication.best_models import direction, best_by_score
from prgbench.replication.best_models import best_models
from prgbench.replication.groups import sort_models, task_slices
from prgbench.stats.cluster_bootstrap import ClusterBootstrap

PREVALENCES = (0.01, 0.1, 0.5)


def reweightable(measures: Sequence[Measure]) -> list[Measure]:
    """Return the measures that are functions of the areas: others are not reweighted."""
    return [measure for measure in measures if isinstance(measure.batch, FromAreas)]


def prevalence_scores_of_task(
    task: TaskScores,
    measures: Sequence[Measure],
    *,
    prevalences: Sequence[float] = PREVALENCES,
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


def prevalence_what_if(
    models: pd.DataFrame,
    scores: pd.DataFrame,
    measures: Sequence[Measure],
    *,
    decimals: int = 12,
    resamples: int = 10_000,
    confidence_level: float = 0.95,
    seed: int = 0,
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Count whose winners change with the prevalence, and how often measures disagree then.

    Parameters
    ----------
    models : DataFrame
        Ranked models, as `add_ranks` returns them.
    scores : DataFrame
        What `prevalence_scores_of_task` returns, for all tasks.
    measures : sequence of Measure
        The measures.
    decimals : int
        Scores that are equal at this decimal are tied.
    resamples, confidence_level, seed
        As in `agreement_intervals`.

    Returns
    -------
    changes : DataFrame
        A row per prevalence and measure: the share of tasks whose best models differ from those
        at the task's own prevalence, with its interval by resampling data sets.
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
    options: dict[str, Any] = {
        "resamples": resamples,
        "confidence_level": confidence_level,
        "seed": seed,
    }
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
        bootstrap = ClusterBootstrap(datasets, **options)
        moved = pd.DataFrame(best != own[merged["place"]], columns=names).groupby(tasks).any()
        for name in names:
            interval = bootstrap.interval(bootstrap.mean(moved[name]))
            changes.append(
                {
                    "prevalence": prevalence,
                    "measure": name,
                    "winner_changes": interval.estimate,
                    "lower": interval.lower,
                    "upper": interval.upper,
                    "tasks": len(moved),
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
