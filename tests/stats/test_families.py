"""P-values of families of tests: adjusted by Holm's method, and by simulation."""

import numpy as np
import pytest
from statsmodels.stats.multitest import multipletests

from prgbench.stats.families import adjusted_p_values, holm


def test_four_tests_by_hand():
    """Sorted: 0.005 * 4, 0.01 * 3, 0.03 * 2, 0.04 * 1, none below the one before."""
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])


def test_adjusted_values_are_at_most_one():
    assert holm([0.6, 0.9, 0.7]).tolist() == [1.0, 1.0, 1.0]


def test_what_is_no_test_does_not_count_and_stays():
    found = holm([np.nan, 0.02, np.nan, 0.5])
    assert np.isnan(found).tolist() == [True, False, True, False]
    assert found[[1, 3]] == pytest.approx([0.04, 0.5])
    assert np.isnan(holm([np.nan])).all()
    assert holm([]).shape == (0,)


@pytest.mark.parametrize("n_tests", [1, 2, 9])
def test_holm_is_that_of_statsmodels(n_tests):
    p_values = np.random.default_rng(n_tests).uniform(high=0.1, size=n_tests)
    expected = multipletests(p_values, method="holm")[1]
    np.testing.assert_allclose(holm(p_values), expected, rtol=1e-12)


DRAWS = np.random.default_rng(0).normal(size=(4, 999))


def test_that_of_one_pair_is_its_rank_among_the_draws():
    found = np.array([-1.5])
    expected = (1 + np.count_nonzero(DRAWS[0] <= -1.5)) / 1_000
    assert adjusted_p_values(found, DRAWS[:1]).tolist() == [pytest.approx(expected)]


def test_identical_pairs_are_one():
    found = np.array([-2.0])
    alone = adjusted_p_values(found, DRAWS[:1])
    assert adjusted_p_values(found.repeat(2), DRAWS[[0, 0]]).tolist() == [*alone, *alone]


def test_more_pairs_never_lower_a_p_value_but_raise_some():
    found = np.array([-2.0, -1.0, 0.5, -2.5])
    p_values = [adjusted_p_values(found[:n], DRAWS[:n])[0] for n in range(1, 5)]
    assert p_values == sorted(p_values)
    assert p_values[-1] > 2 * p_values[0]


def test_draws_that_do_not_vary_are_left_by_what_is_lower_only():
    draws = np.ones((1, 999))
    assert adjusted_p_values(np.array([1.0]), draws).tolist() == [1.0]
    assert adjusted_p_values(np.array([0.5]), draws).tolist() == [0.001]
