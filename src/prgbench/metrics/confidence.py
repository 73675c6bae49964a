"""Confidence intervals of the measures of one model."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from statistics import NormalDist
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from prgbench.metrics.delong import delong
from prgbench.metrics.engine.inputs import FloatArray, check_level, check_resamples
from prgbench.metrics.engine.sample import Sample
from prgbench.metrics.registry import Measure, get_measure
from prgbench.metrics.resampling import bootstrap_replicates, estimates, refuse_undefined

Bounds = tuple[float, float]
Method = Literal["delong", "logit", "percentile", "boyd"]

_PR_AREAS = ("aupr", "average_precision", "trapezoid_aupr", "trapezoid_aupr_one", "unit_step_aupr")


@dataclass(frozen=True, slots=True)
class ConfidenceInterval:
    """An estimate with its confidence interval.

    Attributes
    ----------
    estimate : float
        The measure of the sample.
    low, high : float
        The bounds.
    measure : str
        The name of the measure.
    confidence_level : float
        The level.
    method : str
        "delong", "logit", "percentile" or "boyd".
    n_resamples : int
        Bootstrap resamples; 0 for a method without them.
    n_undefined : int
        How many of them were left out because the measure is undefined there.

    See Also
    --------
    confidence_interval : Compute it.

    Examples
    --------
    >>> interval = confidence_interval([0, 0, 1, 1, 0, 1], [1, 3, 2, 6, 4, 5])
    >>> print(interval)
    auroc = 0.778 [0.173, 0.983] (95%, delong)
    """

    estimate: float
    low: float
    high: float
    measure: str
    confidence_level: float
    method: Method
    n_resamples: int = 0
    n_undefined: int = 0

    # Not `__iter__`: of what is iterable, pandas makes a table without the names of the fields.
    def __getitem__(self, place: int) -> float:
        """Unpack into ``estimate, low, high``."""
        return (self.estimate, self.low, self.high)[place]

    def __str__(self) -> str:
        bounds = f"{self.measure} = {self.estimate:.3f} [{self.low:.3f}, {self.high:.3f}]"
        return f"{bounds} ({100 * self.confidence_level:g}%, {self.method})"


def confidence_interval(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    measure: str | Measure = "auroc",
    *,
    confidence_level: float = 0.95,
    method: Method | None = None,
    groups: npt.ArrayLike | None = None,
    stratified: bool = False,
    n_resamples: int = 2000,
    sample_weight: npt.ArrayLike | None = None,
    pos_label: Any = None,
    random_state: int | np.random.Generator | None = 0,
) -> ConfidenceInterval:
    """Confidence interval of any measure of one model.

    The model is fixed; the instances are a sample from a population. At 95% and with 10 positives
    or more, "delong" covers in 91 to 97% of samples, "logit" in 92 to 98% for AUPR. "percentile"
    covers AUPRG in 91 to 98%, but AUPR in 85 to 97% with fewer than 500 positives: see
    `docs/metrics.md`.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels: 0/1, -1/1, booleans, or any labels with `pos_label`; both classes.
    y_score : array-like of shape (n,)
        Scores; higher means more positive.
    measure : str or Measure, default="auroc"
        A measure, or its name as `get_measure` knows it.
    confidence_level : float, default=0.95
        Inside (0, 1).
    method : {"delong", "logit", "percentile", "boyd"}, optional
        "delong": the variance of [1]_ on the logit scale [2]_, for AUROC. "logit": the bootstrap
        standard error [3]_ on the logit scale, for measures from 0 to 1. "percentile": quantiles
        of the bootstrap [3]_. "boyd": the logit interval of [4]_ for areas in PR space, which
        treats the area as a proportion of the positives. Default: "delong" for AUROC, "logit" for
        other measures from 0 to 1, else "percentile".
    groups : array-like of shape (n,), optional
        Instances of one group (a patient, a user) belong together: whole groups are drawn, and
        "delong" is that for clusters [5]_.
    stratified : bool, default=False
        Draw positives and negatives separately, for class sizes fixed by design. Each group then
        has one class. This does not change "delong" and "boyd".
    n_resamples : int, default=2000
        Bootstrap resamples, at least 2.
    sample_weight : array-like of shape (n,), optional
        How much each instance counts, >= 0. An instance of weight 2 is still one instance.
    pos_label : label, optional
        The positive label.
    random_state : int, numpy.random.Generator or None, default=0
        Seed of the resamples.

    Returns
    -------
    ConfidenceInterval

    Raises
    ------
    ValueError, TypeError
        For bad input, one class only, a group of both classes if `stratified`, or a method that
        does not fit the measure.

    See Also
    --------
    paired_test : The difference of two models.
    curve_band : Bands of the curves.
    bootstrap_areas : The resamples themselves, of many models.

    Notes
    -----
    A value of 0 or 1 has no spread, but is uncertain. "delong" then uses the interval of [6]_,
    "logit" and "boyd" the exact binomial one [7]_ with one trial per positive. "percentile" has no
    such remedy: its bounds equal the estimate, as for a constant score.

    References
    ----------
    .. [1] E. R. DeLong, D. M. DeLong, D. L. Clarke-Pearson (1988). Comparing the areas under two
           or more correlated receiver operating characteristic curves: a nonparametric approach.
           Biometrics 44(3), 837-845.
    .. [2] M. S. Pepe (2003). The Statistical Evaluation of Medical Tests for Classification and
           Prediction. Oxford University Press. Section 5.2.
    .. [3] B. Efron, R. J. Tibshirani (1993). An Introduction to the Bootstrap. Chapman & Hall.
           Chapters 6 and 13.
    .. [4] K. Boyd, K. H. Eng, C. D. Page (2013). Area under the precision-recall curve: point
           estimates and confidence intervals. Machine Learning and Knowledge Discovery in
           Databases, LNCS 8190, 451-466.
    .. [5] N. A. Obuchowski (1997). Nonparametric analysis of clustered ROC curve data. Biometrics
           53(2), 567-578.
    .. [6] R. G. Newcombe (2006). Confidence intervals for an effect size measure based on the
           Mann-Whitney statistic. Part 2: asymptotic methods and evaluation. Statistics in
           Medicine 25(4), 559-573. Method 5.
    .. [7] C. J. Clopper, E. S. Pearson (1934). The use of confidence or fiducial limits
           illustrated in the case of the binomial. Biometrika 26(4), 404-413.

    Examples
    --------
    >>> y_true, y_score = [0, 0, 1, 1, 0, 1, 0, 1], [1, 3, 2, 6, 4, 5, 2, 8]
    >>> interval = confidence_interval(y_true, y_score)
    >>> round(interval.estimate, 4), round(interval.low, 4), round(interval.high, 4)
    (0.8438, 0.3098, 0.9848)
    >>> confidence_interval(y_true, y_score, "auprg", n_resamples=500).method
    'percentile'
    """
    chosen = measure if isinstance(measure, Measure) else get_measure(measure)
    check_level(confidence_level)
    sample = Sample.checked(
        y_true,
        {"y_score": y_score},
        sample_weight=sample_weight,
        groups=groups,
        pos_label=pos_label,
    )
    way = _default_method(chosen) if method is None else _checked_method(method, chosen, sample)
    result = partial(
        ConfidenceInterval,
        measure=chosen.name,
        confidence_level=confidence_level,
        method=way,
    )
    if way == "delong":
        areas, covariance = delong(sample)
        area, variance = float(areas[0]), float(covariance[0, 0])
        return result(area, *delong_bounds(area, variance, sample.class_sizes, confidence_level))
    (estimate,) = estimates(chosen, sample).tolist()
    if way == "boyd":
        n_pos = sample.class_sizes[0]
        return result(estimate, *boyd_bounds(estimate, n_pos, confidence_level))
    replicates = bootstrap_replicates(
        chosen,
        sample,
        n_resamples=check_resamples(n_resamples),
        stratified=stratified,
        random_state=random_state,
    )[:, 0]
    defined = refuse_undefined(replicates, chosen.name)
    if way == "logit":
        bounds = logit_bounds(defined, estimate, sample.class_sizes, confidence_level)
    else:
        bounds = percentile_bounds(defined, confidence_level)
    return result(
        estimate,
        *bounds,
        n_resamples=n_resamples,
        n_undefined=replicates.size - defined.size,
    )


def _default_method(measure: Measure) -> Method:
    if measure == get_measure("auroc"):
        return "delong"
    return "logit" if _is_share(measure) else "percentile"


def _is_share(measure: Measure) -> bool:
    return (measure.lower, measure.upper) == (0, 1)


def _checked_method(method: Method, measure: Measure, sample: Sample) -> Method:
    if method not in get_args(Method):
        names = ", ".join(repr(known) for known in get_args(Method))
        raise ValueError(f"method must be one of {names}, not {method!r}.")
    if method == "delong" and measure != get_measure("auroc"):
        raise ValueError(f"method='delong' is for AUROC, not for {measure.name!r}.")
    if method == "boyd" and measure.name not in _PR_AREAS:
        raise ValueError(f"method='boyd' is for areas in PR space, not for {measure.name!r}.")
    if method == "boyd" and (sample.is_weighted or sample.is_grouped):
        raise ValueError("method='boyd' takes neither sample_weight nor groups.")
    if method == "logit" and not _is_share(measure):
        raise ValueError(
            f"method='logit' is for measures from 0 to 1: {measure.name!r} is from "
            f"{measure.lower:g} to {measure.upper:g}."
        )
    return method


def normal_quantile(confidence_level: float) -> float:
    """Return the half-width of an interval in standard errors."""
    return NormalDist().inv_cdf((1 + confidence_level) / 2)


def percentile_bounds(replicates: FloatArray, level: float) -> Bounds:
    """Return the central quantiles of the replicates."""
    low, high = np.quantile(replicates, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def logit_bounds(
    replicates: FloatArray, estimate: float, class_sizes: tuple[int, int], level: float
) -> Bounds:
    """Return the estimate -/+ standard errors on the logit scale.

    Replicates of 0 or 1 move inwards by half of the smallest step of AUROC.
    """
    if estimate in (0, 1) and not np.ptp(replicates):
        return _binomial_bounds(estimate, class_sizes[0], level)
    edge = 1 / (2 * class_sizes[0] * class_sizes[1])
    error = float(np.std(_logit(np.clip(replicates, edge, 1 - edge)), ddof=1))
    low, high = _around_logit(float(np.clip(estimate, edge, 1 - edge)), error, level)
    return min(low, estimate), max(high, estimate)


def boyd_bounds(area: float, n_pos: int, level: float) -> Bounds:
    """Return the bounds of a proportion of the positives, on the logit scale."""
    if area in (0, 1):
        return _binomial_bounds(area, n_pos, level)
    return _around_logit(area, 1 / math.sqrt(n_pos * area * (1 - area)), level)


def delong_bounds(
    area: float, variance: float, class_sizes: tuple[int, int], level: float
) -> Bounds:
    """Return the bounds of an AUROC on the logit scale; Newcombe's at 0 and 1."""
    if area in (0, 1):
        far = _newcombe_distance(*class_sizes, normal_quantile(level))
        return (1 - far, 1.0) if area == 1 else (0.0, far)
    return _around_logit(area, math.sqrt(variance) / (area * (1 - area)), level)


def _binomial_bounds(share: float, trials: int, level: float) -> Bounds:
    """Bounds of a share of 0 or 1 by Clopper and Pearson."""
    far = ((1 - level) / 2) ** (1 / trials)
    return (far, 1.0) if share == 1 else (0.0, 1 - far)


def _around_logit(share: float, error: float, level: float) -> Bounds:
    middle, reach = _logit(share), normal_quantile(level) * error
    return _expit(middle - reach), _expit(middle + reach)


def _newcombe_distance(n_pos: int, n_neg: int, z: float) -> float:
    """Distance from 1 of an area that is z of its own standard errors below 1, by bisection."""
    size = (n_pos + n_neg) / 2 - 1

    def excess(distance: float) -> float:
        inner = 1 + size * ((1 - distance) / (2 - distance) + distance / (1 + distance))
        return distance**2 - z**2 * distance * (1 - distance) * inner / (n_pos * n_neg)

    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if excess(middle) < 0 else (low, middle)
    return (low + high) / 2


def _logit(share: Any) -> Any:
    return np.log(share / (1 - share))


def _expit(value: float) -> float:
    return float(1 / (1 + np.exp(-value)))
