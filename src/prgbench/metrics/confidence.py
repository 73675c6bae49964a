"""Confidence intervals of the measures of one model."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from prgbench.metrics.curve_bands import bounding_values
from prgbench.metrics.delong import placements
from prgbench.metrics.engine.batch import SharedFunction
from prgbench.metrics.engine.inputs import FloatArray, check_level
from prgbench.metrics.engine.sample import Sample
from prgbench.metrics.interval_bounds import (
    BOUNDS,
    ROUNDING,
    Bounds,
    Replicates,
    base_name,
    delong_bounds,
    has_logits,
    newcombe_bounds,
)
from prgbench.metrics.probabilities import SMALLEST_PROBABILITY
from prgbench.metrics.registry import Measure, get_measure
from prgbench.metrics.resampling import (
    Draws,
    bootstrap_replicates,
    estimates,
    jackknife,
    refuse_undefined,
    smoothed_replicates,
)
from prgbench.run.rounding import three_decimals

Method = Literal["newcombe", "delong", "smoothed", "band", "logit", "bca", "percentile"]

FEW = 10
_ENOUGH = {
    "auprg_hull": 1000,
    **dict.fromkeys(("auprg_clipped", "h_measure", "ks", "max_mcc"), 200),
    **dict.fromkeys(("trapezoid_aupr", "trapezoid_aupr_one"), 200),
    **dict.fromkeys(("matthews_corrcoef", "partial_auroc"), 100),
    **dict.fromkeys(("balanced_accuracy", "log_loss", "net_benefit"), 30),
}
"""Instances of the smaller class below which a default interval covers less than 90% somewhere.

