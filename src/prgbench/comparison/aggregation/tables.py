"""Pooled predictions against means over folds or repeats: do a measure's winners change?"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.comparison.task_scores import Floats, TaskScores
from prgbench.metrics import Measure, evaluate
from prgbench.replication.best_models import best_models
from prgbench.replication.groups import sort_models, task_datasets
from prgbench.replication.ranking import add_ranks, rank_column
from prgbench.stats.cluster_bootstrap import ClusterBootstrap
from prgbench.study.config import Ranking


def fold_scores_of_task(task: TaskScores, measures: Sequence[Measure]) -> pd.DataFrame:
    """Average each measure over the folds, and over the repeats, of a task.

    Returns
    -------
    DataFrame
        A row per model, measure and aggregation ("fold", "repeat"): the mean over the parts in
        which the measure is defined, the number of parts and of those in which it is not (a fold
        of one class). The mean is NaN if no part has a value or the folds are not stated.
    """
    parts = []
    for aggregation, groups in (("fold", task.fold_rows()), ("repeat", task.repeat_rows())):
        mean, undefined = _mean_over(task, measures, groups)
        parts.append(
            pd.DataFrame(
                {
                    "task_id": task.task_id,
                    "run_id": np.repeat(task.run_ids, len(measures)),
                    "aggregation": aggregation,
                    "measure": [m.name for m in measures] * len(task.run_ids),
                    "mean": mean.ravel(),
                    "parts": len(groups),
                    "undefined": undefined.ravel(),
                }
            )
        )
    return pd.concat(parts, ignore_index=True)


def aggregation_changes(
    models: pd.DataFrame,
    fold_scores: pd.DataFrame,
    measures: Sequence[Measure],
    ranking: Ranking,
    *,
    resamples: int = 10_000,
    confidence_level: float = 0.95,
    seed: int = 0,
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Count the tasks whose best models by the same measure change with the aggregation.

    Parameters
    ----------
    models : DataFrame
        Models ranked by their pooled predictions.
    fold_scores : DataFrame
        What `fold_scores_of_task` returns, for all tasks.
    measures : sequence of Measure
        The measures.
    ranking : Ranking
        How models are ranked.
    resamples, confidence_level, seed
        As in `agreement_intervals`.

    Returns
    -------
    changes : DataFrame
        A row per aggregation and measure: the share of tasks in which the best models differ from
        those by pooled predictions (``winner_changes``) with its interval by resampling data sets,
        the number of tasks and of those left out because they have one part only or no mean
        (``undefined_tasks``), and the number of folds (repeats) of a model without a value
        (``undefined_parts``) of all ``parts``.
    disagreements : DataFrame
        A row per aggregation and pair of measures: the share of tasks whose best models differ.
    """
    options: dict[str, Any] = {
        "resamples": resamples,
        "confidence_level": confidence_level,
        "seed": seed,
    }
    changes, disagreements = [], []
    for aggregation, ranked, scores in _aggregated(models, fold_scores, measures, ranking):
        pooled = sort_models(models[models["task_id"].isin(ranked["task_id"])])
        bootstrap = ClusterBootstrap(task_datasets(ranked), **options)
        for measure in measures:
            changed = _winners_change(ranked, pooled, measure.name)
            interval = bootstrap.interval(bootstrap.mean(changed))
            own = scores[scores["measure"] == measure.name]
            changes.append(
                {
                    "aggregation": aggregation,
                    "measure": measure.name,
                    "winner_changes": interval.estimate,
                    "lower": interval.lower,
                    "upper": interval.upper,
                    "tasks": len(changed),
                    "undefined_tasks": models["task_id"].nunique() - len(changed),
                    "parts": int(own["parts"].sum()),
                    "undefined_parts": int(own["undefined"].sum()),
                    "note": interval.note,
                }
            )
        disagreements += [
            {
                "aggregation": aggregation,
                "measure_a": a.name,
                "measure_b": b.name,
                "best_differs": _disagreement(ranked, a.name, b.name).mean(),
                "tasks": ranked["task_id"].nunique(),
            }
            for a, b in combinations(measures, 2)
        ]
    return pd.DataFrame(changes), pd.DataFrame(disagreements)


def _mean_over(
    task: TaskScores, measures: Sequence[Measure], groups: Sequence[NDArray[np.intp]]
) -> tuple[Floats, NDArray[np.int64]]:
    """Mean (models, measures) over groups of rows, and in how many it is undefined."""
    shape = (len(task.run_ids), len(measures))
    if not groups:
        return np.full(shape, np.nan), np.zeros(shape, dtype=np.int64)
    values = np.array(
        [evaluate(task.y_true[rows], task.y_scores[:, rows], measures) for rows in groups]
    )
    missing = np.isnan(values)
    counts = (~missing).sum(axis=0)
    totals = np.where(missing, 0.0, values).sum(axis=0)
    return totals / np.where(counts > 0, counts, np.nan), missing.sum(axis=0)


def _aggregated(
    models: pd.DataFrame,
    fold_scores: pd.DataFrame,
    measures: Sequence[Measure],
    ranking: Ranking,
) -> Iterator[tuple[str, pd.DataFrame, pd.DataFrame]]:
    """Yield the aggregations that have several parts in a task, with the models ranked by them."""
    names = [measure.name for measure in measures]
    for aggregation, scores in fold_scores.groupby("aggregation", sort=False):
        several = scores[scores["parts"] > 1]
        means = several.pivot(index=["task_id", "run_id"], columns="measure", values="mean")
        defined = means.notna().any(axis=1).groupby("task_id").transform("any")
        kept = models.drop(columns=[*names, *map(rank_column, names)]).merge(
            means[defined].reindex(columns=names).reset_index(), on=["task_id", "run_id"]
        )
        if len(kept):
            yield str(aggregation), add_ranks(kept, measures, ranking), several


def _winners_change(ranked: pd.DataFrame, pooled: pd.DataFrame, name: str) -> pd.Series:
    """Return for each task whether its best models differ from those by pooled predictions."""
    here, there = best_models(ranked, [name]), best_models(pooled, [name])
    return pd.Series((here != there)[:, 0]).groupby(ranked["task_id"]).any()


def _disagreement(ranked: pd.DataFrame, a: str, b: str) -> pd.Series:
    best = best_models(ranked, [a, b])
    return pd.Series(best[:, 0] != best[:, 1]).groupby(ranked["task_id"]).any()
