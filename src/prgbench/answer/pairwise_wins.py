"""Wins of flows over each other, and strengths fitted to them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.stats.cluster_bootstrap import Resampling
from prgbench.study.ranking import rank_column

Ints = NDArray[np.int64]
BoolArray = NDArray[np.bool_]
Floats = NDArray[np.float64]

NEAR = 0.01
DECIMALS = 6
HALVES = 11


@dataclass(frozen=True, slots=True, eq=False)
class FlowField:
    """Flows and the tasks in which at least two of them are drawn.

    ``entries`` has a row per task and flow: their places in ``datasets`` and ``flows``, and the
    relative rank by each measure. ``left_out`` flows are drawn in too few tasks; ``unconnected``
    ones never met these flows, directly or through others.
    """

    flows: pd.DataFrame
    entries: pd.DataFrame
    datasets: Ints
    left_out: int
    unconnected: int


def drawn_flows(models: pd.DataFrame, measures: Sequence[str], fewest_tasks: int) -> FlowField:
    """Collect the largest group of flows drawn in enough tasks and linked by common ones."""
    every = _relative_ranks(models, measures)
    drawn = every.groupby("flow_id")["task_id"].transform("size")
    kept = every[drawn >= fewest_tasks]
    kept = kept[kept.groupby("task_id")["flow_id"].transform("size") > 1]
    enough = int((every.groupby("flow_id").size() >= fewest_tasks).sum())
    tasks, _ = pd.factorize(kept["task_id"])
    codes, ids = pd.factorize(kept["flow_id"], sort=True)
    kept = kept[_in_largest_group(tasks, codes)]
    tasks, task_ids = pd.factorize(kept["task_id"])
    codes, ids = pd.factorize(kept["flow_id"], sort=True)
    datasets = kept.drop_duplicates("task_id").set_index("task_id").loc[task_ids, "dataset_id"]
    return FlowField(
        flows=_described(every[every["flow_id"].isin(ids)]),
        entries=kept[list(measures)].assign(task=tasks, flow=codes).reset_index(drop=True),
        datasets=datasets.to_numpy(),
        left_out=every["flow_id"].nunique() - enough,
        unconnected=enough - len(ids),
    )


def _relative_ranks(models: pd.DataFrame, measures: Sequence[str]) -> pd.DataFrame:
    """Return the share of the other models of the task that are better, ties as halves.

    A flow with several runs in a task gets their mean.
    """
    by_task = models.groupby("task_id")
    others = (by_task["run_id"].transform("size") - 1).clip(lower=1)
    ranks = {name: (by_task[rank_column(name)].rank() - 1) / others for name in measures}
    table = models[["task_id", "dataset_id", "flow_id", "flow_name"]].assign(**ranks)
    means = dict.fromkeys(measures, "mean")
    by_flow = table.groupby(["task_id", "dataset_id", "flow_id"], as_index=False)
    return by_flow.agg({"flow_name": "first", **means})


def _in_largest_group(tasks: Ints, flows: Ints) -> BoolArray:
    """Return which entries belong to the group of most flows that are linked by tasks."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    if not len(tasks):
        return np.zeros(0, dtype=bool)
    n_flows, n_nodes = flows.max() + 1, flows.max() + tasks.max() + 2
    links = coo_array((np.ones(len(tasks)), (flows, n_flows + tasks)), shape=(n_nodes, n_nodes))
    _, groups = connected_components(links, directed=False)
    largest = np.bincount(groups[:n_flows]).argmax()
    return np.asarray(groups[flows] == largest)


def _described(entries: pd.DataFrame) -> pd.DataFrame:
    """Return a row per flow, with distinct names."""
    by_flow = entries.groupby("flow_id")
    flows = pd.DataFrame(
        {
            "flow": by_flow["flow_name"].first().astype(object),
            "tasks": by_flow["task_id"].nunique(),
            "datasets": by_flow["dataset_id"].nunique(),
        }
    ).reset_index()
    names = distinct_flow_names(flows["flow"], flows["flow_id"])
    return flows.assign(flow=pd.Series(names, dtype=object))


def distinct_flow_names(names: Iterable[str], flow_ids: Iterable[int]) -> list[str]:
    """Return names of flows, with the flow's id where a name is shared or empty."""
    told, ids = list(names), list(flow_ids)
    while clashing := {name for name, count in Counter(told).items() if count > 1 or not name}:
        told = [
            f"{name} (flow {flow_id})".strip() if name in clashing else name
            for name, flow_id in zip(told, ids, strict=True)
        ]
    return told


@dataclass(frozen=True, slots=True, eq=False)
class Fits:
    """Log-strengths of the flows by one measure; NaN where a flow is in no task.

    In all data sets (flows,), in resamples (resamples, flows), in halves (halvings, 2, flows).
    """

    strengths: Floats
    resampled: Floats
    halves: Floats


