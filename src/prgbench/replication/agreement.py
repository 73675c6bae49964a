"""How far two measures agree on the models of a task, and over all tasks."""

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.metrics import Measure
from prgbench.replication.best_models import best_by_rank, first_best, sets_differ
from prgbench.replication.groups import by_pair
from prgbench.replication.ranking import rank_column

TOP = 3
Ranks = NDArray[np.float64]


def task_agreement(models: pd.DataFrame, measures: Sequence[Measure]) -> pd.DataFrame:
    """Compare each pair of measures in each task, in the order of the study file.

    Parameters
    ----------
    models : DataFrame
        Ranked models, as `add_ranks` returns them.
    measures : sequence of Measure
        The measures to compare.

    Returns
    -------
    DataFrame
        A row per task and pair: whether the best models differ (``best_differs``), the chance that
        they do if ties are broken in one random order (``best_differs_expected``) and whether no
        best model is shared (``best_differs_surely``); whether the ordered top three differ;
        Spearman's correlation (NaN if a measure ranks all models alike).
    """
    return pd.DataFrame(_task_rows(models, measures))


def agreement_summary(agreement: pd.DataFrame, models: pd.DataFrame) -> pd.DataFrame:
    """Summarise over the tasks what `task_agreement` returns.

    Returns
    -------
    DataFrame
        A row per pair of measures: the shares of tasks in which they differ, Pearson's correlation
        of the ranks of all models (the paper's), the quartiles of the tasks' Spearman correlations
        and the number of tasks without one.
    """
    rows = []
    for a, b, tasks in by_pair(agreement):
        lower, median, upper = tasks["spearman"].quantile([0.25, 0.5, 0.75])
        rows.append(
            {
                "measure_a": a,
                "measure_b": b,
                "tasks": len(tasks),
                "datasets": tasks["dataset_id"].nunique(),
                "models": len(models),
                "best_differs": tasks["best_differs"].mean(),
                "best_differs_expected": tasks["best_differs_expected"].mean(),
                "best_differs_surely": tasks["best_differs_surely"].mean(),
                "top3_differs": tasks["top3_differs"].mean(),
                "rank_correlation": _pearson(
                    models[rank_column(a)].to_numpy(), models[rank_column(b)].to_numpy()
                ),
                "spearman_lower_quartile": lower,
                "spearman_median": median,
                "spearman_upper_quartile": upper,
                "spearman_undefined": int(tasks["spearman"].isna().sum()),
            }
        )
    return pd.DataFrame(rows)


def task_table(
    models: pd.DataFrame, agreement: pd.DataFrame, measures: Sequence[Measure]
) -> pd.DataFrame:
    """Return a row per task: its data, a best model by each measure, what the pairs do in it."""
    tasks = models.groupby("task_id").agg(
        dataset_id=("dataset_id", "first"),
        dataset_name=("dataset_name", "first"),
        pos_label=("pos_label", "first"),
        models=("run_id", "size"),
        n=("n", "first"),
        prevalence=("prevalence", "first"),
    )
    for measure in measures:
        best = first_best(models, measure.name)
        tasks[f"best_flow_by_{measure.name}"] = best["flow_name"]
        tasks[f"best_{measure.name}"] = best[measure.name]
    for a, b, rows in by_pair(agreement):
        by_task = rows.set_index("task_id")
        for column in ("best_differs", "top3_differs", "spearman"):
            tasks[f"{column}_{a}_{b}"] = by_task[column]
    return tasks.reset_index()


def best_differs(a: Ranks, b: Ranks) -> tuple[bool, float, bool]:
    """Compare the sets of best models by two measures.

    Returns
    -------
    differ : bool
        Whether the sets differ.
    expected : float
        The probability that one model drawn from each set is not the same.
    surely : bool
        Whether the sets have no model in common.

    Examples
    --------
    >>> best_differs(np.array([1.5, 1.5, 3]), np.array([1.0, 2, 3]))
    (True, 0.5, False)
    """
    differ, expected = sets_differ(best_by_rank(a), best_by_rank(b))
    return bool(differ), float(expected), bool(expected == 1)


def top_differs(a: Ranks, b: Ranks, top: int = TOP) -> bool:
    """Return whether the models in the first ``top`` places, or their order, differ.

    Tied models share a place: those of the first places are all models that fewer than ``top``
    models precede, and the orders agree if these models and their ranks are the same.

    Examples
    --------
    >>> top_differs(np.array([1.0, 2, 3, 4]), np.array([1.0, 2, 3, 4]))
    False
    >>> top_differs(np.array([1.0, 2, 3, 4]), np.array([2.0, 1, 3, 4]))
    True
    """
    first_a, first_b = ((ranks[:, None] > ranks).sum(axis=1) < top for ranks in (a, b))
    if (first_a != first_b).any():
        return True
    order_a, order_b = (np.unique(ranks[first_a], return_inverse=True)[1] for ranks in (a, b))
    return bool((order_a != order_b).any())


def _task_rows(models: pd.DataFrame, measures: Sequence[Measure]) -> Iterator[dict[str, object]]:
    names = [measure.name for measure in measures]
    ranks_of_all = {name: models[rank_column(name)].to_numpy() for name in names}
    by_task = models.groupby("task_id")
    places = by_task.indices
    datasets = by_task[["dataset_id", "dataset_name"]].first()
    for task_id, dataset_id, dataset_name in datasets.itertuples():
        ranks = {name: every[places[task_id]] for name, every in ranks_of_all.items()}
        for a, b in combinations(names, 2):
            differ, expected, surely = best_differs(ranks[a], ranks[b])
            yield {
                "task_id": task_id,
                "dataset_id": dataset_id,
                "dataset_name": dataset_name,
                "measure_a": a,
                "measure_b": b,
                "best_differs": differ,
                "best_differs_expected": expected,
                "best_differs_surely": surely,
                "top3_differs": top_differs(ranks[a], ranks[b]),
                "spearman": _pearson(ranks[a], ranks[b]),
            }


def _pearson(a: Ranks, b: Ranks) -> float:
    if len(a) < 2 or np.ptp(a) == 0 or np.ptp(b) == 0:
        return float("nan")
    return float(np.corrcoef(a, b)[0, 1])
