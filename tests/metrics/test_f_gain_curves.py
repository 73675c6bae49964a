"""F-gain curves: exact envelopes of all thresholds, dual to the PRG hull."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prgbench import metrics as m
from tied_samples import tied_samples

AUTHORS = [1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 1]
"""The labels of the example of 25 points of Flach and Kull, best score first."""


@given(tied_samples(), st.sampled_from([0, 0.1, 0.5, 1, 2, 10]))
def test_the_best_gain_is_the_gain_of_the_best_f_beta(sample, beta):
    y, s = sample
    highest = m.max_fbeta_score(y, s, beta=beta)
    curve = m.f_gain_curve(y, s)
    # At d = 0 and 1 the other gain has no weight: recall 1, and the highest precision.
    assert curve.at_beta(beta) == pytest.approx(m.theory.gain(highest, y.mean()), abs=1e-10)


@given(tied_samples())
def test_breakpoints_are_the_calibrated_scores_of_the_hull(sample):
    curve, hull = m.f_gain_curve(*sample), m.prg_convex_hull(*sample)
    assert sorted(curve.breakpoints) == sorted(hull.calibrated)
    assert (np.diff(curve.breakpoints) > 0).all()


@given(tied_samples())
def test_the_curve_is_straight_between_its_corners_and_above_always_positive(sample):
    curve = m.f_gain_curve(*sample)
    d, gain = curve.corners
    grid = np.linspace(0, 1, 41)
    np.testing.assert_allclose(curve.at(grid), np.interp(grid, d, gain), atol=1e-12)
    assert (gain >= 1 - d - 1e-12).all()
    assert (gain <= 1 + 1e-12).all()
    assert curve.mean == pytest.approx(np.trapezoid(gain, d), abs=1e-12)
    assert 0.5 - 1e-12 <= curve.mean <= 1


def test_the_authors_example_and_one_positive_in_fifty():
    curve = m.f_gain_curve(AUTHORS, np.arange(25, 0, -1))
    np.testing.assert_allclose(curve.breakpoints, [16 / 39, 8 / 13, 8 / 9, 32 / 33], rtol=1e-14)
    rare = np.arange(50) == 22
    # AUPRG is -10.4 there, and the mean gain is no worse than that of "always positive".
    assert m.auprg_score(rare, -np.arange(50)) == pytest.approx(-10.4, abs=0.05)
    assert m.f_gain_curve(rare, -np.arange(50)).mean == pytest.approx(38 / 49, abs=1e-14)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: m.f_gain_curve([1, 1], [1, 2]), "both classes"),
        (lambda: m.f_gain_curve([0, 1], [1, 2]).at(-0.1), r"d must lie in \[0, 1\], not -0.1"),
        (lambda: m.f_gain_curve([0, 1], [1, 2]).at_beta(-1), "beta must be a number from 0"),
    ],
)
def test_bad_input(call, message):
    with pytest.raises(ValueError, match=message):
        call()
