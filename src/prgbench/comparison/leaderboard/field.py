"""The flows that are compared, and the tasks in which they meet."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from prgbench.comparison.leaderboard.distinct_names import distinct_flow_names
from prgbench.replication.ranking import rank_column

Ints = NDArray[np.int64]
BoolArray = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """Flows and the tasks in which at least two of them are drawn.

    Attributes
    ----------
    flows : DataFrame
        A row per flow: ``flow_id``, its unique name ``flow``, the number of ``tasks`` and
        ``datasets`` in which it is drawn.
    entries : DataFrame
        A row per task and flow: ``flow`` and ``task`` (places in `flows` and `datasets`) and the
        relative rank by each measure, in a column under the measure's name.
    datasets : ndarray of shape (tasks,)
        The data set of each task.
    left_out : int
        How many flows are drawn in too few tasks.
    unconnected : int
        How many others meet none of these flows, not even by way of others.
    """

    flows: pd.DataFrame
    entries: pd.DataFrame
    datasets: Ints
    left_out: int
    unconnected: int


def drawn_flows(models: pd.DataFrame, measures: Sequence[str], fewest_tasks: int) -> Field:
    """Collect the flows that are drawn in enough tasks, and meet.

    Parameters
    ----------
    models : DataFrame
        Ranked models, as `add_ranks` returns them.
    measures : sequence of str
        The measures.
    fewest_tasks : int
        In how many tasks a flow must be drawn.

    Returns
    -------
    Field
        Of flows that fall into groups without a common task, the largest group.
    """
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
    return Field(
        flows=_described(every[every["flow_id"].isin(ids)]),
        entries=kept[list(measures)].assign(task=tasks, flow=codes).reset_index(drop=True),
        datasets=datasets.to_numpy(),
        left_out=every["flow_id"].nunique() - enough,
        unconnected=enough - len(ids),
    )


def _relative_ranks(models: pd.DataFrame, measures: Sequence[str]) -> pd.DataFrame:
    """Return the share of the other models of the task that are better, ties as halves.

    Where a flow has several runs in a task, it gets their mean.
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
    if not len(tasks):
        return np.zeros(0, dtype=bool)
    n_flows, n_nodes = flows.max() + 1, flows.max() + tasks.max() + 2
    links = coo_array((np.ones(len(tasks)), (flows, n_flows + tasks)), shape=(n_nodes, n_nodes))
    _, groups = connected_components(links, directed=False)
    largest = np.bincount(groups[:n_flows]).argmax()
    return np.asarray(groups[flows] == largest)


def _described(entries: pd.DataFrame) -> pd.DataFrame:
    """Return a row per flow; flows whose names look the same get their ids into their names."""
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
