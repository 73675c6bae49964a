"""The measures by name."""

from __future__ import annotations

import importlib
import inspect
import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from prgbench.metrics.areas import aupr, partial_auroc
from prgbench.metrics.bounds import normalize_aupr
from prgbench.metrics.cost_curves import expected_cost
from prgbench.metrics.engine import integrals
from prgbench.metrics.engine.batch import (
    AtPrevalence,
    FromAreas,
    FromCounts,
    FromJoinedCounts,
    SharedFunction,
)
from prgbench.metrics.engine.inputs import FloatArray, check_stated
from prgbench.metrics.pr_variants import aucnpr
from prgbench.metrics.probabilities import (
    MeanLoss,
    batch_accuracy,
    batch_balanced_accuracy,
    batch_brier,
    batch_f1,
    batch_log_loss,
    batch_mcc,
    batch_net_benefit,
    h_measure,
    net_benefit,
)
from prgbench.metrics.theorems import expected_fg1, expected_inverse_f1
from prgbench.metrics.thresholding import ks, max_fbeta, max_mcc
from prgbench.run.errors import did_you_mean
from prgbench.typing import BoolArray

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

BatchFunction = Callable[[BoolArray, FloatArray], FloatArray]


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure of how well scores rank or predict the positives.

    Attributes
    ----------
    name : str
        The name in study files and tables.
    label : str
        The name in figures.
    higher_is_better : bool
        Whether higher values are better.
    lower, upper : float
        The range over all inputs.
    needs_probabilities : bool
        Whether the scores must be probabilities.
    batch : callable
        ``batch(y_true, y_scores)`` with booleans of shape (n,) and scores of shape
        (models, n) gives values of shape (models,); NaN where the measure is undefined.
    meaning : str
        What it is, in Markdown, for `docs/metrics.md`.
    prevalence : float or None
        The proportion of positives that rankings are judged at; None is that of the data.

    See Also
    --------
    get_measure : Find a measure.
    evaluate : Score models with measures.

    Examples
    --------
    >>> from prgbench.metrics import evaluate
    >>> share = Measure(
    ...     "share", "share above 0", True, 0, 1, False, lambda _, s: (s > 0).mean(axis=1)
    ... )
    >>> evaluate([0, 1], [[-1, 1], [2, 3]], [share, "auroc"]).tolist()
    [[0.5, 1.0], [1.0, 1.0]]
    """

    name: str
    label: str
    higher_is_better: bool
    lower: float
    upper: float
    needs_probabilities: bool
    batch: BatchFunction
    meaning: str = ""
    prevalence: float | None = None


def _fg1(areas: FloatArray, prevalence: FloatArray) -> FloatArray:
    return expected_fg1(areas[..., 2], prevalence, areas[..., 3])


def _with_digits(values: FloatArray, prevalence: FloatArray) -> FloatArray:
    """Leave out values that stand on 1 - AUPR, where the weights of the negatives vanish."""
    return np.where(integrals.has_digits(prevalence, 1 - prevalence), values, np.nan)


_AUROC = FromAreas(lambda areas, _: areas[..., 0])
_AUPR = FromAreas(lambda areas, _: areas[..., 1])
_AUPRG = FromAreas(lambda areas, _: areas[..., 2])
_AUCNPR = FromAreas(lambda areas, pi: _with_digits(normalize_aupr(areas[..., 1], pi), pi))
_FG1 = FromAreas(_fg1)
_INVERSE_F1 = FromAreas(lambda areas, pi: expected_inverse_f1(_fg1(areas, pi), pi))
_PARTIAL = FromCounts(partial(integrals.corrected_roc_area, low=0.0, high=0.1))
_STEPS = FromJoinedCounts(integrals.average_precision_of_models)
_TRAPEZOID = FromJoinedCounts(partial(integrals.pr_trapezoid_of_models, anchor="first"))
_FROM_ONE = FromJoinedCounts(partial(integrals.pr_trapezoid_of_models, anchor="one"))
_UNIT_STEPS = FromJoinedCounts(integrals.pr_unit_steps_of_models)
_HULL = FromCounts(integrals.prg_area, of_hull=True)
_H_MEASURE = FromCounts(h_measure, of_hull=True)
_EXPECTED_COST = FromCounts(expected_cost, of_hull=True)
_CLIPPED = FromJoinedCounts(integrals.prg_area_clipped_of_models)
_INF = math.inf

# name, label, higher is better, lower, upper, needs probabilities, batch function;
# what it is, for docs/metrics.md
# fmt: off
_MEASURES: dict[str, Measure] = {
    measure.name: measure
    for measure in (
        Measure("auroc", "AUROC", True, 0, 1, False, _AUROC,
                "area under the ROC curve, above"),
        Measure("aupr", "AUPR", True, 0, 1, False, _AUPR,
                "area under the precision-recall curve, above"),
        Measure("auprg", "AUPRG", True, -_INF, 1, False, _AUPRG,
                "area under the precision-recall-gain curve, above"),
        Measure("partial_auroc", "partial AUROC, FPR ≤ 0.1", True, 0, 1, False, _PARTIAL,
                "ROC area for FPR <= .1 (any `fpr_range`), rescaled so that chance is 1/2 "
                "(McClish 1989)"),
        Measure("average_precision", "average precision", True, 0, 1, False, _STEPS,
                "sum of precision times the step of recall"),
        Measure("trapezoid_aupr", "AUPR, trapezoid", True, 0, 1, False, _TRAPEZOID,
                "straight lines between PR points, from the first precision"),
        Measure("trapezoid_aupr_one", "AUPR, trapezoid from 1", True, 0, 1, False, _FROM_ONE,
                "the same from precision 1, which is scikit-learn's `auc(recall, precision)`: a "
                "constant score gets (1 + pi) / 2"),
        Measure("unit_step_aupr", "AUPR, unit steps", True, 0, 1, False, _UNIT_STEPS,
                "trapezoids through the hyperbola at each single true positive, as in the AUC.jar "
                "of Davis & Goadrich"),
        Measure("aucnpr", "AUCNPR", True, 0, 1, False, _AUCNPR,
                "(AUPR - min) / (max - min) at this pi, also over a recall range (Boyd et al. "
                "2012, eq. 3)"),
        Measure("auprg_hull", "AUPRG of the hull", True, 0, 1, False, _HULL,
                "area under the convex hull of the PRG curve"),
        Measure("auprg_clipped", "AUPRG, clipped", True, 0, 1, False, _CLIPPED,
                "PRG area with negative precision gain set to 0, crossings interpolated"),
        Measure("expected_fg1", "E[FG1]", True, -_INF, 1, False, _FG1,
                "expected F1 gain, theorem 3 (below)"),
        Measure("expected_inverse_f1", "E[1/F1]", False, 1, _INF, False, _INVERSE_F1,
                "expected 1/F1"),
        Measure("max_f1", "max F1", True, 0, 1, False, FromCounts(max_fbeta),
                "highest F1 over thresholds; optimistic; `max_fbeta_score` has any F-beta"),
        Measure("max_mcc", "max MCC", True, 0, 1, False, FromCounts(max_mcc),
                "highest Matthews correlation; 0 if only one class is predicted"),
        Measure("ks", "Kolmogorov-Smirnov", True, 0, 1, False, FromCounts(ks),
                "highest TPR - FPR, one-sided so that a reversed model is not rewarded"),
        Measure("h_measure", "H-measure", True, 0, 1, False, _H_MEASURE,
                "1 - expected minimum loss / that of a constant prediction; cost ~ Beta(2, 1 + "
                "N/P), or any severity ratio or Beta (Hand 2009; Hand & Anagnostopoulos 2014)"),
        Measure("expected_cost", "expected cost", False, 0, 0.5, False, _EXPECTED_COST,
                "c FNR + (1 - c) FPR at the best threshold, mean over all weights c of misses; "
                "or where a miss costs `cost_ratio` times a false alarm (`expected_cost@5`; "
                "Drummond & Holte 2006); optimistic"),
        Measure("brier", "Brier score", False, 0, 1, True, batch_brier,
                "mean squared error of probabilities"),
        Measure("log_loss", "log-loss", False, 0, 35, True, batch_log_loss,
                "mean negative log-likelihood, probabilities clipped to [1e-15, 1 - 1e-15]"),
        Measure("accuracy", "accuracy", True, 0, 1, True, batch_accuracy,
                "share of correct predictions, positive if the probability exceeds 1/2"),
        Measure("balanced_accuracy", "balanced accuracy", True, 0, 1, True,
                batch_balanced_accuracy,
                "mean of the true positive and the true negative rate at 1/2"),
        Measure("f1", "F1", True, 0, 1, True, batch_f1,
                "F1 at 1/2"),
        Measure("matthews_corrcoef", "MCC", True, -1, 1, True, batch_mcc,
                "Matthews correlation at 1/2; 0 if only one class is predicted"),
        Measure("net_benefit", "net benefit", True, -_INF, 1, True, batch_net_benefit,
                "(TP - FP t / (1 - t)) / n, positive if the probability is at least t = 1/2, "
                "or any `threshold` (`net_benefit@0.2`; Vickers & Elkin 2006)"),
    )
}
# fmt: on

_ADJUSTABLE: dict[str, Callable[..., Any]] = {
    "aupr": aupr,
    "aucnpr": aucnpr,
    "partial_auroc": partial_auroc,
    "max_f1": max_fbeta,
    "h_measure": h_measure,
    "expected_cost": expected_cost,
    "net_benefit": net_benefit,
}

OTHER_NAMES = {
    **dict.fromkeys(("roc_auc", "auc_roc", "rocauc"), "auroc"),
    **dict.fromkeys(("pr_auc", "auc_pr", "prauc", "aucpr"), "aupr"),
    **dict.fromkeys(("prg_auc", "auc_prg"), "auprg"),
    "ap": "average_precision",
    "mcc": "matthews_corrcoef",
    **dict.fromkeys(("brier_score", "brier_score_loss", "neg_brier_score"), "brier"),
    "neg_log_loss": "log_loss",
}
"""Names of measures elsewhere, such as scikit-learn's scorers; losses keep their sign."""
NUMBERED_PARAMETERS = {
    "max_f1": "beta",
    "expected_cost": "cost_ratio",
    "net_benefit": "threshold",
}
"""The parameter that a number after @ in a measure's name gives, as in "net_benefit@0.2", which
may also be written "net_benefit@threshold=0.2"."""
DEPEND_ON_PREVALENCE = (
    *("aupr", "auprg", "average_precision", "trapezoid_aupr", "trapezoid_aupr_one", "aucnpr"),
    *("auprg_hull", "auprg_clipped", "expected_fg1", "expected_inverse_f1"),
    *("max_f1", "max_mcc", "h_measure", "expected_cost"),
)
"""Measures of rankings that can be stated at another prevalence, as in "auprg@prevalence=0.1".

The expected cost can where a cost ratio is given: its mean over all costs does not depend on it.
"""
PARAMETERS_IN_NAMES = (
    rf"^(({'|'.join(NUMBERED_PARAMETERS)})@(({'|'.join(NUMBERED_PARAMETERS.values())})=)?[0-9.]+"
    r"(@prevalence=[0-9.]+)?"
    rf"|({'|'.join(DEPEND_ON_PREVALENCE)})@prevalence=[0-9.]+)$"
)
"""The names with parameters that a study file may have, as a regular expression."""