As tried in `docs/coverage.csv`; `FEW` for other measures.
"""
RARE = 0.5
"""The least number of positives times prevalence: the share of recall gain after the first one."""
_PR_AREAS = (
    *("aupr", "average_precision", "aucnpr"),
    *("trapezoid_aupr", "trapezoid_aupr_one", "unit_step_aupr"),
)
_LOW = 2.0
"""Area in PR space times positives below which an interval may miss models that find a few."""
_SMOOTHED = ("auprg", "expected_fg1")
OF_RECALL_GAIN = (*_SMOOTHED, "expected_inverse_f1", "auprg_clipped")


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
        The method that was used.
    n_resamples : int
        Bootstrap resamples; 0 for a method without them.
    n_undefined : int
        How many of them were left out because the measure is undefined there.

    See Also
    --------
    confidence_interval : Compute it.

    Examples
    --------
    >>> print(confidence_interval(10 * [0, 0, 1, 1], 5 * [1, 3, 2, 6, 4, 5, 1, 7]))
    auroc = 0.594 [0.397, 0.761] (95%, newcombe)
    """

    estimate: float
    low: float
    high: float
    measure: str
    confidence_level: float
    method: Method | Literal["wilson"]
    n_resamples: int = 0
    n_undefined: int = 0

    # Not `__iter__`: of what is iterable, pandas makes a table without the names of the fields.
    def __getitem__(self, index: int) -> float:
        """Unpack into ``estimate, low, high``."""
        return (self.estimate, self.low, self.high)[index]

    def __str__(self) -> str:
        estimate, low, high = map(three_decimals, (self.estimate, self.low, self.high))
        bounds = f"{self.measure} = {estimate} [{low}, {high}]"
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

    The interval is conditional on the model; the instances are a sample from a population.
    The default is the method with the best coverage that is not much wider; `docs/metrics.md`
    reports it for each measure.
    A class with fewer than 10 instances raises a warning, or with more if the interval of the
    measure then covers less than 90% of some population; so does a measure over recall gain, such
    as AUPRG, if the number of positives times the prevalence is below 0.5; and so do
    probabilities of exactly 0 or 1 for the log loss.

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
    method : str, optional
        Default: "newcombe" for AUROC, "smoothed" for AUPRG and E[FG1], "logit" for other measures
        from 0 to 1 and the expected cost, else "bca"; "band" where a measure over recall gain
        raises a warning.

        - "newcombe": a score interval, whose bounds are judged by their own standard errors [1]_,
          with a variance between that of [1]_ and that of [2]_.
        - "delong": the variance of [2]_ on the logit scale [3]_, for AUROC.
        - "smoothed": the standard error of the smoothed Bayesian bootstrap [4]_, for measures of
          rankings; Wilson's bounds [5]_ for measures from 0 to 1.
        - "band": quantiles of the measure of the lower and of the upper curve that bound the true
          one in each draw of `curve_band`, for measures of rankings: wide, and without an end on
          the side of curves for which E[FG1] is undefined.
        - "logit": the standard error of the bootstrap [6]_ on the logit scale, for measures from
          0 to 1. Where thresholds are chosen on the same instances, as by "ks" and "max_f1", the
          lower bound moves down by three times the bias of the resamples; that of what the
          expected cost saves of 1/2, by two times.
        - "bca": quantiles of the bootstrap, corrected for bias and acceleration [6]_.
        - "percentile": quantiles of the bootstrap [6]_.
    groups : array-like of shape (n,), optional
        Instances of one group (a patient, a user) belong together: whole groups are drawn, and
        DeLong's variance is that for clusters [7]_.
    stratified : bool, default=False
        Draw positives and negatives separately, for class sizes fixed by design. Each group then
        has one class. This does not change "newcombe" and "delong".
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
    Standard errors are multiplied by quantiles of Student's distribution: with the degrees of
    freedom of Satterthwaite, from the variances of the two classes, in "delong" and "logit", and
    with one less than the smaller class in "smoothed".

    What has no spread is uncertain all the same: the bounds are then those of "newcombe", or exact
    binomial ones [8]_ of the recall before the first negative, or of the smaller class times the
    range of the measure. For a measure without a range that is everything, and a warning says so.

    References
    ----------
    .. [1] R. G. Newcombe (2006). Confidence intervals for an effect size measure based on the
           Mann-Whitney statistic. Part 2: asymptotic methods and evaluation. Statistics in
           Medicine 25(4), 559-573. Method 5.
    .. [2] E. R. DeLong, D. M. DeLong, D. L. Clarke-Pearson (1988). Comparing the areas under two
           or more correlated receiver operating characteristic curves: a nonparametric approach.
           Biometrics 44(3), 837-845.
    .. [3] M. S. Pepe (2003). The Statistical Evaluation of Medical Tests for Classification and
           Prediction. Oxford University Press. Section 5.2.
    .. [4] D. L. Banks (1988). Histospline smoothing the Bayesian bootstrap. Biometrika 75(4),
           673-684.
    .. [5] E. B. Wilson (1927). Probable inference, the law of succession, and statistical
           inference. Journal of the American Statistical Association 22(158), 209-212.
    .. [6] B. Efron, R. J. Tibshirani (1993). An Introduction to the Bootstrap. Chapman & Hall.
           Chapters 6, 13 and 14.
    .. [7] N. A. Obuchowski (1997). Nonparametric analysis of clustered ROC curve data. Biometrics
           53(2), 567-578.
    .. [8] C. J. Clopper, E. S. Pearson (1934). The use of confidence or fiducial limits
           illustrated in the case of the binomial. Biometrika 26(4), 404-413.

    Examples
    --------
    >>> y_true, y_score = 10 * [0, 0, 1, 1], 5 * [1, 3, 2, 6, 4, 5, 1, 7]
    >>> interval = confidence_interval(y_true, y_score)
    >>> round(interval.estimate, 4), round(interval.low, 4), round(interval.high, 4)
    (0.5938, 0.3969, 0.761)
    >>> confidence_interval(y_true, y_score, "auprg", n_resamples=500).method
    'smoothed'
    """
    chosen = get_measure(measure)
    check_level(confidence_level)
    draws = Draws(n_resamples, stratified, random_state)
    sample = Sample.checked(
        y_true,
        {"y_score": y_score},
        sample_weight=sample_weight,
        groups=groups,
        pos_label=pos_label,
    )
    way = _checked_method(method or default_method(chosen, sample), chosen)
    warn_of_few(sample, chosen, _ENOUGH.get(base_name(chosen), FEW))
    warn_of_clipped(sample, chosen)
    interval = interval_of(chosen, sample, draws, way)
    n_pos, _ = sample.class_sizes
    if base_name(chosen) in _PR_AREAS and interval.estimate * n_pos < _LOW:
        warnings.warn(
            f"y_true has too few positives, {n_pos}, for an interval around {chosen.label} "
            f"{interval.estimate:.2g}: their product is below {_LOW:g}, and the interval may end "
            "too low.",
            UserWarning,
            stacklevel=2,
        )
    drawn = 0 if way in ("newcombe", "delong") else n_resamples
    about = chosen.name, confidence_level, way, drawn, interval.n_undefined
    low, high = interval.bounds(confidence_level)
    return ConfidenceInterval(interval.estimate, low, high, *about)


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate, its bounds at any level, and how many resamples were left out."""

    estimate: float
    bounds: Callable[[float], Bounds]
    n_undefined: int = 0


