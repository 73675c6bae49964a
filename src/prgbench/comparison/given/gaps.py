"""The gap between the best two models of a task, with its errors."""

from typing import Any

import numpy as np

from prgbench.comparison.task_scores import Floats, TaskScores
from prgbench.replication.best_models import Floats as Scores
from prgbench.stats.corrected_resampled import corrected_resampled_error, resampled_error


def gap_of_best_two(
    pooled: Scores, folds: Floats, halves: Floats, ratio: float, decimals: int
) -> dict[str, Any]:
    """Compare the best two models by pooled predictions on the folds and on halves.

    Parameters
    ----------
    pooled : ndarray of shape (models,)
        Scores by pooled predictions, higher is better. Of tied models the first counts.
    folds : ndarray of shape (folds, models)
        Scores in each fold of each repeat.
    halves : ndarray of shape (splits, 2, models)
        Scores in both halves of the instances.
    ratio : float
        The size of a test set over that of a training set; NaN is unknown.
    decimals : int
        Scores that are equal at this decimal are tied.

    Returns
    -------
    dict
        The mean of the differences on the folds (``gap``); its standard error as if they were
        independent (``naive``) and corrected for what the training sets share (``corrected``);
        that of the instances alone (``instances``), from the differences g1, g2 on two halves:
        the square of it is the mean of (g1 - g2)^2 / 4. NaN is undefined.
    """
    rounded = np.round(pooled, decimals)
    order = np.argsort(np.where(np.isnan(rounded), np.inf, -rounded), kind="stable")
    if len(order) < 2 or np.isnan(rounded[order[1]]):
        return dict.fromkeys(("gap", "naive", "corrected", "instances", "folds"), np.nan)
    best, second = order[:2]
    differences = folds[:, best] - folds[:, second]
    differences = differences[~np.isnan(differences)]
    gaps = halves[..., best] - halves[..., second]
    squares = (gaps[:, 0] - gaps[:, 1]) ** 2 / 4
    squares = squares[~np.isnan(squares)]
    known = not np.isnan(ratio)
    return {
        "gap": differences.mean() if len(differences) else np.nan,
        "naive": resampled_error(differences),
        "corrected": corrected_resampled_error(differences, ratio) if known else np.nan,
        "instances": np.sqrt(squares.mean()) if len(squares) else np.nan,
        "folds": float(len(differences)),
    }


def size_ratio(task: TaskScores) -> float:
    """Return the size of a test set over that of a training set, 1 / (k - 1) for k folds.

    NaN if the folds are not stated or the repeats do not test each instance once: then the files
    do not say on what the models were trained.
    """
    repeats = [task.instances[rows] for rows in task.repeat_rows()]
    whole = all(len(own) == len(np.unique(own)) == task.n_instances for own in repeats)
    n_folds = len(task.fold_rows()) / len(repeats)
    return 1 / (n_folds - 1) if whole and n_folds > 1 else float("nan")
