"""How far measures agree on replicates of a task in which they rank the models alike in truth."""

from itertools import combinations

import numpy as np
import pandas as pd

from prgbench.comparison.compared import Tables
from prgbench.comparison.noise_alone import Options
from prgbench.comparison.noise_alone.names import BEST, SUMS, TOP3
from prgbench.comparison.noise_alone.replicas import replicated_scores
from prgbench.comparison.setting import Setting
from prgbench.comparison.task_scores import BoolArray, Floats, TaskScores
from prgbench.replication.agreement import TOP
from prgbench.replication.best_models import best_by_rank, direction, sets_differ
from prgbench.replication.ranking import rank_losses, ranks_of

_STREAM = 20_151


def per_task(
    task: TaskScores, _models: pd.DataFrame, setting: Setting, options: Options
) -> Tables:
    """Return the table of `null_agreement`, "nulls"."""
    return {"nulls": null_agreement(task, setting, options.replicates)}


def null_agreement(task: TaskScores, setting: Setting, replicates: int) -> pd.DataFrame:
    """Compare each pair of measures on replicates of a task, as `task_agreement` does on the task.

    Returns
    -------
    DataFrame
        A row per version ("untied", "tied"), replicate and pair of measures: whether the best
        models and the ordered top three differ, and the sums of the ranks that their pooled
        correlation needs. Measures that need probabilities have no rows; no measure has where the
        task has one class only or instances that do not stand once in every repeat.
    """
    measures = [measure for measure in setting.measures if not measure.needs_probabilities]
    rng = np.random.default_rng([setting.seed, task.task_id, _STREAM])
    scores = replicated_scores(task, measures, replicates, rng) if len(measures) > 1 else None
    tables = []
    for version, values in (scores or {}).items():
        losses = np.moveaxis(-values * direction(measures), 2, 0)
        ranks = rank_losses(losses, setting.ranking)
        for a, b in combinations(range(len(measures)), 2):
            facts = {
                "task_id": task.task_id,
                "version": version,
                "replicate": np.arange(replicates),
                "measure_a": measures[a].name,
                "measure_b": measures[b].name,
            }
            tables.append(pd.DataFrame(facts | agreement_of_ranks(ranks[a], ranks[b])))
    return pd.concat(tables, ignore_index=True) if tables else pd.DataFrame(columns=COLUMNS)


def agreement_of_ranks(a: Floats, b: Floats) -> dict[str, Floats | BoolArray]:
    """Compare ranks (replicates, models) by two measures, each replicate apart."""
    models = np.full(len(a), float(a.shape[1]))
    sums = (own.sum(axis=1) for own in (a, b, a * a, b * b, a * b))
    return {
        BEST: sets_differ(best_by_rank(a), best_by_rank(b))[0],
        TOP3: tops_differ(a, b),
        **dict(zip(SUMS, (models, *sums), strict=True)),
    }


def tops_differ(a: Floats, b: Floats, top: int = TOP) -> BoolArray:
    """Return for each row of ranks what `top_differs` returns."""
    places = [ranks_of(ranks, "min") for ranks in (a, b)]
    first_a, first_b = (np.where(place <= top, place, 0) for place in places)
    return np.asarray((first_a != first_b).any(axis=-1))


COLUMNS = [
    "task_id",
    "version",
    "replicate",
    "measure_a",
    "measure_b",
    BEST,
    TOP3,
    *SUMS,
]
