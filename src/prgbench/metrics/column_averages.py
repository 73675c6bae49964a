"""Areas of several columns of labels, and of several classes, averaged as scikit-learn does.

The binary scores call it where labels or scores have two dimensions. `evaluate` does the same for
any measure and any number of models.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from prgbench.metrics.engine.inputs import (
    FloatArray,
    as_array,
    as_weights,
    refuse_other_shapes,
)
from prgbench.typing import BoolArray

Average = Literal["macro", "weighted", "micro", "samples"]
Score = Callable[..., float]
"""A function of labels (n,), scores (n,) and ``sample_weight=``."""


def check_average(average: Average | None) -> None:
    """Raise ValueError for a way to average that is unknown."""
    if average not in ("macro", None) and average not in get_args(Average):
        names = ", ".join(map(repr, get_args(Average)))
        raise ValueError(f"average must be {names} or None, not {average!r}.")


def has_columns(truth: npt.NDArray[Any], y_score: npt.ArrayLike) -> bool:
    """Whether labels or scores have two dimensions, other than the two columns of two classes."""
    return truth.ndim == 2 or n_columns(y_score) > 2


def n_columns(y_score: npt.ArrayLike) -> int:
    """Return the number of columns of scores; 0 for scores of one dimension, or of another."""
    # Not made an array here: how numbers of a list are read depends on the list.
    if isinstance(y_score, np.ndarray):
        return y_score.shape[1] if y_score.ndim == 2 else 0
    if isinstance(y_score, list | tuple) and not (
        y_score and isinstance(y_score[0], list | tuple | np.ndarray)
    ):
        return 0
    shape = as_array(y_score, "y_score").shape
    return int(shape[1]) if len(shape) == 2 else 0


def refuse_classes(truth: npt.NDArray[Any]) -> None:
    """Raise ValueError if scores of one class come with more than two."""
    # Whole numbers from 0 to 1 are the usual case, which need not be sorted.
    if truth.dtype.kind in "iu" and truth.size and truth.max() > 1 and _classes(truth).size > 2:
        raise ValueError(
            "`y_score` needs to be of shape `(n_samples, n_classes)`, as `y_true` has more than "
            "two classes: pass the scores of each, or give the positive one as pos_label."
        )


def average_over_columns(
    score: Score,
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    *,
    average: Average | None = "macro",
    pos_label: Any = None,
    sample_weight: npt.ArrayLike | None = None,
) -> Any:
    """Average a score over columns of 0/1 labels; or over classes, each against the rest.

    "macro" weighs columns equally, "weighted" by their positives; "micro" takes every cell as an
    instance of one problem, "samples" every row as a problem; None returns an array of all.

    Examples
    --------
    >>> from prgbench.metrics.areas import auroc_score
    >>> labels, scores = [[1, 0], [0, 1], [0, 1]], [[0.9, 0.2], [0.1, 0.7], [0.3, 0.1]]
    >>> average_over_columns(auroc_score, labels, scores, average=None).tolist()
    [1.0, 0.5]
    """
    check_average(average)
    truth = as_array(y_true, "y_true")
    scores = as_array(y_score, "y_score")
    kind = "multilabel-indicator" if truth.ndim == 2 else "multiclass"
    indicators = _indicators(truth) if truth.ndim == 2 else truth[:, np.newaxis] == _classes(truth)
    if pos_label not in (None, 1):
        raise ValueError(
            f"Parameter pos_label is fixed to 1 for {kind} y_true. Do not set pos_label or set "
            "pos_label to 1."
        )
    if scores.ndim == 1 and indicators.shape[1] == 1:
        # Labels in a column with flat scores: the column is what is wrong, not the scores.
        refuse_other_shapes(truth, "y_true")
    if scores.shape != indicators.shape:
        raise ValueError(
            "`y_score` needs to be of shape `(n_samples, n_classes)`, as `y_true` has "
            f"{indicators.shape[1]} classes or columns of {len(truth)} instances, not of shape "
            f"{scores.shape}."
        )
    weights = as_weights(sample_weight, len(truth))
    # Every cell of the matrix is one instance of a single binary problem.
    if average == "micro":
        repeated = None if weights is None else np.repeat(weights, indicators.shape[1])
        return score(indicators.ravel(), scores.ravel(), sample_weight=repeated)
    # One column is a binary problem whatever the average, as in scikit-learn.
    if average == "samples" and indicators.shape[1] > 1:
        rows = zip(indicators, scores, strict=True)
        return _mean([score(row, row_scores) for row, row_scores in rows], weights)
    values = [
        score(column, column_scores, sample_weight=weights)
        for column, column_scores in zip(indicators.T, scores.T, strict=True)
    ]
    if average is None:
        return np.array(values)
    # "weighted" weighs each column by its positives, as in scikit-learn.
    sizes = np.average(indicators, axis=0, weights=weights) if average == "weighted" else None
    return _mean(values, sizes)


def auroc_of_classes(
    score: Score,
    y_true: npt.NDArray[Any],
    y_score: npt.ArrayLike,
    *,
    multi_class: str,
    average: Average | None,
    labels: npt.ArrayLike | None,
    sample_weight: npt.ArrayLike | None,
    max_fpr: float | None,
) -> Any:
    """AUROC of more than two classes, with the arguments and refusals of scikit-learn."""
    scores = as_array(y_score, "y_score")
    if scores.ndim != 2:
        raise ValueError(
            "`y_score` needs to be of shape `(n_samples, n_classes)`, as `y_true` has several "
            f"classes, not of shape {scores.shape}."
        )
    if max_fpr not in (None, 1):
        raise ValueError(
            "Partial AUC computation not available in multiclass setting, 'max_fpr' must be set "
            f"to `None`, received `max_fpr={max_fpr}` instead."
        )
    if multi_class not in ("ovo", "ovr"):
        raise ValueError("For more than two classes, multi_class must be in ('ovo', 'ovr').")
    options: tuple[Any, ...] = ("macro", "weighted", None)
    if multi_class == "ovr":
        options = ("micro", *options)
    if average not in options:
        raise ValueError(f"average must be one of {options} for multiclass problems.")
    if average is None and multi_class == "ovo":
        raise NotImplementedError("average=None is not implemented for multi_class='ovo'.")
    classes = _checked_classes(y_true, labels, scores.shape[1])
    if not np.allclose(1, scores.sum(axis=1)):
        raise ValueError(
            "Target scores need to be probabilities for several classes: they sum to 1 in each "
            "row. `evaluate` takes any scores."
        )
    if multi_class == "ovo":
        if sample_weight is not None:
            raise ValueError(
                "sample_weight is not supported for multiclass one-vs-one ROC AUC, "
                "'sample_weight' must be None in this case."
            )
        # A class without instances is in no pair, as in scikit-learn.
        present = np.isin(classes, y_true)
        return _one_vs_one(
            score, y_true, scores[:, present], classes[present], by_size=average == "weighted"
        )
    indicators = y_true[:, np.newaxis] == classes
    return average_over_columns(
        score, indicators, scores, average=average, sample_weight=sample_weight
    )


def _checked_classes(
    y_true: npt.NDArray[Any], labels: npt.ArrayLike | None, n_columns: int
) -> npt.NDArray[Any]:
    """Return the classes in the order of the columns of scores."""
    present = _classes(y_true)
    if labels is None:
        if present.size != n_columns:
            raise ValueError(
                "Number of classes in y_true not equal to the number of columns in 'y_score': "
                f"{present.size} and {n_columns}. Give all classes as labels."
            )
        return present
    classes = as_array(labels, "labels")
    ordered = np.unique(classes)
    if ordered.size != classes.size:
        raise ValueError("Parameter 'labels' must be unique.")
    if not np.array_equal(ordered, classes):
        raise ValueError("Parameter 'labels' must be ordered.")
    if classes.size != n_columns:
        raise ValueError(
            f"Number of given labels, {classes.size}, not equal to the number of columns in "
            f"'y_score', {n_columns}."
        )
    if np.setdiff1d(present, classes).size:
        raise ValueError("'y_true' contains labels not in parameter 'labels'.")
    return classes


def _classes(y_true: npt.NDArray[Any]) -> npt.NDArray[Any]:
    classes: npt.NDArray[Any] = np.unique(y_true)
    return classes


def _indicators(truth: npt.NDArray[Any]) -> BoolArray:
    if truth.size == 0:
        raise ValueError(f"y_true is empty: its shape is {truth.shape}.")
    if not np.isin(truth, (0, 1)).all():
        raise ValueError(
            "multiclass-multioutput format is not supported: y_true with several columns must "
            "contain only 0 and 1."
        )
    return truth.astype(np.bool_)


def _mean(values: list[float], weights: FloatArray | None) -> float:
    if weights is None:
        return float(np.mean(values))
    # A column without weight is left out: its NaN times 0 would be NaN.
    counted = weights > 0
    if not counted.any():
        return float("nan")
    return float(np.average(np.array(values)[counted], weights=weights[counted]))


def _one_vs_one(
    score: Score,
    y_true: npt.NDArray[Any],
    scores: npt.NDArray[Any],
    classes: npt.NDArray[Any],
    *,
    by_size: bool,
) -> float:
    """Average the AUROC of all pairs of classes, each in both directions (Hand and Till 2001).

    ``by_size`` weighs a pair by its instances.
    """
    if len(classes) < 2:
        raise ValueError("multi_class needs at least two classes: list them in labels.")
    values = []
    sizes = []
    for first, second in combinations(range(len(classes)), 2):
        either = (y_true == classes[first]) | (y_true == classes[second])
        is_first = y_true[either] == classes[first]
        forward = score(is_first, scores[either, first])
        backward = score(~is_first, scores[either, second])
        values.append((forward + backward) / 2)
        sizes.append(float(np.count_nonzero(either)))
    return float(np.average(values, weights=sizes if by_size else None))
