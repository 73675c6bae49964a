"""The difference of two models on the same instances: its interval and its test."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from prgbench.metrics.confidence import interval_of, warn_of_clipped, warn_of_few
from prgbench.metrics.delong import placements
from prgbench.metrics.engine.batch import SharedFunction
from prgbench.metrics.engine.inputs import FloatArray, check_level, is_number
from prgbench.metrics.engine.sample import Sample, rank_alike
from prgbench.metrics.interval_bounds import Bounds, difference_bounds, is_still, percentile_bounds
from prgbench.metrics.registry import Measure, get_measure
from prgbench.metrics.resampling import Draws, bootstrap_replicates, estimates, refuse_undefined
from prgbench.run.rounding import three_decimals
from prgbench.stats.student import standard_normal, student_quantile, student_tail

PairedMethod = Literal["delong", "bootstrap"]
Alternative = Literal["two-sided", "greater", "less"]

_ROUNDING = 1e-12
_HIGHEST_LEVEL = 1 - 1e-9


@dataclass(frozen=True, slots=True)
class PairedTest:
    """The difference of two models in a measure, its interval and its test.

    Attributes
    ----------
    difference : float
        The measure of the first model minus that of the second.
    low, high : float
        The interval of the difference; without an upper, or lower, end for a one-sided test.
    p_value : float
        Of `alternative`.
    estimates : (float, float)
        The measure of each model.
    measure : str
        The name of the measure.
    confidence_level : float
        The level of the interval.
    method : str
        "delong" or "bootstrap".
    n_resamples : int
        Bootstrap resamples; 0 for "delong".
    n_undefined : int
        How many of them were left out because the measure is undefined there.
    alternative : {"two-sided", "greater", "less"}
        What the test looks for.
    margin : float
        How much worse the first model may be.

    See Also
    --------
    paired_test : Compute it.

    Examples
    --------
    >>> y_true, first, second = [0, 1, 0, 1, 1] * 6, [1, 3, 2, 5, 4] * 6, [1, 2, 3, 4, 5] * 6
    >>> print(paired_test(y_true, first, second))
    auroc: 1.000 - 0.833 = 0.167 [0.017, 0.316] (95%, delong), p = 0.029
    """

    difference: float
    low: float
    high: float
    p_value: float
    estimates: tuple[float, float]
    measure: str
    confidence_level: float
    method: PairedMethod
    n_resamples: int = 0
    n_undefined: int = 0
    alternative: Alternative = "two-sided"
    margin: float = 0.0

    # Not `__iter__`: of what is iterable, pandas makes a table without the names of the fields.
    def __getitem__(self, index: int) -> float:
        """Unpack into ``difference, low, high, p_value``."""
        return (self.difference, self.low, self.high, self.p_value)[index]

    def __str__(self) -> str:
        first, second = self.estimates
        shown = map(three_decimals, (first, second, self.difference, self.low, self.high))
        a, b, difference, low, high = shown
        values = f"{a} - {b} = {difference}"
        interval = f"[{low}, {high}]"
        how = f"({100 * self.confidence_level:g}%, {self.method})"
        tested = {
            "two-sided": "",
            "greater": f" (difference > {-self.margin:zg})",
            "less": f" (difference < {self.margin:g})",
        }[self.alternative]
        return f"{self.measure}: {values} {interval} {how}, p{tested} = {self.p_value:.2g}"


def paired_test(
    y_true: npt.ArrayLike,
    score_a: npt.ArrayLike,
    score_b: npt.ArrayLike,
    measure: str | Measure = "auroc",
    *,
    alternative: Alternative = "two-sided",
    margin: float = 0.0,
    confidence_level: float = 0.95,
    method: PairedMethod | None = None,
    groups: npt.ArrayLike | None = None,
    stratified: bool = False,
    n_resamples: int = 2000,
    sample_weight: npt.ArrayLike | None = None,
    pos_label: Any = None,
    random_state: int | np.random.Generator | None = 0,
) -> PairedTest:
    """Test whether two models differ in a measure, on the same instances.

    At the 5% level, models of equal worth are rejected on average in 3 to 7% of samples with 30
    positives or more, by measure, and in 1 to 9% with 10 positives: see `docs/metrics.md`.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels: 0/1, -1/1, booleans, or any labels with `pos_label`; both classes.
    score_a, score_b : array-like of shape (n,)
        Scores of the two models, higher for more positive.
    measure : str or Measure, default="auroc"
        A measure, or its name as `get_measure` knows it.
    alternative : {"two-sided", "greater", "less"}, default="two-sided"
        What the test looks for: that the measure of the first model minus that of the second is
        not 0, is above `-margin`, or is below `margin`.
    margin : float, default=0
        How much worse the first model may be, >= 0, for a one-sided test. With "greater", where
        higher values are better, the test is one of non-inferiority [1]_.
    confidence_level : float, default=0.95
        Inside (0, 1). The interval of a one-sided test has one end; it excludes the margin where
        the p-value is below 1 - `confidence_level`.
    method : {"delong", "bootstrap"}, optional
        "delong", for AUROC and its default: the difference over its standard error is normal [2]_.
        "bootstrap", for any measure: quantiles of the difference in resamples of the instances;
        the p-value is the level of the interval that ends at 0 [3]_. A margin is tested by the
        intervals of the two models and their correlation [4]_.
    groups, stratified, n_resamples, sample_weight, pos_label, random_state
        As for `confidence_interval`. With groups, "delong" is that for clusters [5]_, and
        quantiles are Student's with one degree of freedom fewer than groups.

    Returns
    -------
    PairedTest
        The smallest bootstrap p-value is 2 / (n_resamples + 1), half of it if one-sided. If the
        models differ but their difference has no spread, as that of two perfect models, the
        interval and the p-value follow from the interval of each, too.

    Raises
    ------
    ValueError, TypeError
        For bad input, one class only, a group of both classes if `stratified`, "delong" for a
        measure other than AUROC, or a margin that is negative or of a two-sided test.

    See Also
    --------
    confidence_interval : The interval of one model.
    bootstrap_areas : The resamples of many models.

    References
    ----------
    .. [1] G. Piaggio, D. R. Elbourne, S. J. Pocock, S. J. W. Evans, D. G. Altman (2012). Reporting
           of noninferiority and equivalence randomized trials. JAMA 308(24), 2594-2604.
    .. [2] E. R. DeLong, D. M. DeLong, D. L. Clarke-Pearson (1988). Comparing the areas under two
           or more correlated receiver operating characteristic curves: a nonparametric approach.
           Biometrics 44(3), 837-845.
    .. [3] B. Efron, R. J. Tibshirani (1993). An Introduction to the Bootstrap. Chapman & Hall.
           Chapters 13 and 15.
    .. [4] G. Y. Zou, A. Donner (2008). Construction of confidence limits about effect measures: a
           general approach. Statistics in Medicine 27(10), 1693-1702.
    .. [5] N. A. Obuchowski (1997). Nonparametric analysis of clustered ROC curve data. Biometrics
           53(2), 567-578.

    Examples
    --------
    >>> y_true = [0, 1, 0, 1, 1, 0, 1, 0] * 3
    >>> better, worse = [1, 3, 2, 5, 4, 4, 6, 1] * 3, [2, 2, 3, 4, 1, 5, 5, 1] * 3
    >>> test = paired_test(y_true, better, worse)
    >>> round(test.difference, 4), test.p_value < 1e-4
    (0.375, True)
    >>> test = paired_test(y_true, worse, better, alternative="greater", margin=0.1)
    >>> round(test.low, 4), test.high, round(test.p_value, 4)
    (-0.5205, inf, 0.9999)
    """
    chosen = get_measure(measure)
    check_level(confidence_level)
    draws = Draws(n_resamples, stratified, random_state)
    is_auroc = chosen == get_measure("auroc")
    if method is None:
        method = "delong" if is_auroc else "bootstrap"
    if method not in get_args(PairedMethod):
        raise ValueError(f"method must be 'delong' or 'bootstrap', not {method!r}.")
    if method == "delong" and not is_auroc:
        raise ValueError(f"method='delong' is for AUROC, not for {chosen.name!r}.")
    sample = Sample.checked(
        y_true,
        {"score_a": score_a, "score_b": score_b},
        sample_weight=sample_weight,
        groups=groups,
        pos_label=pos_label,
    )
    _check_alternative(alternative, margin)
    warn_of_few(sample, chosen)
    warn_of_clipped(sample, chosen)
    # A one-sided interval is one end of the two-sided one with twice the error.
    level = confidence_level if alternative == "two-sided" else 2 * confidence_level - 1
    degrees = sample.n_groups - 1 if sample.is_grouped else math.inf
    if method == "delong":
        drawn = 0
        n_undefined = 0
        placed = placements(sample)
        values = placed.areas
        covariance = placed.covariance
        difference, variance, _ = placed.contrast(np.array([1.0, -1.0]))
        error = math.sqrt(variance)
        still = error < _ROUNDING
    else:
        values = estimates(chosen, sample)
        difference = float(values[0] - values[1])
        replicates = bootstrap_replicates(chosen, sample, draws)
        covariance = np.cov(replicates[np.isfinite(replicates).all(axis=1)], rowvar=False)
        # Both models in the same resample: their common noise cancels in the difference.
        differences = refuse_undefined(replicates[:, 0] - replicates[:, 1], chosen.name)
        drawn = n_resamples
        n_undefined = n_resamples - differences.size
        still = is_still(differences)
    if still and _are_alike(chosen, sample):
        bounds = (0.0, 0.0)
        p = 0.0 if margin else 1.0
    elif still or margin:
        correlation = 0.0 if still else _correlation(covariance)
        bounds, p = _test_of_bounds(chosen, sample, draws, level, alternative, margin, correlation)
        # Resamples tell no p-value below their own least.
        if drawn:
            p = max(p, (1 + (alternative == "two-sided")) / (1 + drawn))
    elif drawn:
        bounds = percentile_bounds(differences, _widened(level, degrees))
        p = _p_value_of_bootstrap(differences, degrees, alternative)
    else:
        bounds, p = _t_test(difference, error, degrees, level, alternative)
    pair = float(values[0]), float(values[1])
    about = chosen.name, confidence_level, method, drawn, n_undefined, alternative, margin
    low, high = _open(bounds, alternative)
    return PairedTest(difference, low, high, p, pair, *about)


def _check_alternative(alternative: Alternative, margin: float) -> None:
    if alternative not in get_args(Alternative):
        raise ValueError(
            f"alternative must be 'two-sided', 'greater' or 'less', not {alternative!r}."
        )
    if not (is_number(margin) and 0 <= margin < math.inf):
        raise ValueError(f"margin must be a number >= 0, not {margin!r}.")
    if margin and alternative == "two-sided":
        raise ValueError("A margin needs a one-sided test: alternative='greater' or 'less'.")


def _open(bounds: Bounds, alternative: Alternative) -> Bounds:
    """Take away the end that a one-sided interval does not have."""
    low, high = bounds
    if alternative == "two-sided":
        return bounds
    return (low, math.inf) if alternative == "greater" else (-math.inf, high)


def _are_alike(measure: Measure, sample: Sample) -> bool:
    """Whether the measure can't tell the scores of the two models from each other."""
    if isinstance(measure.batch, SharedFunction):
        return rank_alike(*sample.scores)
    return np.array_equal(*sample.scores)


