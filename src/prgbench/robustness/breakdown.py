"""Disagreement by properties of the tasks."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.answer.interface import Part, PartOptions, Study, Tables
from prgbench.stats.cluster_bootstrap import FEWEST_CLUSTERS, ClusterBootstrap, Resampling
from prgbench.stats.families import EXCHANGES, exchange_tests, holm
from prgbench.stats.interval import difference_of_shares
from prgbench.study.agreement import by_pair, first_best


class Options(PartOptions):
    """The disagreements by prevalence, size, family and other properties."""


PREVALENCE_EDGES = (0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5)
SIZE_EDGES = (300, 1_000, 3_000, 10_000, 100_000)
MINORITY_EDGES = (30, 100, 300, 1_000, 10_000)
AUROC_EDGES = (0.6, 0.7, 0.8, 0.9, 0.95, 0.99)
# So many that a bin can be told apart however many there are: adjusted p-values down to 0.02.
EXCHANGES_PER_BIN = 100
RESOLUTION_EDGES = (0.01, 0.05, 0.2, 0.5, 0.9)


def tables(study: Study, _: Options) -> Tables:
    """Return ``breakdown``, the disagreements by property."""
    table = disagreement_breakdown(study.models, study.agreement, study.resampling)
    return {"breakdown": table}


def disagreement_breakdown(
    models: pd.DataFrame, agreement: pd.DataFrame, resampling: Resampling
) -> pd.DataFrame:
    """Break the disagreements of each pair of measures down.

    Parameters
    ----------
    models : DataFrame
        Ranked models with their provenance, as `add_ranks` returns them.
    agreement : DataFrame
        What `task_agreement` returns.
    resampling : Resampling
        How the data sets are resampled.

    Returns
    -------
    DataFrame
        A row per pair, property (``by``) and bin: the share of tasks whose best models differ with
        its interval (data sets as clusters), the numbers of tasks and data sets; the share of all
        other tasks (``others``) and the difference to it with Newcombe's interval (``difference``,
        ``difference_lower``, ``difference_upper``; NaN where a bin holds all tasks); its p-value
        by exchanging tasks, and that adjusted for all rows after Holm (``p_value_adjusted``), NaN
        below 20 data sets; a note where the bounds of the share are missing or exact.

        The properties of a task are its prevalence, instances, minority count and its models' mean
        AUROC; those of the best model by the first measure are its flow family, upload year and
        share of distinct scores (of one model alone: two models that differ differ in most
        things). Bins without a task are not shown.
    """
    tasks = _task_bins(models)
    best = {name: first_best(models, name) for name in agreement["measure_a"].unique()}
    values, members, parts = [], [], []
    for a, b, pair in by_pair(agreement):
        pair = pair.set_index("task_id")
        bins = pd.concat([tasks, _model_bins(best[a])], axis=1).loc[pair.index]
        inside = {
            (str(by), str(name)): (bins[by] == name).to_numpy()
            for by in bins
            for name in _names(bins[by])
        }
        rows = _bins_of_pair(pair, inside, resampling)
        parts.append(pd.DataFrame(rows).assign(measure_a=a, measure_b=b))
        values.append(pair["best_differs"].to_numpy(dtype=float))
        members.append(np.column_stack(list(inside.values())))
    table = pd.concat(parts, ignore_index=True)
    table["p_value"] = np.concatenate(
        exchange_tests(
            values,
            members,
            pair["dataset_id"],
            exchanges=max(EXCHANGES, EXCHANGES_PER_BIN * len(table)),
            seed=resampling.seed,
        )
    )
    if pair["dataset_id"].nunique() < FEWEST_CLUSTERS:
        table["p_value"] = np.nan
    table["p_value_adjusted"] = holm(table["p_value"])
    return table[["measure_a", "measure_b", *table.columns.drop(["measure_a", "measure_b"])]]


def _names(bins: pd.Series) -> list[object]:
    """Return the bins that hold a task, in their order."""
    if isinstance(bins.dtype, pd.CategoricalDtype):
        return list(bins.cat.remove_unused_categories().cat.categories)
    return sorted(bins.dropna().unique())


def _bins_of_pair(
    pair: pd.DataFrame,
    inside: dict[tuple[str, str], NDArray[np.bool_]],
    resampling: Resampling,
) -> Iterator[dict[str, object]]:
    bootstrap = resampling.of(pair["dataset_id"])
    differs = pair["best_differs"].to_numpy(dtype=float)
    for (by, name), members in inside.items():
        yield {
            "by": by,
            "bin": name,
            **_compared(bootstrap, differs, members),
            "tasks": int(members.sum()),
            "datasets": pair["dataset_id"][members].nunique(),
        }


def _compared(
    bootstrap: ClusterBootstrap,
    differs: NDArray[np.float64],
    members: NDArray[np.bool_],
) -> dict[str, object]:
    own, rest = (bootstrap.interval_of_share(differs, tasks) for tasks in (members, ~members))
    lower, upper = difference_of_shares(own, rest)
    return {
        "best_differs": own.estimate,
        "lower": own.lower,
        "upper": own.upper,
        "others": rest.estimate,
        "difference": own.estimate - rest.estimate,
        "difference_lower": lower,
        "difference_upper": upper,
        "note": own.note,
    }


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
    years = best["upload_time"].str.extract(r"^([0-9]{4})-", expand=False)
    return pd.DataFrame(
        {
            "flow family": best["flow_family"],
            "distinct scores": cut(best["n_distinct"] / best["n"], RESOLUTION_EDGES),
            "upload year": years.fillna("unknown"),
        }
    )


PART = Part("breakdown", Options, tables)
