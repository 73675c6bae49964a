"""How often the best models of a task change with the repeat, the half, or the mean over folds.

All chances are under one common random order of the models, so that what is tied in both does not
change.
"""

from itertools import combinations

import numpy as np
import pandas as pd

from prgbench.comparison.task_scores import BoolArray, Floats
from prgbench.replication.best_models import best_by_score, sets_differ

Change = tuple[float, float]
UNDEFINED: Change = (np.nan, np.nan)


def change_by_fold_mean(pooled: Floats, folds: Floats, decimals: int) -> Change:
    """Compare the best models by the mean over folds with those by pooled predictions.

    Parameters
    ----------
    pooled : ndarray of shape (models,)
        Scores by pooled predictions, higher is better.
    folds : ndarray of shape (folds, models)
        Scores in each fold; NaN does not count.
    decimals : int
        Scores that are equal at this decimal are tied.

    Returns
    -------
    expected, sets : float
        The chance that the best model changes, and whether the set of best models does; NaN if
        there are fewer than two folds or no model has a mean.
    """
    counts = (~np.isnan(folds)).sum(axis=0)
    if len(folds) < 2 or not counts.any():
        return UNDEFINED
    mean = np.where(counts > 0, np.nansum(folds, axis=0) / np.maximum(counts, 1), np.nan)
    differ, expected = sets_differ(best_by_score(pooled, decimals), best_by_score(mean, decimals))
    return float(expected), float(differ)


def change_by_half(halves: Floats, decimals: int) -> Change:
    """Compare the best models of the two halves of each split: scores (splits, 2, models).

    Returns
    -------
    expected, sets : float
        As `change_by_fold_mean`, the mean over the splits in which both halves have a score.
    """
    defined = ~np.isnan(halves).all(axis=-1).any(axis=-1)
    if not defined.any():
        return UNDEFINED
    best = best_by_score(halves[defined], decimals)
    differ, expected = sets_differ(best[:, 0], best[:, 1])
    return float(expected.mean()), float(differ.mean())


def repeats_compared(scores: Floats, names: list[str], decimals: int) -> pd.DataFrame:
    """Compare the best models of all repeats, by the same measure and by two measures.

    Parameters
    ----------
    scores : ndarray of shape (repeats, measures, models)
        Scores in each repeat, higher is better.
    names : list of str
        The measures.
    decimals : int
        Scores that are equal at this decimal are tied.

    Returns
    -------
    DataFrame
        A row per pair of measures, and per measure with itself: the chance that the best models
        differ in the same repeat (``within_repeat``) and in two (``across_repeats``), each the
        mean over all repeats or pairs of repeats, and how often the sets differ in two
        (``sets_across_repeats``); all NaN if there are fewer than two repeats or a measure has
        no score in one.
    """
    pairs = [(a, a) for a in range(len(names))] + list(combinations(range(len(names)), 2))
    missing = np.asarray(np.isnan(scores).all(axis=-1))
    best = best_by_score(scores, decimals) if len(scores) else np.empty(scores.shape, dtype=bool)
    rows = []
    for a, b in pairs:
        defined = len(scores) > 1 and not missing[:, [a, b]].any()
        values = _compared(best[:, a], best[:, b]) if defined else (np.nan,) * 3
        rows.append((names[a], names[b], *values))
    columns = ["measure_a", "measure_b", "within_repeat", "across_repeats", "sets_across_repeats"]
    return pd.DataFrame(rows, columns=columns)


def _compared(a: BoolArray, b: BoolArray) -> tuple[float, ...]:
    """Compare sets (repeats, models) within repeats and across all ordered pairs of repeats."""
    common = a.astype(np.int64) @ b.T.astype(np.int64)
    either = a.sum(axis=1)[:, None] + b.sum(axis=1) - common
    expected = 1 - common / either
    other = ~np.eye(len(a), dtype=bool)
    sets = expected > 0
    return float(np.diagonal(expected).mean()), expected[other].mean(), sets[other].mean()
