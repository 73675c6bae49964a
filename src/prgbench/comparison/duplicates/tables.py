"""Models that rank the instances of a task alike, and models that give hard labels only."""

import hashlib
from collections.abc import Sequence

import numpy as np
import pandas as pd

from prgbench.comparison.task_scores import Floats, TaskScores
from prgbench.metrics import Measure
from prgbench.replication.agreement import agreement_summary, task_agreement
from prgbench.replication.ranking import add_ranks
from prgbench.study.config import Ranking

HARD_LABELS = 2


def rankings_of_task(task: TaskScores) -> pd.DataFrame:
    """Return a checksum of each model's ranking of the rows: ``run_id`` and ``ranking``."""
    return pd.DataFrame(
        {"run_id": task.run_ids, "ranking": [ranking_checksum(s) for s in task.y_scores]}
    )


def ranking_checksum(scores: Floats) -> str:
    """Return a checksum that is the same for scores that order all rows alike, ties included.

    Examples
    --------
    >>> ranking_checksum(np.array([0.1, 0.7, 0.1])) == ranking_checksum(np.array([-5.0, 2, -5]))
    True
    """
    order = np.argsort(scores)
    ranked = scores[order]
    ranks = np.zeros(len(scores), dtype=np.int64)
    ranks[order[1:]] = np.cumsum(ranked[1:] != ranked[:-1])
    return hashlib.blake2b(ranks.tobytes(), digest_size=12).hexdigest()


def agreement_without(
    models: pd.DataFrame,
    agreement: pd.DataFrame,
    rankings: pd.DataFrame,
    measures: Sequence[Measure],
    ranking: Ranking,
) -> pd.DataFrame:
    """Repeat the agreement of the measures without duplicates and without hard labels.

    Parameters
    ----------
    models : DataFrame
        Ranked models, with ``n_distinct``, the number of distinct scores.
    agreement : DataFrame
        What `task_agreement` returns for them.
    rankings : DataFrame
        What `rankings_of_task` returns, for all tasks, with ``task_id``.
    measures : sequence of Measure
        The measures to compare.
    ranking : Ranking
        How models are ranked.

    Returns
    -------
    DataFrame
        A row per variant and pair of measures: what `agreement_summary` returns and ``removed``,
        the number of models that the variant leaves out. A model is a duplicate if an earlier run
        of its task ranks the rows alike; it has hard labels if it has at most two distinct scores.
        Tasks with fewer than two models left do not count.
    """
    merged = models.merge(rankings, on=["task_id", "run_id"]).sort_values(["task_id", "run_id"])
    duplicate = merged.duplicated(["task_id", "ranking"])
    hard = merged["n_distinct"] <= HARD_LABELS
    everything = agreement_summary(agreement, models)
    everything.insert(0, "removed", 0)
    everything.insert(0, "variant", "all models")
    parts = [everything]
    for variant, removed in {
        "without duplicates": duplicate,
        "without hard labels": hard,
        "without both": duplicate | hard,
    }.items():
        touched = merged["task_id"].isin(merged.loc[removed, "task_id"])
        kept = merged[touched & ~removed]
        kept = kept[kept.groupby("task_id")["run_id"].transform("size") >= 2]
        ranked = pd.concat([merged[~touched], add_ranks(kept, measures, ranking)])
        if ranked.empty:
            continue
        untouched = agreement[agreement["task_id"].isin(merged.loc[~touched, "task_id"])]
        changed = task_agreement(ranked[ranked["task_id"].isin(kept["task_id"])], measures)
        summary = agreement_summary(pd.concat([untouched, changed]), ranked)
        summary.insert(0, "removed", int(removed.sum()))
        summary.insert(0, "variant", variant)
        parts.append(summary)
    return pd.concat(parts, ignore_index=True)