def _correlation(covariance: FloatArray) -> float:
    scale = math.sqrt(covariance[0, 0] * covariance[1, 1])
    return float(covariance[0, 1] / scale) if scale > _ROUNDING**2 else 0.0


def _test_of_bounds(
    measure: Measure,
    sample: Sample,
    draws: Draws,
    level: float,
    alternative: Alternative,
    margin: float,
    correlation: float,
) -> tuple[Bounds, float]:
    """Interval and p-value of a difference from the interval of each model."""
    first, second = (
        interval_of(measure, replace(sample, scores=row[np.newaxis]), draws)
        for row in sample.scores
    )
    pair = first.estimate, second.estimate

    def bounds(level: float) -> Bounds:
        return difference_bounds(pair, first.bounds(level), second.bounds(level), correlation)

    # The p-value is 1 minus the highest level at which the interval leaves out the null value,
    # by bisection.
    null = -margin if alternative == "greater" else margin
    low = 0.0
    high = _HIGHEST_LEVEL
    for _ in range(40):
        middle = (low + high) / 2
        least, most = bounds(middle)
        low, high = (low, middle) if least <= null <= most else (middle, high)
    if alternative == "two-sided":
        return bounds(level), 1 - low
    is_beyond = (pair[0] - pair[1] > null) == (alternative == "greater")
    return bounds(level), (1 - low) / 2 if is_beyond else (1 + low) / 2


