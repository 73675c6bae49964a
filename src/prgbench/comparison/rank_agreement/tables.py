"""How well two measures agree on the whole ranking of a task, and on its top above all."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.stats import kendalltau, rankdata, weightedtau

from prgbench.comparison.compared import Study, Tables
from prgbench.comparison.rank_agreement import Options
from prgbench.comparison.rank_agreement.names import COEFFICIENTS
from prgbench.metrics import Measure
from prgbench.replication.agreement import TOP
from prgbench.replication.groups import by_pair, sort_models, task_slices
from prgbench.replication.ranking import rank_column

Floats = NDArray[np.float64]


def tables(study: Study, options: Options) -> Tables:
    """Return ``rank_agreement``, the coefficients over the tasks."""
    tasks = task_rank_agreement(
        study.models, study.setting.measures, persistence=options.persistence
    )
    return {"rank_agreement": rank_agreement_summary(tasks)}


def task_rank_agreement(
    models: pd.DataFrame, measures: Sequence[Measure], *, persistence: float
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

    Returns
    -------
    DataFrame
        A row per task and pair: Spearman's correlation, Kendall's tau-b, the weighted tau of Vigna
        (2015; hyperbolic weights, the mean over both measures as the one that weighs), the mean
        overlap of the first 1, 2 and 3 models (``overlap3``) and rank-biased overlap with ties
        (``rbo``). The three correlations are NaN if a measure ranks all models alike.
    """
    sorted_models = sort_models(models)
    names = [measure.name for measure in measures]
    ranks = sorted_models[[rank_column(name) for name in names]].to_numpy()
    rows = []
    for task_id, block in task_slices(sorted_models):
        task = ranks[block].T
        average = rankdata(task, axis=1)
        inclusions = [_inclusions(rank) for rank in task]
        for a, b in combinations(range(len(names)), 2):
            constant = len(task[a]) < 2 or np.ptp(task[a]) == 0 or np.ptp(task[b]) == 0
            agreed = np.sum(inclusions[a] * inclusions[b], axis=1)
            rows.append(
                {
                    "task_id": task_id,
                    "dataset_id": sorted_models["dataset_id"].iloc[block.start],
                    "measure_a": names[a],
                    "measure_b": names[b],
                    **(_UNDEFINED if constant else _correlations(average[a], average[b])),
                    "overlap3": float(np.mean(_at_depths(agreed)[:TOP])),
                    "rbo": _extrapolated(agreed, persistence),
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


def rank_biased_overlap(a: Floats, b: Floats, persistence: float) -> float:
    """Rank-biased overlap of two rankings of the same models, ties broken at random.

    The tie-aware agreement at depth d is the expected overlap of the first d models if each
    ranking breaks its ties independently (RBO^a). The lists are complete, so that the
    extrapolated form needs no assumption about unseen items.

    Parameters
    ----------
    a, b : ndarray of shape (models,)
        Ranks, 1 is the best; any way of ranking ties.
    persistence : float
        The weight of depth d falls as persistence^d, inside (0, 1).

    Returns
    -------
    float
        In [0, 1]; 1 for the same ranking without ties.

    References
    ----------
    Webber, Moffat & Zobel (2010), A similarity measure for indefinite rankings, equation 32;
    Corsi & Urbano (2024), The treatment of ties in rank-biased overlap.

    Examples
    --------
    >>> rank_biased_overlap(np.array([1.0, 2, 3]), np.array([1.0, 2, 3]), 0.9)
    1.0
    >>> round(rank_biased_overlap(np.array([1.0, 2, 3]), np.array([2.0, 1, 3]), 0.5), 12)
    0.5
    """
    if not 0 < persistence < 1:
        raise ValueError(f"persistence must lie inside (0, 1), not {persistence}.")
    return _extrapolated(np.sum(_inclusions(a) * _inclusions(b), axis=1), persistence)


_UNDEFINED = dict.fromkeys(("spearman", "kendall", "weighted_tau"), float("nan"))


def _correlations(a: Floats, b: Floats) -> dict[str, float]:
    return {
        "spearman": float(np.corrcoef(a, b)[0, 1]),
        "kendall": float(kendalltau(a, b).statistic),
        # The weights fall from the highest value, which must be the best: hence the sign.
        "weighted_tau": float(weightedtau(-a, -b).statistic),
    }


def _inclusions(ranks: Floats) -> Floats:
    """Probability of each model (columns) to be among the first d (rows d = 1..models)."""
    first, last = rankdata(ranks, method="min"), rankdata(ranks, method="max")
    depths = np.arange(1, len(ranks) + 1)[:, None]
    inside: Floats = np.clip((depths - first + 1) / (last - first + 1), 0.0, 1.0)
    return inside


def _at_depths(shared: Floats) -> Floats:
    depths: Floats = shared / np.arange(1, len(shared) + 1)
    return depths


def _extrapolated(shared: Floats, persistence: float) -> float:
    weights = persistence ** np.arange(1, len(shared) + 1)
    agreement = _at_depths(shared)
    tail = agreement[-1] * weights[-1]
    return float(tail + (1 - persistence) / persistence * np.sum(agreement * weights))
