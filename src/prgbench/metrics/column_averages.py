"""Averages of an area over the columns of a matrix: over classes, or over several labels."""

from collections.abc import Callable
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from prgbench.metrics.inputs import BoolArray, FloatArray, as_array, as_weights

Average = Literal["macro", "weighted", "micro", "samples"]


def average_over_columns(
    score: Callable[..., float],
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    *,
    average: Average | None = "macro",
    pos_label: Any = None,
    sample_weight: npt.ArrayLike | None = None,
) -> float | FloatArray:
    """Average an area over the columns of label indicators [1]_.

    Parameters
    ----------
    score : callable
        An area ``(y_true, y_score, *, sample_weight) -> float`` of two classes.
    y_true : array-like of shape (n, columns)
        1 or True where an instance has the label of the column, else 0.
    y_score : array-like of shape (n, columns)
        Scores, higher for more positive.
    average : {"macro", "weighted", "micro", "samples"} or None, default="macro"
        "macro" weighs columns equally, "weighted" by their number of positives, "micro" pools
        all cells into one problem, "samples" averages the areas of the rows; None gives each
        column its value.
    pos_label : label, optional
        1, which it is anyway.
    sample_weight : array-like of shape (n,), optional
        Non-negative weights.

    Returns
    -------
    float, or ndarray of shape (columns,) if `average` is None
        NaN where the area of a column that counts is NaN, and if no weight is positive.

    Raises
    ------
    ValueError, TypeError
        For bad input, in one sentence that names the argument and the place.

    See Also
    --------
    one_vs_rest_score : The same for one label of several an instance.

    References
    ----------
    .. [1] F. Provost, P. Domingos (2000). Well-trained PETs: improving probability estimation
           trees. CeDER Working Paper IS-00-04, Stern School of Business, New York University. The
           weighted average.

    Examples
    --------
    >>> from prgbench.metrics import auroc_score
    >>> average_over_columns(auroc_score, [[1, 0], [0, 1], [0, 0]], [[3, 1], [2, 2], [1, 3]])
    0.75
    """
    if average is not None and average not in get_args(Average):
        names = ", ".join(map(repr, get_args(Average)))
        raise ValueError(f"average must be {names} or None, not {average!r}.")
    if pos_label not in (None, 1):
        raise ValueError(f"y_true with several columns has pos_label 1, not {pos_label!r}.")
    truth, scores = _as_indicators(y_true), as_array(y_score, "y_score")
    if scores.shape != truth.shape:
        raise ValueError(f"y_score must have the shape of y_true {truth.shape}: {scores.shape}.")
    weights = as_weights(sample_weight, len(truth))
    if average == "micro":
        repeated = None if weights is None else np.repeat(weights, truth.shape[1])
        return score(truth.ravel(), scores.ravel(), sample_weight=repeated)
    if average == "samples":
        rows = [score(row, row_scores) for row, row_scores in zip(truth, scores, strict=True)]
        return _mean(rows, weights)
    values = [
        score(truth[:, k], scores[:, k], sample_weight=weights) for k in range(truth.shape[1])
    ]
    if average is None:
        return np.array(values)
    sizes = np.average(truth, axis=0, weights=weights) if average == "weighted" else None
    return _mean(values, sizes)


def _as_indicators(y_true: npt.ArrayLike) -> BoolArray:
    truth = as_array(y_true, "y_true")
    if truth.ndim != 2 or truth.size == 0:
        raise ValueError(f"y_true must be a matrix that is not empty, its shape is {truth.shape}.")
    if not np.isin(truth, (0, 1)).all():
        raise ValueError("y_true with several columns must hold 0 and 1 alone.")
    return truth.astype(np.bool_)


def _mean(values: list[float], weights: FloatArray | None) -> float:
    if weights is None:
        return float(np.mean(values))
    counted = weights > 0
    if not counted.any():
        return float("nan")
    return float(np.average(np.array(values)[counted], weights=weights[counted]))
