"""The areas of a batch by the NumPy integrals, which the compiled kernels must equal."""

import numpy as np

from prgbench.metrics.engine import integrals
from prgbench.metrics.engine.counts import count

TWIN = (
    integrals.roc_area,
    integrals.pr_area,
    integrals.prg_area,
    integrals.precision_gain_at_baseline,
)


def twin(positive, scores, weights=None):
    return np.array([[f(count(positive, row, weights)) for f in TWIN] for row in scores])


def assert_same(actual, expected):
    np.testing.assert_allclose(actual, expected, rtol=2e-13, atol=2e-13)
