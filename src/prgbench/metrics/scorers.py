"""Scores of estimators, and the measures as scorers of scikit-learn."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from sklearn.metrics import _scorer, make_scorer

from prgbench.metrics.areas import aupr_score, auprg_score, auroc_score, partial_auroc_score
from prgbench.metrics.engine.inputs import FloatArray
from prgbench.metrics.pr_variants import (
    aucnpr_score,
    average_precision_score,
    trapezoid_aupr_score,
    unit_step_aupr_score,
)
from prgbench.metrics.prg_variants import (
    auprg_clipped_score,
    auprg_hull_score,
    expected_fg1_score,
    expected_inverse_f1_score,
)
from prgbench.metrics.probabilities import brier_score_loss, h_measure_score, log_loss
from prgbench.metrics.registry import evaluate, get_measure, measures
from prgbench.metrics.thresholding import ks_score, max_fbeta_score, max_mcc_score

ResponseMethod = Literal["auto", "predict_proba", "decision_function"]


def scores_of(
    estimator: Any, features: Any, pos_label: Any, response_method: ResponseMethod
) -> tuple[Any, FloatArray]:
    """Return the positive label and the scores of a classifier of two classes."""
    owner = type(estimator).__name__
    classes = list(getattr(estimator, "classes_", []))
    if len(classes) != 2:
        raise ValueError(f"{owner} is not a fitted classifier of two classes.")
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


_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "auroc": auroc_score,
    "aupr": aupr_score,
    "auprg": auprg_score,
    "partial_auroc": partial_auroc_score,
    "average_precision": average_precision_score,
    "trapezoid_aupr": trapezoid_aupr_score,
    "trapezoid_aupr_one": partial(trapezoid_aupr_score, anchor="one"),
    "unit_step_aupr": unit_step_aupr_score,
    "aucnpr": aucnpr_score,
    "auprg_hull": auprg_hull_score,
    "auprg_clipped": auprg_clipped_score,
    "expected_fg1": expected_fg1_score,
    "expected_inverse_f1": expected_inverse_f1_score,
    "max_f1": max_fbeta_score,
    "max_mcc": max_mcc_score,
    "ks": ks_score,
    "h_measure": h_measure_score,
    "brier": brier_score_loss,
    "log_loss": log_loss,
}


@dataclass(frozen=True)
class _ScoreFunction:
    """A measure as a function of one model."""

    measure: str

    @property
    def __name__(self) -> str:
        return self.measure

    def __call__(
        self,
        y_true: npt.ArrayLike,
        y_score: npt.ArrayLike,
        *,
        pos_label: Any = None,
        sample_weight: npt.ArrayLike | None = None,
    ) -> float:
        if function := _FUNCTIONS.get(self.measure):
            value = function(y_true, y_score, pos_label=pos_label, sample_weight=sample_weight)
            return float(value)
        if sample_weight is not None:
            raise ValueError(f"The measure {self.measure!r} takes no sample_weight.")
        batch = np.asarray(y_score)[np.newaxis]
        return float(evaluate(y_true, batch, [self.measure], pos_label=pos_label)[0, 0])


def get_scorer(name: str, *, pos_label: Any = None) -> Any:
    """Make a scikit-learn scorer from a measure.

    It calls ``decision_function`` or, if there is none, ``predict_proba``; a measure that needs
    probabilities calls only ``predict_proba``. Losses have the opposite sign, as in scikit-learn.

    Parameters
    ----------
    name : str
        A name or an import reference, as in `get_measure`.
    pos_label : label, optional
        The positive label; without it, labels are 0/1, -1/1 or booleans.

    Returns
    -------
    callable
        ``scorer(estimator, X, y, sample_weight=None)``, for ``scoring=``.

    Raises
    ------
    ValueError
        If there is no such measure.

    See Also
    --------
    register_scorers : Register all names.
    get_measure : The measure itself.

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> X, y = [[0.1], [0.4], [0.35], [0.8]], [0, 0, 1, 1]
    >>> get_scorer("auprg")(LogisticRegression().fit(X, y), X, y)
    0.25
    """
    measure = get_measure(name)
    label = {} if pos_label is None else {"pos_label": pos_label}
    return make_scorer(
        _ScoreFunction(name),
        response_method="predict_proba"
        if measure.needs_probabilities
        else ("decision_function", "predict_proba"),
        greater_is_better=measure.higher_is_better,
        **label,
    )


def register_scorers() -> tuple[str, ...]:
    """Let ``scoring="auprg"`` and the other names of `measures` work in scikit-learn.

    Losses are named as in scikit-learn, ``"neg_brier"``. Scikit-learn's own names keep their
    meaning.

    Returns
    -------
    tuple of str
        The names that scikit-learn now knows, in this process.

    See Also
    --------
    get_scorer : One scorer, without a change to scikit-learn.

    Examples
    --------
    >>> from sklearn.metrics import get_scorer_names
    >>> "auprg" in register_scorers(), "auprg" in get_scorer_names()
    (True, True)
    """
    known = _scorer._SCORERS
    named = {
        name if get_measure(name).higher_is_better else f"neg_{name}": name for name in measures()
    }
    ours = [title for title, name in named.items() if _is_free(known.get(title), name)]
    known.update({title: get_scorer(named[title]) for title in ours})
    return tuple(ours)


def _is_free(scorer: Any, name: str) -> bool:
    """Tell whether scikit-learn has no scorer of its own with this name."""
    return scorer is None or scorer._score_func == _ScoreFunction(name)
