"""Why two measures disagree: the ROC curves of the models they prefer cross.

If one model's ROC curve is nowhere below another's, so is its precision-recall curve (Davis and
Goadrich 2006, theorem 3.2) and its precision-recall-gain curve, and no area under any of them
prefers the other model.
"""

import numpy as np
import pandas as pd

from prgbench.comparison.compared import Study, Tables
from prgbench.comparison.mechanism import Options
from prgbench.replication.groups import PAIR, by_pair
from prgbench.stats.cluster_bootstrap import Resampling


def tables(study: Study, _options: Options) -> Tables:
    """Return ``mechanism``, a row per pair, and ``mechanism_quantiles``."""
    picks, room = study.per_task["roc_picks"], study.per_task["roc_room"]
    return {
        "mechanism": crossing_summary(study.agreement, picks, room, study.resampling),
        "mechanism_quantiles": recall_differences(
            study.agreement, study.per_task["roc_recall"], study.resampling
        ),
    }


def crossing_summary(
    agreement: pd.DataFrame, picks: pd.DataFrame, room: pd.DataFrame, resampling: Resampling
) -> pd.DataFrame:
    """Count the disagreements of each pair whose ROC curves cross.

    Parameters
    ----------
    agreement : DataFrame
        What `task_agreement` returns.
    picks, room : DataFrame
        What ``per_task`` returns, of all tasks.
    resampling : Resampling
        How data sets are resampled.

    Returns
    -------
    DataFrame
        A row per pair: ``disagreements``, in which the sets of best models differ, are ``tied``
        (one measure's first best model is also among the best by the other measure),
        ``undefined`` (of one class), ``crossing`` or ``dominated``, with the median number of
        crossings and the median share of instances predicted positive where the curves are
        farthest apart. ``crossed`` is the share of all tasks in which some model's curve crosses
        that of the best model by ``room_measure``, with its interval; ``crossing_models`` the
        mean number of such models.
    """
    tasks = agreement.drop_duplicates("task_id")[["task_id", "dataset_id"]]
    by_task = tasks.merge(room, on="task_id", how="left")
    crossed_by = by_task["crossed_by"].to_numpy()
    crossed = np.where(np.isnan(crossed_by), np.nan, crossed_by > 0)
    share = resampling.of(by_task["dataset_id"]).interval_of_share(crossed)
    rows = []
    for a, b, own_tasks in by_pair(agreement):
        own = _of_pair(picks, a, b)
        strict = own[own["strict"].astype(bool)]
        compared = strict.dropna(subset="crossings")
        crossing = compared[compared["crossings"] > 0]
        rows.append(
            {
                "measure_a": a,
                "measure_b": b,
                "tasks": len(own_tasks),
                "datasets": own_tasks["dataset_id"].nunique(),
                "disagreements": len(own),
                "tied": len(own) - len(strict),
                "undefined": len(strict) - len(compared),
                "crossing": len(crossing),
                "dominated": len(compared) - len(crossing),
                "median_crossings": crossing["crossings"].median(),
                "median_widest_at": crossing["widest_at"].median(),
                "room_measure": room["measure"].iloc[0],
                "crossed_tasks": int(np.nansum(crossed)),
                "crossed_undefined": int(np.isnan(crossed).sum()),
                "crossed": share.estimate,
                "lower": share.lower,
                "upper": share.upper,
                "crossing_models": float(pd.Series(crossed_by).mean()),
                "note": share.note,
            }
        )
    return pd.DataFrame(rows)


def recall_differences(
    agreement: pd.DataFrame, recalls: pd.DataFrame, resampling: Resampling
) -> pd.DataFrame:
    """Average the differences of recall between the best models by two measures.

    Returns
    -------
    DataFrame
        A row per pair and share of instances predicted positive: the mean over the disagreements
        of the recall of the best model by A minus that of the best model by B, with its interval
        over data sets.
    """
    datasets = agreement.drop_duplicates("task_id").set_index("task_id")["dataset_id"]
    rows = []
    for a, b, _ in by_pair(agreement):
        for share, own in _of_pair(recalls, a, b).groupby("predicted_positive"):
            bootstrap = resampling.of(datasets.loc[own["task_id"]])
            interval = bootstrap.interval(bootstrap.mean(own["difference"]))
            rows.append(
                {
                    "measure_a": a,
                    "measure_b": b,
                    "predicted_positive": share,
                    "difference": interval.estimate,
                    "lower": interval.lower,
                    "upper": interval.upper,
                    "disagreements": len(own),
                    "datasets": bootstrap.n_clusters,
                    "note": interval.note,
                }
            )
    return pd.DataFrame(rows, columns=_QUANTILES)


def _of_pair(table: pd.DataFrame, a: str, b: str) -> pd.DataFrame:
    return table[(table[PAIR[0]] == a) & (table[PAIR[1]] == b)]


_QUANTILES = [
    *PAIR,
    "predicted_positive",
    "difference",
    "lower",
    "upper",
    "disagreements",
    "datasets",
    "note",
]
