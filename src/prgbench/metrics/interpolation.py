"""Step functions of scores, and what lies between the scores that they are known for."""

from __future__ import annotations

import numpy as np

from prgbench.metrics.engine.inputs import FloatArray


def ends_of_steps(
    scores: FloatArray, thresholds: FloatArray, values: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return the first and the last of the increasing known scores of each step, and its value.

    Thresholds decrease, and each has the value of the scores from it on.
    """
    # Decreasing thresholds, negated, for a binary search; each score belongs to the first that it
    # reaches.
    step = (-thresholds).searchsorted(-scores)
    levels = values[np.minimum(step, values.size - 1)]
    # A score is an end if its value differs from that before or after it.
    borders = np.ones(scores.size + 1, dtype=bool)
    np.not_equal(levels[1:], levels[:-1], out=borders[1:-1])
    ends = borders[1:] | borders[:-1]
    return scores[ends], levels[ends]


def interpolated(scores: FloatArray, knots: FloatArray, values: FloatArray) -> FloatArray:
    """Interpolate linearly; next to an infinite score, repeat the value of the finite one."""
    if knots.size == 1:
        return np.full(scores.shape, values[0])
    # Beyond the outermost scores their values are repeated.
    inner = np.minimum(np.maximum(scores, knots[0]), knots[-1])
    start = knots[1:].searchsorted(inner)
    low, high = knots[start], knots[start + 1]
    with np.errstate(invalid="ignore", over="ignore"):
        share = (inner - low) / (high - low)
        # Halves where the difference of two finite scores overflows; others lose no digit.
        halves = (inner / 2 - low / 2) / (high / 2 - low / 2)
        share = np.where(np.isinf(high - low), halves, share)
    # Only of infinite scores.
    if np.isnan(share).any():
        share = np.where(np.isneginf(low), 1.0, np.where(np.isposinf(high), 0.0, share))
        share = np.where(inner == high, 1.0, np.where(inner == low, 0.0, share))
    result: FloatArray = values[start] + share * (values[1:] - values[:-1])[start]
    return result
