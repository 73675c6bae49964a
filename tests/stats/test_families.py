import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests

from prgbench.stats.families import holm

P_VALUES = st.lists(st.floats(0, 1), min_size=1, max_size=12)


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


@given(P_VALUES)
def test_holm_lies_between_no_adjustment_and_bonferronis(p_values):
    raw, adjusted = np.array(p_values), holm(p_values)
    assert (adjusted >= raw).all()
    assert (adjusted <= np.minimum(1, len(raw) * raw)).all()
    order = np.argsort(raw)
    assert (np.diff(adjusted[order]) >= 0).all()
    assert adjusted[order[0]] == pytest.approx(min(1, len(raw) * raw[order[0]]))


def test_the_chance_of_any_false_rejection_is_kept_where_the_first_of_two_would_not():
    p_values = np.random.default_rng(0).uniform(size=(4000, 10))
    false = np.mean([holm(own).min() <= 0.05 for own in p_values])
    assert false == pytest.approx(1 - 0.995**10, abs=3 * np.sqrt(0.05 * 0.95 / 4000))
    assert np.mean(p_values.min(axis=1) <= 0.05) > 0.35
