"""How sure the percentages and correlations are, and whether two percentages differ."""

from collections.abc import Iterator
from dataclasses import asdict
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
from scipy.stats import pearsonr
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.proportion import proportion_confint

from prgbench.comparison.compared import Study, Tables
from prgbench.comparison.intervals import Options
from prgbench.replication.groups import PAIR, by_pair
from prgbench.replication.ranking import rank_column
from prgbench.stats.cluster_bootstrap import ClusterBootstrap, Floats, Statistic

SHARES = ("best_differs", "best_differs_expected", "best_differs_surely", "top3_differs")
TESTED = ("best_differs", "top3_differs")
QUARTILES = {
    "spearman_lower_quartile": 0.25,
    "spearman_median": 0.5,
    "spearman_upper_quartile": 0.75,
}


def tables(study: Study, _options: Options) -> Tables:
    """Return the intervals and the paired tests."""
    return {
        "intervals": agreement_intervals(study.agreement, study.models, **study.bootstrap),
        "paired_tests": paired_tests(study.agreement, **study.bootstrap),
    }


def agreement_intervals(
    agreement: pd.DataFrame,
    models: pd.DataFrame,
    *,
    resamples: int,
    confidence_level: float,
    seed: int,
) -> pd.DataFrame:
    """Give every percentage and correlation of `agreement_summary` its intervals.

    Parameters
    ----------
    agreement : DataFrame
        What `task_agreement` returns.
    models : DataFrame
        Ranked models, as `add_ranks` returns them.
    resamples : int
        Bootstrap resamples of the data sets.
    confidence_level : float
        The level of the intervals.
    seed : int
        The seed of the resamples.

    Returns
    -------
    DataFrame
        A row per pair of measures and statistic: the estimate; its percentile (``lower``,
        ``upper``) and BCa interval; the naive interval that takes tasks (for the rank correlation:
        models) as independent, Wilson's for shares and Fisher's for the correlation (the quartiles
        have none); the numbers of tasks and data sets; a note where an interval is missing.
    """
    rows = []
    options: dict[str, Any] = {
        "resamples": resamples,
        "seed": seed,
        "confidence_level": confidence_level,
    }
    for a, b, tasks in by_pair(agreement):
        bootstrap = ClusterBootstrap(tasks["dataset_id"], **options)
        statistics = [(name, bootstrap.mean(tasks[name])) for name in SHARES]
        statistics.append(("rank_correlation", _correlation(bootstrap, tasks, models, a, b)))
        statistics += [(n, bootstrap.quantile(tasks["spearman"], q)) for n, q in QUARTILES.items()]
        for name, statistic in statistics:
            low, high = _naive(name, tasks, models, a, b, confidence_level)
            rows.append(
                {
                    "measure_a": a,
                    "measure_b": b,
                    "statistic": name,
                    **asdict(bootstrap.interval(statistic)),
                    "naive_lower": low,
                    "naive_upper": high,
                    "tasks": len(tasks),
                    "datasets": bootstrap.n_clusters,
                }
            )
    return pd.DataFrame(rows)


def paired_tests(
    agreement: pd.DataFrame,
    *,
    resamples: int,
    confidence_level: float,
    seed: int,
) -> pd.DataFrame:
    """Test whether two pairs of measures disagree equally often, on the same tasks.

    Parameters
    ----------
    agreement : DataFrame
        What `task_agreement` returns.
    resamples, confidence_level, seed
        As in `agreement_intervals`.

    Returns
    -------
    DataFrame
        A row per statistic and two pairs of measures: the two shares, their difference with its
        intervals and p-value by resampling data sets, and the exact McNemar test on one task per
        data set, drawn with the seed (``mcnemar_tasks`` tasks, ``mcnemar_discordant`` of them with
        a disagreement of one pair only). Empty with two measures, which have one pair.
    """
    shares = {
        name: agreement.pivot(index=["dataset_id", "task_id"], columns=PAIR, values=name).astype(
            float
        )
        for name in TESTED
    }
    rows = list(_paired_rows(shares, resamples, confidence_level, seed))
    return pd.DataFrame(rows, columns=None if rows else _PAIRED_COLUMNS)


_PAIRED_COLUMNS = ["statistic", "pair_1", "pair_2", "share_1", "share_2", "estimate"]


def _paired_rows(
    shares: dict[str, pd.DataFrame], resamples: int, confidence_level: float, seed: int
) -> Iterator[dict[str, object]]:
    for name, table in shares.items():
        datasets = table.index.get_level_values("dataset_id")
        bootstrap = ClusterBootstrap(
            datasets, resamples=resamples, seed=seed, confidence_level=confidence_level
        )
        one_each = (
            table.groupby("dataset_id").sample(1, random_state=seed) if len(table) else table
        )
        for first, second in combinations(table.columns, 2):
            statistic = bootstrap.mean(table[first] - table[second])
            yield {
                "statistic": name,
                "pair_1": "-".join(first),
                "pair_2": "-".join(second),
                "share_1": table[first].mean(),
                "share_2": table[second].mean(),
                **asdict(bootstrap.interval(statistic)),
                "p_value": bootstrap.p_value(statistic),
                **_mcnemar(one_each[first], one_each[second]),
            }


def _mcnemar(first: pd.Series, second: pd.Series) -> dict[str, object]:
    table = [[int(((first == i) & (second == j)).sum()) for j in (1, 0)] for i in (1, 0)]
    return {
        "mcnemar_tasks": len(first),
        "mcnemar_discordant": table[0][1] + table[1][0],
        "mcnemar_p_value": float(mcnemar(table, exact=True).pvalue),
    }


def _correlation(
    bootstrap: ClusterBootstrap, tasks: pd.DataFrame, models: pd.DataFrame, a: str, b: str
) -> Statistic:
    """Pearson's correlation of the ranks of all models, from sums over the data sets."""
    x, y = models[rank_column(a)], models[rank_column(b)]
    moments = pd.DataFrame({"n": 1.0, "x": x, "y": y, "xx": x * x, "yy": y * y, "xy": x * y})
    by_task = moments.groupby(models["task_id"]).sum().loc[tasks["task_id"]]
    sums = bootstrap.cluster_sums(by_task)

    def statistic(weights: Floats) -> Floats:
        n, sx, sy, sxx, syy, sxy = (weights @ sums).T
        covariance = n * sxy - sx * sy
        variances = (n * sxx - sx**2) * (n * syy - sy**2)
        scale = np.sqrt(np.where(variances > 0, variances, np.nan))
        correlation: Floats = covariance / scale
        return correlation

    return statistic


def _naive(
    name: str, tasks: pd.DataFrame, models: pd.DataFrame, a: str, b: str, level: float
) -> tuple[float, float]:
    if name in SHARES:
        low, high = proportion_confint(
            tasks[name].sum(), len(tasks), alpha=1 - level, method="wilson"
        )
        return float(low), float(high)
    x, y = models[rank_column(a)], models[rank_column(b)]
    if name != "rank_correlation" or len(x) < 4 or x.nunique() < 2 or y.nunique() < 2:
        return float("nan"), float("nan")
    interval = pearsonr(x, y).confidence_interval(level)
    return float(interval.low), float(interval.high)
