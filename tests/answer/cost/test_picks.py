from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from prgbench.answer.cost_means import below, mean_of_sets, pair_of_picks

SETS = arrays(bool, 4).filter(np.any)
VALUES = arrays(float, 4, elements=st.sampled_from([0.0, 0.25, 0.5, 1.0]))


def in_every_order(a, b, values):
    """Share of the orders in which the first of each set differ, and the one of A is worse."""
    differs, worse, difference = [], [], []
    for order in permutations(range(4)):
        first, second = (next(m for m in order if own[m]) for own in (a, b))
        differs.append(first != second)
        gap = values[first] - values[second]
        worse.append((first != second) * (0.5 if gap == 0 else gap < 0))
        difference.append(gap)
    return np.mean(differs), np.mean(worse), np.mean(difference)


@given(SETS, SETS, VALUES)
def test_picks_of_one_common_order_against_every_order(a, b, values):
    sets = np.stack([a, b])[None]
    lower = below(sets, values[None])
    found_differs, found_worse = pair_of_picks(a[None], b[None], lower[:, 0], lower[:, 1])
    means = mean_of_sets(sets, values[None])[0]
    differs, worse, difference = in_every_order(a, b, values)
    assert found_differs.item() == pytest.approx(differs)
    assert found_worse.item() == pytest.approx(worse)
    assert means[0] - means[1] == pytest.approx(difference)


def test_a_set_without_value_or_member_has_no_mean():
    sets = np.array([[True, False], [True, True], [False, False]])
    assert np.isnan(mean_of_sets(sets, np.array([1.0, np.nan]))).tolist() == [False, True, True]
