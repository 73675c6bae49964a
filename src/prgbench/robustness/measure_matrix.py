"""How alike all known measures rank the models."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import pandas as pd

from prgbench.answer.interface import Part, PartOptions, Study, Tables, table_of
from prgbench.answer.scored_task import Setting
from prgbench.answer.scores_of_rows import evaluate_models, mean_or_nan
from prgbench.answer.task_scores import TaskScores
from prgbench.data.models import Models
from prgbench.metrics import Measure, get_measure, measures
from prgbench.study.agreement import best_by_rank, direction, sets_differ
from prgbench.study.ranking import Ranking, rank_losses
from prgbench.typing import Floats


@dataclass(frozen=True, slots=True)
class MeasurePair:
    """How two measures compare over all tasks.

    A task is undefined if a measure has no value for any model; its correlation is undefined if a
    measure ranks all models alike.
    """

    measure_a: str
    measure_b: str
    best_differs: float
    best_differs_expected: float
    mean_spearman: float
    tasks: int


def all_measures(of_study: Sequence[Measure] = ()) -> list[Measure]:
    """Return the measures of the registry and a user's own."""
    added = [measure for measure in of_study if measure.name not in measures()]
    return [*map(get_measure, measures()), *added]


def per_task(task: TaskScores, setting: Setting, _options: PartOptions) -> Tables:
    """Return ``all_scores``, the models with their values by `all_measures`."""
    chosen = all_measures(setting.measures)
    values = evaluate_models(task.y_true, task.y_scores, chosen)
    table = pd.DataFrame(values, columns=[measure.name for measure in chosen])
    table.insert(0, "run_id", task.run_ids)
    table.insert(0, "task_id", task.task_id)
    return {"all_scores": table}


def tables(study: Study, _: PartOptions) -> Tables:
    """Return ``measure_matrix``, a row for each pair of measures."""
    chosen = all_measures(study.setting.measures)
    pairs = measure_matrix(study.per_task["all_scores"], chosen, study.setting.ranking)
    return {"measure_matrix": table_of(MeasurePair, pairs)}


def measure_matrix(
    scores: pd.DataFrame, chosen: Sequence[Measure], ranking: Ranking
) -> Iterator[MeasurePair]:
    """Compare each pair of measures over all tasks; undefined models share the last ranks."""
    names = [measure.name for measure in chosen]
    ordered = Models(scores, names).sorted()
    losses = -ordered.frame[names].to_numpy(dtype=float).T * direction(chosen)[:, None]
    tasks = [_compare(losses[:, rows], ranking) for rows in ordered.by_task.indices.values()]
    differ, expected, spearman = np.stack(tasks, axis=1)
    for a, b in combinations(range(len(names)), 2):
        counted = ~np.isnan(differ[:, a, b])
        correlated = counted & ~np.isnan(spearman[:, a, b])
        yield MeasurePair(
            measure_a=names[a],
            measure_b=names[b],
            best_differs=mean_or_nan(differ[counted, a, b]),
            best_differs_expected=mean_or_nan(expected[counted, a, b]),
            mean_spearman=mean_or_nan(spearman[correlated, a, b]),
            tasks=int(counted.sum()),
        )


def _compare(losses: Floats, ranking: Ranking) -> Floats:
    """Return disagreements, expected ones and correlations of a task (3, measures, measures)."""
    # A measure that is defined for no model of the task, such as AUPRG without recall gain.
    undefined = np.isnan(losses).all(axis=1)
    ranks = rank_losses(losses, ranking)
    best = best_by_rank(ranks)
    differ, expected = sets_differ(best[:, None], best)
    # Spearman's correlation with ties: Pearson's of the mean ranks, for all pairs at once.
    centred = ranks - ranks.mean(axis=1, keepdims=True)
    norm = np.sqrt((centred**2).sum(axis=1))
    # All models tied: a correlation is not defined.
    norm[norm == 0] = np.nan
    spearman = (centred @ centred.T) / np.outer(norm, norm)
    compared = np.array([differ, expected, spearman])
    compared[:, undefined] = np.nan
    compared[:, :, undefined] = np.nan
    return compared


PART = Part(
    "measure_matrix",
    PartOptions,
    tables,
    per_task,
    rows={"measure_matrix": MeasurePair},
)
