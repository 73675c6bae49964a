"""Scores of estimators, and the measures as scorers of scikit-learn.

Displays read this module, too: scikit-learn is imported where an estimator is met, as its import
takes longer than most figures.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from prgbench.metrics.engine.inputs import FloatArray
from prgbench.metrics.evaluation import ClassAverage, MultiClass, check_averaging, evaluate
from prgbench.metrics.registry import OTHER_NAMES, Measure, get_measure, measures
from prgbench.run.errors import extra

ResponseMethod = Literal["auto", "predict_proba", "decision_function"]


def scores_of(
    estimator: Any, features: Any, pos_label: Any, response_method: ResponseMethod
) -> tuple[Any, FloatArray]:
    """Return the positive label and the scores of a classifier of two classes."""
    with extra("metrics"):
        from sklearn.utils.validation import check_is_fitted

    owner = type(estimator).__name__
    check_is_fitted(estimator)
    classes = list(getattr(estimator, "classes_", []))
    if len(classes) != 2:
        problem = f"{len(classes)} classes" if classes else owner
        raise ValueError(f"Expected 'estimator' to be a binary classifier. Got {problem} instead.")
    label = classes[1] if pos_label is None else pos_label
    if label not in classes:
        raise ValueError(f"pos_label={pos_label!r} is not among the classes {classes}.")
    methods = ("predict_proba", "decision_function")
    wanted = methods if response_method == "auto" else (response_method,)
    method = next((name for name in wanted if name in methods and hasattr(estimator, name)), None)
    if method is None:
        raise AttributeError(
            f"{owner} has none of the following attributes: {', '.join(wanted)}. Choose another "
            "response_method."
        )
    scores = np.asarray(getattr(estimator, method)(features), dtype=np.float64)
    if method == "predict_proba":
        return label, scores[:, classes.index(label)]
    return label, scores if label == classes[1] else -scores


def refuse_other_targets(y: npt.ArrayLike) -> None:
    """Raise ValueError unless labels have at most two values."""
    with extra("metrics"):
        from sklearn.utils.multiclass import type_of_target

    if (kind := type_of_target(y)) != "binary":
        raise ValueError(f"The target y is not binary. Got {kind} type of target.")


def folds_of(cv_results: Mapping[str, Any], n: int) -> list[tuple[Any, npt.NDArray[np.intp]]]:
    """Return the estimator and the test part of each fold."""
    if not {"estimator", "indices"} <= cv_results.keys():
        raise ValueError(
            "cv_results lacks the estimators or the indices: call cross_validate with "
            "return_estimator=True and return_indices=True."
        )
    indices = cv_results["indices"]
    size = len(indices["train"][0]) + len(indices["test"][0])
    if size != n:
        raise ValueError(f"y has {n} labels but {size} instances were cross-validated.")
    return list(zip(cv_results["estimator"], indices["test"], strict=True))


@dataclass(frozen=True)
class _ScoreFunction:
    """A measure as a function of one model, which can be pickled."""

    name: str | Measure | Callable[..., float]
    parameters: dict[str, Any]

    @property
    def __name__(self) -> str:
        return self.measure().name

    def measure(self) -> Measure:
        return get_measure(self.name, **self.parameters)

    def __call__(self, y_true: npt.ArrayLike, y_score: npt.ArrayLike, **options: Any) -> float:
        if "multi_class" not in options and np.ndim(y_score) == 2:
            raise ValueError(
                f"The estimator has scores of {np.shape(y_score)[1]} classes: give the scorer "
                "multi_class='ovr' or 'ovo'."
            )
        # Of two labels scikit-learn scores the one that sorts last.
        is_given = options.keys() & {"pos_label", "multi_class"}
        if not is_given and (classes := np.unique(y_true)).size == 2:
            options["pos_label"] = classes[1]
        return float(evaluate(y_true, y_score, self.measure(), **options))


def get_scorer_names() -> list[str]:
    """Names that `get_scorer` takes: those of the measures, and scikit-learn's names for them.

    Returns
    -------
    list of str

    See Also
    --------
    get_scorer : Make the scorer.
    measures : The names of the measures only.

    Examples
    --------
    >>> {"auprg", "roc_auc", "neg_brier_score"} <= set(get_scorer_names())
    True
    """
    return sorted({*measures(), *OTHER_NAMES})


def get_scorer(
    name: str | Measure | Callable[..., float],
    *,
    pos_label: Any = None,
    multi_class: MultiClass | None = None,
    average: ClassAverage = "macro",
    **parameters: Any,
) -> Any:
    """Make a scikit-learn scorer from a measure.

    It calls ``decision_function`` or, if there is none, ``predict_proba``; with `multi_class`, or
    for a measure of probabilities, only ``predict_proba``. Losses have the opposite sign, as in
    scikit-learn. For AUPRG a fold needs enough positives: see `auprg_score`.

    Parameters
    ----------
    name : str, Measure or callable
        What `get_measure` takes.
    pos_label : label, optional
        The positive label; by default the one of two that sorts last, as in scikit-learn.
    multi_class : {"ovr", "ovo"}, optional
        For more than two classes, as in `evaluate`.
    average : {"macro", "weighted", "micro"}, default="macro"
        How to average over them.
    **parameters
        Those of `get_measure`, such as ``beta=2`` of "max_f1".

    Returns
    -------
    callable
        ``scorer(estimator, X, y, sample_weight=None)``, for ``scoring=`` of `cross_val_score`,
        `GridSearchCV`, `learning_curve`, `permutation_importance` and others.

    Raises
    ------
    ValueError, TypeError
        If there is no such measure, average or `multi_class`, or no such parameter of it.

    See Also
    --------
    get_measure : The measure itself.
    evaluate : Its value of labels and scores.

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> X, y = [[0.1], [0.4], [0.35], [0.8]], [0, 0, 1, 1]
    >>> get_scorer("auprg")(LogisticRegression().fit(X, y), X, y)
    0.25
    """
    with extra("metrics"):
        from sklearn.metrics import make_scorer

    check_averaging(multi_class, average)
    score = _ScoreFunction(name, parameters)
    measure = score.measure()
    options: dict[str, Any] = {} if pos_label is None else {"pos_label": pos_label}
    if multi_class is not None:
        options |= {"multi_class": multi_class, "average": average}
    # Decisions about several classes are not scores of one against the rest: those of a softmax
    # have any common shift, and an SVC may have them by pairs.
    needs_probabilities = measure.needs_probabilities or multi_class is not None
    methods = ("predict_proba",) if needs_probabilities else ("decision_function", "predict_proba")
    return make_scorer(
        score, response_method=methods, greater_is_better=measure.higher_is_better, **options
    )
