"""Bounds of confidence intervals from a variance or from bootstrap replicates."""

import math
from collections.abc import Callable
from statistics import NormalDist
from typing import Any

import numpy as np

from prgbench.metrics.inputs import FloatArray

Bounds = tuple[float, float]


def normal_quantile(confidence_level: float) -> float:
    """Return how many standard errors lie on each side of an estimate."""
    return NormalDist().inv_cdf((1 + confidence_level) / 2)


def percentile_bounds(replicates: FloatArray, level: float) -> Bounds:
    """Return quantiles of the replicates."""
    low, high = np.quantile(replicates, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def logit_bounds(
    replicates: FloatArray, estimate: float, class_sizes: tuple[int, int], level: float
) -> Bounds:
    """Return the estimate plus and minus standard errors on the logit scale.

    Replicates of 0 or 1 are moved inwards by half of the smallest step of AUROC.
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
    """Return the bounds of an AUROC on the logit scale; those of Newcombe at 0 and 1."""
    if area in (0, 1):
        far = _newcombe_distance(*class_sizes, normal_quantile(level))
        return (1 - far, 1.0) if area == 1 else (0.0, far)
    return _around_logit(area, math.sqrt(variance) / (area * (1 - area)), level)


def _binomial_bounds(share: float, trials: int, level: float) -> Bounds:
    """Return the bounds of a share of 0 or 1 by Clopper and Pearson."""
    far = ((1 - level) / 2) ** (1 / trials)
    return (far, 1.0) if share == 1 else (0.0, 1 - far)


def _around_logit(share: float, error: float, level: float) -> Bounds:
    middle, reach = _logit(share), normal_quantile(level) * error
    return _expit(middle - reach), _expit(middle + reach)


def _newcombe_distance(n_pos: int, n_neg: int, z: float) -> float:
    """Return how far from 1 an area is that lies z of its own standard errors from 1."""
    size = (n_pos + n_neg) / 2 - 1

    def excess(distance: float) -> float:
        inner = 1 + size * ((1 - distance) / (2 - distance) + distance / (1 + distance))
        return distance**2 - z**2 * distance * (1 - distance) * inner / (n_pos * n_neg)

    return _root(excess)


def _root(function: Callable[[float], float], steps: int = 60) -> float:
    """Where a function that is negative just above 0 and positive at 1 is 0, by bisection."""
    low, high = 0.0, 1.0
    for _ in range(steps):
        middle = (low + high) / 2
        low, high = (middle, high) if function(middle) < 0 else (low, middle)
    return (low + high) / 2


def _logit(share: Any) -> Any:
    return np.log(share / (1 - share))


def _expit(value: float) -> float:
    return float(1 / (1 + np.exp(-value)))
