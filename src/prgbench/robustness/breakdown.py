"""Disagreement by properties of the tasks."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from prgbench.answer.interface import Bound, Part, PartOptions, PValue, Study, Tables, columns_of
from prgbench.data.models import Models
from prgbench.stats.cluster_bootstrap import FEWEST_CLUSTERS, ClusterBootstrap, Resampling
from prgbench.stats.families import EXCHANGES, exchange_tests, holm
from prgbench.stats.shares import difference_of_shares
from prgbench.study.agreement import by_pair
from prgbench.typing import BoolArray, Floats

PREVALENCE_EDGES = (0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5)
SIZE_EDGES = (300, 1_000, 3_000, 10_000, 100_000)
MINORITY_EDGES = (30, 100, 300, 1_000, 10_000)
AUROC_EDGES = (0.6, 0.7, 0.8, 0.9, 0.95, 0.99)
RESOLUTION_EDGES = (0.01, 0.05, 0.2, 0.5, 0.9)
EXCHANGES_PER_BIN = 100
"""So many that adjusted p-values reach down to 0.02, however many bins there are."""


@dataclass(frozen=True, slots=True)
class BinOfTasks:
    """How often two measures have different best models in a bin of a property (``by``).

    ``others`` is the share among all other tasks, and ``difference`` that to it with Newcombe's
    interval (NaN where the bin holds all tasks). Its p-value is by exchanging tasks, adjusted for
    all rows after Holm; NaN below 20 data sets.
    """

    measure_a: str
    measure_b: str
    by: str
    bin: str
    best_differs: float
    lower: Bound
    upper: Bound
    others: float
    difference: float
    difference_lower: Bound
    difference_upper: Bound
    note: str
    tasks: int
    datasets: int
    p_value: PValue
    p_value_adjusted: PValue


def tables(study: Study, _: PartOptions) -> Tables:
    """Return ``breakdown``, the disagreements by property."""
    table = disagreement_breakdown(study.models, study.agreement, study.resampling)
    return {"breakdown": table}


def disagreement_breakdown(
    models: Models, agreement: pd.DataFrame, resampling: Resampling
) -> pd.DataFrame:
    """Break the disagreements of each pair of measures down by properties of tasks and picks.

    Flow family, upload year and share of distinct scores are those of the best model by the first
    measure alone: two models that differ differ in most things.
    """
    bins_of_tasks = _task_bins(models)
    # The tasks are the same for all pairs of measures.
    datasets = agreement.drop_duplicates("task_id").set_index("task_id")["dataset_id"]
    bootstrap = resampling.of(datasets)
    rows = []
    differs = []
    members = []
    for a, b, tasks in by_pair(agreement):
        bins = bins_of_tasks.join(_model_bins(models.best(a))).loc[datasets.index]
        # Each bin of each property as the mask of its tasks.
        masks = {
            (str(by), str(name)): (column == name).to_numpy()
            for by, column in bins.items()
            for name in column.astype("category").cat.remove_unused_categories().cat.categories
        }
        of_tasks = tasks.set_index("task_id")["best_differs"].reindex(datasets.index)
        differs.append(of_tasks.to_numpy(dtype=float))
        members.append(np.column_stack(list(masks.values())))
        rows += [
            {"measure_a": a, "measure_b": b, "by": by, "bin": name}
            | _compared_shares(bootstrap, differs[-1], inside)
            | {"datasets": datasets[inside].nunique()}
            for (by, name), inside in masks.items()
        ]
    table = pd.DataFrame(rows).assign(p_value=np.nan)
    if bootstrap.n_clusters >= FEWEST_CLUSTERS:
        # An exact test by exchanges, whose smallest p-value is 1 / (exchanges + 1): Holm's
        # adjustment multiplies it by the number of bins, so that more bins need more exchanges.
        exchanges = max(EXCHANGES, EXCHANGES_PER_BIN * len(table))
        tested = exchange_tests(
            differs, members, datasets, exchanges=exchanges, seed=resampling.seed
        )
        table["p_value"] = np.concatenate(tested)
    return table.assign(p_value_adjusted=holm(table["p_value"]))[columns_of(BinOfTasks)]


def _compared_shares(
    bootstrap: ClusterBootstrap, differs: Floats, inside: BoolArray
) -> dict[str, object]:
    """Return the share of disagreements in a bin, beside that among the other tasks."""
    share, others = (bootstrap.interval_of_share(differs, m) for m in (inside, ~inside))
    lower, upper = difference_of_shares(share, others)
    return {
        "best_differs": share.estimate,
        "lower": share.lower,
        "upper": share.upper,
        "others": others.estimate,
        "difference": share.estimate - others.estimate,
        "difference_lower": lower,
        "difference_upper": upper,
        "note": share.note,
        "tasks": int(inside.sum()),
    }


def cut(values: pd.Series, edges: Sequence[float]) -> pd.Series:
    """Sort values into bins that include their upper edge."""
    return pd.cut(values, [-np.inf, *edges, np.inf])


def _task_bins(models: Models) -> pd.DataFrame:
    tasks = Models(models.frame.groupby("task_id").first(), models.measures)
    n = tasks.n_instances
    prevalence = tasks.prevalence
    aurocs = models.pooled_auroc
    assert n is not None
    assert prevalence is not None
    assert aurocs is not None
    minority = (n * prevalence.clip(upper=1 - prevalence)).round()
    return pd.DataFrame(
        {
            "prevalence": cut(prevalence, PREVALENCE_EDGES),
            "instances": cut(n, SIZE_EDGES),
            "minority_count": cut(minority, MINORITY_EDGES),
            "mean_auroc": cut(aurocs.groupby(models.task_id).mean(), AUROC_EDGES),
        }
    )


def _model_bins(best: Models) -> pd.DataFrame:
    assert best.n_distinct is not None
    assert best.n is not None
    years = best.upload_time.str.extract(r"^([0-9]{4})-", expand=False)
    return pd.DataFrame(
        {
            "flow_family": best.flow_family,
            "distinct_scores": cut(best.n_distinct / best.n, RESOLUTION_EDGES),
            "upload_year": years.fillna("unknown"),
        }
    )


PART = Part("breakdown", PartOptions, tables, rows={"breakdown": BinOfTasks}, of_pairs=True)
