"""The measures of every model of a table of predictions, with intervals."""

import math
import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
from joblib import Parallel, delayed
from numpy.typing import ArrayLike

from prgbench.data.models import Models
from prgbench.data.stores import read_tasks
from prgbench.direct.arrays import Scores, study_of_table, table_of_scores
from prgbench.direct.measure_names import MEASURES, NamedMeasure, measure_names
from prgbench.direct.whole_numbers import check_jobs, check_whole
from prgbench.metrics.confidence import FEW, ConfidenceInterval, confidence_interval
from prgbench.metrics.engine.inputs import check_level, check_resamples
from prgbench.metrics.evaluation import evaluate
from prgbench.run.errors import PrgbenchError
from prgbench.run.listener import ProgressBars
from prgbench.run.printing import say
from prgbench.run.safe_text import plain, some_of
from prgbench.sources.task_predictions import TaskPredictions
from prgbench.study.measures import load_measures, undefined_measures
from prgbench.study.selection import check_positive_labels
from prgbench.study.turned_labels import check_turned_labels


def score(
    predictions: Any,
    scores: Scores | None = None,
    /,
    *,
    groups: ArrayLike | None = None,
    measures: Sequence[NamedMeasure] = MEASURES,
    positive_label: Any = None,
    columns: Mapping[str, str] | None = None,
    confidence_level: float = 0.95,
    n_resamples: int = 2000,
    seed: int = 2015,
    n_jobs: int = 1,
    progress: bool | None = None,
) -> pd.DataFrame:
    """Evaluate every model of a table of predictions, or of arrays, with intervals.

    Parameters
    ----------
    predictions : data frame, path, sequence of paths or array-like
        A table as `prgbench.compare` takes it, or the true labels of one data set; one model is
        enough.
    scores : dict or data frame, optional
        With labels, the scores by model, each an array or what ``predict_proba`` returns.
    groups : array-like, optional
        What each label belongs to: the rows of a group are resampled together.
    measures : sequence of str or callable
        Names of `prgbench.metrics.measures`, or functions ``(y_true, y_score) -> float`` that can
        be imported from their module.
    positive_label, columns
        As for `prgbench.compare`.
    confidence_level : float
        The level of the intervals, inside (0, 1).
    n_resamples : int
        Bootstrap resamples, for measures whose interval needs them.
    seed : int
        Their seed.
    n_jobs : int
        How many processes share the models; -1 for all processors.
    progress : bool, optional
        Whether a progress bar is shown; default where stderr is a terminal. Elsewhere, by default,
        a line says now and then how many models are done, if that takes longer than 30 seconds.

    Returns
    -------
    DataFrame
        A row for each model of each data set: ``dataset``, ``model``, ``pos_label``, ``n`` (rows),
        ``prevalence``, and for each measure the value with its interval: ``auroc``,
        ``auroc_lower``, ``auroc_upper``; NaN where it is undefined. Predictions are pooled over
        folds and repeats; rows of the same ``group``, or with repeats of the same instance, are
        resampled together.

    Raises
    ------
    PrgbenchError
        If something is wrong with the table, or with the measures, the seed or `n_jobs`; the
        sentence says where and what to do.
    TypeError
        If an argument has another type than is stated here.
    ValueError
        If the level is not inside (0, 1), or there are fewer than two resamples.

    See Also
    --------
    prgbench.compare : Whether the measure changes which model wins.
    prgbench.metrics.confidence_interval : The intervals.

    Examples
    --------
    >>> areas = score([1, 0, 0, 1, 0], {"m": [5, 4, 3, 2, 1]}, measures=["auroc"])
    >>> areas[["model", "auroc", "auroc_lower", "auroc_upper"]].round(3).to_dict("records")
    [{'model': 'm', 'auroc': 0.667, 'auroc_lower': 0.141, 'auroc_upper': 0.959}]
    """
    check_level(confidence_level)
    check_resamples(n_resamples)
    check_jobs(n_jobs)
    check_whole("seed", seed, 0)
    names = measure_names(measures)
    if not names:
        raise PrgbenchError("measures: name at least one measure.")
    loaded = load_measures(names)
    table = predictions
    if scores is not None:
        table = table_of_scores(predictions, scores, groups=groups)
    elif groups is not None:
        raise TypeError("A table states its groups in a column group.")
    keys = {"title": "Scores", "positive_label": positive_label, "columns": dict(columns or {})}
    interval = partial(
        confidence_interval,
        confidence_level=confidence_level,
        n_resamples=n_resamples,
        random_state=seed,
    )
    bars = ProgressBars(progress)
    _, source = study_of_table(table, keys, {})
    source.listener = bars
    tasks = source.all_models()
    check_positive_labels(source, [task for task, _ in tasks])
    if turned := check_turned_labels(source, tasks, stops=False):
        say(turned)
    read, store = read_tasks(source, tasks)
    calls = [
        delayed(_evaluated)(
            store.load(task.task.task_id, run_ids=[model.run.run_id]), names, interval
        )
        for task in read
        for model in task.models
    ]
    done = Parallel(n_jobs, return_as="generator", max_nbytes=None)(calls)
    if not calls:
        raise PrgbenchError(
            "There is no data set with two classes: to evaluate one class against the rest, write "
            "a long table with a column y_score.<label> for each class."
        )
    scored = pd.DataFrame(list(bars.each(done, "scoring", len(calls), "model")))
    for sentence in undefined_measures(Models(scored, names), loaded):
        say(sentence)
    if few := _few_rows(scored):
        say(few)
    return scored


def _few_rows(scored: pd.DataFrame) -> str:
    """Say which data sets have so few rows of a class that intervals may be too narrow."""
    # Intervals rest on the rarer class, whichever of the two it is.
    rarer = scored["prevalence"].clip(upper=1 - scored["prevalence"]) * scored["n"]
    few = some_of(list(scored["dataset"][rarer.round() < FEW].unique()))
    if not few:
        return ""
    return (
        f"Fewer than {FEW} rows of a class ({few}): the coverage of intervals may be below their "
        "level."
    )


def _evaluated(
    predictions: TaskPredictions,
    measures: Sequence[str],
    interval: Callable[..., ConfidenceInterval],
) -> dict[str, object]:
    """Return the row of a model: what it is, and its measures with their intervals."""
    [model] = predictions.models
    [y_score] = predictions.y_score
    y_true = predictions.y_true
    task = predictions.task
    groups = predictions.group
    # The rows of an instance in several repeats are no new instances.
    if groups is None and task.n_repeats > 1:
        groups = predictions.row_id
    row: dict[str, object] = {
        "dataset": plain(task.dataset_name, None),
        "model": plain(model.run.flow_name, None),
        "pos_label": plain(predictions.positive, None),
        "n": len(y_true),
        "prevalence": float(y_true.mean()),
    }
    for measure in load_measures(measures):
        values = (math.nan,) * 3
        if np.isfinite(evaluate(y_true, [y_score], [measure])).all():
            with warnings.catch_warnings():
                warnings.filterwarnings("ignore", "y_true has (only|too few positives,) ")
                interval_found = interval(y_true, y_score, measure, groups=groups)
            values = interval_found.estimate, interval_found.low, interval_found.high
        name = measure.name
        row |= zip((name, f"{name}_lower", f"{name}_upper"), values, strict=True)
    return row
