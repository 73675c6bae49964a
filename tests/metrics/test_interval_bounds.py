"""Bounds of intervals by hand."""

from math import exp, inf, log, sqrt

import numpy as np
import pytest
from scipy import stats

from prgbench.metrics.interval_bounds import (
    bca_bounds,
    delong_bounds,
    difference_bounds,
    logit_bounds,
    newcombe_bounds,
    percentile_bounds,
    share_bounds,
    smoothed_bounds,
)
from prgbench.stats.student import normal_quantile, student_quantile, student_tail
from prgbench.stats.wilson import wilson_bounds

Z = 1.959963984540054


def expit(value):
    return 1 / (1 + exp(-value))


def test_the_normal_quantile_leaves_half_of_the_rest_on_either_side():
    assert normal_quantile(0.95) == pytest.approx(Z, rel=1e-12)
    assert normal_quantile(0.5) == pytest.approx(0.6744897501960817, rel=1e-12)


def test_percentiles_leave_half_of_the_rest_on_either_side():
    assert percentile_bounds(np.arange(101.0), 0.9) == pytest.approx((5.0, 95.0))


def test_shares_of_0_and_1_have_the_bounds_of_clopper_and_pearson():
    assert share_bounds(1, 1, 0.95) == (pytest.approx(0.025), 1.0)
    assert share_bounds(1, 2, 0.95) == (pytest.approx(sqrt(0.025)), 1.0)
    assert share_bounds(0, 2, 0.95) == (0.0, pytest.approx(1 - sqrt(0.025)))


def test_delong_is_symmetric_on_the_logit_scale():
    # sqrt(.01) / (.5 * .5) = .4.
    expected = (expit(-0.4 * Z), expit(0.4 * Z))
    assert delong_bounds(0.5, 0.01, inf, 0.95) == pytest.approx(expected)
    reach = 0.4 * stats.t.ppf(0.975, 7.5)
    assert delong_bounds(0.5, 0.01, 7.5, 0.95) == pytest.approx((expit(-reach), expit(reach)))


def newcombe_variance(area, n_pos, n_neg):
    size = (n_pos + n_neg) / 2 - 1
    inner = 1 + size * ((1 - area) / (2 - area) + area / (1 + area))
    return area * (1 - area) * inner / (n_pos * n_neg)


@pytest.mark.parametrize("area", [0.0, 0.2, 0.5, 0.93, 1.0])
@pytest.mark.parametrize("sizes", [(1, 1), (3, 5), (50, 200)])
def test_newcombe_bounds_lie_as_many_of_their_own_errors_away(sizes, area):
    for bound in newcombe_bounds(area, sizes, 0.95):
        if bound not in (0, 1):
            assert abs(bound - area) / sqrt(newcombe_variance(bound, *sizes)) == pytest.approx(Z)
    low, high = newcombe_bounds(area, sizes, 0.95)
    assert (low == 0) == (area == 0)
    assert (high == 1) == (area == 1)
    assert newcombe_bounds(1 - area, sizes, 0.95) == pytest.approx((1 - high, 1 - low))


@pytest.mark.parametrize(
    ("ratio", "degrees", "factor"), [(4.0, 10, 4.0), (0.25, 40, 0.625), (0.25, 1e9, 0.25)]
)
def test_the_variances_of_newcombe_and_delong_are_averaged(ratio, degrees, factor):
    sizes = (10, 30)
    variance = ratio * newcombe_variance(0.8, *sizes)
    low, _ = newcombe_bounds(0.8, sizes, 0.95, variance, degrees)
    reach = Z * sqrt(factor * newcombe_variance(low, *sizes))
    assert 0.8 - low == pytest.approx(reach, rel=1e-6)


def test_logits_of_replicates_have_their_standard_deviation():
    # Logits of -log(3) and log(3): their standard deviation is sqrt(2) log(3).
    reach = Z * sqrt(2) * log(3)
    found = logit_bounds(np.array([0.25, 0.75]), 0.5, (4, 4), inf, 0.95)
    assert found == pytest.approx((expit(-reach), expit(reach)))


