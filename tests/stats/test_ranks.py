"""Ranks of models, compared with those of SciPy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy.stats import rankdata

from prgbench.stats.ranks import centred_ranks, ranks_of

# Few values, so that most are tied.
VALUES = hnp.arrays(
    np.float64,
    hnp.array_shapes(min_dims=1, max_dims=3, max_side=5),
    elements=st.sampled_from([-np.inf, -1.5, -0.0, 0.0, 0.25, 2.0, np.inf]),
)


@pytest.mark.parametrize("ties", ["average", "min", "max"])
@given(values=VALUES)
def test_ranks_are_those_of_scipy(ties, values):
    np.testing.assert_array_equal(ranks_of(values, ties), rankdata(values, ties, axis=-1))


@given(values=VALUES)
def test_centred_ranks_are_ranks_from_the_best_less_their_mean(values):
    ranks = rankdata(-values, axis=-1)
    expected = ranks - ranks.mean(axis=-1, keepdims=True)
    np.testing.assert_array_equal(centred_ranks(values), expected)


def test_what_is_undefined_is_last():
    assert ranks_of(np.array([[np.nan, 3.0, 1.0]]), "min").tolist() == [[3, 2, 1]]


def test_tied_models_share_their_ranks():
    assert centred_ranks(np.array([[3.0, 3.0, 1.0, 9.0]])).tolist() == [[0, 0, 1.5, -1.5]]
    assert centred_ranks(np.empty((0, 3))).shape == (0, 3)


def test_nan_ranks_last_and_ties_with_nan():
    values = np.array([3.0, np.nan, 1.0, np.nan])
    assert ranks_of(values, "average").tolist() == [2, 3.5, 1, 3.5]
    assert ranks_of(values, "min").tolist() == [2, 3, 1, 3]
    assert ranks_of(values, "max").tolist() == [2, 4, 1, 4]
