"""How sure the percentages and correlations are, and whether two percentages differ."""

import math
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import combinations

import numpy as np
import pandas as pd

from prgbench.answer.interface import (
    Bound,
    Part,
    PartOptions,
    PValue,
    Study,
    Tables,
    columns_of,
    table_of,
)
from prgbench.data.models import Models
from prgbench.stats.cluster_bootstrap import ClusterBootstrap, Resampling, Statistic
from prgbench.stats.families import holm, sign_flip_test
from prgbench.stats.interval import Floats
from prgbench.study.agreement import PAIR, by_pair

SHARES = ("best_differs", "best_differs_expected", "best_differs_surely", "top_differs")
TESTED = ("best_differs", "top_differs")
QUARTILES = {
    "spearman_lower_quartile": 0.25,
    "spearman_median": 0.5,
    "spearman_upper_quartile": 0.75,
}
SUMS = ("n", "sx", "sy", "sxx", "syy", "sxy")
"""Sums over the ranks x and y of the models of a task, for a pooled correlation."""


class Options(PartOptions):
    """Intervals for all percentages and correlations, data sets as clusters; paired tests."""


@dataclass(frozen=True, slots=True)
class AgreementInterval:
    """A percentage or correlation of a pair of measures with its intervals."""

    measure_a: str
    measure_b: str
    statistic: str
    estimate: float
    standard_error: float
    lower: Bound
    upper: Bound
    undefined: int
    note: str
    naive_lower: Bound
    naive_upper: Bound
    tasks: int
    datasets: int


@dataclass(frozen=True, slots=True)
class PairedTest:
    """Two percentages on the same tasks, their difference and its test."""

    statistic: str
    pair_1: str
    pair_2: str
    share_1: float
    share_2: float
    estimate: float
    standard_error: float
    lower: Bound
    upper: Bound
    undefined: int
    note: str
    p_value: PValue
    tasks: int
    datasets: int
    p_value_adjusted: PValue


def tables(study: Study, _options: Options) -> Tables:
    """Return the intervals and the paired tests."""
    clusters = study.agreement["task_id"].map(study.models.cluster_of_task)
    agreement = study.agreement.assign(dataset_id=clusters)
    return {
        "intervals": agreement_intervals(agreement, study.models, study.resampling),
        "paired_tests": paired_tests(agreement, study.resampling),
    }


def agreement_intervals(
    agreement: pd.DataFrame, models: Models, resampling: Resampling
) -> pd.DataFrame:
    """Give every percentage and correlation of `agreement_summary` its intervals.

    Data sets are the clusters. The naive interval takes tasks (for the rank correlation: models)
    as independent: Wilson's for shares, Fisher's for the correlation, none for the quartiles.
    """
    rows = []
    for a, b, tasks in by_pair(agreement):
        bootstrap = resampling.of(tasks["dataset_id"])
        intervals = {name: bootstrap.interval_of_share(tasks[name]) for name in SHARES}
        correlation = _resampled_correlation(bootstrap, tasks, models, a, b)
        intervals["rank_correlation"] = bootstrap.interval(correlation)
        for name, q in QUARTILES.items():
            intervals[name] = bootstrap.interval(bootstrap.quantile(tasks["spearman"], q))
        for name, interval in intervals.items():
            low, high = _naive(name, tasks, models, a, b, resampling.confidence_level)
            facts = asdict(interval) | {"naive_lower": low, "naive_upper": high}
            facts |= {"tasks": len(tasks), "datasets": bootstrap.n_clusters}
            rows.append(AgreementInterval(a, b, name, **facts))
    return table_of(AgreementInterval, rows)


def paired_tests(agreement: pd.DataFrame, resampling: Resampling) -> pd.DataFrame:
    """Test whether two pairs of measures disagree equally often, on the same tasks.

    The p-value is by flipping the signs of the data sets' differences, and is adjusted for all
    rows after Holm. There are no rows with two measures, which have one pair.
    """
    table = pd.DataFrame(
        [row for name in TESTED for row in _paired_rows(agreement, name, resampling)],
        columns=columns_of(PairedTest),
    )
    return table.assign(p_value_adjusted=holm(table["p_value"]))


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


def rank_sums(models: Models, a: str, b: str) -> pd.DataFrame:
    """Return `SUMS` of the ranks by two measures, a row per task."""
    x, y = models.ranks(a), models.ranks(b)
    terms = (1.0, x, y, x * x, y * y, x * y)
    return pd.DataFrame(dict(zip(SUMS, terms, strict=True))).groupby(models.task_id).sum()


def correlation_of_sums(sums: Floats) -> Floats:
    """Return Pearson's correlation from `SUMS` along the last axis.

    Examples
    --------
    >>> x, y = np.array([[1, 2, 3], [1, 3, 2]])
    >>> float(correlation_of_sums(np.array([3, x.sum(), y.sum(), x @ x, y @ y, x @ y])))
    0.5
    """
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


def _naive(
    name: str, tasks: pd.DataFrame, models: Models, a: str, b: str, level: float
) -> tuple[float, float]:
    """Return an interval that takes tasks or models as independent."""
    if name in SHARES:
        return _wilson(float(tasks[name].sum()), len(tasks), level)
    x, y = (models.ranks(measure).to_numpy(dtype=float) for measure in (a, b))
    if name != "rank_correlation" or len(x) < 4 or np.ptp(x) == 0 or np.ptp(y) == 0:
        return float("nan"), float("nan")
    return _fisher(x, y, level)


def _wilson(counted: float, n: int, level: float) -> tuple[float, float]:
    """Return Wilson's interval of a share, as statsmodels does, whose import takes a second."""
    from scipy.special import ndtri

    reach, share = -float(ndtri((1 - level) / 2)), counted / n
    square = reach**2
    scale = 1 + square / n
    centre = (share + square / (2 * n)) / scale
    half = reach * math.sqrt(share * (1 - share) / n + square / (4.0 * n**2)) / scale
    return max(centre - half, 0.0), min(centre + half, 1.0)


def _fisher(x: Floats, y: Floats, level: float) -> tuple[float, float]:
    """Return Fisher's interval of Pearson's correlation, as `scipy.stats.pearsonr` does."""
    from scipy.special import ndtri

    first, second = (values - values.mean() for values in (x, y))
    units = []
    for values in (first, second):
        largest = np.abs(values).max()
        units.append(values / (largest * np.linalg.norm(values / largest, axis=0)))
    correlation = np.clip(np.vecdot(*units), -1.0, 1.0)
    with np.errstate(divide="ignore"):
        centre = np.arctanh(correlation)
    half = ndtri(0.5 + level / 2) * np.sqrt(1 / (len(x) - 3))
    return float(np.tanh(centre - half)), float(np.tanh(centre + half))


PART = Part(
    "intervals",
    Options,
    tables,
    rows={"intervals": AgreementInterval, "paired_tests": PairedTest},
    of_pairs=True,
)