def fit_flows(
    field: FlowField, measures: list[str], resampling: Resampling, halvings: int, seed: int
) -> dict[str, Fits]:
    """Fit the Bradley-Terry model to the pairwise wins by each measure.

    Every two flows of a task meet once, ties are half a win, all tasks count alike. The resamples
    and the halves are the same for all measures.
    """
    from prgbench.stats.bradley_terry import BradleyTerry

    bootstrap = resampling.of(field.datasets)
    halves = halves_of(bootstrap.n_clusters, halvings, seed)
    model = BradleyTerry(field.entries["task"], field.entries["flow"], bootstrap.codes)
    weights = np.concatenate([bootstrap.weights, *halves])
    fits = {}
    for name in measures:
        wins = model.wins(field.entries[name])
        [strengths] = model.strengths(wins)
        drawn = model.strengths(wins, weights, start=strengths, tolerance=NEAR)
        drawn = np.round(drawn, DECIMALS)
        resampled, of_halves = np.split(drawn, [len(bootstrap.weights)])
        fits[name] = Fits(
            strengths=np.round(strengths, DECIMALS),
            resampled=resampled,
            halves=of_halves.reshape(halvings, 2, -1),
        )
    return fits


def halves_of(n_clusters: int, halvings: int, seed: int) -> Floats:
    """Draw pairs of disjoint halves of the data sets, as weights of 0 and 1.

    Returns
    -------
    ndarray of shape (halvings, 2, data sets)
    """
    rng = np.random.default_rng([seed, HALVES])
    order = rng.permuted(np.tile(np.arange(n_clusters), (halvings, 1)), axis=1)
    half = n_clusters // 2
    first, second = order < half, (order >= half) & (order < 2 * half)
    return np.stack([first, second], axis=1).astype(np.float64)


def strength_bounds(
    fits: Fits, n_datasets: Ints, confidence_level: float
) -> tuple[Floats, Floats]:
    """Return Student's interval of each flow's strength, by the number of its data sets."""
    reach = student_quantile((1 - confidence_level) / 2, n_datasets) * _spread(fits.resampled)
    return fits.strengths - reach, fits.strengths + reach


def rank_bounds(fits: Fits, n_datasets: Ints, confidence_level: float) -> tuple[Ints, Ints]:
    """Return the first and the last rank that each flow may have.

    Ranks are bounded by the flows that are significantly stronger or weaker by Student's test of
    the difference. The tests of a flow against all others are adjusted by Bonferroni, so its true
    rank lies between the bounds at the confidence level (Mogstad et al. 2024).
    """
    n = len(fits.strengths)
    difference = fits.strengths[:, None] - fits.strengths
    tail = (1 - confidence_level) / (2 * max(n - 1, 1))
    reach = student_quantile(tail, np.minimum(n_datasets[:, None], n_datasets))
    reach = reach * _spread_of_differences(fits.resampled)
    ahead, behind = difference > reach, difference < -reach
    return 1 + behind.sum(axis=1), n - ahead.sum(axis=1)


def ranks_of(strengths: Floats) -> Ints:
    """Rank strengths from the highest; of equal ones the first comes first."""
    ranks = np.empty(len(strengths), dtype=np.int64)
    ranks[np.argsort(-strengths, kind="stable")] = np.arange(1, len(strengths) + 1)
    return ranks


def student_quantile(tail: float, n_datasets: Ints) -> Floats:
    """Return Student's quantile for so many data sets; NaN for one."""
    from scipy.special import stdtrit

    quantiles = np.full(int(n_datasets.max(initial=1)) + 1, np.nan)
    quantiles[2:] = stdtrit(np.arange(1, len(quantiles) - 1), 1 - tail)
    return np.asarray(quantiles[n_datasets])


def _spread(resampled: Floats) -> Floats:
    """Return the standard deviation of each flow over the resamples that have it."""
    present, deviations = _deviations(resampled)
    return np.asarray(np.sqrt((deviations**2).sum(axis=0) / (present.sum(axis=0) - 1)))


def _spread_of_differences(resampled: Floats) -> Floats:
    """Return the standard deviation of each difference over the resamples that have both."""
    present, deviations = _deviations(resampled)
    squares = (deviations**2).T @ present
    sums = squares + squares.T - 2 * deviations.T @ deviations
    return np.asarray(np.sqrt(sums.clip(min=0) / (present.T @ present - 1)))


def _deviations(resampled: Floats) -> tuple[Floats, Floats]:
    """Return where there is a value, and the deviations from the means, 0 where there is none."""
    present = ~np.isnan(resampled)
    sums = np.where(present, resampled, 0.0).sum(axis=0)
    deviations = np.where(present, resampled - sums / present.sum(axis=0), 0.0)
    return present.astype(np.float64), deviations
