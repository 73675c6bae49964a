"""Bounds of intervals by hand."""

from math import exp, log, sqrt

import numpy as np
import pytest

from prgbench.metrics.confidence import (
    boyd_bounds,
    delong_bounds,
    logit_bounds,
    normal_quantile,
    percentile_bounds,
)

Z = 1.959963984540054


def expit(value):
    return 1 / (1 + exp(-value))


def test_the_normal_quantile_leaves_half_of_the_rest_on_either_side():
    assert normal_quantile(0.95) == pytest.approx(Z, rel=1e-12)
    assert normal_quantile(0.5) == pytest.approx(0.6744897501960817, rel=1e-12)


def test_percentiles_leave_half_of_the_rest_on_either_side():
    assert percentile_bounds(np.arange(101.0), 0.9) == pytest.approx((5.0, 95.0))


def test_boyd_takes_the_area_for_a_share_of_the_positives():
    # The standard error of the logit is 1 / sqrt(16 / 4) = .5.
    assert boyd_bounds(0.5, 16, 0.95) == pytest.approx((expit(-Z / 2), expit(Z / 2)))
    # 1 / sqrt(12 * 3 / 16) = 2 / 3, around log(3).
    reach = 2 * Z / 3
    assert boyd_bounds(0.75, 12, 0.95) == pytest.approx(
        (expit(log(3) - reach), expit(log(3) + reach))
    )


def test_shares_of_0_and_1_have_the_bounds_of_clopper_and_pearson():
    assert boyd_bounds(1, 1, 0.95) == (pytest.approx(0.025), 1.0)
    assert boyd_bounds(1, 2, 0.95) == (pytest.approx(sqrt(0.025)), 1.0)
    assert boyd_bounds(0, 2, 0.95) == (0.0, pytest.approx(1 - sqrt(0.025)))


def test_delong_is_symmetric_on_the_logit_scale():
    # sqrt(.01) / (.5 * .5) = .4.
    expected = (expit(-0.4 * Z), expit(0.4 * Z))
    assert delong_bounds(0.5, 0.01, (3, 5), 0.95) == pytest.approx(expected)


@pytest.mark.parametrize(("n_pos", "n_neg"), [(1, 1), (3, 5), (50, 200)])
def test_at_1_the_bound_lies_as_many_of_its_own_errors_away(n_pos, n_neg):
    low, high = delong_bounds(1, 0.0, (n_pos, n_neg), 0.95)
    assert high == 1
    # Newcombe (2006), method 5.
    size = (n_pos + n_neg) / 2 - 1
    inner = 1 + size * ((1 - low) / (2 - low) + low / (1 + low))
    assert (1 - low) / sqrt(low * (1 - low) * inner / (n_pos * n_neg)) == pytest.approx(Z)
    assert delong_bounds(0, 0.0, (n_pos, n_neg), 0.95) == (0.0, pytest.approx(1 - low))


def test_logits_of_replicates_have_their_standard_deviation():
    # Logits of -log(3) and log(3): their standard deviation is sqrt(2) log(3).
    reach = Z * sqrt(2) * log(3)
    found = logit_bounds(np.array([0.25, 0.75]), 0.5, (4, 4), 0.95)
    assert found == pytest.approx((expit(-reach), expit(reach)))


def test_replicates_at_the_ends_are_moved_half_a_step_inwards():
    # Half of the smallest step of AUROC is 1/8: logits log(7) and log(3) around log(7).
    reach = Z * (log(7) - log(3)) / sqrt(2)
    found = logit_bounds(np.array([1.0, 0.75]), 1.0, (2, 2), 0.95)
    assert found == (pytest.approx(expit(log(7) - reach)), 1.0)
    mirrored = logit_bounds(np.array([0.0, 0.25]), 0.0, (2, 2), 0.95)
    assert mirrored == (0.0, pytest.approx(1 - expit(log(7) - reach)))


def test_replicates_that_are_all_1_have_the_bounds_of_a_share():
    assert logit_bounds(np.ones(9), 1.0, (2, 9), 0.95) == (pytest.approx(sqrt(0.025)), 1.0)
