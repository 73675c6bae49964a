"""P-values of what looks wrong with a model: scores below chance, decisions against the scores."""

from collections.abc import Sequence
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from numpy.typing import NDArray

if TYPE_CHECKING:
    from prgbench.sources.task_predictions import TaskPredictions

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
    predictions: "TaskPredictions", aurocs: Sequence[float]
) -> list[tuple[float, float]]:
    """Return two p-values of each model: of scores below chance, of decisions against the scores.

    The AUROCs are over all repeats; what is not suspicious at sight is not tested and has 1.
    """
    return [
        (
            p_value_of(predictions, predictions.y_true, scores) if auroc < CHANCE else 1.0,
            _p_contradicted(predictions, scores, decided),
        )
        for scores, decided, auroc in zip(
            predictions.y_score, predictions.decision, aurocs, strict=True
        )
    ]


def _p_contradicted(
    predictions: "TaskPredictions", scores: NDArray[np.float64], decided: NDArray[np.int8]
) -> float:
    yes = decided == 1
    no = decided == 0
    if not yes.any() or not no.any() or scores[yes].min() >= scores[no].max():
        return 1.0
    return p_value_of(predictions, yes, scores, yes | no)


def p_value_of(
    predictions: "TaskPredictions",
    positive: NDArray[np.bool_],
    scores: NDArray[np.float64],
    rows: NDArray[np.bool_] | slice = slice(None),
) -> float:
    """Return `p_below_chance` of scores of a task, with its groups, or instances, as clusters."""
    group = predictions.row_id if predictions.group is None else predictions.group
    return p_below_chance(
        positive[rows],
        scores[rows],
        predictions.repeat[rows],
        predictions.fold[rows],
        group[rows],
    )