def measures() -> tuple[str, ...]:
    """Names of the built-in measures, in the order of the table.

    Returns
    -------
    tuple of str

    See Also
    --------
    get_measure : Find a measure by its name.
    evaluate : Score models with measures.

    Examples
    --------
    >>> measures()[:3]
    ('auroc', 'aupr', 'auprg')
    """
    return tuple(_MEASURES)


def get_measure(name: str | Measure | Callable[..., float], **parameters: Any) -> Measure:
    """Find a measure by its name or by an import reference, or make one of a function.

    Parameters
    ----------
    name : str, Measure or callable
        A name from `measures()`, scikit-learn's name of one, such as "roc_auc" or
        "neg_brier_score" (which has the sign of the loss), or one that an installed package
        adds; with a number as "net_benefit@0.2" (threshold) or "max_f1@2" (beta), at a stated
        prevalence as "auprg@prevalence=0.1" or "max_f1@2@prevalence=0.1"; a `Measure`; a function
        ``f(y_true, y_score) -> float``; or ``"package.module:attribute"`` where the attribute is
        one of these two. A function is called once per model with labels 0/1, and with
        ``sample_weight=`` if there are weights; it counts as "higher is better" with an unknown
        range. A score function of this package, such as `auprg_score`, is its measure.
    **parameters
        Those of the function of one model: `recall_range` of "aupr" and "aucnpr", `fpr_range` and
        `correct` of "partial_auroc", `beta` of "max_f1", `severity_ratio` and `beta` of
        "h_measure", `cost_ratio` of "expected_cost", `threshold` of "net_benefit"; and
        `prevalence`, inside (0, 1), of measures of rankings that depend on it.

    Returns
    -------
    Measure

    Raises
    ------
    ValueError, TypeError
        For a name that is not known, or a parameter that the measure does not have.

    See Also
    --------
    measures : Names of the built-in measures.
    evaluate : Score models with measures.

    Examples
    --------
    >>> get_measure("auprg").label
    'AUPRG'
    >>> get_measure("sklearn.metrics:roc_auc_score").label
    'roc_auc_score'
    >>> get_measure("net_benefit@0.2").label
    'net benefit (threshold=0.2)'
    >>> get_measure("max_f1", beta=2).label
    'max F1 (beta=2)'
    >>> get_measure("expected_cost@cost_ratio=5").label
    'expected cost at 5:1'
    >>> get_measure("auprg@prevalence=0.1").label
    'AUPRG (prevalence=0.1)'
    """
    measure = _resolved(name)
    return _adjusted(measure, parameters) if parameters else measure


