"""How sure the percentages and correlations are."""

from dataclasses import asdict, dataclass

import numpy as np
import pandas as pd

from prgbench.answer.interface import (
    Bound,
    Part,
    PartOptions,
    Study,
    Tables,
    table_of,
)
from prgbench.data.models import Models
from prgbench.stats.cluster_bootstrap import ClusterBootstrap, Resampling, Statistic
from prgbench.study.agreement import by_pair
from prgbench.typing import Floats

SHARES = ("best_differs", "best_differs_expected", "top_differs")
SUMS = ("n", "sx", "sy", "sxx", "syy", "sxy")
"""Sums over the ranks x and y of the models of a task, for a pooled correlation."""


@dataclass(frozen=True, slots=True)
class AgreementInterval:
    """A percentage or correlation of a pair of measures with its interval."""

    measure_a: str
    measure_b: str
    statistic: str
    estimate: float
    standard_error: float
    lower: Bound
    upper: Bound
    undefined: int
    note: str
    tasks: int
    datasets: int


def tables(study: Study, _options: PartOptions) -> Tables:
    """Return ``intervals``, those of all percentages and correlations."""
    clusters = study.agreement["task_id"].map(study.models.cluster_of_task)
    agreement = study.agreement.assign(dataset_id=clusters)
    return {"intervals": agreement_intervals(agreement, study.models, study.resampling)}


def agreement_intervals(
    agreement: pd.DataFrame, models: Models, resampling: Resampling
) -> pd.DataFrame:
    """Give every percentage and correlation of `agreement_summary` its interval.

    Data sets are the clusters.
    """
    rows = []
    for a, b, tasks in by_pair(agreement):
        bootstrap = resampling.of(tasks["dataset_id"])
        intervals = {name: bootstrap.interval_of_share(tasks[name]) for name in SHARES}
        correlation = _resampled_correlation(bootstrap, tasks, models, a, b)
        intervals["rank_correlation"] = bootstrap.interval(correlation)
        for name, interval in intervals.items():
            counts = {"tasks": len(tasks), "datasets": bootstrap.n_clusters}
            rows.append(AgreementInterval(a, b, name, **(asdict(interval) | counts)))
    return table_of(AgreementInterval, rows)


def rank_sums(models: Models, a: str, b: str) -> pd.DataFrame:
    """Return `SUMS` of the ranks by two measures, a row per task."""
    x = models.ranks(a)
    y = models.ranks(b)
    terms = (1.0, x, y, x * x, y * y, x * y)
    return pd.DataFrame(dict(zip(SUMS, terms, strict=True))).groupby(models.task_id).sum()


def correlation_of_sums(sums: Floats) -> Floats:
    """Return Pearson's correlation from `SUMS` along the last axis."""
    n, sx, sy, sxx, syy, sxy = np.moveaxis(sums, -1, 0)
    variances = (n * sxx - sx**2) * (n * syy - sy**2)
    scale = np.sqrt(np.where(variances > 0, variances, np.nan))
    return np.asarray((n * sxy - sx * sy) / scale)


def _resampled_correlation(
    bootstrap: ClusterBootstrap, tasks: pd.DataFrame, models: Models, a: str, b: str
) -> Statistic:
    """Return the correlation of the ranks of all models as a function of the weights."""
    sums = bootstrap.cluster_sums(rank_sums(models, a, b).loc[tasks["task_id"]])
    return lambda weights: correlation_of_sums(weights @ sums)


PART = Part("intervals", PartOptions, tables, rows={"intervals": AgreementInterval}, of_pairs=True)
