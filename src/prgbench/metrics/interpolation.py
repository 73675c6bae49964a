"""Step functions of scores, and what lies between the scores that they are known for."""

from __future__ import annotations

import numpy as np

from prgbench.metrics.engine.inputs import FloatArray


def ends_of_steps(
    known: FloatArray, thresholds: FloatArray, values: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return the first and the last of the increasing known scores of each step, and its value.

    Thresholds decrease, and each has the value of the scores from it on.
    """
    step = (-thresholds).searchsorted(-known)
    found = values[np.minimum(step, values.size - 1)]
    borders = np.ones(known.size + 1, dtype=bool)
    np.not_equal(found[1:], found[:-1], out=borders[1:-1])
    ends = borders[1:] | borders[:-1]
    return known[ends], found[ends]


def interpolated(scores: FloatArray, known: FloatArray, values: FloatArray) -> FloatArray:
    """Interpolate linearly; next to an infinite score, repeat the value of the finite one."""
    if known.size == 1:
        return np.full(scores.shape, values[0])
    inner = np.minimum(np.maximum(scores, known[0]), known[-1])
    start = known[1:].searchsorted(inner)
    half = known / 2
    with np.errstate(invalid="ignore"):
        share = (inner / 2 - half[start]) / (half[1:] - half[:-1])[start]
    # Only of infinite scores, or of two whose distance is too small for a number.
    if np.isnan(share).any():
        low, high = known[start], known[start + 1]
        share = np.where(np.isneginf(low), 1.0, np.where(np.isposinf(high), 0.0, share))
        share = np.where(inner == high, 1.0, np.where(inner == low, 0.0, share))
    result: FloatArray = values[start] + share * (values[1:] - values[:-1])[start]
    return result
