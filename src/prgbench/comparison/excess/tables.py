"""The cross-half excess of each pair of measures, over all tasks."""

import pandas as pd

from prgbench.comparison.compared import Study, Tables
from prgbench.comparison.excess import Options
from prgbench.comparison.excess.verdict import verdict
from prgbench.replication.groups import by_pair
from prgbench.stats.cluster_bootstrap import Resampling
from prgbench.stats.families import holm
from prgbench.stats.sign_flips import sign_flip_test


def tables(study: Study, _: Options) -> Tables:
    """Return ``excess``, a row per pair of measures, of halves and of quarters."""
    datasets = study.models.groupby("task_id")["dataset_id"].first()
    halves = study.per_task["halves"].join(datasets, on="task_id")
    return {"excess": excess_summary(halves, study.resampling)}


def excess_summary(halves: pd.DataFrame, resampling: Resampling) -> pd.DataFrame:
    """Summarise the excess over the tasks and say what may be said of it.

    Parameters
    ----------
    halves : DataFrame
        What `cross_half_excess` returns, for all tasks, with ``dataset_id`` and ``parts``.
    resampling : Resampling
        How data sets are resampled.

    Returns
    -------
    DataFrame
        A row per number of parts and pair, means over the tasks: ``two_measures``,
        ``one_measure``, ``excess`` and ``replicated``, the last two with their intervals;
        ``p_value`` of the one-sided sign-flip test of the excess over data sets, and
        ``p_value_adjusted`` for the pairs at the same number of parts; the ``verdict``; the number
        of tasks with a value, of their data sets, and of tasks without one (``undefined``).
    """
    rows = [
        {"parts": parts, "measure_a": a, "measure_b": b, **_summary(tasks, resampling)}
        for parts, own in halves.groupby("parts", sort=False)
        for a, b, tasks in by_pair(own)
    ]
    table = pd.DataFrame(rows, columns=_COLUMNS)
    table["p_value_adjusted"] = table.groupby("parts")["p_value"].transform(holm)
    table["verdict"] = [
        verdict(
            lower=lower,
            p_value_adjusted=p_value,
            datasets=datasets,
            confidence_level=resampling.confidence_level,
        )
        for lower, p_value, datasets in zip(
            table["lower"], table["p_value_adjusted"], table["datasets"], strict=True
        )
    ]
    return table


def _summary(tasks: pd.DataFrame, resampling: Resampling) -> dict[str, object]:
    defined = tasks.dropna(subset="excess")
    bootstrap = resampling.of(defined["dataset_id"])
    excess = bootstrap.interval(bootstrap.mean(defined["excess"]))
    replicated = bootstrap.interval(bootstrap.mean(defined["replicated"]))
    return {
        "two_measures": defined["two_measures"].mean(),
        "one_measure": defined["one_measure"].mean(),
        "excess": excess.estimate,
        "lower": excess.lower,
        "upper": excess.upper,
        "p_value": sign_flip_test(
            defined["excess"],
            defined["dataset_id"],
            alternative="greater",
            seed=resampling.seed,
        ),
        "replicated": replicated.estimate,
        "replicated_lower": replicated.lower,
        "replicated_upper": replicated.upper,
        "tasks": len(defined),
        "datasets": bootstrap.n_clusters,
        "undefined": len(tasks) - len(defined),
        "note": excess.note,
    }


_COLUMNS = [
    "parts",
    "measure_a",
    "measure_b",
    "two_measures",
    "one_measure",
    "excess",
    "lower",
    "upper",
    "p_value",
    "p_value_adjusted",
    "replicated",
    "replicated_lower",
    "replicated_upper",
    "verdict",
    "tasks",
    "datasets",
    "undefined",
    "note",
]
