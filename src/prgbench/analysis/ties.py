"""How much the percentages depend on what counts as a tie and on how ties are treated."""

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.stats import rankdata

from prgbench.analysis.agreement import TOP, best_differs, top_differs
from prgbench.metrics import Measure

Floats = NDArray[np.float64]
TOLERANCES = (0.0, 1e-12, 1e-6, 1e-3)
RANKS = ("average", "min", "max", "random")


def tie_sensitivity(
    models: pd.DataFrame,
    measures: Sequence[Measure],
    *,
    tolerances: Sequence[float] = TOLERANCES,
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

    Returns
    -------
    DataFrame
        A row per pair and tolerance, all but the counts as means over the tasks: whether the sets
        of best models differ (``strict``), have no model in common (``lenient``), differ in one
        model drawn from each (``expected``); whether the top three differ in order
        (``top3_ordered``) or as a set (``top3_set``), and which share of them the measures have in
        common (``top3_overlap``, tied models in proportion); in how many tasks a measure of the
        pair has several best models (``tied_tasks``).
    """
    rows = [row for eps in tolerances for row in _tolerance_rows(models, measures, eps)]
    by = ["measure_a", "measure_b", "tolerance"]
    table = pd.DataFrame(rows).groupby(by, sort=False)
    means = table[_SHARES].mean()
    means["tied_tasks"] = table["tied"].sum()
    means["tasks"] = table.size()
    return means.reset_index()


def tied_rank_correlations(
    models: pd.DataFrame, measures: Sequence[Measure], *, seed: int = 0
) -> pd.DataFrame:
    """Correlate the ranks of all models under each way to rank tied models.

    Returns
    -------
    DataFrame
        A row per pair and way: Pearson's correlation of the ranks of all models (NaN if a measure
        is constant). "random" breaks ties by chance, in the same order for all measures.
    """
    ordered = models.sort_values(["task_id", "run_id"], ignore_index=True)
    ordered = ordered.iloc[np.random.default_rng(seed).permutation(len(ordered))]
    rows = []
    for method in RANKS:
        scipy_method = "ordinal" if method == "random" else method
        ranks = pd.DataFrame(
            {
                m.name: _losses(ordered[m.name], m)
                .groupby(ordered["task_id"])
                .transform(lambda loss, way=scipy_method: rankdata(loss, method=way))
                for m in measures
            }
        ).astype(float)
        correlations = ranks.corr()
        rows += [
            {
                "measure_a": a.name,
                "measure_b": b.name,
                "ranks": method,
                "rank_correlation": correlations.loc[a.name, b.name],
            }
            for a, b in combinations(measures, 2)
        ]
    return pd.DataFrame(rows)


def near_tie_ranks(losses: Floats, tolerance: float) -> Floats:
    """Rank losses, the smallest first, where near ties share their average rank.

    The best model opens a group that takes in all within ``tolerance`` of it; the next one opens
    the next group. So no group is wider than the tolerance.

    Examples
    --------
    >>> near_tie_ranks(np.array([0.3, 0.1, 0.15, 0.19]), 0.06)
    array([4. , 1.5, 1.5, 3. ])
    """
    groups = np.empty(len(losses))
    leader, group = np.nan, -1
    for model in np.argsort(losses, kind="stable"):
        loss = losses[model]
        if not (loss == leader or loss - leader <= tolerance):
            leader, group = loss, group + 1
        groups[model] = group
    return np.asarray(rankdata(groups), dtype=float)


def top_overlap(a: Floats, b: Floats, top: int = TOP) -> float:
    """Return the expected share of the top models by one ranking that are in the other's.

    Models tied across the last place are in the top with a probability; the two rankings break
    ties independently.

    Examples
    --------
    >>> top_overlap(np.array([1.0, 2, 3, 4]), np.array([1.0, 2, 4, 3]))
    0.6666666666666666
    """
    top = min(top, len(a))
    return float(top_inclusion(a, top) @ top_inclusion(b, top)) / top


def top_inclusion(ranks: Floats, top: int) -> Floats:
    """Return the probability of each model to be among the first ``top`` if ties are broken.

    Examples
    --------
    >>> top_inclusion(np.array([1.0, 2.5, 2.5, 4.0]), 2)
    array([1. , 0.5, 0.5, 0. ])
    """
    first, last = rankdata(ranks, method="min"), rankdata(ranks, method="max")
    inside: Floats = np.clip((top - first + 1) / (last - first + 1), 0.0, 1.0)
    return inside


_SHARES = ["strict", "lenient", "expected", "top3_ordered", "top3_set", "top3_overlap"]


def _tolerance_rows(
    models: pd.DataFrame, measures: Sequence[Measure], tolerance: float
) -> Iterator[dict[str, object]]:
    for _, task in models.groupby("task_id"):
        ranks = {
            m.name: near_tie_ranks(_losses(task[m.name], m).to_numpy(), tolerance)
            for m in measures
        }
        for a, b in combinations(ranks, 2):
            strict, expected, lenient = best_differs(ranks[a], ranks[b])
            first, second = (rankdata(ranks[m], method="min") <= TOP for m in (a, b))
            yield {
                "measure_a": a,
                "measure_b": b,
                "tolerance": tolerance,
                "strict": strict,
                "lenient": lenient,
                "expected": expected,
                "top3_ordered": top_differs(ranks[a], ranks[b]),
                "top3_set": bool((first != second).any()),
                "top3_overlap": top_overlap(ranks[a], ranks[b]),
                "tied": any((ranks[m] == ranks[m].min()).sum() > 1 for m in (a, b)),
            }


def _losses(scores: pd.Series, measure: Measure) -> pd.Series:
    """Scores with their sign turned so that less is better; undefined ones are worst."""
    return (-scores if measure.higher_is_better else scores).fillna(np.inf)
