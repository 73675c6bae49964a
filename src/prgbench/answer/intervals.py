"""How sure the percentages and correlations are, and whether two percentages differ."""

from collections.abc import Iterator
from dataclasses import asdict
from itertools import combinations

import numpy as np
import pandas as pd
from scipy.stats import pearsonr
from statsmodels.stats.proportion import proportion_confint

from prgbench.answer.interface import Part, PartOptions, Study, Tables
from prgbench.stats.cluster_bootstrap import ClusterBootstrap, Resampling, Statistic
from prgbench.stats.families import holm, sign_flip_test
from prgbench.stats.interval import Floats
from prgbench.study.agreement import PAIR, by_pair
from prgbench.study.ranking import rank_column


class Options(PartOptions):
    """Intervals of all percentages and correlations, data sets as clusters; paired tests."""


SHARES = ("best_differs", "best_differs_expected", "best_differs_surely", "top_differs")
TESTED = ("best_differs", "top_differs")
QUARTILES = {
    "spearman_lower_quartile": 0.25,
    "spearman_median": 0.5,
    "spearman_upper_quartile": 0.75,
}


def tables(study: Study, _options: Options) -> Tables:
    """Return the intervals and the paired tests."""
    return {
        "intervals": agreement_intervals(study.agreement, study.models, study.resampling),
        "paired_tests": paired_tests(study.agreement, study.resampling),
    }


def agreement_intervals(
    agreement: pd.DataFrame, models: pd.DataFrame, resampling: Resampling
) -> pd.DataFrame:
    """Give every percentage and correlation of `agreement_summary` its intervals.

    Parameters
    ----------
    agreement : DataFrame
        What `task_agreement` returns.
    models : DataFrame
        Ranked models, as `add_ranks` returns them.
    resampling : Resampling
        How the data sets are resampled.

    Returns
    -------
    DataFrame
        A row per pair of measures and statistic: the estimate; its interval with data sets as
        clusters (``lower``, ``upper``: Wilson's for shares, exact where all tasks are alike,
        expanded percentile for correlations); for correlations the BCa interval, too; the naive
        interval that takes tasks (for the rank correlation: models) as independent, Wilson's for
        shares and Fisher's for the correlation (the quartiles have none); the numbers of tasks
        and data sets; a note where an interval is missing or exact.
    """
    rows = []
    for a, b, tasks in by_pair(agreement):
        bootstrap = resampling.of(tasks["dataset_id"])
        found = {name: bootstrap.interval_of_share(tasks[name]) for name in SHARES}
        correlation = _correlation(bootstrap, tasks, models, a, b)
        found["rank_correlation"] = bootstrap.interval(correlation)
        for name, q in QUARTILES.items():
            found[name] = bootstrap.interval(bootstrap.quantile(tasks["spearman"], q))
        for name, interval in found.items():
            low, high = _naive(name, tasks, models, a, b, resampling.confidence_level)
            rows.append(
                {
                    "measure_a": a,
                    "measure_b": b,
                    "statistic": name,
                    **asdict(interval),
                    "naive_lower": low,
                    "naive_upper": high,
                    "tasks": len(tasks),
                    "datasets": bootstrap.n_clusters,
                }
            )
    return pd.DataFrame(rows)


def paired_tests(agreement: pd.DataFrame, resampling: Resampling) -> pd.DataFrame:
    """Test whether two pairs of measures disagree equally often, on the same tasks.

    Parameters
    ----------
    agreement : DataFrame
        What `task_agreement` returns.
    resampling : Resampling
        How the data sets are resampled.

    Returns
    -------
    DataFrame
        A row per statistic and two pairs of measures: the two shares, their difference with its
        intervals by resampling data sets, the p-value by flipping the signs of the data sets'
        differences, and that adjusted for all rows of the table after Holm
        (``p_value_adjusted``); tasks and data sets. Empty with two measures, which have one pair.
    """
    rows = [row for name in TESTED for row in _paired_rows(agreement, name, resampling)]
    if not rows:
        return pd.DataFrame(columns=_PAIRED_COLUMNS)
    table = pd.DataFrame(rows)
    return table.assign(p_value_adjusted=holm(table["p_value"]))


_PAIRED_COLUMNS = [
    "statistic",
    "pair_1",
    "pair_2",
    "share_1",
    "share_2",
    "estimate",
    "p_value",
    "p_value_adjusted",
]


def _paired_rows(
    agreement: pd.DataFrame, name: str, resampling: Resampling
) -> Iterator[dict[str, object]]:
    table = agreement.pivot(index=["dataset_id", "task_id"], columns=PAIR, values=name)
    table = table.astype(float)
    datasets = table.index.get_level_values("dataset_id")
    bootstrap = resampling.of(datasets)
    for first, second in combinations(table.columns, 2):
        difference = table[first] - table[second]
        yield {
            "statistic": name,
            "pair_1": "-".join(first),
            "pair_2": "-".join(second),
            "share_1": table[first].mean(),
            "share_2": table[second].mean(),
            **asdict(bootstrap.interval(bootstrap.mean(difference))),
            "p_value": sign_flip_test(difference, datasets, seed=resampling.seed),
            "tasks": len(table),
            "datasets": bootstrap.n_clusters,
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


PART = Part("intervals", Options, tables)
