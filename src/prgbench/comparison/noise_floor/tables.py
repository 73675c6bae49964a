"""The noise floor: the disagreement of two measures beside that of each with itself."""

from typing import Any

import numpy as np
import pandas as pd

from prgbench.comparison.compared import Study, Tables
from prgbench.comparison.noise_floor import Options
from prgbench.replication.best_models import best_models
from prgbench.replication.groups import by_pair, sort_models
from prgbench.stats.cluster_bootstrap import ClusterBootstrap


def tables(study: Study, options: Options) -> Tables:
    """Return the noise floor."""
    summary = noise_floor_summary(
        study.models,
        study.agreement,
        study.per_task["floor"],
        study.per_task["best_shares"],
        study.per_task.get("split_changes"),
        best_share=options.best_share,
        **study.bootstrap,
    )
    return {"noise_floor": summary}


def noise_floor_summary(
    models: pd.DataFrame,
    agreement: pd.DataFrame,
    floor: pd.DataFrame,
    best_shares: pd.DataFrame,
    changes: pd.DataFrame | None = None,
    *,
    best_share: float,
    resamples: int,
    confidence_level: float,
    seed: int,
) -> pd.DataFrame:
    """Set the disagreement of two measures beside that of each with itself.

    Parameters
    ----------
    models : DataFrame
        Ranked models, as `add_ranks` returns them.
    agreement : DataFrame
        What `task_agreement` returns.
    floor, best_shares : DataFrame
        What `noise_floor_of_task` returns, for all tasks.
    changes : DataFrame, optional
        The changes between halves that `split_sample_of_task` returns.
    best_share : float
        A model could be best by a measure if it is best in at least this share of the replicates.
    resamples, confidence_level, seed
        As in `agreement_intervals`.

    Returns
    -------
    DataFrame
        A row per pair: the share of tasks whose best models differ (``best_differs``); the noise
        floor of either measure and their mean (``floor``); the ``excess`` over this mean with its
        interval by resampling data sets; the same with ties broken at random
        (``..._expected``); the mean disagreement of the two with themselves between halves of the
        folds (``floor_halves``); and of the ``disagreements``, the share in which the best models
        by each measure could be best by the other (``within_noise``). Tasks whose every replicate
        has one class only have no floor and are counted in ``undefined``.
    """
    options: dict[str, Any] = {
        "resamples": resamples,
        "seed": seed,
        "confidence_level": confidence_level,
    }
    strict, expected = (
        floor.pivot(index="task_id", columns="measure", values=column)
        for column in ("differs", "differs_expected")
    )
    halves = None if changes is None else changes.groupby("measure")["differs"].mean()
    rows = []
    for a, b, tasks in by_pair(agreement):
        bootstrap = ClusterBootstrap(tasks["dataset_id"], **options)
        own = strict.reindex(tasks["task_id"])[[a, b]]
        own_expected = expected.reindex(tasks["task_id"])[[a, b]].mean(axis=1).to_numpy()
        differs = tasks["best_differs"].to_numpy(dtype=float)
        excess = bootstrap.interval(bootstrap.mean(differs - own.mean(axis=1).to_numpy()))
        excess_expected = bootstrap.interval(
            bootstrap.mean(tasks["best_differs_expected"].to_numpy() - own_expected)
        )
        disagreeing = tasks.loc[tasks["best_differs"].to_numpy(dtype=bool), "task_id"]
        within = within_noise(models, best_shares, a, b, best_share).reindex(disagreeing)
        rows.append(
            {
                "measure_a": a,
                "measure_b": b,
                "best_differs": differs.mean(),
                "floor_a": own[a].mean(),
                "floor_b": own[b].mean(),
                "floor": own.mean(axis=1).mean(),
                "excess": excess.estimate,
                "excess_lower": excess.lower,
                "excess_upper": excess.upper,
                "best_differs_expected": tasks["best_differs_expected"].mean(),
                "floor_expected": float(np.nanmean(own_expected)),
                "excess_expected": excess_expected.estimate,
                "excess_expected_lower": excess_expected.lower,
                "excess_expected_upper": excess_expected.upper,
                "floor_halves": np.nan if halves is None else (halves[a] + halves[b]) / 2,
                "disagreements": len(disagreeing),
                "within_noise": within.mean() if len(within) else np.nan,
                "tasks": len(tasks),
                "undefined": int(own.isna().any(axis=1).sum()),
                "note": excess.note,
            }
        )
    return pd.DataFrame(rows)


def within_noise(
    models: pd.DataFrame, best_shares: pd.DataFrame, a: str, b: str, best_share: float
) -> pd.Series:
    """Return for each task whether the best models by each measure could be best by the other.

    They could if each of them is best in at least ``best_share`` of the replicates by the other
    measure.
    """
    table = sort_models(models)
    shares = best_shares.pivot(
        index=["task_id", "run_id"], columns="measure", values="best_share"
    ).reindex(pd.MultiIndex.from_frame(table[["task_id", "run_id"]]))
    best = best_models(table, [a, b])
    plausible = shares[[b, a]].to_numpy() >= best_share
    contradicted = pd.Series((best & ~plausible).any(axis=1))
    return ~contradicted.groupby(table["task_id"]).any()