def interval_of(
    measure: Measure, sample: Sample, draws: Draws, method: Method | None = None
) -> Interval:
    """Return the interval of one model by a method, or by the default."""
    way = method or default_method(measure, sample)
    if way in ("newcombe", "delong"):
        return auroc_interval(measure, sample, way)
    (estimate,) = estimates(measure, sample).tolist()
    estimate = without_rounding(estimate, measure)
    if way == "band" and isinstance(measure.batch, SharedFunction):
        # E[FG1] falls without end, and E[1/F1] rises, towards curves where they are undefined.
        worst = measure.lower if measure.higher_is_better else measure.upper
        low, high = bounding_values(measure.batch, sample, draws, worst)
        return Interval(estimate, partial(_band_bounds, estimate, low, high))
    # The bootstrap's counts leave instances out and tie others; its smoothed form does neither.
    replicate = smoothed_replicates if way == "smoothed" else bootstrap_replicates
    replicates = replicate(measure, sample, draws)[:, 0]
    defined = refuse_undefined(replicates, measure.name)
    # The jackknife costs up to 300 evaluations and only BCa and logit need it: they call it, once.
    jackknifed = cache(partial(jackknife, measure, sample))
    resampled = Replicates(measure, sample, estimate, defined, jackknifed)
    return Interval(estimate, partial(BOUNDS[way], resampled), replicates.size - defined.size)


def _band_bounds(estimate: float, low: FloatArray, high: FloatArray, level: float) -> Bounds:
    least = _quantile(low, (1 - level) / 2, "lower")
    most = _quantile(high, (1 + level) / 2, "higher")
    return min(least, estimate), max(most, estimate)


def _quantile(values: FloatArray, share: float, side: Literal["lower", "higher"]) -> float:
    """Return a quantile; beside an infinite value, to which NumPy interpolates NaN, a side's."""
    with np.errstate(invalid="ignore"):
        quantile = float(np.quantile(values, share))
    return float(np.quantile(values, share, method=side)) if math.isnan(quantile) else quantile


def warn_of_few(sample: Sample, measure: Measure | None = None, enough: int = FEW) -> None:
    """Warn of fewer than enough instances or groups of a class, or of too few for recall gain."""
    n_pos, n_neg = sample.class_sizes
    fewest, kind = (n_pos, "positive") if n_pos <= n_neg else (n_neg, "negative")
    if fewest < enough:
        plural = "s" if fewest > 1 else ""
        unit = f"group{plural} with {kind}s" if sample.is_grouped else f"{kind}{plural}"
        which = (
            f"intervals of {measure.label}" if measure and fewest >= FEW else "intervals and tests"
        )
        warnings.warn(
            f"y_true has only {fewest} {unit}: with fewer than {enough}, {which} may miss their "
            "nominal level.",
            UserWarning,
            stacklevel=3,
        )
    if measure and _is_too_rare(measure, sample):
        prevalence = _prevalence(measure, sample)
        warnings.warn(
            f"y_true has too few positives for {measure.label}, {n_pos} of prevalence "
            f"{prevalence:.2g}: {1 - n_pos * prevalence:.0%} of the axis of "
            "recall gain lies before the first positive. Use AUPR or AUROC.",
            UserWarning,
            stacklevel=3,
        )


