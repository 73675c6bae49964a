"""Mean curves over data sets: bands and leads beside exact values and simulated truths."""

from itertools import product

import numpy as np
import pytest
from scipy import stats

from prgbench.stats.mean_curves import STRICTER, CurveErrors, compared_curves


def of_table(table):
    """Return the errors of the means of a table (data sets, models, points)."""
    n = len(table)
    errors = (table - table.mean(axis=0)) / np.sqrt(n * (n - 1))
    return CurveErrors(errors, n - 1.0, by_signs=True)


def test_the_standard_errors_are_those_of_means():
    table = np.random.default_rng(0).normal(size=(12, 3, 4))
    expected = table.std(axis=0, ddof=1) / np.sqrt(12)
    np.testing.assert_allclose(of_table(table).standard_errors, expected)


def test_two_models_on_many_data_sets_have_the_interval_of_students_t():
    table = np.random.default_rng(1).normal(size=(200, 2, 1))
    means = table.mean(axis=0)
    found = compared_curves(means, np.zeros((2, 1)), of_table(table), 0.95)
    expected = stats.ttest_rel(table[:, 1, 0], table[:, 0, 0]).confidence_interval(0.95)
    assert found.lead[0, 1, 0] == pytest.approx(expected.low, abs=0.02)
    assert -found.lead[1, 0, 0] == pytest.approx(expected.high, abs=0.02)
    # A curve has that of 99%, in units with the floor.
    own = stats.ttest_1samp(table[:, 0, 0], 0).confidence_interval(0.99)
    assert (found.low[0, 0], found.high[0, 0]) == pytest.approx(own, abs=0.03)


@pytest.mark.parametrize("n", [6, 8, 11])
def test_a_lead_is_certain_if_and_only_if_the_sign_flip_test_says_so(n):
    rng = np.random.default_rng(2)
    flips = np.array([*product((-1, 1), repeat=n)])
    p_values = []
    for shift in np.linspace(0, 2, 200):
        table = rng.normal(size=(n, 2, 1))
        table[:, 1] += shift
        differences = table[:, 1, 0] - table[:, 0, 0]
        p = np.mean(np.abs(flips @ differences) >= abs(differences.sum()) * (1 - 1e-9))
        found = compared_curves(table.mean(axis=0), np.zeros((2, 1)), of_table(table), 0.95)
        # A drawn part of the signs said so at p-values of up to .06, too.
        assert (found.lead > 0).any() == (p <= 0.05)
        p_values.append(p)
    assert sum(0.04 < p < 0.06 for p in p_values) > 5 or n == 6


def test_normal_errors_have_the_quantile_of_their_degrees_of_freedom():
    errors = np.random.default_rng(2).normal(size=(500, 2, 1))
    found = compared_curves(
        np.zeros((2, 1)), np.zeros((2, 1)), CurveErrors(errors, 20.0, by_signs=False), 0.9
    )
    error = np.sqrt(((errors[:, 0] - errors[:, 1]) ** 2).sum())
    assert -found.lead[0, 1, 0] == pytest.approx(stats.t.ppf(0.99, 20) * error, rel=0.1)


def test_five_data_sets_tell_nothing():
    table = np.array([0.1, 0.3])[:, None] + np.random.default_rng(3).normal(0, 1e-3, (5, 2, 2))
    found = compared_curves(table.mean(axis=0), np.zeros((2, 2)), of_table(table), 0.95)
    assert found.may_win.all()
    assert (found.lead <= 0).all()


def test_a_clear_lead_on_many_data_sets_is_certain():
    rng = np.random.default_rng(4)
    truth = np.array([[0.1, 0.3], [0.2, 0.2], [0.4, 0.4]])
    table = truth + rng.normal(0, 0.05, (40, 3, 2))
    found = compared_curves(table.mean(axis=0), np.zeros((3, 2)), of_table(table), 0.95)
    np.testing.assert_array_equal(found.may_win, [[True, False], [False, True], [False, False]])
    assert ((found.low <= truth) & (truth <= found.high)).all()
    # Bounds of leads hold the truth; those of the worst place have a quantile of their own.
    assert (found.lead <= truth - truth[:, None]).all()
    means = table.mean(axis=0)
    error = (table[:, 0] - table[:, 2]).std(axis=0, ddof=1) / np.sqrt(40)
    quantile = stats.t.ppf(1 - 0.05 / STRICTER, 39)
    worst = (quantile * error - (means[2] - means[0])).max()
    assert found.worst[0, 2] == pytest.approx(worst)
    assert found.worst[0, 2] < 0 < found.worst[0, 1]


def test_optimism_widens_bands_and_never_adds_a_lead():
    rng = np.random.default_rng(5)
    table = np.array([0.1, 0.2])[:, None] + rng.normal(0, 0.01, (20, 2, 3))
    means, errors = table.mean(axis=0), of_table(table)
    plain = compared_curves(means, np.zeros((2, 3)), errors, 0.95)
    # The first model looks better than it is by more than its lead.
    moved = compared_curves(means, np.array([[-0.15] * 3, [0.0] * 3]), errors, 0.95)
    assert not plain.may_win[1].any()
    assert moved.may_win[1].all()
    assert moved.may_win[0].all()
    np.testing.assert_allclose(moved.high[0] - plain.high[0], 0.15)
    np.testing.assert_array_equal(moved.low, plain.low)


def test_equal_models_are_equal_everywhere():
    table = np.repeat(np.random.default_rng(6).random((10, 1, 4)), 2, axis=1)
    found = compared_curves(table.mean(axis=0), np.zeros((2, 4)), of_table(table), 0.95)
    assert found.may_win.all()
    np.testing.assert_array_equal(found.lead, 0)
