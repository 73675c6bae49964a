"""P-values by simulation, adjusted for the number of pairs."""

import numpy as np
import pytest

from prgbench.stats.families import adjusted_p_values

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
