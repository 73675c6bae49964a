"""Pooled predictions against means over folds or repeats: do a measure's best models change?"""

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.comparison.aggregation import Options
from prgbench.comparison.aggregation.names import WAYS
from prgbench.comparison.compared import Study, Tables
from prgbench.metrics import Measure
from prgbench.replication.best_models import best_by_score, best_models, sets_differ
from prgbench.replication.groups import sort_models, task_datasets
from prgbench.replication.ranking import add_ranks, rank_column
from prgbench.stats.cluster_bootstrap import Resampling
from prgbench.study.ranks import Ranking


def tables(study: Study, _options: Options) -> Tables:
    """Return how often best models change, and how often measures disagree, with averages."""
    changes, disagreements = aggregation_changes(
        study.models,
        study.per_task["fold_scores"],
        study.setting.measures,
        study.setting.ranking,
        study.resampling,
    )
    datasets = study.models.groupby("task_id")["dataset_id"].first()
    return {
        "aggregation": changes,
        "aggregated_agreement": disagreements,
        "aggregated_decisions": decision_changes(
            study.per_task["fold_decisions"].join(datasets, on="task_id"),
            study.setting.ranking,
            study.resampling,
        ),
    }


def aggregation_changes(
    models: pd.DataFrame,
    fold_scores: pd.DataFrame,
    measures: Sequence[Measure],
    ranking: Ranking,
    resampling: Resampling,
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
    resampling : Resampling
        How data sets are resampled.

    Returns
    -------
    changes : DataFrame
        A row per aggregation and measure: the share of tasks in which the best models differ from
        those by pooled predictions (``best_models_change``) with its interval by resampling data
        sets, the numbers of tasks and data sets, of tasks left out because they have one part only
        or no mean (``undefined_tasks``), and of folds (repeats) of a model without a value
        (``undefined_parts``) of all ``parts``.
    disagreements : DataFrame
        A row per aggregation and pair of measures: the share of tasks whose best models differ.
    """
    changes, disagreements = [], []
    for aggregation, ranked, scores in _aggregated(models, fold_scores, measures, ranking):
        pooled = sort_models(models[models["task_id"].isin(ranked["task_id"])])
        bootstrap = resampling.of(task_datasets(ranked))
        for measure in measures:
            changed = _best_models_change(ranked, pooled, measure.name)
            interval = bootstrap.interval_of_share(changed)
            own = scores[scores["measure"] == measure.name]
            changes.append(
                {
                    "aggregation": aggregation,
                    "measure": measure.name,
                    "best_models_change": interval.estimate,
                    "lower": interval.lower,
                    "upper": interval.upper,
                    "tasks": len(changed),
                    "datasets": bootstrap.n_clusters,
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


def decision_changes(
    decisions: pd.DataFrame, ranking: Ranking, resampling: Resampling
) -> pd.DataFrame:
    """Count the tasks whose best models by F1 change with the way the folds are put together.

    Parameters
    ----------
    decisions : DataFrame
        What `fold_decisions_of_task` returns, for all tasks, with their ``dataset_id``.
    ranking : Ranking
        How models are ranked.
    resampling : Resampling
        How data sets are resampled.

    Returns
    -------
    DataFrame
        A row per pair of ``WAYS`` (``way_a``, ``way_b``): the share of tasks in which the best
        models differ (``best_models_change``) with its interval by resampling data sets; the
        numbers of ``tasks`` and ``datasets``; tasks that are left out because fewer than two
        models have decisions of several folds (``undefined``), or because all models have the
        same F1 by a way, as 0 if each has a fold without a true positive (``all_equal``).
    """
    rows = []
    dataset_of = decisions.groupby("task_id")["dataset_id"].first()
    several = decisions[decisions["folds"] - decisions["undefined"] > 1]
    for a, b in combinations(WAYS, 2):
        usable = several.dropna(subset=[a, b])
        scores, places = usable[[a, b]].to_numpy(), usable.groupby("task_id").indices
        compared = [
            (dataset_id, *_compare_ways(scores[places.get(task_id, [])], ranking.decimals))
            for task_id, dataset_id in dataset_of.items()
        ]
        table = pd.DataFrame(compared, columns=["dataset_id", "defined", "differ"])
        used = table.dropna(subset="differ")
        bootstrap = resampling.of(used["dataset_id"])
        interval = bootstrap.interval_of_share(used["differ"])
        rows.append(
            {
                "way_a": a,
                "way_b": b,
                "best_models_change": interval.estimate,
                "lower": interval.lower,
                "upper": interval.upper,
                "tasks": len(used),
                "datasets": bootstrap.n_clusters,
                "undefined": int((~table["defined"]).sum()),
                "all_equal": int(table["defined"].sum()) - len(used),
                "note": interval.note,
            }
        )
    return pd.DataFrame(rows)


def _compare_ways(scores: NDArray[np.float64], decimals: int) -> tuple[bool, float]:
    """Return whether models have F1 (models, 2) by two ways, and whether the best ones differ."""
    if len(scores) < 2:
        return False, np.nan
    best = best_by_score(scores.T, decimals)
    if best.all(axis=1).any():
        return True, np.nan
    return True, float(sets_differ(best[0], best[1])[0])


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


def _best_models_change(ranked: pd.DataFrame, pooled: pd.DataFrame, name: str) -> pd.Series:
    """Return for each task whether its best models differ from those by pooled predictions."""
    here, there = best_models(ranked, [name]), best_models(pooled, [name])
    return pd.Series((here != there)[:, 0]).groupby(ranked["task_id"]).any()


def _disagreement(ranked: pd.DataFrame, a: str, b: str) -> pd.Series:
    best = best_models(ranked, [a, b])
    return pd.Series(best[:, 0] != best[:, 1]).groupby(ranked["task_id"]).any()