def _adjusted(measure: Measure, parameters: dict[str, Any]) -> Measure:
    """Give a measure parameters, which are tried at once."""
    own = {name: value for name, value in parameters.items() if name != "prevalence"}
    adjusted = _with_own(measure, own) if own or not parameters else measure
    if "prevalence" in parameters:
        adjusted = _stated(adjusted, measure.name, parameters["prevalence"])
    name = f"{measure.name}({_shown(parameters)})"
    return replace(adjusted, name=name, label=_label(measure.label, parameters))


def _shown(parameters: dict[str, Any]) -> str:
    return ", ".join(f"{name}={value!r}" for name, value in parameters.items())


def _label(label: str, parameters: dict[str, Any]) -> str:
    """Name a measure with its parameters; a ratio of costs as it is read aloud."""
    others = {name: value for name, value in parameters.items() if name != "cost_ratio"}
    if ratio := parameters.get("cost_ratio"):
        label = f"{label} at {ratio:.3g}:1"
    return f"{label} ({_shown(others)})" if others else label


def _stated(measure: Measure, name: str, prevalence: float) -> Measure:
    """Judge rankings at a stated prevalence."""
    check_stated(prevalence)
    if name not in DEPEND_ON_PREVALENCE or not isinstance(measure.batch, SharedFunction):
        raise TypeError(
            f"The measure {name!r} can't be stated at a prevalence: those that can are "
            f"{', '.join(DEPEND_ON_PREVALENCE)}."
        )
    if measure.batch == _EXPECTED_COST:
        raise ValueError("prevalence has no effect on the mean over all costs: give a cost_ratio.")
    at_prevalence = AtPrevalence(measure.batch, prevalence)
    return replace(measure, batch=at_prevalence, prevalence=prevalence)


