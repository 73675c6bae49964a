"""Bands of curves: the quantiles around them."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prgbench import metrics as m
from simulated_coverage import Setting, band_coverage

RNG = np.random.default_rng(1)
Y = np.arange(50) < 15
S = np.round(RNG.normal(Y, 1), 1)
CURVES = ("roc", "pr", "prg")
FAST = {"n_resamples": 100}


@pytest.mark.parametrize("stratified", [False, True])
@pytest.mark.parametrize("curve", CURVES)
def test_quantiles_of_repeated_instances(curve, stratified):
    band = m.curve_band(
        Y, S, curve, stratified=stratified, n_resamples=60, random_state=3, confidence_level=0.8
    )
    generator = np.random.default_rng(3)
    pools = [np.flatnonzero(Y), np.flatnonzero(~Y)] if stratified else [np.arange(50)]
    draws = [generator.integers(0, pool.size, (60, pool.size), dtype=np.int32) for pool in pools]
    curves = []
    for row in range(60):
        own = np.concatenate([pool[draw[row]] for pool, draw in zip(pools, draws, strict=True)])
        curves.append(m.curve_band(Y[own], S[own], curve, n_resamples=2).y)
    low, high = np.quantile(curves, [0.1, 0.9], axis=0)
    np.testing.assert_allclose(band.low, low, atol=1e-12)
    np.testing.assert_allclose(band.high, high, atol=1e-12)


@settings(max_examples=15, deadline=None)
@given(st.sampled_from(CURVES), st.floats(0.2, 5))
def test_increasing_transformations_do_not_matter(curve, slope):
    before = m.curve_band(Y, S, curve, **FAST)
    after = m.curve_band(Y, np.exp(slope * S), curve, **FAST)
    np.testing.assert_array_equal(before.low, after.low)
    np.testing.assert_array_equal(before.high, after.high)


def test_a_higher_level_has_a_wider_band():
    narrow = m.curve_band(Y, S, "pr", confidence_level=0.5, **FAST)
    wide = m.curve_band(Y, S, "pr", confidence_level=0.9, **FAST)
    assert np.all(wide.low <= narrow.low)
    assert np.all(wide.high >= narrow.high)
    assert wide.high.sum() > narrow.high.sum()


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


def test_resamples_of_one_class_are_counted():
    band = m.curve_band([1, 0, 0, 0, 0, 0], [3, 1, 2, 5, 4, 0], n_resamples=400)
    assert band.n_undefined / 400 == pytest.approx((5 / 6) ** 6, abs=0.07)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"curve": "det"}, "curve must be 'roc', 'pr' or 'prg', not 'det'"),
        ({"grid": [0, 2]}, r"grid must be a list of numbers in \[0, 1\]"),
        ({"grid": [np.nan]}, r"grid must be a list of numbers in \[0, 1\]"),
        ({"grid": []}, r"grid must be a list of numbers in \[0, 1\]"),
        ({"y_true": [0, 0, 0]}, "y_true has negative labels only"),
        ({"y_score": [1, np.nan, 3]}, r"y_score\[1\] is NaN"),
        ({"confidence_level": 2}, r"confidence_level must lie inside \(0, 1\), not 2"),
        ({"n_resamples": 0}, "n_resamples must be >= 2, not 0"),
        ({"groups": [0, 0, 1], "stratified": True}, "A group has positives and negatives"),
    ],
)
def test_bad_input_is_one_sentence(changes, message):
    options = {"y_true": [0, 1, 0], "y_score": [1, 2, 3]} | changes
    with pytest.raises(ValueError, match=message):
        m.curve_band(**options)


# With 100 positives, 1.2 are missed by the ROC curve at .8, and 1.2 negatives precede recall .2.
ENDS = {"roc": [False, False, True], "pr": [True, False, False], "prg": [False] * 3}


@pytest.mark.slow
@pytest.mark.parametrize("curve", CURVES)
def test_coverage_with_a_hundred_positives(curve):
    held = band_coverage(Setting("binormal", 0.5, 100), curve, samples=150, resamples=200)
    ends = np.array(ENDS[curve])
    assert held[~ends].min() >= 0.88
    assert np.all((held[ends] > 0.7) & (held[ends] < 0.92))
