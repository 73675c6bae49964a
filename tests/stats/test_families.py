"""Permutation tests over data sets, and the adjustment of their p-values in families."""

from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests

from prgbench.stats import families
from prgbench.stats.families import (
    FLIPS,
    MOST_EXACT,
    adjusted_p_values,
    exchange_tests,
    holm,
    sign_flip_test,
)


def test_what_is_no_test_does_not_count_and_stays():
    found = holm([np.nan, 0.02, np.nan, 0.5])
    assert np.isnan(found).tolist() == [True, False, True, False]
    assert found[[1, 3]] == pytest.approx([0.04, 0.5])
    assert np.isnan(holm([np.nan])).all()
    assert holm([]).shape == (0,)


@pytest.mark.parametrize("n_tests", [1, 2, 9])
def test_holm_is_that_of_statsmodels_and_at_most_one(n_tests):
    p_values = np.random.default_rng(n_tests).uniform(high=0.3, size=n_tests)
    expected = multipletests(p_values, method="holm")[1]
    assert (n_tests == 9) == (expected.max() == 1)
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


WHOLE = st.lists(st.integers(-5, 5), min_size=1, max_size=8)


def test_tasks_of_a_data_set_are_flipped_together():
    values = [1.0, 2.0, -0.5, 1.0, 1.0]
    together = sign_flip_test(values, [1, 1, 1, 2, 3])
    assert together == sign_flip_test([2.5, 1.0, 1.0], [1, 2, 3]) == 2 / 8
    assert together != sign_flip_test(values, [1, 2, 3, 4, 5])


def test_undefined_tasks_do_not_count():
    assert sign_flip_test([1, np.nan, 2, np.nan], [1, 1, 2, 3]) == 2 / 4
    assert np.isnan(sign_flip_test([np.nan, np.nan], [1, 2]))
    assert np.isnan(sign_flip_test([], []))


def test_a_data_set_whose_tasks_cancel_out_does_not_count():
    """In floating point .1 + .2 - .3 is not 0: a fourteenth sum would be flipped at random."""
    values = np.arange(1.0, 14.0)
    datasets = np.arange(13)
    with_rest = sign_flip_test([*values, 0.1, 0.2, -0.3], [*datasets, 13, 13, 13])
    assert with_rest == sign_flip_test(values, datasets) == 2 / 2**13


def test_without_a_difference_p_is_one():
    assert sign_flip_test([0, 0, 1, -1], [1, 2, 3, 3]) == 1


@given(WHOLE)
def test_p_is_the_share_of_flips_as_extreme(values):
    totals = [np.dot(signs, values) for signs in product((1, -1), repeat=len(values))]
    clusters = range(len(values))
    assert sign_flip_test(values, clusters) == np.mean(np.abs(totals) >= abs(sum(values)))


def test_drawn_and_all_flips_meet():
    """One data set more than are flipped in all ways, but too small to matter."""
    values = np.random.default_rng(1).normal(0.2, 1, MOST_EXACT)
    exact = sign_flip_test(values, range(MOST_EXACT))
    drawn = sign_flip_test([*values, 1e-9], range(MOST_EXACT + 1))
    assert drawn == pytest.approx(exact, abs=4 * np.sqrt(exact / FLIPS))
    assert drawn != exact


@pytest.mark.parametrize("n", [14, 31, 200])
def test_flips_drawn_some_at_a_time_are_the_same(monkeypatch, n):
    values = np.random.default_rng(n).normal(0.1, size=n)
    at_once = sign_flip_test(values, range(n), seed=3)
    for cells in (1, 6 * n + 5):
        monkeypatch.setattr(families, "_CELLS_AT_ONCE", cells)
        assert sign_flip_test(values, range(n), seed=3) == at_once


def test_p_is_never_zero_and_the_seed_fixes_it():
    assert sign_flip_test(np.ones(60), range(60)) == 1 / (FLIPS + 1)
    values = np.random.default_rng(2).normal(0.2, 1, 30)
    first, again, other = (sign_flip_test(values, range(30), seed=s) for s in (1, 1, 2))
    assert first == again != other


