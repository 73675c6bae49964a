"""The areas of a batch by the NumPy integrals, which the kernels in C must equal."""

import numpy as np

from prgbench.metrics.engine import integrals, uncompiled
from prgbench.metrics.engine.counts import ThresholdCounts, count

TWIN = (
    integrals.roc_area,
    integrals.pr_area,
    integrals.prg_area,
    integrals.precision_gain_at_baseline,
)


def twin(positive, scores, weights=None):
    return np.array([[f(counts(positive, row, weights)) for f in TWIN] for row in scores])


def counts(positive, scores, weights=None):
    """Threshold counts by NumPy alone."""
    if weights is None:
        return ThresholdCounts(*uncompiled.points_of_batch(positive, scores)[0])
    return count(positive, scores, weights)


def assert_same(actual, expected):
    np.testing.assert_allclose(actual, expected, rtol=2e-13, atol=2e-13)
