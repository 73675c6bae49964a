"""How well two measures agree on the whole ranking of a task, and on its top above all."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.stats import rankdata

from prgbench.comparison.compared import Study, Tables
from prgbench.comparison.rank_agreement import Options
from prgbench.comparison.rank_agreement.names import COEFFICIENTS
from prgbench.metrics import Measure
from prgbench.replication.agreement import TOP
from prgbench.replication.groups import by_pair, sort_models, task_slices
from prgbench.replication.ranking import rank_column
from prgbench.stats.rank_overlap import break_ties, mean_overlap, rank_biased_overlap

Floats = NDArray[np.float64]
_ORDERS = 29


def tables(study: Study, options: Options) -> Tables:
    """Return ``rank_agreement``, the coefficients over the tasks."""
    tasks = task_rank_agreement(
        study.models,
        study.setting.measures,
        persistence=options.persistence,
        seed=study.setting.seed,
    )
    return {"rank_agreement": rank_agreement_summary(tasks)}


def task_rank_agreement(
    models: pd.DataFrame, measures: Sequence[Measure], *, persistence: float, seed: int
) -> pd.DataFrame:
    """Compute rank correlations and top-weighted agreement of each pair in each task.

    Parameters
    ----------
    models : DataFrame
        Ranked models, as `add_ranks` returns them.
    measures : sequence of Measure
        The measures to compare.
    persistence : float
        The p of rank-biased overlap, inside (0, 1).
    seed : int
        The seed of the orders in which tied models stand.

    Returns
    -------
    DataFrame
        A row per task and pair: Spearman's correlation, Kendall's tau-b, the weighted tau of Vigna
        (2015; hyperbolic weights, the mean over both measures as the one that weighs), the mean
        overlap of the first 1, 2 and 3 models (``overlap3``) and rank-biased overlap (``rbo``),
        the latter two with ties broken in one random order, the same for both measures (the mean
        over 100 orders). The three correlations are NaN if a measure ranks all models alike. All
        five are 1 for a measure and itself.
    """
    sorted_models = sort_models(models)
    names = [measure.name for measure in measures]
    ranks = sorted_models[[rank_column(name) for name in names]].to_numpy()
    rows = []
    for task_id, block in task_slices(sorted_models):
        task = ranks[block].T
        average = rankdata(task, axis=1)
        places = break_ties(task, seed=[seed, task_id, _ORDERS])
        for a, b in combinations(range(len(names)), 2):
            constant = len(task[a]) < 2 or np.ptp(task[a]) == 0 or np.ptp(task[b]) == 0
            overlap = mean_overlap(places[a], places[b])
            rows.append(
                {
                    "task_id": task_id,
                    "dataset_id": sorted_models["dataset_id"].iloc[block.start],
                    "measure_a": names[a],
                    "measure_b": names[b],
                    **(_UNDEFINED if constant else _correlations(average[a], average[b])),
                    "overlap3": float(np.mean((overlap / np.arange(1, len(overlap) + 1))[:TOP])),
                    "rbo": rank_biased_overlap(overlap, persistence),
                }
            )
    return pd.DataFrame(rows)


def rank_agreement_summary(agreement: pd.DataFrame) -> pd.DataFrame:
    """Summarise `task_rank_agreement`: mean and quartiles over the tasks per coefficient."""
    rows = []
    for a, b, tasks in by_pair(agreement):
        for name in COEFFICIENTS:
            defined = tasks[name].dropna()
            lower, median, upper = defined.quantile([0.25, 0.5, 0.75])
            rows.append(
                {
                    "measure_a": a,
                    "measure_b": b,
                    "coefficient": name,
                    "mean": defined.mean(),
                    "lower_quartile": lower,
                    "median": median,
                    "upper_quartile": upper,
                    "tasks": len(defined),
                    "undefined": len(tasks) - len(defined),
                }
            )
    return pd.DataFrame(rows)


_UNDEFINED = dict.fromkeys(("spearman", "kendall", "weighted_tau"), float("nan"))


def _correlations(a: Floats, b: Floats) -> dict[str, float]:
    return {
        "spearman": float(np.corrcoef(a, b)[0, 1]),
        "kendall": _tau(a, b, np.ones(len(a))),
        "weighted_tau": (_tau(a, b, _hyperbolic(a, b)) + _tau(a, b, _hyperbolic(b, a))) / 2,
    }


def _tau(a: Floats, b: Floats, weights: Floats) -> float:
    """Kendall's tau-b whose pairs of models weigh as much as the sum of their weights."""
    orders_a, orders_b = (np.sign(ranks[:, None] - ranks) for ranks in (a, b))
    of_pairs = weights[:, None] + weights
    product, own_a, own_b = (
        np.sum(first * second * of_pairs)
        for first, second in ((orders_a, orders_b), (orders_a, orders_a), (orders_b, orders_b))
    )
    return float(product / np.sqrt(own_a * own_b))


def _hyperbolic(ranks: Floats, tie_breaks: Floats) -> Floats:
    """Weights 1, 1/2, 1/3 ... from the best model on; tied ones by the other measure."""
    weights = np.empty(len(ranks))
    weights[np.lexsort((tie_breaks, ranks))] = 1 / np.arange(1, len(ranks) + 1)
    return weights