def test_the_names_of_data_sets_change_nothing():
    values = np.random.default_rng(5).normal(0.3, 1, 40)
    renamed = np.random.default_rng(6).permutation(40)
    assert sign_flip_test(values, range(40)) == sign_flip_test(values, renamed)


def all_exchanges(clusters):
    """Return every way to exchange data sets of equally many tasks, and the tasks of each."""
    tasks = {c: [i for i, own in enumerate(clusters) if own == c] for c in set(clusters)}
    names = list(tasks)
    ways = []
    for order in permutations(names):
        if any(len(tasks[a]) != len(tasks[b]) for a, b in zip(names, order, strict=True)):
            continue
        for within in product(*(list(permutations(tasks[name])) for name in order)):
            way = np.empty(len(clusters), dtype=int)
            for name, own in zip(names, within, strict=True):
                way[tasks[name]] = own
            ways.append(way)
    return np.array(ways)


def test_p_values_are_those_of_all_exchanges():
    clusters = [1, 1, 2, 2, 3, 4, 4, 4]
    values = np.array([1, 1, 0, 1, 1, 0, 0, 0.5])
    groups = np.array([[1, 1, 1, 0, 0, 1, 0, 0], [0, 0, 0, 0, 1, 1, 1, 1]], dtype=bool).T
    [found] = exchange_tests([values], [groups], clusters)
    ways = all_exchanges(clusters)
    assert len(ways) == 2 * 2 * 2 * 6
    drawn, total = values[ways] @ groups, values @ groups
    tails = [(drawn >= total - 1e-9).mean(axis=0), (drawn <= total + 1e-9).mean(axis=0)]
    expected = np.minimum(1, 2 * np.min(tails, axis=0))
    assert found == pytest.approx(expected, abs=0.03)


def test_a_data_set_of_its_own_size_is_exchanged_with_none():
    """All tasks of the only data set of three disagree: no other place for them."""
    clusters, values = [1, 2, 3, 4, 4, 4], [0, 0, 0, 1, 1, 1]
    group = np.array([[0], [0], [0], [1], [1], [1]], dtype=bool)
    assert exchange_tests([values], [group], clusters)[0].tolist() == [1.0]


def test_groups_of_none_or_all_tasks_are_not_tested():
    groups = np.array([[0, 1, 1]] * 4, dtype=bool)
    groups[0, 1] = False
    [found] = exchange_tests([[1, 0, 0, 1]], [groups], range(4), exchanges=50)
    assert np.isnan(found).tolist() == [True, False, True]


def test_series_share_their_exchanges_and_the_seed_fixes_them():
    rng = np.random.default_rng(1)
    values, groups = rng.random(30) < 0.4, rng.random((30, 3)) < 0.5
    options = {"exchanges": 200, "seed": 4}
    one, other = exchange_tests([values, values], [groups, groups[:, :2]], range(30), **options)
    alone = exchange_tests([values], [groups], range(30), **options)[0]
    np.testing.assert_array_equal(one, alone)
    np.testing.assert_array_equal(one[:2], other)
    assert (exchange_tests([values], [groups], range(30), exchanges=200)[0] != alone).any()


def test_p_is_never_zero():
    values = np.arange(60) < 30
    [[found]] = exchange_tests([values], [values[:, None]], range(60), exchanges=99)
    assert found == 2 / 100


def test_the_level_is_kept_where_tasks_of_a_data_set_go_together():
    """Tasks taken as independent would reject far more often."""
    rng = np.random.default_rng(5)
    p_values = {"data sets": [], "independent": []}
    for _ in range(300):
        clusters = np.repeat(np.arange(30), 4)
        values = np.repeat(rng.random(30) < 0.3, 4)
        group = np.repeat(rng.random(30) < 0.3, 4)[:, None]
        for name, own in (("data sets", clusters), ("independent", np.arange(120))):
            p_values[name].append(exchange_tests([values], [group], own, exchanges=99)[0][0])
    rejected = {name: np.mean(np.array(own) <= 0.05) for name, own in p_values.items()}
    assert rejected["data sets"] <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 300)
    assert rejected["independent"] > 0.2
