from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.stats import rankdata

from prgbench.answer.common_order import BEST_DIFFERS, RANKS, TOP_DIFFERS
from prgbench.answer.intervals import correlation_of_sums
from prgbench.robustness.tie_rules import (
    compare_common,
    compare_in_one_order,
    compare_sets,
    rank_models,
)
from prgbench.study.agreement import best_differs, top_differs
from prgbench.study.ranking import Ranking

RANKING = Ranking()
# A few levels give ties of all kinds; two measures of up to five models.
TWO_MEASURES = st.integers(2, 5).flatmap(
    lambda n: arrays(np.float64, (2, n), elements=st.sampled_from([0.0, 1, 2, 3]))
)


def ranked(scores):
    """Rank one task, padded by a model that is not there."""
    padded = np.append(np.asarray(scores, dtype=float), 99.0)[None]
    return rank_models(padded, np.arange(padded.shape[1])[None] < padded.shape[1] - 1, 12)


def orders(n_models):
    """Give all orders of the models, the padding last."""
    return np.array([[[*order, n_models]] for order in permutations(range(n_models))])


def first_three(scores, order):
    return tuple(sorted(order, key=lambda model: -scores[model])[:3])


@pytest.mark.parametrize("ties", ["average", "min", "max"])
def test_ranks_are_those_of_scipy(ties):
    rng = np.random.default_rng(0)
    scores = rng.integers(0, 4, size=(20, 7)).astype(float)
    kept = rng.random((20, 7)) < 0.8
    ranks = rank_models(scores, kept, 12).ranks(ties)
    for row, own, there in zip(ranks, scores, kept, strict=True):
        np.testing.assert_array_equal(row[there], rankdata(-own[there], method=ties))


def test_rounding_and_undefined_scores():
    found = ranked([0.5, np.nan, 0.5 + 1e-13, np.nan]).ranks("average")[0, :4]
    assert found.tolist() == [1.5, 3.5, 1.5, 3.5]


@settings(max_examples=60, deadline=None)
@given(TWO_MEASURES)
def test_the_notions_of_the_study(scores):
    a, b = map(ranked, scores)
    ranks_a, ranks_b = (rankdata(-own) for own in scores)
    differ, expected, surely = best_differs(ranks_a, ranks_b)
    sets, common = compare_sets(a, b, RANKING), compare_common(a, b, RANKING)
    one_order = compare_in_one_order(a, b, RANKING, orders(scores.shape[1]))
    assert sets[BEST_DIFFERS][0] == differ
    assert one_order[BEST_DIFFERS][0] == pytest.approx(expected)
    assert common[BEST_DIFFERS][0] == surely
    assert sets[TOP_DIFFERS][0] == top_differs(ranks_a, ranks_b)


@settings(max_examples=60, deadline=None)
@given(TWO_MEASURES)
def test_the_top_three_by_all_orders_of_ties(scores):
    a, b = map(ranked, scores)
    n = scores.shape[1]
    tops = [[first_three(own, order) for order in permutations(range(n))] for own in scores]
    same_order = np.mean([x != y for x, y in zip(*tops, strict=True)])
    found = compare_in_one_order(a, b, RANKING, orders(n))[TOP_DIFFERS][0]
    assert found == pytest.approx(same_order)
    found = compare_common(a, b, RANKING)[TOP_DIFFERS][0]
    assert found == (not set(tops[0]) & set(tops[1]))


@settings(max_examples=60, deadline=None)
@given(TWO_MEASURES)
def test_the_correlation_by_all_orders_of_ties(scores):
    n = scores.shape[1]
    compared = compare_in_one_order(*map(ranked, scores), RANKING, orders(n))
    found = []
    for order in permutations(range(n)):
        ranks = []
        for own in scores:
            place = np.empty(n)
            place[sorted(order, key=lambda model, own=own: -own[model])] = np.arange(1, n + 1)
            ranks.append(place)
        found.append(np.corrcoef(*ranks)[0, 1])
    assert correlation_of_sums(compared[RANKS][0]) == pytest.approx(np.mean(found), abs=1e-9)


def test_the_correlation_of_all_tasks_is_pearsons():
    rng = np.random.default_rng(1)
    scores = rng.integers(0, 5, size=(2, 9, 6)).astype(float)
    kept = rng.random((9, 6)) < 0.7
    kept[:, :2] = True
    a, b = (rank_models(own, kept, 12) for own in scores)
    pooled = np.corrcoef(a.ranks("average")[kept], b.ranks("average")[kept])[0, 1]
    sums = compare_sets(a, b, RANKING)[RANKS].sum(axis=0)
    assert correlation_of_sums(sums) == pytest.approx(pooled)


def test_ranks_without_spread_have_no_correlation():
    compared = compare_sets(ranked([1, 1]), ranked([1, 2]), RANKING)
    assert np.isnan(correlation_of_sums(compared[RANKS][0]))
