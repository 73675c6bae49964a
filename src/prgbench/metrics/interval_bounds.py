"""Bounds of an interval from an estimate and its spread, one function a method."""

import math
import re
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from prgbench.metrics.delong import is_separated
from prgbench.metrics.engine.batch import SharedFunction
from prgbench.metrics.engine.inputs import FloatArray
from prgbench.metrics.engine.sample import Sample
from prgbench.metrics.gains import gain
from prgbench.metrics.registry import Measure, get_measure
from prgbench.stats.student import normal_quantile, standard_normal, student_quantile
from prgbench.stats.wilson import wilson_bounds
from prgbench.typing import BoolArray

Bounds = tuple[float, float]

_PRIOR_DEGREES = 40
"""How many degrees of freedom Newcombe's variance counts beside DeLong's."""

_FARTHEST = 6.0
"""No quantile of a bootstrap lies farther out, in standard errors."""

ROUNDING = 1e-12
OPTIMISTIC = {
    **dict.fromkeys(("auprg_hull", "max_f1", "max_mcc", "ks", "h_measure"), 3.0),
    "expected_cost": 2.0,
}
"""Measures of the best thresholds, which are chosen on the instances that they are measured on.

Each with a multiple of the bias of resamples, which have a part of that of the sample: chosen in
simulations.
"""
FROM_RECALL_GAIN_0 = ("auprg", "expected_fg1")
"""Areas that begin where recall is the prevalence."""
_NEAR = 2.5
"""Standard errors within which the first block of ties may end there."""


