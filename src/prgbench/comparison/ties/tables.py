"""How much the percentages depend on what counts as a tie and on how ties are treated."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Literal

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.comparison.compared import Study, Tables
from prgbench.comparison.ties import Options
from prgbench.metrics import Measure
from prgbench.replication.agreement import TOP, top_differs
from prgbench.replication.best_models import best_by_rank, sets_differ
from prgbench.replication.groups import sort_models, task_slices
from prgbench.stats.rank_overlap import break_ties, mean_overlap

Floats = NDArray[np.float64]
Groups = NDArray[np.int64]
_ORDERS = 23
RANKS: dict[str, Literal["average", "min", "max", "first"]] = {
    "average": "average",
    "min": "min",
    "max": "max",
    "random": "first",
}


def tables(study: Study, options: Options) -> Tables:
    """Return ``ties``, the disagreements, and ``tied_ranks``, the correlations."""
    measures, seed = study.setting.measures, study.setting.seed
    return {
        "ties": tie_sensitivity(study.models, measures, tolerances=options.tolerances, seed=seed),
        "tied_ranks": tied_rank_correlations(study.models, measures, seed=seed),
    }


def tie_sensitivity(
    models: pd.DataFrame,
    measures: Sequence[Measure],
    *,
    tolerances: Sequence[float],
    seed: int,
) -> pd.DataFrame:
    """Count disagreements under each tolerance and each way to treat tied models.

    Parameters
    ----------
    models : DataFrame
        A row per model with ``task_id`` and the measures.
    measures : sequence of Measure
        The measures to compare.
    tolerances : sequence of float
        Scores that differ by at most this are tied.
    seed : int
        The seed of the orders in which tied models stand.

    Returns
    -------
    DataFrame
        A row per pair and tolerance, all but the counts as means over the tasks: whether the sets
        of best models differ (``strict``), have no model in common (``lenient``), and the chance
        that the best models differ with ties broken in one random order, the same for both
        (``expected``); whether the top three differ in order (``top3_ordered``) or as a set
        (``top3_set``), and which share of them the measures have in common, the mean over 100 such
        orders (``top3_overlap``); in how many tasks a measure of the pair has several best models
        (``tied_tasks``).

    Notes
    -----
    Sets of best models grow with the tolerance, so ``lenient`` can only fall with it. ``strict``
    and ``expected`` may rise: equal best models become different sets where a second model comes
    within the tolerance by one measure alone.
    """
    ordered = sort_models(models)
    rows = [row for eps in tolerances for row in _tolerance_rows(ordered, measures, eps, seed)]
    by = ["measure_a", "measure_b", "tolerance"]
    table = pd.DataFrame(rows).groupby(by, sort=False)
    means = table[_SHARES].mean()
    means["tied_tasks"] = table["tied"].sum()
    means["tasks"] = table.size()
    return means.reset_index()


def tied_rank_correlations(
    models: pd.DataFrame, measures: Sequence[Measure], *, seed: int
) -> pd.DataFrame:
    """Correlate the ranks of all models under each way to rank tied models.

    Returns
    -------
    DataFrame
        A row per pair and way: Pearson's correlation of the ranks of all models (NaN if a measure
        is constant). "random" breaks ties by chance, in the same order for all measures.
    """
    ordered = sort_models(models)
    ordered = ordered.iloc[np.random.default_rng(seed).permutation(len(ordered))]
    rows = []
    for way, method in RANKS.items():
        ranks = pd.DataFrame(
            {
                m.name: _losses(ordered[m.name], m).groupby(ordered["task_id"]).rank(method=method)
                for m in measures
            }
        )
        correlations = ranks.corr()
        rows += [
            {
                "measure_a": a.name,
                "measure_b": b.name,
                "ranks": way,
                "rank_correlation": correlations.loc[a.name, b.name],
            }
            for a, b in combinations(measures, 2)
        ]
    return pd.DataFrame(rows)


def near_tie_groups(losses: Floats, tolerance: float) -> Groups:
    """Return the number of each model's group of tied models, 0 for the best models.

    The first model opens a group that takes in all within ``tolerance`` of it; the next one opens
    the next group. So no group is wider than the tolerance.

    Examples
    --------
    >>> near_tie_groups(np.array([0.3, 0.1, 0.15, 0.19]), 0.06)
    array([2, 0, 0, 1])
    """
    groups = np.empty(len(losses), dtype=np.int64)
    order = np.argsort(losses, kind="stable")
    if np.isfinite(losses).all() and (np.diff(losses[order]) > tolerance).all():
        groups[order] = np.arange(len(losses))
        return groups
    leader, group = np.nan, -1
    for model in order:
        loss = losses[model]
        if not (loss == leader or loss - leader <= tolerance):
            leader, group = loss, group + 1
        groups[model] = group
    return groups


_SHARES = ["strict", "lenient", "expected", "top3_ordered", "top3_set", "top3_overlap"]


def _tolerance_rows(
    models: pd.DataFrame, measures: Sequence[Measure], tolerance: float, seed: int
) -> Iterator[dict[str, object]]:
    names = [measure.name for measure in measures]
    losses = [_losses(models[measure.name], measure).to_numpy() for measure in measures]
    for task_id, rows in task_slices(models):
        groups = np.array([near_tie_groups(loss[rows], tolerance) for loss in losses], dtype=float)
        top = min(TOP, groups.shape[1])
        best = best_by_rank(groups)
        first = [(own[:, None] > own).sum(axis=1) < top for own in groups]
        places = break_ties(groups, seed=[seed, task_id, _ORDERS])
        for a, b in combinations(range(len(names)), 2):
            strict, expected = sets_differ(best[a], best[b])
            yield {
                "measure_a": names[a],
                "measure_b": names[b],
                "tolerance": tolerance,
                "strict": strict,
                "lenient": expected == 1,
                "expected": expected,
                "top3_ordered": top_differs(groups[a], groups[b], top),
                "top3_set": (first[a] != first[b]).any(),
                "top3_overlap": mean_overlap(places[a], places[b])[top - 1] / top,
                "tied": best[a].sum() > 1 or best[b].sum() > 1,
            }


def _losses(scores: pd.Series, measure: Measure) -> pd.Series:
    """Scores with their sign turned so that less is better; undefined ones are worst."""
    return (-scores if measure.higher_is_better else scores).fillna(np.inf)
