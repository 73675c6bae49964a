"""Paired tests of results on items: McNemar's exact test, also for several models at once."""

from itertools import product

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.stats import binomtest, permutation_test

from prgbench.stats.sign_flips import exact_p_value, flipped_tests


def pass_or_fail(only_first, only_second, both=30):
    return np.r_[np.ones(only_first), -np.ones(only_second), np.zeros(both)]


def by_all_signs(differences):
    sums = np.array(list(product([1, -1], repeat=len(differences)))) @ differences
    return float((np.abs(sums) >= abs(differences.sum()) - 1e-9).mean())


@given(st.integers(0, 300), st.integers(0, 300))
def test_of_pass_or_fail_it_is_the_exact_test_of_mcnemar(only_first, only_second):
    n = only_first + only_second
    expected = binomtest(only_first, n, 0.5).pvalue if n else 1.0
    differences = pass_or_fail(only_first, only_second)
    assert exact_p_value(differences) == pytest.approx(expected, rel=1e-9, abs=1e-300)
    assert exact_p_value(-differences) == exact_p_value(differences)
    assert exact_p_value(differences / 7) == pytest.approx(expected, rel=1e-9, abs=1e-300)


@given(st.lists(st.integers(-6, 6), min_size=1, max_size=9))
def test_of_means_over_runs_it_counts_all_signs(steps):
    differences = np.array(steps) / 6
    assert exact_p_value(differences) == pytest.approx(by_all_signs(differences), rel=1e-12)


def test_without_a_grid_signs_are_drawn():
    differences = np.random.default_rng(0).normal(0.3, 1, 12)
    assert exact_p_value(differences) == pytest.approx(by_all_signs(differences), abs=0.015)


def test_it_is_the_permutation_test_of_scipy():
    differences = np.array([3, 1, -2, 4, 4, -1, 2, 5, 1, 3]) / 4
    theirs = permutation_test(
        (differences,), np.sum, permutation_type="samples", n_resamples=np.inf
    )
    assert exact_p_value(differences) == pytest.approx(theirs.pvalue, rel=1e-12)


# The critical value of the drawn signs is this difference itself, and p is .0488.
@example(15, 29)
@given(st.integers(0, 40), st.integers(0, 40))
def test_two_models_are_told_apart_where_the_exact_test_does(only_first, only_second):
    differences = pass_or_fail(only_first, only_second)
    units = np.c_[differences == 1, differences == -1] / len(differences)
    tests = flipped_tests(units, 0.95)
    p_value = exact_p_value(differences)
    assert tests.p_of_pairs[0, 1] == p_value
    assert tests.better.any() == (p_value <= 0.05)
    first = only_first >= only_second
    assert tests.p_values.tolist() == [
        1.0 if first or only_first == only_second else p_value,
        1.0 if not first or only_first == only_second else p_value,
    ]
    # The interval of the difference leaves 0 out where the test does.
    if only_first != only_second:
        error = np.sqrt(np.var(differences, ddof=1) / len(differences))
        lower = abs(differences.mean()) - tests.reach * error
        assert (lower > 1e-9) == (p_value <= 0.05)


def results(seed=0, n=200, skills=(0.5, 0.5, 0.7, 0.3)):
    difficulty = np.random.default_rng(seed).normal(0, 0.15, (n, 1))
    drawn = np.random.default_rng(seed + 1).random((n, len(skills)))
    return (drawn < np.array(skills) + difficulty) / n


def test_several_models_are_compared_at_once():
    units = results()
    tests = flipped_tests(units, 0.95)
    assert tests.better[2].tolist() == [True, True, False, True]
    assert tests.p_values[2] == 1.0
    assert (tests.p_values[[0, 1, 3]] < 0.01).all()
    assert not tests.better[0, 1]
    assert (tests.p_of_pairs == tests.p_of_pairs.T).all()
    alone = np.array(
        [[exact_p_value(units[:, i] - units[:, j]) for j in range(4)] for i in range(4)]
    )
    # Adjusted for six pairs: more than alone, at most about Bonferroni's.
    off = ~np.eye(4, dtype=bool)
    assert (tests.p_of_pairs[off] >= alone[off] - 0.01).all()
    assert (tests.p_of_pairs[off] <= np.minimum(6 * alone[off], 1) + 0.02).all()


def test_the_order_of_models_and_items_on_which_none_differ_change_nothing():
    units = results(3)
    tests = flipped_tests(units, 0.95)
    order = np.array([2, 0, 3, 1])
    turned = flipped_tests(units[:, order], 0.95)
    np.testing.assert_array_equal(turned.p_values, tests.p_values[order])
    np.testing.assert_array_equal(turned.better, tests.better[np.ix_(order, order)])
    more = flipped_tests(np.r_[units, np.full((50, 4), 1 / 200)], 0.95)
    np.testing.assert_array_equal(more.p_of_pairs, tests.p_of_pairs)


def test_equal_models_and_few_items_tell_nothing():
    same = np.repeat(results()[:, :1], 3, axis=1)
    tests = flipped_tests(same, 0.95)
    assert not tests.better.any()
    assert (tests.p_values == 1).all()
    # c is the root of 2: c sqrt((3 - 1) / (3 - 2)) of three items; of two, there is none.
    three, two = flipped_tests(np.eye(3) / 3, 0.95), flipped_tests(np.eye(2) / 2, 0.95)
    assert not three.better.any()
    assert not two.better.any()
    assert three.reach == pytest.approx(2)
    assert np.isnan(two.reach)
