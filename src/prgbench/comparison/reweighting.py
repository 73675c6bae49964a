"""Scores of the models of a task under weights of its rows: what resampling instances needs."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from prgbench.comparison.task_scores import Floats, TaskScores, model_batches
from prgbench.metrics import Measure, evaluate
from prgbench.metrics.batch import FromAreas
from prgbench.metrics.resampling import reweighted_areas


def reweightable(measures: Sequence[Measure]) -> list[Measure]:
    """Return the measures that are functions of the areas: these take any weights."""
    return [measure for measure in measures if isinstance(measure.batch, FromAreas)]


def reweighted_scores(
    task: TaskScores, measures: Sequence[Measure], weights: NDArray[np.int32]
) -> Floats:
    """Evaluate the models under whole-number weights of the rows, each with both classes.

    Returns
    -------
    ndarray of shape (weightings, measures, models)
        Measures of the areas come from one sort per model; others from rows repeated as often as
        the weights say, which takes much longer.
    """
    scores = np.empty((len(weights), len(measures), len(task.run_ids)))
    areas = [place for place, measure in enumerate(measures) if reweightable([measure])]
    others = [place for place in range(len(measures)) if place not in areas]
    if areas and len(weights):
        names = [measures[at].name for at in areas]
        for models in model_batches(task.y_scores):
            values = reweighted_areas(task.y_true, task.y_scores[models], weights, measures=names)
            scores[:, areas, models] = values.transpose(0, 2, 1)
    if others:
        for place, weight in enumerate(weights):
            rows = np.repeat(np.arange(len(weight)), weight)
            chosen = [measures[at] for at in others]
            values = evaluate(task.y_true[rows], task.y_scores[:, rows], chosen)
            scores[place, others] = values.T
    return scores