def warn_of_clipped(sample: Sample, measure: Measure) -> None:
    """Warn of probabilities of exactly 0 or 1, whose rare errors decide the log loss."""
    if measure.name != "log_loss":
        return
    clipped = (sample.scores <= SMALLEST_PROBABILITY) | (sample.scores >= 1 - SMALLEST_PROBABILITY)
    rows = int(clipped.any(axis=0).sum())
    if rows:
        warnings.warn(
            f"{rows} of {sample.positive.size} scores are 0 or 1 and are clipped to "
            f"{SMALLEST_PROBABILITY:g} or 1 minus that: one error among them counts for about "
            f"{-math.log(SMALLEST_PROBABILITY):.1f}, and the interval of the log loss may miss "
            "such errors. Smooth the probabilities, or use the Brier score.",
            UserWarning,
            stacklevel=3,
        )


def _is_too_rare(measure: Measure, sample: Sample) -> bool:
    # Recall gain at the first of P positives is close to 1 - P pi: before it nothing is observed,
    # and a curve through the sample's points is far below that of the population.
    rare = sample.class_sizes[0] * _prevalence(measure, sample) < RARE
    return (
        rare and base_name(measure) in OF_RECALL_GAIN and isinstance(measure.batch, SharedFunction)
    )


def _prevalence(measure: Measure, sample: Sample) -> float:
    """Return the prevalence that a measure is stated at, by default that of the sample."""
    return sample.prevalence if measure.prevalence is None else measure.prevalence


def default_method(measure: Measure, sample: Sample) -> Method:
    """Return the method that covers best where it is not much wider than others."""
    if measure == get_measure("auroc"):
        return "newcombe"
    if _is_too_rare(measure, sample):
        return "band"
    if base_name(measure) in _SMOOTHED and isinstance(measure.batch, SharedFunction):
        return "smoothed"
    return "logit" if has_logits(measure) else "bca"


def _checked_method(method: Method, measure: Measure) -> Method:
    if method not in get_args(Method):
        names = ", ".join(map(repr, get_args(Method)))
        raise ValueError(f"method must be one of {names}, not {method!r}.")
    if method in ("newcombe", "delong") and measure != get_measure("auroc"):
        raise ValueError(f"method={method!r} is for AUROC, not for {measure.name!r}.")
    if method in ("smoothed", "band") and not isinstance(measure.batch, SharedFunction):
        raise ValueError(f"method={method!r} is for measures of rankings, not {measure.name!r}.")
    if method == "logit" and not has_logits(measure):
        raise ValueError(
            f"method='logit' is for measures from 0 to 1: {measure.name!r} is from "
            f"{measure.lower:g} to {measure.upper:g}."
        )
    return method


def auroc_interval(measure: Measure, sample: Sample, method: Method) -> Interval:
    """Return the interval of an AUROC by "newcombe" or "delong"."""
    sizes = sample.effective_sizes
    # With one instance of a class DeLong has no variance; Newcombe's needs the area and the sizes.
    if method == "newcombe" and min(sample.class_sizes) < 2:
        area = without_rounding(float(estimates(measure, sample)[0]), measure)
        return Interval(area, partial(newcombe_bounds, area, sizes))
    area, variance, degrees = placements(sample).contrast(np.ones(1))
    # DeLong's variance is 0 where the classes are separated or all scores tie: not certainty.
    if method == "newcombe" or not variance:
        spread = {"variance": variance, "degrees": degrees}
        return Interval(area, partial(newcombe_bounds, area, sizes, **spread))
    return Interval(area, partial(delong_bounds, area, variance, degrees))


def without_rounding(estimate: float, measure: Measure) -> float:
    """Return a value that is the lowest or highest possible but for rounding as such."""
    # The branches for perfect rankings compare with ==, which 1 - 1e-16 would pass by.
    for limit in (measure.lower, measure.upper):
        if abs(estimate - limit) < ROUNDING:
            return float(limit)
    return estimate
