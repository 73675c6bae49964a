"""P-values of what looks wrong with a model: scores below chance, decisions against the scores."""

from collections.abc import Sequence
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from numpy.typing import NDArray

if TYPE_CHECKING:
    from prgbench.data.task import TaskPredictions

CHANCE = 0.5


def p_below_chance(
    positive: NDArray[np.bool_],
    scores: NDArray[np.float64],
    repeats: NDArray[np.int16],
    folds: NDArray[np.int16],
    groups: NDArray[np.int64],
) -> float:
    """Test whether positives have lower scores than negatives beyond sampling noise.

    Scores are ranked within each fold: a model that predicts the prevalence of the training set
    is no worse than chance. The standard error is DeLong's with groups as clusters, at least that
    of scores without any signal. Where there is nothing to learn, models are wrong about the fold
    that was held out, as the rest of the sample leans the other way: the area may be lower by
    as much as noise moves one fold. The one-sided p-value is 1 if a class has fewer than two
    groups, or all rows are of one.
    """
    from prgbench.metrics.delong import placements
    from prgbench.metrics.engine.sample import Sample

    ranks = pd.Series(scores).groupby([repeats, folds])
    places = (ranks.rank() - CHANCE) / ranks.transform("size")
    try:
        sample = Sample.checked(positive, {"y_score": places.to_numpy()}, groups=groups)
        placed = placements(sample)
    except ValueError:
        return 1.0
    n_positive, n_negative = sample.class_sizes
    without_signal = (n_positive + n_negative + 1) / (12 * n_positive * n_negative)
    variance = max(float(placed.covariance[0, 0]), without_signal)
    n_folds = np.unique(folds).size
    leaning = (2 / np.pi * n_folds * without_signal) ** 0.5 if n_folds > 1 else 0.0
    return float(NormalDist().cdf((placed.areas[0] - CHANCE + leaning) / variance**0.5))


def suspicions(
    task: "TaskPredictions",
    run_ids: Sequence[int],
    scores: NDArray[np.float64],
    aurocs: Sequence[float],
) -> list[tuple[float, float]]:
    """Return two p-values of each model: of scores below chance, of decisions against the scores.

    The AUROCs are over all repeats; what is not suspicious at sight is not tested and has 1.
    """
    positive = task.y_true() == 1
    decisions = task.decisions(run_ids)
    return [
        (
            _p_value(task, positive, model_scores) if auroc < CHANCE else 1.0,
            _p_contradicted(task, model_scores, decided),
        )
        for model_scores, decided, auroc in zip(scores, decisions, aurocs, strict=True)
    ]


def _p_contradicted(
    task: "TaskPredictions", scores: NDArray[np.float64], decided: NDArray[np.int8]
) -> float:
    yes = decided == 1
    no = decided == 0
    if not yes.any() or not no.any() or scores[yes].min() >= scores[no].max():
        return 1.0
    return _p_value(task, yes, scores, yes | no)


def _p_value(
    task: "TaskPredictions",
    positive: NDArray[np.bool_],
    scores: NDArray[np.float64],
    rows: NDArray[np.bool_] | slice = slice(None),
) -> float:
    group = task.group()
    return p_below_chance(
        positive[rows],
        scores[rows],
        task.repeat()[rows],
        task.fold()[rows],
        (task.row_id() if group is None else group)[rows],
    )
