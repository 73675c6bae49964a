"""The PRG curve: its points and its crossings of the axes."""

import numpy as np
import pytest

from prgbench import metrics as m

SIX = ([1, 1, 0, 0, 1, 0], [0.8, 0.8, 0.6, 0.4, 0.4, 0.2])


def test_it_unpacks_in_the_order_of_the_points():
    precision_gain, recall_gain, thresholds = m.precision_recall_gain_curve(*SIX)
    assert recall_gain.tolist() == [-np.inf, 0, 0.5, 0.5, 1, 1]
    assert precision_gain[1:4].tolist() == [1, 1, 0.5]
    assert thresholds.tolist() == [np.inf, 0.8, 0.8, 0.6, 0.4, 0.2]


def test_one_class_has_no_crossing():
    assert not m.precision_recall_gain_curve([1, 1], [1, 2]).is_crossing.any()


def test_prg_crossing_in_the_first_block():
    curve = m.precision_recall_gain_curve(*SIX)
    assert curve.recall_gain.tolist() == [-np.inf, 0, 0.5, 0.5, 1, 1]
    np.testing.assert_allclose(curve.precision_gain, [np.nan, 1, 1, 0.5, 1 / 3, 0], atol=1e-15)
    assert curve.is_crossing.tolist() == [False, True, False, False, False, False]


def test_prg_curve_inside_the_unit_square_has_the_clipped_area():
    rng = np.random.default_rng(5)
    y = rng.integers(0, 2, 60)
    s = rng.normal(0.2 * y, 1)
    curve = m.precision_recall_gain_curve(y, s)
    parts = curve.unit_square_parts()
    assert len(parts) > 1
    assert all(np.all(x >= 0) and np.all(g >= 0) for x, g in parts)
    area = sum(np.trapezoid(g, x) for x, g in parts)
    assert area == pytest.approx(m.evaluate(y, s, "auprg_clipped"), abs=1e-13)
