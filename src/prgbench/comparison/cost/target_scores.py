"""What a user wants of the model that is chosen: the targets, on all instances of a task.

All targets are better when higher, and NaN where the predictions do not allow them.
"""

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.comparison.cost.confusion import Confusion
from prgbench.comparison.task_scores import BoolArray, Floats, TaskScores, evaluate_models
from prgbench.metrics.best_f1 import best_f1_of_subsets

Decisions = NDArray[np.int8]
UNSTATED = -1


def targets_of_task(task: TaskScores) -> pd.DataFrame:
    """Compute the targets of the models of a task.

    Returns
    -------
    DataFrame
        A row per model: ``run_id`` and a column per entry of `TARGETS`. ``expected_f1`` is the
        reciprocal of the expected 1/F1 (harmonic scale), ``expected_fg1`` theorem 3 of Flach &
        Kull (2015), which depends on more than AUPRG; ``honest_f1`` is the F1 of the pooled
        decisions with the threshold of each fold chosen on the other folds of its repeat.
    """
    positive = task.y_true
    names = ["expected_inverse_f1", "expected_fg1", "max_f1", "max_mcc"]
    values = dict(zip(names, evaluate_models(positive, task.y_scores, names).T, strict=True))
    improbable = (task.y_scores.min(axis=1) < 0) | (task.y_scores.max(axis=1) > 1)
    half = (task.y_scores >= 0.5).astype(np.int8)
    half[improbable] = UNSTATED
    stored_counts = _confusion(positive, task.decisions)
    return pd.DataFrame(
        {
            "run_id": task.run_ids,
            "expected_f1": 1 / values["expected_inverse_f1"],
            "expected_fg1": values["expected_fg1"],
            "max_f1": values["max_f1"],
            "honest_f1": _confusion(positive, honest_decisions(task)).f1(),
            "matched_f1": [matched_f1(positive, scores) for scores in task.y_scores],
            "f1_at_half": _confusion(positive, half).f1(),
            "stored_f1": stored_counts.f1(),
            "max_mcc": values["max_mcc"],
            "stored_mcc": stored_counts.mcc(),
            "stored_accuracy": stored_counts.accuracy(),
        }
    )


def honest_decisions(task: TaskScores) -> Decisions:
    """Decide each fold at the threshold with the best F1 on the other folds of its repeat.

    Returns
    -------
    ndarray of int8, shape (models, rows)
        1 positive, 0 negative; -1 everywhere if folds are not stated or a repeat has only one.
    """
    decisions = np.full(task.y_scores.shape, UNSTATED, dtype=np.int8)
    if (task.folds < 0).any():
        return decisions
    for rows in task.repeat_rows():
        folds, fold = np.unique(task.folds[rows], return_inverse=True)
        if len(folds) < 2:
            return np.full_like(decisions, UNSTATED)
        others = fold[None, :] != np.arange(len(folds))[:, None]
        for model, scores in enumerate(task.y_scores[:, rows]):
            _, thresholds = best_f1_of_subsets(task.y_true[rows], scores, others)
            decisions[model, rows] = scores >= thresholds[fold]
    return decisions


def matched_f1(positive: BoolArray, scores: Floats) -> float:
    """F1 where as many are predicted positive as there are: precision equals recall.

    Instances tied across the cut are positives in proportion.

    Examples
    --------
    >>> matched_f1(np.array([True, False, True]), np.array([3.0, 1, 1]))
    0.75
    """
    n_pos = int(positive.sum())
    if n_pos == 0:
        return float("nan")
    cut = np.partition(scores, len(scores) - n_pos)[len(scores) - n_pos]
    above, at = scores > cut, scores == cut
    share = (n_pos - above.sum()) / at.sum()
    return float((positive & above).sum() + share * (positive & at).sum()) / n_pos


def _confusion(positive: BoolArray, decisions: Decisions) -> Confusion:
    """Count decisions of shape (models, n)."""
    yes = decisions == 1
    tp = (yes & positive).sum(axis=1).astype(np.float64)
    tp[decisions.min(axis=1) < 0] = np.nan
    predicted = yes.sum(axis=1).astype(np.float64)
    return Confusion(tp, predicted, float(positive.sum()), float(len(positive)))
