"""What if the positives were rarer or more frequent? The same models at other prevalences."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pandas as pd

from prgbench.comparison.compared import Study, Tables
from prgbench.comparison.prevalence import Options
from prgbench.comparison.reweighting import reweightable
from prgbench.metrics import Measure
from prgbench.replication.best_models import best_by_score, best_models, direction
from prgbench.replication.groups import sort_models, task_slices
from prgbench.stats.cluster_bootstrap import Resampling


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
