"""Models that rank the instances of a task alike, and models that give hard labels only."""

from collections.abc import Sequence

import pandas as pd

from prgbench.comparison.compared import Study, Tables
from prgbench.comparison.duplicates import Options
from prgbench.comparison.duplicates.names import (
    ALL_MODELS,
    WITHOUT_BOTH,
    WITHOUT_DUPLICATES,
    WITHOUT_HARD_LABELS,
)
from prgbench.metrics import Measure
from prgbench.replication.agreement import agreement_summary, task_agreement
from prgbench.replication.groups import sort_models
from prgbench.replication.ranking import add_ranks
from prgbench.study.ranks import Ranking

HARD_LABELS = 2


def tables(study: Study, _: Options) -> Tables:
    """Return ``duplicates``, the agreement with all models and without some."""
    return {
        "duplicates": agreement_without(
            study.models,
            study.agreement,
            study.per_task["rankings"],
            study.setting.measures,
            study.setting.ranking,
        )
    }


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
    merged = sort_models(models.merge(rankings, on=["task_id", "run_id"]))
    duplicate = merged.duplicated(["task_id", "ranking"])
    hard = merged["n_distinct"] <= HARD_LABELS
    everything = agreement_summary(agreement, models)
    everything.insert(0, "removed", 0)
    everything.insert(0, "variant", ALL_MODELS)
    parts = [everything]
    for variant, removed in {
        WITHOUT_DUPLICATES: duplicate,
        WITHOUT_HARD_LABELS: hard,
        WITHOUT_BOTH: duplicate | hard,
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
