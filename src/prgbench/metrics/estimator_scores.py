"""Scores that estimators of scikit-learn give, and the folds of a cross-validation."""

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from prgbench.metrics.inputs import FloatArray

ResponseMethod = Literal["auto", "predict_proba", "decision_function"]


def scores_of(
    estimator: Any, features: Any, pos_label: Any, response_method: ResponseMethod
) -> tuple[Any, FloatArray]:
    """Give the positive label and the scores of a classifier of two classes."""
    owner = type(estimator).__name__
    classes = list(getattr(estimator, "classes_", []))
    if len(classes) != 2:
        raise ValueError(f"{owner} is no fitted classifier of two classes.")
    label = classes[1] if pos_label is None else pos_label
    if label not in classes:
        raise ValueError(f"pos_label={pos_label!r} is not among the classes {classes}.")
    known = ("predict_proba", "decision_function")
    wanted = known if response_method == "auto" else (response_method,)
    method = next((name for name in wanted if name in known and hasattr(estimator, name)), None)
    if method is None:
        raise ValueError(f"{owner} has no {' or '.join(wanted)}: choose another response_method.")
    scores = np.asarray(getattr(estimator, method)(features), dtype=np.float64)
    if method == "predict_proba":
        return label, scores[:, classes.index(label)]
    return label, scores if label == classes[1] else -scores


def folds_of(cv_results: Mapping[str, Any], n: int) -> list[tuple[Any, npt.NDArray[np.intp]]]:
    """Give the estimator and the test part of each fold."""
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
