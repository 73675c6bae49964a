"""The measures by name, and `evaluate`, which scores a batch of models with several of them.

A measure is one entry of the table below; the user's own is an import reference.
"""

import importlib
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from prgbench.metrics.areas import batch_areas
from prgbench.metrics.inputs import BoolArray, FloatArray, as_positive, as_score_matrix

BatchFunction = Callable[[BoolArray, FloatArray], FloatArray]


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure of how well scores rank or predict the positives.

    Attributes
    ----------
    name : str
        What a study file and a table call it.
    label : str
        What a figure calls it.
    higher_is_better : bool
        The direction.
    lower, upper : float
        The range over all inputs.
    needs_probabilities : bool
        Whether only scores in [0, 1] that mean probabilities make sense.
    batch : callable
        ``batch(y_true, y_scores)`` with booleans of shape (n,) and scores of shape
        (models, n) gives values of shape (models,); NaN where the measure is undefined.
    """

    name: str
    label: str
    higher_is_better: bool
    lower: float
    upper: float
    needs_probabilities: bool
    batch: BatchFunction


def _area_column(column: int) -> BatchFunction:
    def batch(y_true: BoolArray, y_scores: FloatArray) -> FloatArray:
        return batch_areas(y_true, y_scores)[:, column]

    return batch


_AREA_COLUMNS = {"auroc": 0, "aupr": 1, "auprg": 2}

_MEASURES: dict[str, Measure] = {
    measure.name: measure
    for measure in (
        Measure("auroc", "AUROC", True, 0.0, 1.0, False, _area_column(0)),
        Measure("aupr", "AUPR", True, 0.0, 1.0, False, _area_column(1)),
        Measure("auprg", "AUPRG", True, -math.inf, 1.0, False, _area_column(2)),
    )
}


def measures() -> tuple[str, ...]:
    """Names of the built-in measures, in the order of the table.

    Examples
    --------
    >>> measures()[:3]
    ('auroc', 'aupr', 'auprg')
    """
    return tuple(_MEASURES)


def get_measure(name: str) -> Measure:
    """Find a measure by its name or by an import reference.

    Parameters
    ----------
    name : str
        A name from `measures()`, or ``"package.module:attribute"`` where the attribute is a
        `Measure` or a function ``f(y_true, y_score) -> float``. A function is called once per
        model with labels 0/1; it counts as "higher is better" with an unknown range.

    Returns
    -------
    Measure

    Raises
    ------
    ValueError
        If there is no such measure; the message lists the known names.

    Examples
    --------
    >>> get_measure("auprg").label
    'AUPRG'
    >>> get_measure("sklearn.metrics:roc_auc_score").label
    'roc_auc_score'
    """
    if name in _MEASURES:
        return _MEASURES[name]
    module, separator, attribute = name.partition(":")
    if not separator:
        raise ValueError(
            f"There is no measure {name!r}. Known are {', '.join(_MEASURES)}; "
            "your own is named as 'package.module:attribute'."
        )
    return _imported(name, module, attribute)


def evaluate(
    y_true: npt.ArrayLike,
    y_scores: npt.ArrayLike,
    measures: Sequence[str | Measure],
    *,
    pos_label: Any = None,
) -> FloatArray:
    """Score a batch of models with several measures.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels: 0/1, -1/1, booleans, or any labels with `pos_label`.
    y_scores : array-like of shape (models, n)
        One row of scores a model, higher for more positive.
    measures : sequence of str or Measure
        Names as `get_measure` knows them.
    pos_label : label, optional
        The positive label.

    Returns
    -------
    ndarray of shape (models, len(measures))
        NaN where a measure is undefined.

    Raises
    ------
    ValueError, TypeError
        For bad input or an unknown measure.

    Examples
    --------
    >>> values = evaluate([0, 1, 1], [[1, 2, 3], [3, 2, 1]], ["auroc", "auprg"])
    >>> values.round(12).tolist()
    [[1.0, 1.0], [0.0, -0.25]]
    """
    chosen = [m if isinstance(m, Measure) else get_measure(m) for m in measures]
    positive = as_positive(y_true, pos_label)
    scores = as_score_matrix(y_scores, positive.size)
    result = np.empty((scores.shape[0], len(chosen)))
    common = None
    for column, measure in enumerate(chosen):
        if measure is _MEASURES.get(measure.name) and measure.name in _AREA_COLUMNS:
            if common is None:
                common = batch_areas(positive, scores)
            result[:, column] = common[:, _AREA_COLUMNS[measure.name]]
        else:
            result[:, column] = measure.batch(positive, scores)
    return result


def _imported(name: str, module: str, attribute: str) -> Measure:
    try:
        found = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise ValueError(
            f"The measure {name!r} can't be imported ({error}). Known are "
            f"{', '.join(_MEASURES)}; your own is named as 'package.module:attribute'."
        ) from None
    if isinstance(found, Measure):
        return found
    if not callable(found):
        raise ValueError(f"The measure {name!r} is neither a function nor a Measure.")

    def batch(y_true: BoolArray, y_scores: FloatArray) -> FloatArray:
        labels = y_true.astype(np.int64)
        return np.array([found(labels, scores) for scores in y_scores], dtype=np.float64)

    return Measure(name, attribute, True, -math.inf, math.inf, False, batch)
