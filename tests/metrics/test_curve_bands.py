"""Bands of curves: the quantiles around them."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from prgbench import metrics as m
from simulated_coverage import Setting, band_coverage, tied_band_coverage

RNG = np.random.default_rng(1)
Y = np.arange(50) < 15
S = np.round(RNG.normal(Y, 1), 1)
CURVES = ("roc", "pr", "prg")
FAST = {"n_resamples": 100}


def test_a_rate_has_the_bounds_of_clopper_and_pearson():
    # So many negatives that their rate is known: the rest is a share of ten positives.
    negatives = np.linspace(0, 1, 20001)
    positives = np.array([0.02, 0.31, 0.48, 0.52, 0.63, 0.74, 0.85, 0.87, 0.91, 0.98])
    labels = np.repeat([0, 1], [negatives.size, 10])
    grid = np.array([0.05, 0.5, 0.6, 0.99])
    band = m.curve_band(
        labels, np.append(negatives, positives), grid=grid, confidence_level=0.9, n_resamples=4000
    )
    above = np.array([1, 7, 8, 10])
    np.testing.assert_allclose(band.y, above / 10)
    expected = stats.beta.ppf(0.05, above, 11 - above), stats.beta.ppf(0.95, above + 1, 10 - above)
    np.testing.assert_allclose(band.low, expected[0], atol=0.015)
    np.testing.assert_allclose(band.high, np.nan_to_num(expected[1], nan=1.0), atol=0.015)


def test_a_tie_is_a_straight_segment():
    # Half-way between two thresholds, the true rate is half of the one of the first: its bounds
    # are close to half of those of a share of 240 of 400 positives.
    labels = np.repeat([1, 0], [400, 40_000])
    scores = np.concatenate([np.repeat([2, 1], [240, 160]), np.repeat([2, 1], [4_000, 36_000])])
    band = m.curve_band(labels, scores, grid=[0.05], n_resamples=1000)
    expected = stats.beta.ppf([0.025, 0.975], [240, 241], [161, 160]) / 2
    assert band.y[0] == 0.3
    np.testing.assert_allclose([band.low[0], band.high[0]], expected, atol=0.006)


@pytest.mark.slow
@pytest.mark.parametrize("curve", CURVES)
@pytest.mark.parametrize("levels", [2, 5])
def test_coverage_where_scores_tie(curve, levels):
    held = tied_band_coverage(levels, 0.25, 400, curve, samples=100, resamples=100)
    assert held.min() >= 0.88


def test_precision_follows_from_the_rates():
    # At recall .5 of a separated sample precision is 1; the bound is that of the negatives' rate.
    band = m.curve_band(Y, 1.0 * Y, "pr", grid=[0.5], stratified=True, n_resamples=4000)
    rate = stats.beta.ppf(0.975, 1, 35)
    assert band.y[0] == 1
    assert band.low[0] == pytest.approx(0.15 / (0.15 + 0.7 * rate), abs=0.02)
    gained = m.curve_band(Y, 1.0 * Y, "prg", grid=[0.5], stratified=True, n_resamples=4000)
    recall = float(m.theory.ungain(0.5, 0.3))
    low = 0.3 * recall / (0.3 * recall + 0.7 * rate)
    assert gained.low[0] == pytest.approx(float(m.theory.gain(low, 0.3)), abs=0.03)


def test_the_prevalence_matters_where_it_is_not_fixed():
    fixed, drawn = (m.curve_band(Y, S, "pr", stratified=own) for own in (True, False))
    assert (drawn.high - drawn.low)[50] > (fixed.high - fixed.low)[50]
    fixed, drawn = (m.curve_band(Y, S, "roc", stratified=own) for own in (True, False))
    np.testing.assert_allclose(drawn.low, fixed.low, atol=1e-12)


@pytest.mark.parametrize("curve", CURVES)
def test_the_curve_lies_inside(curve):
    band = m.curve_band(Y, S, curve, **FAST)
    assert np.all((band.low <= band.y) & (band.y <= band.high))


@settings(max_examples=15, deadline=None)
@given(st.sampled_from(CURVES), st.floats(0.2, 5))
def test_increasing_transformations_do_not_matter(curve, slope):
    before = m.curve_band(Y, S, curve, **FAST)
    after = m.curve_band(Y, np.exp(slope * S), curve, **FAST)
    np.testing.assert_array_equal(before.low, after.low)
    np.testing.assert_array_equal(before.high, after.high)


@pytest.mark.parametrize("curve", CURVES)
def test_weights_and_groups(curve):
    weights, groups = RNG.integers(0, 4, 50), np.arange(50) % 25
    weighted = m.curve_band(Y, S, curve, sample_weight=weights, groups=groups, **FAST)
    repeated = m.curve_band(
        np.repeat(Y, weights),
        np.repeat(S, weights),
        curve,
        groups=np.repeat(groups, weights),
        **FAST,
    )
    np.testing.assert_allclose(weighted.low, repeated.low, atol=1e-12)
    np.testing.assert_allclose(weighted.y, repeated.y, atol=1e-12)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"curve": "det"}, "curve must be 'roc', 'pr' or 'prg', not 'det'"),
        ({"grid": ["a"]}, "grid must contain numbers, not strings"),
        ({"grid": [0, 2]}, r"grid must be a list of numbers in \[0, 1\]"),
        ({"n_resamples": 0}, "n_resamples must be >= 2, not 0"),
    ],
)
def test_bad_input_is_one_sentence(changes, message):
    options = {"y_true": [0, 1, 0], "y_score": [1, 2, 3]} | changes
    with pytest.raises((ValueError, TypeError), match=message):
        m.curve_band(**options)


@pytest.mark.slow
@pytest.mark.parametrize("population", ["equal normals", "half of the positives"])
@pytest.mark.parametrize("curve", CURVES)
def test_coverage_with_few_positives(curve, population):
    held = band_coverage(Setting(population, 0.1, 6), curve, samples=150, resamples=200)
    assert held.min() >= 0.9
