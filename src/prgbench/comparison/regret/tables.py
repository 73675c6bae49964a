"""What it costs to choose by one measure when another quantity, the target, is what matters."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pandas as pd
from scipy.stats import wilcoxon

from prgbench.comparison.compared import Study, Tables
from prgbench.comparison.regret import Options
from prgbench.comparison.regret.names import ITSELF, NOTICEABLE, RANDOM_MODEL
from prgbench.metrics import Measure
from prgbench.replication.best_models import BoolArray, best_models
from prgbench.replication.groups import by_pair, sort_models, task_slices
from prgbench.stats.cluster_bootstrap import ClusterBootstrap, Floats

_EQUAL = 1e-12


def tables(study: Study, _options: Options) -> Tables:
    """Return the regrets and their comparison, on all instances and between halves."""
    gathered = study.per_task
    regrets = task_regrets(study.models, gathered["targets"], study.setting.measures)
    result = {
        "regret": regret_summary(regrets, **study.bootstrap),
        "regret_pairs": regret_comparison(regrets, study.agreement, **study.bootstrap),
    }
    if "split_regrets" in gathered:
        datasets = study.models.groupby("task_id")["dataset_id"].first()
        split = gathered["split_regrets"].join(datasets, on="task_id")
        result["split_regret"] = regret_summary(split, **study.bootstrap)
        result["split_regret_pairs"] = regret_comparison(split, study.agreement, **study.bootstrap)
    return result


def task_regrets(
    models: pd.DataFrame, targets: pd.DataFrame, measures: Sequence[Measure]
) -> pd.DataFrame:
    """Compute how far each measure's best models fall short of the best one by each target.

    Parameters
    ----------
    models : DataFrame
        Ranked models, as `add_ranks` returns them.
    targets : DataFrame
        A row per model with ``task_id``, ``run_id`` and the targets.
    measures : sequence of Measure
        The measures to choose by.

    Returns
    -------
    DataFrame
        A row per task, target and measure: ``regret`` is the highest target of the task's models
        minus the mean target of the models that are best by the measure. It is NaN if the target
        of one of these is undefined; models without it can't be the best by it. Two references
        stand among the measures: a random model, and the choice by the target itself.
    """
    names = [str(column) for column in targets if column not in ("task_id", "run_id")]
    merged = sort_models(models).merge(targets, on=["task_id", "run_id"], suffixes=("", "_target"))
    columns = [f"{n}_target" if f"{n}_target" in merged else n for n in names]
    values = merged[columns].to_numpy(dtype=float)
    best = best_models(merged, [measure.name for measure in measures])
    parts = []
    for task_id, rows in task_slices(merged):
        parts.append(
            pd.DataFrame(
                {
                    "task_id": task_id,
                    "dataset_id": merged["dataset_id"].iloc[rows.start],
                    "target": np.repeat(names, len(measures) + 2),
                    "measure": [*(m.name for m in measures), RANDOM_MODEL, ITSELF] * len(names),
                    "regret": _regrets(values[rows], best[rows]).ravel(),
                }
            )
        )
    return pd.concat(parts, ignore_index=True)


def regret_summary(
    regrets: pd.DataFrame,
    *,
    resamples: int,
    confidence_level: float,
    seed: int,
) -> pd.DataFrame:
    """Summarise regrets over the tasks.

    Returns
    -------
    DataFrame
        A row per target and measure: mean with its interval by resampling data sets, median, 95th
        percentile, share of tasks with a regret above .01, tasks with a regret and tasks without
        (``undefined``).
    """
    options: dict[str, Any] = {
        "resamples": resamples,
        "seed": seed,
        "confidence_level": confidence_level,
    }
    rows = []
    for (target, measure), group in regrets.groupby(["target", "measure"], sort=False):
        bootstrap = ClusterBootstrap(group["dataset_id"], **options)
        interval = bootstrap.interval(bootstrap.mean(group["regret"]))
        defined = group["regret"].dropna()
        rows.append(
            {
                "target": target,
                "measure": measure,
                "mean": interval.estimate,
                "lower": interval.lower,
                "upper": interval.upper,
                "median": defined.median(),
                "p95": defined.quantile(0.95),
                "share_noticeable": (defined > NOTICEABLE).mean(),
                "tasks": len(defined),
                "undefined": len(group) - len(defined),
                "note": interval.note,
            }
        )
    return pd.DataFrame(rows)


def regret_comparison(
    regrets: pd.DataFrame,
    agreement: pd.DataFrame,
    *,
    resamples: int,
    confidence_level: float,
    seed: int,
) -> pd.DataFrame:
    """Compare the regrets of two measures, where their best models differ and over all tasks.

    Parameters
    ----------
    regrets : DataFrame
        What `task_regrets` returns.
    agreement : DataFrame
        What `task_agreement` returns.
    resamples, confidence_level, seed
        As in `agreement_intervals`.

    Returns
    -------
    DataFrame
        A row per target and pair. Among the ``differing`` tasks, in which the best models differ
        and both regrets are defined: the share in which those by A have the lower target
        (``a_worse``, ties half) with its interval. Over all tasks: the mean difference of the
        regrets, A - B, with its interval, and the p-value of Wilcoxon's signed-rank test on the
        means of the data sets (NaN if all of them are 0).
    """
    options = (resamples, confidence_level, seed)
    rows = list(_comparison_rows(regrets, agreement, options))
    return pd.DataFrame(rows)


def _regrets(values: Floats, best: BoolArray) -> Floats:
    """Regrets of shape (targets, measures + 2) from values (models, targets)."""
    defined = ~np.isnan(values)
    highest = np.where(defined, values, -np.inf).max(axis=0)
    highest[~defined.any(axis=0)] = np.nan
    # A best model counts by its target even where this is NaN; others must not spread theirs.
    chosen = [values[models].mean(axis=0) for models in best.T]
    random = np.where(defined, values, 0.0).sum(axis=0) / np.maximum(defined.sum(axis=0), 1)
    regrets = np.array([*(highest - value for value in chosen), highest - random, highest * 0]).T
    return np.where(np.abs(regrets) <= _EQUAL, 0.0, regrets)


def _comparison_rows(
    regrets: pd.DataFrame, agreement: pd.DataFrame, options: tuple[int, float, int]
) -> Iterator[dict[str, object]]:
    resamples, confidence_level, seed = options
    differs = {
        (a, b): tasks.set_index("task_id")["best_differs"] for a, b, tasks in by_pair(agreement)
    }
    for target, rows in regrets.groupby("target", sort=False):
        table = rows.pivot(index=["task_id", "dataset_id"], columns="measure", values="regret")
        datasets = table.index.get_level_values("dataset_id")
        bootstrap = ClusterBootstrap(
            datasets, resamples=resamples, seed=seed, confidence_level=confidence_level
        )
        for (a, b), differ in differs.items():
            difference = (table[a] - table[b]).to_numpy()
            chosen = differ.reindex(table.index.get_level_values("task_id")).to_numpy()
            worse = np.where(np.abs(difference) <= _EQUAL, 0.5, difference > 0)
            worse = np.where(chosen.astype(bool) & ~np.isnan(difference), worse, np.nan)
            share = bootstrap.interval(bootstrap.mean(worse))
            mean = bootstrap.interval(bootstrap.mean(difference))
            yield {
                "target": target,
                "measure_a": a,
                "measure_b": b,
                "differing": int((~np.isnan(worse)).sum()),
                "a_worse": share.estimate,
                "a_worse_lower": share.lower,
                "a_worse_upper": share.upper,
                "a_worse_note": share.note,
                "difference": mean.estimate,
                "difference_lower": mean.lower,
                "difference_upper": mean.upper,
                "difference_note": mean.note,
                "wilcoxon_p_value": _wilcoxon(pd.Series(difference).groupby(datasets).mean()),
                "tasks": int((~np.isnan(difference)).sum()),
            }


def _wilcoxon(differences: pd.Series) -> float:
    nonzero = differences.dropna()
    nonzero = nonzero[nonzero.abs() > _EQUAL]
    return float(wilcoxon(nonzero).pvalue) if len(nonzero) else float("nan")
