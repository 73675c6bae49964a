"""The scores of the models of a task on some of its rows, or under weights of the rows."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prgbench.answer.task_rows import Rows, TaskRows
from prgbench.metrics import Measure, evaluate
from prgbench.metrics.engine.batch import AtPrevalence, FromAreas
from prgbench.metrics.engine.inputs import weights_at_prevalence
from prgbench.metrics.resampling import areas_and_prevalence
from prgbench.run.few_at_once import few_at_once
from prgbench.typing import BoolArray, Floats


def evaluate_models(
    y_true: BoolArray, y_scores: Floats, measures: Sequence[str | Measure]
) -> Floats:
    """Evaluate models, few at a time for memory: shape (models, measures)."""
    parts = few_at_once(*y_scores.shape)
    return np.concatenate([evaluate(y_true, y_scores[models], measures) for models in parts])


def scores_of_parts(
    y_true: BoolArray,
    y_scores: Floats,
    measures: Sequence[str | Measure],
    parts: Sequence[Rows],
) -> Floats:
    """Evaluate models on parts of the rows: shape (parts, measures, models)."""
    scores = np.empty((len(parts), len(measures), len(y_scores)))
    for part, rows in enumerate(parts):
        scores[part] = evaluate_models(y_true[rows], y_scores[:, rows], measures).T
    return scores


def mean_of_defined(scores: Floats) -> Floats:
    """Average over the first axis what is defined; NaN where nothing is."""
    counts = (~np.isnan(scores)).sum(axis=0)
    return np.asarray(np.nansum(scores, axis=0) / np.where(counts > 0, counts, np.nan))


def mean_or_nan(values: Floats) -> float:
    """Return the mean, NaN of no value."""
    return float(values.mean()) if len(values) else float("nan")


def reweighted_scores(
    task: TaskRows, measures: Sequence[Measure], weights: NDArray[np.int32]
) -> Floats:
    """Evaluate the models under whole-number weights of the rows, each with both classes.

    Returns shape (weightings, measures, models). Measures of the areas take one sort per model;
    others need repeated rows, which takes much longer.
    """
    scores = np.empty((len(weights), len(measures), len(task.run_ids)))
    of_areas = {
        index: function
        for index, measure in enumerate(measures)
        if (function := _function_of_areas(measure)) is not None
    }
    # A stated prevalence changes the weights, and with them the areas: once for all its measures.
    for prevalence in dict.fromkeys(measures[index].prevalence for index in of_areas):
        alike = [index for index in of_areas if measures[index].prevalence == prevalence]
        for models, areas in _areas_of_models(task, weights, prevalence):
            for index in alike:
                scores[:, index, models] = of_areas[index].function(*areas)
    others = [index for index in range(len(measures)) if index not in of_areas]
    if others:
        functions = [measures[index] for index in others]
        for index, weight in enumerate(weights):
            rows = np.repeat(np.arange(len(weight)), weight)
            scores[index, others] = evaluate(
                task.y_true[rows], task.y_scores[:, rows], functions
            ).T
    return scores


def _function_of_areas(measure: Measure) -> FromAreas | None:
    """Return how a measure follows from the areas and the prevalence; None if it does not.

    At a stated prevalence it is the same function of the areas at that one.
    """
    function = measure.batch
    if isinstance(function, AtPrevalence):
        function = function.function
    return function if isinstance(function, FromAreas) else None


def _areas_of_models(
    task: TaskRows, weights: NDArray[np.int32], prevalence: float | None
) -> Iterator[tuple[slice, tuple[Floats, Floats]]]:
    """Yield models, with their areas and the prevalence under each of the weights.

    Without a stated ``prevalence`` it is that of the weighted data.
    """
    if not len(weights):
        return
    weighed: NDArray[Any] = weights
    if prevalence is not None:
        weighed = weights_at_prevalence(task.y_true, weights, prevalence)
    for models in few_at_once(*task.y_scores.shape):
        # Orders are kept of small tasks only, all of whose models are taken at once.
        y_scores = task.y_scores[models]
        yield models, areas_and_prevalence(task.y_true, y_scores, weighed, task.orders)
