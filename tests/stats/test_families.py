import numpy as np
import pytest
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