def _with_own(measure: Measure, parameters: dict[str, Any]) -> Measure:
    """Give a measure the parameters of its function of one model."""
    function = _ADJUSTABLE.get(measure.name)
    every = inspect.signature(function).parameters.values() if function else ()
    allowed = [parameter.name for parameter in every if parameter.default is not parameter.empty]
    unknown = [name for name in parameters if name not in allowed]
    if function is None or unknown:
        has = f"it has {' and '.join(allowed)}" if allowed else "it has none"
        raise TypeError(f"The measure {measure.name!r} has no parameter {unknown[0]!r}: {has}.")
    kind = MeanLoss if measure.needs_probabilities else FromCounts
    batch = kind(partial(function, **parameters))
    batch(np.array([True, False]), np.array([[1.0, 0.0]]))
    return replace(measure, batch=batch)


def _resolved(name: str | Measure | Callable[..., float]) -> Measure:
    if isinstance(name, Measure):
        return name
    if callable(name) and (own := _own_measure(name)):
        return own
    if callable(name):
        return _of_function(getattr(name, "__name__", type(name).__name__), name)
    if not isinstance(name, str):
        raise TypeError(f"A measure must be a name, a Measure or a function, not {name!r}.")
    name = OTHER_NAMES.get(name, name)
    if name in _MEASURES:
        return _MEASURES[name]
    base, *given = name.split("@")
    if given and base in _MEASURES:
        return replace(_adjusted(_MEASURES[base], _parameters_in(name)), name=name)
    module, separator, attribute = name.partition(":")
    if separator:
        return _imported(name, module, attribute)
    from prgbench.run.plugins import load_plugin

    names = known_measures()
    if name not in names:
        meant = did_you_mean(OTHER_NAMES.get(name.lower(), name), names)
        raise ValueError(
            f"There is no measure {name!r}.{meant} Known measures: "
            f"{', '.join(names)}; give your own as 'package.module:attribute'."
        )
    added = load_plugin(_added_measures()[name])
    return replace(added, name=name) if isinstance(added, Measure) else _of_function(name, added)