def _t_test(
    difference: float, error: float, degrees: float, level: float, alternative: Alternative
) -> tuple[Bounds, float]:
    """Interval and p-value of a difference; without groups, those of the normal distribution."""
    reach = student_quantile(level, degrees) * error
    bounds = difference - reach, difference + reach
    if alternative == "two-sided":
        return bounds, 2 * student_tail(abs(difference) / error, degrees)
    excess = difference if alternative == "greater" else -difference
    return bounds, student_tail(excess / error, degrees)


def _widened(level: float, degrees: float) -> float:
    """Level of quantiles that reach as far as Student's of few groups, which the bootstrap lacks.

    Its variance divides by the groups, not by one less.
    """
    reach = student_quantile(level, degrees) * math.sqrt(1 + 1 / degrees)
    return 1 - 2 * standard_normal().cdf(-reach)


def _p_value_of_bootstrap(
    differences: FloatArray, degrees: float, alternative: Alternative
) -> float:
    # The share of resamples beyond 0 is the level at which the interval ends there. The sample
    # itself counts as a resample, so that no p-value is 0.
    not_above = 1 + np.sum(differences <= 0)
    not_below = 1 + np.sum(differences >= 0)
    sides = {"greater": not_above, "less": not_below, "two-sided": min(not_above, not_below)}
    share = min(float(sides[alternative] / (1 + differences.size)), 1.0)
    if math.isfinite(degrees) and share < 1:
        # The inverse of `_widened`.
        z = standard_normal().inv_cdf(1 - share)
        share = student_tail(z / math.sqrt(1 + 1 / degrees), degrees)
    return min(1.0, 2 * share) if alternative == "two-sided" else share
