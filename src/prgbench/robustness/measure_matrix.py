"""How alike all known measures rank the models."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.cluster.hierarchy import average, leaves_list
from scipy.spatial.distance import squareform
from sklearn.manifold import ClassicalMDS

from prgbench.answer.interface import Part, PartOptions, Setting, Study, Tables
from prgbench.answer.task_scores import TaskScores, evaluate_models
from prgbench.metrics import Measure, get_measure, measures
from prgbench.metrics.registry import SAME_ORDER, SELF_TESTS
from prgbench.study.agreement import (
    Floats,
    best_by_rank,
    direction,
    sets_differ,
    sort_models,
    task_slices,
)
from prgbench.study.ranking import Ranking, rank_losses


class Options(PartOptions):
    """All measures of the registry against each other, with self-tests and a map."""


def square(matrix: pd.DataFrame, column: str, diagonal: float) -> pd.DataFrame:
    """Turn a column of `measure_matrix` into a symmetric table, measures by measures."""
    names = list(dict.fromkeys([*matrix["measure_a"], *matrix["measure_b"]]))
    table = pd.DataFrame(np.nan, index=names, columns=names)
    for a, b, value in matrix[["measure_a", "measure_b", column]].itertuples(index=False):
        table.loc[a, b] = table.loc[b, a] = value
    for name in names:
        table.loc[name, name] = diagonal
    return table


def all_measures(own: Sequence[Measure] = ()) -> list[Measure]:
    """Return the measures of the registry, a user's own, and the self-tests.

    The self-tests are increasing in AUROC or AUPR inside a task (`SAME_ORDER`), so that they must
    never disagree with them.
    """
    others = [measure for measure in own if measure.name not in measures()]
    return [*map(get_measure, measures()), *others, *SELF_TESTS.values()]


FEWEST = 3


def metric_map(matrix: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Place the measures in the plane and join them to a tree.

    Parameters
    ----------
    matrix : DataFrame
        What `measure_matrix` returns; the distance of two measures is 1 - mean Spearman.

    Returns
    -------
    places : DataFrame
        A row per measure with ``x`` and ``y`` by classical scaling and its place among the leaves
        of the tree. Measures without a correlation with another one are left out; fewer than
        three leave both tables empty.
    tree : DataFrame
        The average-linkage tree as `scipy.cluster.hierarchy.average` gives it: a row per join,
        with the two clusters, their distance and the number of measures.
    """
    distances = 1 - square(matrix, "mean_spearman", 1.0)
    while distances.isna().to_numpy().any():
        distances = _without(distances, str(distances.isna().sum().idxmax()))
    if len(distances) < FEWEST:
        return pd.DataFrame(columns=_PLACES), pd.DataFrame(columns=_TREE)
    values = np.maximum(distances.to_numpy(), 0.0)
    linkage = average(squareform(values, checks=False))
    xy = ClassicalMDS(n_components=2, metric="precomputed").fit_transform(values)
    # The sign of an axis is free: the measure farthest out lies on the positive side.
    xy *= np.sign(xy[np.abs(xy).argmax(axis=0), [0, 1]]) + (xy == 0).all(axis=0)
    leaves = np.empty(len(values), dtype=int)
    leaves[leaves_list(linkage)] = np.arange(len(values))
    places = pd.DataFrame(
        {"measure": distances.index, "x": xy[:, 0], "y": xy[:, 1], "leaf": leaves}
    )
    return places, pd.DataFrame(linkage, columns=_TREE)


_PLACES = ["measure", "x", "y", "leaf"]
_TREE = ["left", "right", "distance", "measures"]


def _without(distances: pd.DataFrame, name: str) -> pd.DataFrame:
    return distances.drop(index=name, columns=name)


def per_task(
    task: TaskScores, _models: pd.DataFrame, setting: Setting, _options: Options
) -> Tables:
    """Return ``all_scores``, the values of all measures."""
    return {"all_scores": all_scores_of_task(task, setting.measures)}


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


PART = Part("measure_matrix", Options, tables, per_task)