def percentile_bounds(replicates: FloatArray, level: float) -> Bounds:
    """Return the central quantiles of the replicates."""
    low, high = np.quantile(replicates, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def bca_bounds(
    replicates: FloatArray, estimate: float, influences: FloatArray, level: float
) -> Bounds:
    """Return quantiles of the replicates, corrected for bias and acceleration.

    The influences say by how much each part of the sample moves the estimate.
    """
    normal = standard_normal()
    # Bias: the normal quantile of the share of replicates below the estimate, ties counted half.
    # If all lie on one side it would be infinite, so the share stays half a replicate inside.
    below = np.mean(replicates < estimate) + np.mean(replicates == estimate) / 2
    least = 1 / (2 * replicates.size)
    bias = normal.inv_cdf(float(np.clip(below, least, 1 - least)))
    # Acceleration: the skewness of the influences (Efron & Tibshirani 1993, equation 14.15).
    spread = float(np.sum(influences**2))
    acceleration = float(np.sum(influences**3)) / (6 * spread**1.5) if spread else 0.0
    z = min(normal_quantile(level), _FARTHEST)
    # Equations 14.9 and 14.10. They have a pole where acceleration times reach is 1; past it the
    # bound would jump to the other tail, so the denominator stays positive.
    shares = []
    for reach in (bias - z, bias + z):
        moved = reach / max(1 - acceleration * reach, 1e-9)
        shares.append(normal.cdf(bias + float(np.clip(moved, -_FARTHEST, _FARTHEST))))
    low, high = np.quantile(replicates, shares)
    return float(low), float(high)


def smoothed_bounds(
    replicates: FloatArray,
    estimate: float,
    limits: tuple[float, float],
    degrees: float,
    level: float,
) -> Bounds:
    """Return bounds from the spread of smoothed replicates: Wilson's from 0 to 1, else Student's.

    Wilson's interval takes the number of trials for which a share has this spread.
    """
    reach = student_quantile(level, degrees) * float(np.std(replicates, ddof=1))
    # Not a share: no trials to count, hence Student's bounds, cut at the range of the measure.
    if limits[0] != 0 or limits[1] != 1:
        return max(estimate - reach, limits[0]), min(estimate + reach, limits[1])
    # p (1 - p) / variance trials: squared quantile per trial. Taken at the mean of the replicates,
    # since the estimate itself may be 0 or 1.
    mean = float(np.mean(replicates))
    relative = reach**2 / (mean * (1 - mean)) if 0 < mean < 1 else 0.0
    return wilson_bounds(estimate, relative * estimate * (1 - estimate), relative)


def logit_bounds(
    replicates: FloatArray,
    estimate: float,
    class_sizes: tuple[float, float],
    degrees: float,
    level: float,
    optimism: float = 0.0,
) -> Bounds:
    """Return the estimate -/+ standard errors on the logit scale.

    The lower bound moves down by `optimism` times the bias of the replicates.
    """
    middle, *logits = logit_inside(np.append(estimate, replicates), class_sizes)
    reach = student_quantile(level, degrees) * float(np.std(logits, ddof=1))
    bias = max(float(np.mean(logits) - middle), 0.0)
    low = _expit(middle - optimism * bias - reach)
    high = _expit(middle + reach)
    return min(low, estimate), max(high, estimate)


def logit_inside(values: FloatArray, class_sizes: tuple[float, float]) -> FloatArray:
    """Return logits of values from 0 to 1, which move inwards to keep them finite."""
    # At most by half of the smallest step of AUROC, 1 / (P N).
    edge = 1 / (2 * class_sizes[0] * class_sizes[1])
    inside: FloatArray = _logit(np.clip(values, edge, 1 - edge))
    return inside


def delong_bounds(area: float, variance: float, degrees: float, level: float) -> Bounds:
    """Return the bounds of an AUROC inside (0, 1) on the logit scale."""
    # The delta method: d logit(A) / dA = 1 / (A (1 - A)).
    error = math.sqrt(variance) / (area * (1 - area))
    middle = _logit(area)
    reach = student_quantile(level, degrees) * error
    return _expit(middle - reach), _expit(middle + reach)


@dataclass(frozen=True, slots=True)
class NewcombeVariance:
    """Newcombe's variance of an AUROC, or of a weighted mean of several, by the area.

    It is area (1 - area) (`constant` + `slope` share), where the share depends on the area only:
    the terms of independent samples add up.

    Attributes
    ----------
    constant, slope : float
        Sums over samples of P positives and N negatives, with squared weights: of 1 / (P N), and
        of ((P + N) / 2 - 1) / (P N).
    """

    constant: float
    slope: float

    @classmethod
    def of(cls, class_sizes: tuple[float, float], weight: float = 1.0) -> "NewcombeVariance":
        """Return the variance of a weight times the AUROC of a sample."""
        n_pos, n_neg = class_sizes
        share = weight**2 / (n_pos * n_neg)
        return cls(share, ((n_pos + n_neg) / 2 - 1) * share)

    def __add__(self, other: "NewcombeVariance") -> "NewcombeVariance":
        return NewcombeVariance(self.constant + other.constant, self.slope + other.slope)

    def at(self, area: float) -> float:
        """Return the variance if all samples have this area."""
        # Hanley & McNeil's variance (1982) with the mean class size in place of both, which makes
        # it symmetric in the area and 1 minus the area.
        share = (1 - area) / (2 - area) + area / (1 + area)
        return area * (1 - area) * (self.constant + share * self.slope)


def newcombe_bounds(
    area: float,
    class_sizes: tuple[float, float],
    level: float,
    variance: float = 0.0,
    degrees: float = 0.0,
) -> Bounds:
    """Return where an AUROC is as many of its own standard errors away from the area as allowed.

    Newcombe's variance at the area is averaged with a measured one by their degrees of freedom,
    unless the measured one is larger.
    """
    own = NewcombeVariance.of(class_sizes)
    return newcombe_bounds_within(area, own, normal_quantile(level), variance, degrees)


def newcombe_bounds_within(
    area: float,
    own: NewcombeVariance,
    reach: float,
    variance: float = 0.0,
    degrees: float = 0.0,
) -> Bounds:
    """Return the bounds within a number of standard errors, also of a mean of AUROCs."""
    factor = 1.0
    if degrees and 0 < area < 1:
        # The measured variance is noisy in small samples, and Newcombe's depends on the area only:
        # a mean, in which Newcombe's counts as 40 degrees of freedom. Never below the measured
        # one.
        ratio = variance / own.at(area)
        factor = max(ratio, (degrees * ratio + _PRIOR_DEGREES) / (degrees + _PRIOR_DEGREES))
    far = reach * math.sqrt(factor)
    low = 1 - _farthest(1 - area, own, far) if area > 0 else 0.0
    return low, _farthest(area, own, far) if area < 1 else 1.0


def difference_bounds(
    estimates: tuple[float, float], first: Bounds, second: Bounds, correlation: float
) -> Bounds:
    """Bounds of a difference from those of two correlated estimates (Zou & Donner 2008)."""
    (a, b) = estimates
    (a_low, a_high) = first
    (b_low, b_high) = second

    def distance(x: float, y: float) -> float:
        # The spread of a difference at the bound, each bound less its estimate as an error. A
        # bound past its estimate, as a bias corrected may be, is none.
        x = max(x, 0.0)
        y = max(y, 0.0)
        return math.sqrt(max(x * x - 2 * correlation * x * y + y * y, 0.0))

    return a - b - distance(a - a_low, b_high - b), a - b + distance(a_high - a, b - b_low)


def share_bounds(share: float, trials: float, level: float) -> Bounds:
    """Bounds of a share of 0 or 1 by Clopper and Pearson.

    In closed form, as the metrics do without SciPy where they can. For shares of tasks in between,
    `prgbench.stats.shares.share_interval` inverts the beta distribution.
    """
    # With all or no trials counted, the exact bound solves far^trials = (1 - level) / 2.
    far: float = ((1 - level) / 2) ** (1 / trials)
    return (far, 1.0) if share == 1 else (0.0, 1 - far)


def _farthest(area: float, own: NewcombeVariance, reach: float) -> float:
    """Return the largest area from which the given one is `reach` standard errors, by bisection.

    Newcombe's variance is that of 1 minus the area, too.
    """
    # The variance is 0 at area 1, which thus lies outside. 60 halvings leave less than 1e-18.
    low = area
    high = 1.0
    for _ in range(60):
        middle = (low + high) / 2
        inside = (middle - area) ** 2 < reach**2 * own.at(middle)
        low, high = (middle, high) if inside else (low, middle)
    return (low + high) / 2


def _logit(share: Any) -> Any:
    return np.log(share / (1 - share))


def _expit(value: float) -> float:
    return float(1 / (1 + np.exp(-value)))


@dataclass(frozen=True, slots=True, eq=False)
class Replicates:
    """A measure of a sample, with its values in resamples.

    Attributes
    ----------
    measure : Measure
        The measure.
    sample : Sample
        The sample, with one model.
    estimate : float
        The measure of the sample.
    values : ndarray of shape (resamples,)
        Finite values in resamples.
    jackknifed : callable
        What `resampling.jackknife` returns, computed where it is needed.
    """

    measure: Measure
    sample: Sample
    estimate: float
    values: FloatArray
    jackknifed: Callable[[], tuple[FloatArray, BoolArray]]

    def percentile(self, level: float) -> Bounds:
        """Return central quantiles."""
        return self._without_spread(level) or percentile_bounds(self.values, level)

    def bca(self, level: float) -> Bounds:
        """Return quantiles corrected for bias and acceleration."""
        if still := self._without_spread(level):
            return still
        values, _ = self.jackknifed()
        values = values[np.isfinite(values)]
        # Pseudo-influences: how much the estimate falls where a part is left out.
        return bca_bounds(self.values, self.estimate, values.mean() - values, level)

    def logit(self, level: float) -> Bounds:
        """Return standard errors around the estimate on the logit scale."""
        if still := self._without_spread(level):
            return still
        sizes = self.sample.class_sizes
        degrees = satterthwaite(*self.jackknifed(), fewest=min(sizes) - 1)
        optimism = OPTIMISTIC.get(base_name(self.measure), 0.0)
        if self.measure.higher_is_better or not optimism:
            return logit_bounds(self.values, self.estimate, sizes, degrees, level, optimism)
        # A loss is optimistic where it is too low: what it saves of the largest one is too high.
        largest = self.measure.upper
        values = 1 - self.values / largest
        estimate = 1 - self.estimate / largest
        low, high = logit_bounds(values, estimate, sizes, degrees, level, optimism)
        return largest * (1 - high), largest * (1 - low)

    def smoothed(self, level: float) -> Bounds:
        """Return standard errors of smoothed replicates around the estimate."""
        # One degree of freedom less than the smaller class, as its instances carry the error.
        degrees = max(min(self.sample.class_sizes) - 1, 1)
        limits = self.measure.lower, self.measure.upper
        low, high = smoothed_bounds(self.values, self.estimate, limits, degrees, level)
        if base_name(self.measure) in FROM_RECALL_GAIN_0 and self._begins_in_its_first_tie():
            # The area has a kink where the first block ends at recall gain 0: replicates are
            # skewed, and the wider of both intervals holds.
            least, most = percentile_bounds(self.values, level)
            return min(low, least), max(high, most)
        return low, high

    def _begins_in_its_first_tie(self) -> bool:
        """Whether the recall of the highest scores may be the prevalence, up to sampling noise."""
        positive = self.sample.positive
        weights = self.sample.weights
        highest = self.sample.scores[0] == self.sample.scores[0].max()
        recall = float(weights[positive & highest].sum() / weights[positive].sum())
        stated = self.measure.prevalence
        pi = self.sample.prevalence if stated is None else stated
        n_pos, n_neg = self.sample.class_sizes
        variance = recall * (1 - recall) / n_pos
        if stated is None:
            variance += pi * (1 - pi) / (n_pos + n_neg)
        return abs(recall - pi) <= _NEAR * math.sqrt(variance)

    def _without_spread(self, level: float) -> Bounds | None:
        """Bounds of a perfect ranking, or of a value that is the same in all resamples."""
        measure = self.measure
        estimate = self.estimate
        # A perfect ranking is perfect in every resample too, so no bootstrap sees its uncertainty.
        ranks = isinstance(measure.batch, SharedFunction)
        is_perfect = ranks and estimate == measure.upper and is_separated(self.sample)
        if not is_perfect and not is_still(self.values):
            return None
        # That of a ranking is that of the recall before the first negative; else, of the class
        # with fewer instances.
        sizes = self.sample.class_sizes
        least, _ = share_bounds(1.0, sizes[0] if is_perfect else min(sizes), level)
        # AUPRG has no binomial of its own: that of the recall, on the scale of gains.
        if is_perfect and measure == get_measure("auprg"):
            return float(gain(least, self.sample.prevalence)), 1.0
        reach = (measure.upper - measure.lower) * (1 - least)
        if np.isinf(reach):
            warnings.warn(
                f"{measure.name} is the same in all resamples, which says nothing about its "
                "uncertainty: give it a range, Measure(..., lower=, upper=).",
                UserWarning,
                stacklevel=4,
            )
        return max(estimate - reach, measure.lower), min(estimate + reach, measure.upper)


BOUNDS: dict[str, Callable[[Replicates, float], Bounds]] = {
    "percentile": Replicates.percentile,
    "bca": Replicates.bca,
    "logit": Replicates.logit,
    "smoothed": Replicates.smoothed,
}
"""Methods by replicates, which are smoothed ones for "smoothed"."""


def is_still(values: FloatArray) -> bool:
    """Whether resamples have the same value, but for a few, such as those of one class."""
    low, high = np.quantile(values, (0.025, 0.975))
    return bool(high - low < ROUNDING * max(1.0, abs(high)))


def base_name(measure: Measure) -> str:
    """Name of a measure without its parameters, as in "max_f1(beta=2)" and "max_f1@2"."""
    return re.split(r"[(@]", measure.name, maxsplit=1)[0]


def is_share(measure: Measure) -> bool:
    """Whether a measure is from 0 to 1."""
    return (measure.lower, measure.upper) == (0, 1)


def has_logits(measure: Measure) -> bool:
    """Whether a measure, or what a loss saves of the largest one, is from 0 to 1."""
    return is_share(measure) or base_name(measure) in OPTIMISTIC


def satterthwaite(values: FloatArray, is_positive: BoolArray, *, fewest: float) -> float:
    """Degrees of freedom of a jackknife variance whose parts come from two classes.

    Without a spread they are the fewest given, and never less than 1.
    """
    parts = []
    sizes = []
    # Deviations within each class: the two classes are independent samples, each with a variance.
    for part in (values[is_positive], values[~is_positive]):
        finite = part[np.isfinite(part)]
        if finite.size > 1:
            parts.append(float(np.sum((finite - finite.mean()) ** 2)))
            sizes.append(finite.size - 1)
    if not any(parts):
        return max(fewest, 1.0)
    # Relative to the larger one: the squares of tiny variances would underflow.
    shares = np.array(parts) / max(parts)
    return float(shares.sum() ** 2 / np.sum(shares**2 / np.array(sizes)))
