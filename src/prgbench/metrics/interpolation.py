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
    step = np.searchsorted(-thresholds, -known)
    found = values[np.minimum(step, values.size - 1)]
    differs = np.append(found[1:] != found[:-1], True)
    ends = differs | np.append(True, differs[:-1])
    return known[ends], found[ends]


def interpolated(scores: FloatArray, known: FloatArray, values: FloatArray) -> FloatArray:
    """Interpolate linearly; next to an infinite score, repeat the value of the finite one."""
    if known.size == 1:
        return np.full(scores.shape, values[0])
    inner = np.minimum(np.maximum(scores, known[0]), known[-1])
    end = np.minimum(np.maximum(np.searchsorted(known, inner), 1), known.size - 1)
    low, high = known[end - 1], known[end]
    with np.errstate(invalid="ignore"):
        share = (inner / 2 - low / 2) / (high / 2 - low / 2)
    if np.isinf(known[[0, -1]]).any():
        share = np.where(np.isneginf(low), 1.0, np.where(np.isposinf(high), 0.0, share))
    share = np.where(inner == high, 1.0, np.where(inner == low, 0.0, share))
    result: FloatArray = values[end - 1] + share * (values[end] - values[end - 1])
    return result
