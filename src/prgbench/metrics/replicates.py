"""Intervals from the replicates of one measure."""

import warnings
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from prgbench.metrics.delong import is_separated
from prgbench.metrics.engine.batch import SharedFunction
from prgbench.metrics.engine.inputs import BoolArray, FloatArray
from prgbench.metrics.engine.sample import Sample
from prgbench.metrics.gains import gain
from prgbench.metrics.interval_bounds import (
    Bounds,
    bca_bounds,
    logit_bounds,
    percentile_bounds,
    share_bounds,
    smoothed_bounds,
)
from prgbench.metrics.registry import Measure, get_measure

ROUNDING = 1e-12
OPTIMISTIC = ("auprg_hull", "max_f1", "max_mcc", "ks", "h_measure")
"""Measures of the best thresholds, which are chosen on the instances that they are measured on."""
_OPTIMISM = 3.0
"""Times the bias of resamples, which have a part of that of the sample: chosen in simulations."""


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
        optimism = _OPTIMISM if base_name(self.measure) in OPTIMISTIC else 0.0
        return logit_bounds(self.values, self.estimate, sizes, degrees, level, optimism)

    def smoothed(self, level: float) -> Bounds:
        """Return standard errors of smoothed replicates around the estimate."""
        # One degree of freedom less than the smaller class, as its instances carry the error.
        degrees = max(min(self.sample.class_sizes) - 1, 1)
        limits = self.measure.lower, self.measure.upper
        return smoothed_bounds(self.values, self.estimate, limits, degrees, level)

    def _without_spread(self, level: float) -> Bounds | None:
        """Bounds of a perfect ranking, or of a value that is the same in all resamples."""
        measure, estimate = self.measure, self.estimate
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
            prevalence = np.average(self.sample.positive, weights=self.sample.weights)
            return float(gain(least, float(prevalence))), 1.0
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
    """Name of a measure without its parameters."""
    return measure.name.partition("(")[0]


def is_share(measure: Measure) -> bool:
    """Whether a measure is from 0 to 1."""
    return (measure.lower, measure.upper) == (0, 1)


def satterthwaite(values: FloatArray, is_positive: BoolArray, *, fewest: float) -> float:
    """Degrees of freedom of a jackknife variance whose parts come from two classes.

    Without a spread they are the fewest given, and never less than 1.
    """
    parts, sizes = [], []
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