def test_replicates_at_the_ends_are_moved_half_a_step_inwards():
    # Half of the smallest step of AUROC is 1/8: logits log(7) and log(3) around log(7).
    reach = Z * (log(7) - log(3)) / sqrt(2)
    found = logit_bounds(np.array([1.0, 0.75]), 1.0, (2, 2), inf, 0.95)
    assert found == (pytest.approx(expit(log(7) - reach)), 1.0)
    mirrored = logit_bounds(np.array([0.0, 0.25]), 0.0, (2, 2), inf, 0.95)
    assert mirrored == (0.0, pytest.approx(1 - expit(log(7) - reach)))


def wilson_of(counted, trials):
    share, relative = counted / trials, Z**2 / trials
    return wilson_bounds(share, relative * share * (1 - share), relative)


def test_a_difference_has_the_bounds_of_newcombes_table():
    # Newcombe (1998), table II, method 10: 56/70 - 48/80 is .2, from .0524 to .3339.
    first, second = (wilson_of(56, 70), wilson_of(48, 80))
    found = difference_bounds((56 / 70, 48 / 80), first, second, 0.0)
    assert found == pytest.approx((0.0524, 0.3339), abs=5e-5)
    # What both share cancels.
    assert difference_bounds((0.5, 0.4), (0.4, 0.7), (0.3, 0.6), 1.0) == pytest.approx((0, 0.2))


def test_bca_without_bias_and_acceleration_is_the_percentile():
    replicates = np.arange(-500.0, 501.0)
    even = bca_bounds(replicates, 0.0, np.array([1.0, -1.0]), 0.9)
    assert even == pytest.approx(percentile_bounds(replicates, 0.9))


def test_bca_agrees_with_scipy():
    values = np.random.default_rng(4).exponential(size=30)
    drawn = np.random.default_rng(5).choice(values, (4000, 30)).mean(axis=1)
    influences = (values - values.mean()) / 29
    found = bca_bounds(drawn, values.mean(), influences, 0.95)
    peer = stats.bootstrap((values,), np.mean, n_resamples=20_000, method="BCa", rng=6)
    assert found == pytest.approx(tuple(peer.confidence_interval), abs=0.02)
    assert found[0] > percentile_bounds(drawn, 0.95)[0]


def test_smoothed_bounds_are_those_of_wilson():
    # A share of .3 whose replicates have the variance of 21 trials around .3.
    spread = sqrt(0.3 * 0.7 / 21)
    replicates = 0.3 + spread * np.array([-1.0, 0.0, 1.0])
    z = stats.t.ppf(0.975, 9)
    centre, half = (0.3 + z**2 / 42), z * sqrt(0.3 * 0.7 / 21 + z**2 / (4 * 21**2))
    expected = (np.array([centre - half, centre + half])) / (1 + z**2 / 21)
    assert smoothed_bounds(replicates, 0.3, (0, 1), 9, 0.95) == pytest.approx(tuple(expected))
    student = smoothed_bounds(replicates, 0.9, (-inf, 1), 9, 0.95)
    assert student == pytest.approx((0.9 - z * spread, 1.0))


def test_a_smoothed_value_of_1_has_a_lower_bound():
    low, high = smoothed_bounds(np.array([0.8, 0.9, 1.0]), 1.0, (0, 1), 9, 0.95)
    relative = (stats.t.ppf(0.975, 9) * 0.1) ** 2 / (0.9 * 0.1)
    assert (low, high) == (pytest.approx(1 / (1 + relative)), 1.0)


@pytest.mark.parametrize("degrees", [1, 2.7, 30, inf])
def test_quantiles_and_tails_of_student_are_those_of_both_sides(degrees):
    quantile = student_quantile(0.95, degrees)
    assert quantile == pytest.approx(stats.t.ppf(0.975, degrees), rel=1e-9)
    assert student_tail(quantile, degrees) == pytest.approx(0.025, rel=1e-9)