def _own_measure(function: Any) -> Measure | None:
    """Return the measure that a score function of this package computes by default."""
    module = getattr(function, "__module__", "")
    name = getattr(function, "__name__", "")
    if not str(module).startswith("prgbench.metrics."):
        return None
    base = "max_f1" if name == "max_fbeta_score" else name.removesuffix("_score")
    return _MEASURES.get(base)


def _parameters_in(name: str) -> dict[str, float]:
    """Read the parameters in a name such as "max_f1@2@prevalence=0.1"."""
    base, *given = name.split("@")
    allowed = {NUMBERED_PARAMETERS[base]} if base in NUMBERED_PARAMETERS else set()
    allowed |= {"prevalence"} if base in DEPEND_ON_PREVALENCE else set()
    if not allowed:
        raise ValueError(f"The measure {base!r} has no parameters: omit what follows '@'.")
    parameters = {}
    for part in given:
        key, equals, number = part.rpartition("=")
        parameter = key if equals else NUMBERED_PARAMETERS.get(base, "")
        if parameter not in allowed:
            example = f"{base}@{min(allowed)}=0.1"
            raise ValueError(f"The measure {name!r} has no such parameter: write {example!r}.")
        try:
            parameters[parameter] = float(number)
        except ValueError:
            raise ValueError(f"The measure {name!r} needs a number after '@'.") from None
    return parameters


def known_measures() -> tuple[str, ...]:
    """Return the names of the built-in measures and of those that other packages add."""
    return (*measures(), *_added_measures())


def _added_measures() -> dict[str, EntryPoint]:
    from prgbench.run.plugins import MEASURES, plugins

    return plugins(MEASURES, measures())


def _imported(name: str, module: str, attribute: str) -> Measure:
    try:
        imported = getattr(importlib.import_module(module), attribute)
    except Exception as error:
        reason = str(error) or type(error).__name__
        raise ValueError(
            f"The measure {name!r} can't be imported ({reason}): correct "
            "the name ('package.module:function'), or put the module on Python's path."
        ) from None
    if isinstance(imported, Measure):
        return imported
    if not callable(imported):
        raise ValueError(f"The measure {name!r} is neither a function nor a Measure.")
    return _of_function(name, imported, attribute)


@dataclass(frozen=True)
class OfFunction:
    """A batch function that calls a function of one model."""

    function: Callable[..., float]

    def __call__(
        self, positive: BoolArray, scores: FloatArray, weights: FloatArray | None = None
    ) -> FloatArray:
        """Compute the values of labels (n,) and scores (models, n)."""
        options = {}
        if weights is not None:
            if "sample_weight" not in inspect.signature(self.function).parameters:
                raise ValueError(
                    f"The function {self.function.__name__!r} takes no sample_weight: add "
                    "that argument, or omit the weights."
                )
            options = {"sample_weight": weights}
        labels = positive.astype(np.int64)
        return np.array([self.function(labels, row, **options) for row in scores], np.float64)


def _of_function(name: str, function: Callable[..., float], label: str | None = None) -> Measure:
    # Legends omit labels that begin with "_", and "_" at both ends means emphasis.
    text = label or name
    shown = text.strip("_") or text
    return Measure(name, shown, True, -math.inf, math.inf, False, OfFunction(function))
