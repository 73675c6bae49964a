"""The best models of a task: the one notion of them, from ranks, from scores and in tables.

Several models are best if they are tied: what is compared are sets of best models.
"""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.metrics import Measure
from prgbench.replication.ranking import rank_column

BoolArray = NDArray[np.bool_]
Floats = NDArray[np.float64]


def best_by_rank(ranks: Floats) -> BoolArray:
    """Find the best models along the last axis: those of the first rank.

    Parameters
    ----------
    ranks : ndarray of shape (..., models)
        Ranks or losses: lower is better.

    Examples
    --------
    >>> best_by_rank(np.array([[1.5, 1.5, 3.0], [3.0, 2.0, 1.0]])).tolist()
    [[True, True, False], [False, False, True]]
    """
    return np.asarray(ranks == ranks.min(axis=-1, keepdims=True))


def best_by_score(scores: Floats, decimals: int) -> BoolArray:
    """Find the best models along the last axis: those of the highest score.

    Parameters
    ----------
    scores : ndarray of shape (..., models)
        Higher is better; NaN is worst.
    decimals : int
        Scores that are equal at this decimal are tied.

    Examples
    --------
    >>> best_by_score(np.array([[1.0, 2.0, np.nan], [3.0, 1.0, 3.0]]), 12).tolist()
    [[False, True, False], [True, False, True]]
    """
    rounded = np.round(scores, decimals)
    return best_by_rank(-np.where(np.isnan(rounded), -np.inf, rounded))


def direction(measures: Sequence[Measure]) -> Floats:
    """Return 1 for each measure that is better when higher, else -1."""
    return np.array([1.0 if measure.higher_is_better else -1.0 for measure in measures])


def sets_differ(a: BoolArray, b: BoolArray) -> tuple[BoolArray, Floats]:
    """Compare sets of best models along the last axis.

    Returns
    -------
    differ : ndarray of bool
        Whether the sets differ.
    expected : ndarray
        The probability that the first model of either set is not the same if all models stand in
        one random order, the same for both: 0 for equal sets, 1 where the sets have no model in
        common. The first model of the union is the first of both sets if it lies in both.

    Examples
    --------
    >>> two, one = np.array([True, True, False]), np.array([True, False, False])
    >>> differ, expected = sets_differ(two, one)
    >>> bool(differ), float(expected)
    (True, 0.5)
    >>> float(sets_differ(two, two)[1])
    0.0
    """
    return (a != b).any(axis=-1), 1 - (a & b).sum(axis=-1) / (a | b).sum(axis=-1)


def best_models(models: pd.DataFrame, measures: Sequence[str]) -> BoolArray:
    """Return which models of a table are best in their task: shape (models, measures)."""
    ranks = models[[rank_column(name) for name in measures]]
    first = ranks.groupby(models["task_id"]).transform("min")
    return np.asarray(ranks.to_numpy() == first.to_numpy())


def first_best(models: pd.DataFrame, measure: str) -> pd.DataFrame:
    """Return one best model of each task, by task: of several the one with the lowest run id."""
    ordered = models.sort_values(["task_id", rank_column(measure), "run_id"])
    return ordered.drop_duplicates("task_id").set_index("task_id")
