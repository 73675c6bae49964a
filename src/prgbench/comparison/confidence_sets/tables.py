"""Which disagreements are certain, and how many models could be the best one."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from prgbench.comparison.compared import Study, Tables
from prgbench.comparison.confidence_sets import Options
from prgbench.replication.groups import by_pair
from prgbench.stats.cluster_bootstrap import Resampling


def tables(study: Study, _options: Options) -> Tables:
    """Return the certain disagreements and the sizes of the confidence sets."""
    sets = study.per_task["confidence_sets"]
    measures = [measure.name for measure in study.setting.measures]
    return {
        "certain": certain_disagreements(study.agreement, sets, study.resampling),
        "set_sizes": set_sizes(sets, measures, study.models["task_id"].nunique()),
    }


def certain_disagreements(
    agreement: pd.DataFrame, sets: pd.DataFrame, resampling: Resampling
) -> pd.DataFrame:
    """Count the tasks in which two measures have no model in both confidence sets.

    Parameters
    ----------
    agreement : DataFrame
        What `task_agreement` returns.
    sets : DataFrame
        What `confidence_sets_of_task` returns, for all tasks.
    resampling : Resampling
        How data sets are resampled; its level is that at which the sets of two measures hold.

    Returns
    -------
    DataFrame
        A row per pair: the number of ``tasks`` and ``datasets`` in which both measures have sets;
        the ``disagreements`` in them (best models differ); how many tasks are ``certain``, their
        sets disjoint, and their ``share`` with its interval by resampling data sets; how many
        would be if the measures never truly disagreed, at most (``false_at_most``); the tasks
        without a set (``undefined``).
    """
    members = _members(sets)
    rows = []
    for a, b, tasks in by_pair(agreement):
        certain = _disjoint(members, a, b).reindex(tasks["task_id"]).to_numpy(dtype=float)
        defined = ~np.isnan(certain)
        interval = resampling.of(tasks["dataset_id"]).interval_of_share(certain)
        rows.append(
            {
                "measure_a": a,
                "measure_b": b,
                "tasks": int(defined.sum()),
                "datasets": tasks.loc[defined, "dataset_id"].nunique(),
                "disagreements": int(tasks.loc[defined, "best_differs"].sum()),
                "certain": int(np.nansum(certain)),
                "share": interval.estimate,
                "lower": interval.lower,
                "upper": interval.upper,
                "false_at_most": (1 - resampling.confidence_level) * int(defined.sum()),
                "undefined": int((~defined).sum()),
                "note": interval.note,
            }
        )
    return pd.DataFrame(rows)


def set_sizes(sets: pd.DataFrame, measures: Sequence[str], n_tasks: int) -> pd.DataFrame:
    """Summarise how many models of a task are in the confidence set by each measure.

    Returns
    -------
    DataFrame
        A row per measure: mean and quartiles of the number of models in the set; in how many tasks
        it is a ``single`` model and in how many ``all`` (those with one model do not count as
        all); the number of tasks and of those without a set (``undefined``).
    """
    counts = sets.groupby(["measure", "task_id"])["in_set"].agg(["sum", "size"])
    rows = []
    for name in measures:
        own = counts[counts.index.get_level_values("measure") == name]
        size, models = own["sum"], own["size"]
        lower, median, upper = size.astype(float).quantile([0.25, 0.5, 0.75])
        rows.append(
            {
                "measure": name,
                "mean": size.mean(),
                "lower_quartile": lower,
                "median": median,
                "upper_quartile": upper,
                "single": int((size == 1).sum()),
                "all": int(((size == models) & (size > 1)).sum()),
                "tasks": len(own),
                "undefined": n_tasks - len(own),
            }
        )
    return pd.DataFrame(rows)


def _members(sets: pd.DataFrame) -> pd.DataFrame:
    """Return a column per measure with whether each model of each task is in its set."""
    return sets.pivot(index=["task_id", "run_id"], columns="measure", values="in_set")


def _disjoint(members: pd.DataFrame, a: str, b: str) -> pd.Series:
    """Return whether the sets of two measures are disjoint, for the tasks that have both."""
    if not {a, b} <= set(members.columns):
        return pd.Series(dtype=float)
    both = members[[a, b]].dropna().astype(bool)
    return ~(both[a] & both[b]).groupby(level="task_id").any()
