"""All measures against each other: how often their winners differ, how alike they rank."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.stats import rankdata

from prgbench.comparison.task_scores import TaskScores, evaluate_models
from prgbench.metrics import Measure, get_measure, measures
from prgbench.metrics.batch import FromAreas
from prgbench.replication.best_models import Floats, direction
from prgbench.replication.groups import sort_models, task_slices
from prgbench.study.config import Ranking

GINI = Measure(
    "gini", "Gini", True, -1, 1, False, FromAreas(lambda areas, _: 2 * areas[..., 0] - 1)
)
ABOVE_CHANCE = Measure(
    "aupr_above_chance",
    "AUPR above chance",
    True,
    -1,
    1,
    False,
    FromAreas(lambda areas, pi: (areas[..., 1] - pi) / (1 - pi)),
)
SAME_ORDER = {"gini": "auroc", "aucnpr": "aupr", "aupr_above_chance": "aupr"}


def all_measures(own: Sequence[Measure] = ()) -> list[Measure]:
    """Return the measures of the registry, a user's own, and the self-tests.

    The self-tests are increasing in AUROC or AUPR inside a task (`SAME_ORDER`), so that they must
    never disagree with them.
    """
    others = [measure for measure in own if measure.name not in measures()]
    return [*map(get_measure, measures()), *others, GINI, ABOVE_CHANCE]


def all_scores_of_task(task: TaskScores, own: Sequence[Measure] = ()) -> pd.DataFrame:
    """Evaluate the models of a task by `all_measures`."""
    chosen = all_measures(own)
    table = pd.DataFrame(
        evaluate_models(task.y_true, task.y_scores, chosen),
        columns=[measure.name for measure in chosen],
    )
    table.insert(0, "run_id", task.run_ids)
    table.insert(0, "task_id", task.task_id)
    return table


def measure_matrix(
    scores: pd.DataFrame, chosen: Sequence[Measure], ranking: Ranking
) -> pd.DataFrame:
    """Compare each pair of measures over all tasks.

    Parameters
    ----------
    scores : DataFrame
        A row per model with ``task_id``, ``run_id`` and the measures.
    chosen : sequence of Measure
        The measures.
    ranking : Ranking
        How models are ranked; those for which a measure is undefined share the last ranks.

    Returns
    -------
    DataFrame
        A row per pair: the share of tasks whose best models differ (and if ties are broken at
        random), the mean of the tasks' Spearman correlations, ``tasks`` that count and
        ``undefined_tasks``, in which one of the two has no value for any model, and
        ``undefined_correlations``, in which one of the two ranks all models alike.
    """
    ordered = sort_models(scores)
    names = [measure.name for measure in chosen]
    losses = -ordered[names].to_numpy(dtype=float).T * direction(chosen)[:, None]
    tasks = [_compare(losses[:, rows], ranking) for _, rows in task_slices(ordered)]
    differ, expected, spearman = (np.array(part) for part in zip(*tasks, strict=True))
    rows = []
    for a, b in combinations(range(len(names)), 2):
        counted = ~np.isnan(differ[:, a, b])
        correlated = counted & ~np.isnan(spearman[:, a, b])
        rows.append(
            {
                "measure_a": names[a],
                "measure_b": names[b],
                "best_differs": _mean(differ[counted, a, b]),
                "best_differs_expected": _mean(expected[counted, a, b]),
                "mean_spearman": _mean(spearman[correlated, a, b]),
                "tasks": int(counted.sum()),
                "undefined_tasks": int((~counted).sum()),
                "undefined_correlations": int((counted & ~correlated).sum()),
            }
        )
    return pd.DataFrame(rows)


def self_tests(matrix: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of `measure_matrix` that must show no disagreement at all."""
    pairs = {frozenset(pair) for pair in SAME_ORDER.items()}
    same = [
        frozenset(pair) in pairs
        for pair in zip(matrix["measure_a"], matrix["measure_b"], strict=True)
    ]
    return matrix[same].reset_index(drop=True)


def square(matrix: pd.DataFrame, column: str, diagonal: float) -> pd.DataFrame:
    """Turn a column of `measure_matrix` into a symmetric table, measures by measures."""
    names = list(dict.fromkeys([*matrix["measure_a"], *matrix["measure_b"]]))
    table = pd.DataFrame(np.nan, index=names, columns=names)
    for a, b, value in matrix[["measure_a", "measure_b", column]].itertuples(index=False):
        table.loc[a, b] = table.loc[b, a] = value
    for name in names:
        table.loc[name, name] = diagonal
    return table


def _compare(losses: Floats, ranking: Ranking) -> tuple[Floats, Floats, Floats]:
    """Return disagreements, expected ones and correlations (measures, measures) of a task."""
    undefined = np.isnan(losses).all(axis=1)
    rounded = np.round(losses, ranking.decimals)
    ranks = rankdata(np.where(np.isnan(rounded), np.inf, rounded), method=ranking.ties, axis=1)
    best = (ranks == ranks.min(axis=1, keepdims=True)).astype(float)
    size, shared = best.sum(axis=1), best @ best.T
    differ = ((shared < size[:, None]) | (shared < size)).astype(float)
    expected = 1 - shared / np.outer(size, size)
    centred = ranks - ranks.mean(axis=1, keepdims=True)
    norm = np.sqrt((centred**2).sum(axis=1))
    norm[norm == 0] = np.nan
    spearman = (centred @ centred.T) / np.outer(norm, norm)
    for table in (differ, expected, spearman):
        table[undefined], table[:, undefined] = np.nan, np.nan
    return differ, expected, spearman


def _mean(values: NDArray[np.float64]) -> float:
    return float(values.mean()) if len(values) else float("nan")
