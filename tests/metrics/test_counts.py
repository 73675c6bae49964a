"""Threshold counts, and what all curves have of them: comparison, one line, a table."""

import numpy as np
import pytest

from prgbench import metrics as m
from prgbench.metrics.engine.counts import threshold_counts

SIX = ([1, 1, 0, 0, 1, 0], [0.8, 0.8, 0.6, 0.4, 0.4, 0.2])
CURVES = {
    m.roc_curve: ["fpr", "tpr"],
    m.precision_recall_curve: ["precision", "recall"],
    m.precision_recall_gain_curve: ["precision_gain", "recall_gain", "is_crossing"],
}


@pytest.mark.parametrize("function", CURVES)
def test_curves_compare_by_their_points(function):
    curve = function(*SIX)
    assert curve == function(*SIX)
    assert curve != function(SIX[0], [*SIX[1][:-1], 0.1])
    assert curve != threshold_counts(*SIX)
    with pytest.raises(TypeError, match="unhashable"):
        hash(curve)


def test_a_curve_prints_in_one_line():
    weights = [1, 1, 1, 1, 0.5, 1]
    assert repr(m.roc_curve(*SIX)) == "ROCCurve(5 points, n_pos=3, n_neg=3)"
    curve = m.precision_recall_gain_curve(*SIX, sample_weight=weights)
    assert repr(curve) == "PRGCurve(6 points, n_pos=2.5, n_neg=3)"


@pytest.mark.parametrize("function", CURVES)
def test_a_curve_as_a_table(function):
    curve = function(*SIX)
    table = curve.to_frame()
    assert list(table) == ["thresholds", "tp", "fp", *CURVES[function]]
    for name in table:
        np.testing.assert_array_equal(table[name], getattr(curve, name))
