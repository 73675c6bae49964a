"""One-versus-rest averages of any area for more than two classes."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from prgbench.metrics.areas import auprg_score
from prgbench.metrics.column_averages import Average, average_over_columns
from prgbench.metrics.inputs import FloatArray, as_array


def one_vs_rest_score(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    *,
    score: Callable[..., float] = auprg_score,
    labels: Sequence[Any] | None = None,
    average: Average | None = "macro",
    sample_weight: npt.ArrayLike | None = None,
) -> float | FloatArray:
    """Average an area over the classes, each against all others [1]_.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels.
    y_score : array-like of shape (n, classes)
        One column of scores a class, in the order of `labels`, as ``predict_proba`` gives it.
    score : callable, default=auprg_score
        An area ``(y_true, y_score, *, sample_weight) -> float`` of two classes.
    labels : sequence, optional
        The classes; by default the sorted distinct labels of `y_true`.
    average : {"macro", "weighted", "micro", "samples"} or None, default="macro"
        "macro" weighs classes equally, "weighted" by their number of instances, "micro"
        pools all (instance, class) pairs into one problem, "samples" averages over the
        instances, of which each ranks the classes; None gives each class its value.
    sample_weight : array-like of shape (n,), optional
        Non-negative weights.

    Returns
    -------
    float, or ndarray of shape (classes,) if `average` is None
        NaN where the area of a class that counts is NaN.

    Raises
    ------
    ValueError, TypeError
        For bad input, in one sentence that names the argument and the place.

    See Also
    --------
    auprg_score : The area of two classes that is averaged by default.

    References
    ----------
    .. [1] F. Provost, P. Domingos (2000). Well-trained PETs: improving probability estimation
           trees. CeDER Working Paper IS-00-04, Stern School of Business, New York University. The
           weighted average.

    Examples
    --------
    >>> truth = ["a", "b", "c"]
    >>> one_vs_rest_score(truth, [[0.8, 0.1, 0.1], [0.2, 0.7, 0.1], [0.1, 0.2, 0.7]])
    1.0
    """
    truth, scores = as_array(y_true, "y_true"), as_array(y_score, "y_score")
    classes = np.unique(truth) if labels is None else np.asarray(labels)
    if truth.size == 0:
        raise ValueError("y_true is empty: there is nothing to evaluate.")
    if truth.ndim != 1 or scores.shape != (truth.size, classes.size):
        raise ValueError(
            f"y_score must have shape ({truth.size}, {classes.size}), one column for each of the "
            f"{classes.size} classes, not {scores.shape}."
        )
    unknown = ~np.isin(truth, classes)
    if unknown.any():
        raise ValueError(
            f"y_true holds {truth[unknown].tolist()[0]!r}, which is not among labels."
        )
    return average_over_columns(
        score, truth[:, None] == classes, scores, average=average, sample_weight=sample_weight
    )
