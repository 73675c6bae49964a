from itertools import pairwise, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prgbench.stats.rank_overlap import break_ties, mean_overlap, rank_biased_overlap

RANKINGS = st.integers(1, 6).flatmap(
    lambda n: st.lists(st.lists(st.integers(1, 3), min_size=n, max_size=n), min_size=2, max_size=2)
)


def overlap_of_orders(a, b):
    return [len(set(a[:depth]) & set(b[:depth])) for depth in range(1, len(a) + 1)]


def biased_overlap_of_orders(a, b, p):
    """Equation 32 of Webber, Moffat & Zobel (2010) for two complete lists."""
    shared = overlap_of_orders(a, b)
    series = sum(x / d * p**d for d, x in enumerate(shared, 1))
    return shared[-1] / len(a) * p ** len(a) + (1 - p) / p * series


def broken(ranks, order):
    """Return the items by rank, tied ones as in the order."""
    return sorted(order, key=lambda item: (ranks[item], order.index(item)))


@given(RANKINGS)
def test_places_keep_the_ranks_and_tied_items_stand_alike_in_all_rankings(rankings):
    first, second = break_ties(rankings, orders=5, seed=1)
    n = len(rankings[0])
    for one, other in zip(first, second, strict=True):
        assert sorted(one) == list(range(n))
        items = np.argsort(one)
        assert all(rankings[0][x] <= rankings[0][y] for x, y in pairwise(items))
        for x, y in permutations(range(n), 2):
            if rankings[0][x] == rankings[0][y] and rankings[1][x] == rankings[1][y]:
                assert (one[x] < one[y]) == (other[x] < other[y])


@given(RANKINGS, st.sampled_from([0.3, 0.9]))
def test_a_ranking_agrees_with_itself_however_it_is_tied(rankings, persistence):
    same = [rankings[0], rankings[0]]
    first, second = break_ties([*same, rankings[1]], seed=3)[:2]
    overlap = mean_overlap(first, second)
    assert overlap.tolist() == list(range(1, len(rankings[0]) + 1))
    assert rank_biased_overlap(overlap, persistence) == 1


@given(st.permutations(range(6)), st.permutations(range(6)))
def test_without_ties_there_is_one_order_and_the_overlap_is_that_of_lists(a, b):
    places = break_ties([np.argsort(a), np.argsort(b)])
    assert places.shape == (2, 1, 6)
    overlap = mean_overlap(*places)
    assert overlap.tolist() == overlap_of_orders(a, b)
    expected = biased_overlap_of_orders(a, b, 0.7)
    assert rank_biased_overlap(overlap, 0.7) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    ("a", "b"),
    [([1, 1, 1, 1], [1, 2, 3, 4]), ([1, 1, 3, 4], [1, 3, 1, 4]), ([1, 1, 1, 4], [4, 1, 1, 1])],
)
def test_overlaps_are_the_means_over_all_orders(a, b):
    orders = list(permutations(range(4)))
    expected = np.mean([overlap_of_orders(broken(a, o), broken(b, o)) for o in orders], axis=0)
    found = mean_overlap(*break_ties([a, b], orders=20_000, seed=2))
    assert found == pytest.approx(expected, abs=4 * 0.5 / np.sqrt(20_000))
    assert found[-1] == 4


def test_the_seed_fixes_the_orders():
    ranks = np.ones((2, 20))
    first, again, other = (break_ties(ranks, orders=3, seed=[s, 5]) for s in (1, 1, 2))
    np.testing.assert_array_equal(first, again)
    assert (first != other).any()


def test_rank_biased_overlap_of_reversed_rankings_by_hand():
    """Overlaps 0, 1, 3 at p = 1/2: 1/2 (0/1) + 1/4 (1/2) + 1/8 (3/3), and the tail 1/8."""
    assert rank_biased_overlap(np.array([0.0, 1.0, 3.0]), 0.5) == pytest.approx(0.375)


@pytest.mark.parametrize("persistence", [0.0, 1.0])
def test_persistence_lies_inside_the_unit_interval(persistence):
    with pytest.raises(ValueError, match="persistence"):
        rank_biased_overlap(np.arange(3.0), persistence)
