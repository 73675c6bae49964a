"""Where measures disagree: by properties of the tasks and of the best models."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd

from prgbench.comparison.breakdown import Options
from prgbench.comparison.compared import Study, Tables
from prgbench.replication.best_models import first_best
from prgbench.replication.groups import by_pair
from prgbench.stats.cluster_bootstrap import ClusterBootstrap

PREVALENCE_EDGES = (0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5)
SIZE_EDGES = (300, 1_000, 3_000, 10_000, 100_000)
MINORITY_EDGES = (30, 100, 300, 1_000, 10_000)
AUROC_EDGES = (0.6, 0.7, 0.8, 0.9, 0.95, 0.99)
RESOLUTION_EDGES = (0.01, 0.05, 0.2, 0.5, 0.9)


def tables(study: Study, _: Options) -> Tables:
    """Return ``breakdown``, the disagreements by property."""
    return {"breakdown": disagreement_breakdown(study.models, study.agreement, **study.bootstrap)}


def disagreement_breakdown(
    models: pd.DataFrame,
    agreement: pd.DataFrame,
    *,
    resamples: int,
    confidence_level: float,
    seed: int,
) -> pd.DataFrame:
    """Break the disagreements of each pair of measures down.

    Parameters
    ----------
    models : DataFrame
        Ranked models with their provenance, as `add_ranks` returns them.
    agreement : DataFrame
        What `task_agreement` returns.
    resamples, confidence_level, seed
        As in `agreement_intervals`.

    Returns
    -------
    DataFrame
        A row per pair, property (``by``) and bin: the share of tasks whose best models differ with
        its interval by resampling data sets, the numbers of tasks and data sets. The properties of
        a task are its prevalence, instances, minority count and its models' mean AUROC; those of
        the best model by the first measure are its flow family, upload year and share of distinct
        scores (of one model alone: two models that differ differ in most things). Bins without a
        task are not shown.
    """
    options: dict[str, Any] = {
        "resamples": resamples,
        "confidence_level": confidence_level,
        "seed": seed,
    }
    tasks = _task_bins(models)
    best = {name: first_best(models, name) for name in agreement["measure_a"].unique()}
    rows = []
    for a, b, pair in by_pair(agreement):
        pair = pair.set_index("task_id")
        bins = pd.concat([tasks, _model_bins(best[a])], axis=1).loc[pair.index]
        bootstrap = ClusterBootstrap(pair["dataset_id"], **options)
        for by in bins:
            for name, members in pair.groupby(bins[by], observed=True):
                inside = pair.index.isin(members.index)
                interval = bootstrap.interval_among(pair["best_differs"], inside)
                rows.append(
                    {
                        "measure_a": a,
                        "measure_b": b,
                        "by": by,
                        "bin": str(name),
                        "best_differs": interval.estimate,
                        "lower": interval.lower,
                        "upper": interval.upper,
                        "tasks": len(members),
                        "datasets": members["dataset_id"].nunique(),
                        "note": interval.note,
                    }
                )
    return pd.DataFrame(rows)


def cut(values: pd.Series, edges: Sequence[float]) -> pd.Series:
    """Sort values into bins that include their upper edge, with readable names.

    Examples
    --------
    >>> cut(pd.Series([5, 30, 2000]), (30, 1000)).tolist()
    ['≤ 30', '≤ 30', '> 1,000']
    """
    texts = [f"{edge:,}" if edge >= 1 else f"{edge:g}" for edge in edges]
    names = [
        f"≤ {texts[0]}",
        *(f"{low} – {high}" for low, high in pairwise(texts)),
        f"> {texts[-1]}",
    ]
    return pd.cut(values, [-np.inf, *edges, np.inf], labels=names)


def _task_bins(models: pd.DataFrame) -> pd.DataFrame:
    by_task = models.groupby("task_id")
    n, prevalence = by_task["n"].first(), by_task["prevalence"].first()
    minority = (n * prevalence.clip(upper=1 - prevalence)).round()
    return pd.DataFrame(
        {
            "prevalence": cut(prevalence, PREVALENCE_EDGES),
            "instances": cut(n, SIZE_EDGES),
            "minority count": cut(minority, MINORITY_EDGES),
            "mean AUROC": cut(by_task["pooled_auroc"].mean(), AUROC_EDGES),
        }
    )


def _model_bins(best: pd.DataFrame) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "flow family": best["flow_family"],
            "distinct scores": cut(best["n_distinct"] / best["n"], RESOLUTION_EDGES),
            "upload year": best["upload_time"].str[:4],
        }
    )
