"""All measures against each other: how often their best models differ, how alike they rank."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.comparison.compared import Study, Tables
from prgbench.comparison.measure_matrix import Options
from prgbench.comparison.measure_matrix.all_measures import all_measures
from prgbench.comparison.measure_matrix.metric_map import metric_map
from prgbench.metrics import Measure
from prgbench.metrics.self_tests import SAME_ORDER
from prgbench.replication.best_models import Floats, best_by_rank, direction, sets_differ
from prgbench.replication.groups import sort_models, task_slices
from prgbench.replication.ranking import rank_losses
from prgbench.study.ranks import Ranking


def tables(study: Study, _: Options) -> Tables:
    """Return the matrix, its rows that are self-tests, and the map with its tree."""
    chosen = all_measures(study.setting.measures)
    matrix = measure_matrix(study.per_task["all_scores"], chosen, study.setting.ranking)
    places, tree = metric_map(matrix)
    return {
        "measure_matrix": matrix,
        "self_tests": self_tests(matrix),
        "metric_map": places,
        "metric_tree": tree,
    }


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
    differ, expected, spearman = np.stack(tasks, axis=1)
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


def _compare(losses: Floats, ranking: Ranking) -> Floats:
    """Return disagreements, expected ones and correlations of a task (3, measures, measures)."""
    undefined = np.isnan(losses).all(axis=1)
    ranks = rank_losses(losses, ranking)
    best = best_by_rank(ranks)
    differ, expected = sets_differ(best[:, None], best)
    centred = ranks - ranks.mean(axis=1, keepdims=True)
    norm = np.sqrt((centred**2).sum(axis=1))
    norm[norm == 0] = np.nan
    spearman = (centred @ centred.T) / np.outer(norm, norm)
    compared = np.array([differ, expected, spearman])
    compared[:, undefined] = np.nan
    compared[:, :, undefined] = np.nan
    return compared


def _mean(values: NDArray[np.float64]) -> float:
    return float(values.mean()) if len(values) else float("nan")
