from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prgbench.stats import families
from prgbench.stats.families import FLIPS, MOST_EXACT, sign_flip_test

WHOLE = st.lists(st.integers(-5, 5), min_size=1, max_size=8)


def test_three_data_sets_by_hand():
    """The eight totals are ±6, ±4, ±2 and 0 twice; 4 is the one observed."""
    values, clusters = [3, 2, -1], ["a", "b", "c"]
    assert sign_flip_test(values, clusters) == 4 / 8


def test_tasks_of_a_data_set_are_flipped_together():
    values = [1.0, 2.0, -0.5, 1.0, 1.0]
    together = sign_flip_test(values, [1, 1, 1, 2, 3])
    assert together == sign_flip_test([2.5, 1.0, 1.0], [1, 2, 3]) == 2 / 8
    assert together != sign_flip_test(values, [1, 2, 3, 4, 5])


def test_undefined_tasks_do_not_count():
    assert sign_flip_test([1, np.nan, 2, np.nan], [1, 1, 2, 3]) == 2 / 4
    assert np.isnan(sign_flip_test([np.nan, np.nan], [1, 2]))
    assert np.isnan(sign_flip_test([], []))


def test_without_a_difference_p_is_one():
    assert sign_flip_test([0, 0, 1, -1], [1, 2, 3, 3]) == 1


@given(WHOLE)
def test_data_sets_without_a_difference_change_nothing(values):
    clusters = list(range(len(values)))
    more = sign_flip_test([*values, 0, 0], [*clusters, -1, -2])
    assert more == sign_flip_test(values, clusters)


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
