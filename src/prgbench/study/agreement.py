"""How far the measures disagree, task by task and over all tasks."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd

from prgbench.data.models import Models
from prgbench.metrics import Measure, theory
from prgbench.stats.ranks import ranks_of
from prgbench.study.ranking import TOP
from prgbench.typing import BoolArray, Floats

PAIR = ["measure_a", "measure_b"]
SHARES = ["best_differs", "best_differs_expected", "best_differs_surely", "top_differs"]
AGREEMENT = ["task_id", "dataset_id", "dataset_name", *PAIR, *SHARES, "spearman"]
SUMMARY = [
    *(*PAIR, "tasks", "datasets", "models", *SHARES),
    *("rank_correlation", "spearman_lower_quartile", "spearman_median"),
    *("spearman_upper_quartile", "spearman_undefined"),
]

CHANCE = {"aupr": theory.expected_aupr, "auprg": theory.expected_auprg}
"""The mean of each measure over all rankings of given numbers of positives and negatives."""


def task_agreement(models: Models, measures: Sequence[Measure], top: int = TOP) -> pd.DataFrame:
    """Compare each pair of measures in each task: a row each, in the order of the study file.

    ``best_differs_expected`` is the probability that the best models differ with ties broken in
    one random order; they differ surely if the measures share no best model. ``spearman`` is NaN
    if a measure ranks all models alike.
    """
    names = [measure.name for measure in measures]
    by_task = models.by_task
    ranks_of_all = {name: models.ranks(name).to_numpy() for name in names}
    # Ranks of the study may be means over ties; a place is one more than models come before.
    places_of_all = {
        name: models.ranks(name).groupby(models.task_id).rank("min").to_numpy() for name in names
    }
    # Taken apart as arrays once: cutting the frame for each pair of measures takes far longer.
    rows_of_task = by_task.indices
    datasets = by_task[["dataset_id", "dataset_name"]].first()
    rows = []
    for task_id, dataset_id, dataset_name in datasets.itertuples():
        rows_of_this = rows_of_task[task_id]
        ranks = {name: every[rows_of_this] for name, every in ranks_of_all.items()}
        places = {name: every[rows_of_this] for name, every in places_of_all.items()}
        for a, b in combinations(names, 2):
            best = best_differs(ranks[a], ranks[b])
            first = bool(places_differ(places[a], places[b], top))
            spearman = _pearson(ranks[a], ranks[b])
            rows.append((task_id, dataset_id, dataset_name, a, b, *best, first, spearman))
    return pd.DataFrame(rows, columns=AGREEMENT)


def agreement_summary(agreement: pd.DataFrame, models: Models) -> pd.DataFrame:
    """Summarise what `task_agreement` returns over the tasks: a row per pair of measures.

    ``rank_correlation`` is Pearson's correlation of the ranks of all models, as in the paper.
    """
    rows = []
    for a, b, tasks in by_pair(agreement):
        sizes = len(tasks), tasks["dataset_id"].nunique(), len(models)
        shares = (tasks[name].mean() for name in SHARES)
        # Over the models of all tasks at once, as the paper does; Spearman's is within each task.
        correlation = _pearson(*(models.ranks(name).to_numpy() for name in (a, b)))
        spearman = tasks["spearman"]
        quartiles = spearman.quantile([0.25, 0.5, 0.75])
        undefined = int(spearman.isna().sum())
        rows.append((a, b, *sizes, *shares, correlation, *quartiles, undefined))
    return pd.DataFrame(rows, columns=SUMMARY)


def task_table(
    models: Models, agreement: pd.DataFrame, measures: Sequence[Measure]
) -> pd.DataFrame:
    """Return a row per task: its data, the best model by each measure, and its agreement.

    ``chance_aupr`` and ``chance_auprg`` are the means over all rankings of its rows.
    """
    tasks = models.by_task.agg(
        dataset_id=("dataset_id", "first"),
        dataset_name=("dataset_name", "first"),
        pos_label=("pos_label", "first"),
        models=("run_id", "size"),
        n=("n", "first"),
        n_instances=("n_instances", "first"),
        prevalence=("prevalence", "first"),
    )
    first = models.first_of_tasks()
    # Added to the table all at once: pandas copies it for each single one of hundreds of columns,
    # and warns of that.
    added: dict[str, Any] = {}
    for measure in measures:
        if measure.name in CHANCE:
            levels = chance_levels(first, measure.name)
            added[f"chance_{measure.name}"] = pd.Series(levels, tasks.index)
    for measure in measures:
        best = models.best(measure.name)
        added[f"best_flow_by_{measure.name}"] = best.flow_name
        added[f"best_{measure.name}"] = best.scores(measure.name)
    for a, b, rows in by_pair(agreement):
        by_task = rows.set_index("task_id")
        for column in ("best_differs", "top_differs", "spearman"):
            added[f"{column}_{a}_{b}"] = by_task[column]
    return pd.concat([tasks, pd.DataFrame(added, tasks.index)], axis="columns").reset_index()


def chance_levels(tasks: Models, measure: str) -> list[float]:
    """Return the mean of one of `CHANCE` over all rankings of each task's ``n`` rows.

    It is NaN where ``prevalence`` is unknown, or a class is missing.

    Examples
    --------
    >>> tasks = pd.DataFrame({"n": [8, 8, 8], "prevalence": [0.5, np.nan, 1.0]})
    >>> np.round(chance_levels(Models(tasks, ["aupr"]), "aupr"), 4).tolist()
    [0.5692, nan, nan]
    """
    if tasks.n is None or tasks.prevalence is None:
        return [float("nan")] * len(tasks)
    return [
        CHANCE[measure](round(n_pos), int(n) - round(n_pos)) if 0 < n_pos < n else float("nan")
        for n, n_pos in zip(tasks.n, tasks.n * tasks.prevalence, strict=True)
    ]


def by_pair(table: pd.DataFrame) -> Iterator[tuple[str, str, pd.DataFrame]]:
    """Yield each pair of measures with its rows, in the order of the table."""
    if table.empty:
        return
    for (a, b), rows in table.groupby(PAIR, sort=False):
        yield str(a), str(b), rows


def best_differs(a: Floats, b: Floats) -> tuple[bool, float, bool]:
    """Compare the sets of best models by two measures: they differ, how probably, and surely."""
    differ, expected = sets_differ(best_by_rank(a), best_by_rank(b))
    return bool(differ), float(expected), bool(expected == 1)


def top_differs(a: Floats, b: Floats, top: int = TOP) -> BoolArray:
    """Tell whether the first ``top`` models or their order differ along the last axis of ranks.

    Tied models share a place: a model is among the first if fewer than ``top`` models precede it.
    """
    # Ranks of the study may be means over ties.
    return places_differ(ranks_of(a, "min"), ranks_of(b, "min"), top)


def places_differ(a: Floats, b: Floats, top: int) -> BoolArray:
    """`top_differs` of places: one more than models come before, ties included."""
    # Behind the first places all models are alike, and their order does not count.
    first_a, first_b = (np.where(places <= top, places, 0) for places in (a, b))
    return np.asarray((first_a != first_b).any(axis=-1))


def sets_differ(a: BoolArray, b: BoolArray) -> tuple[BoolArray, Floats]:
    """Return whether sets of best models differ along the last axis, and how probably.

    That is the probability that the first models of the two sets differ under one random order of
    all models. The first model of the union is the first of both sets if it lies in both.
    """
    return (a != b).any(axis=-1), 1 - (a & b).sum(axis=-1) / (a | b).sum(axis=-1)


def best_by_rank(ranks: Floats) -> BoolArray:
    """Find the best models along the last axis: those of the lowest rank or loss."""
    return np.asarray(ranks == ranks.min(axis=-1, keepdims=True))


def best_by_score(scores: Floats, decimals: int) -> BoolArray:
    """Find the best models along the last axis: those of the highest score; NaN is worst."""
    # Rounded as where models are ranked: what is tied there is tied here.
    rounded = np.round(scores, decimals)
    return best_by_rank(-np.where(np.isnan(rounded), -np.inf, rounded))


def direction(measures: Sequence[Measure]) -> Floats:
    """Return 1 for each measure that is better when higher, else -1."""
    return np.array([1.0 if measure.higher_is_better else -1.0 for measure in measures])


def _pearson(a: Floats, b: Floats) -> float:
    # Without variance there is no correlation: a measure that ties all models orders none.
    if len(a) < 2 or np.ptp(a) == 0 or np.ptp(b) == 0:
        return float("nan")
    return float(np.corrcoef(a, b)[0, 1])
