from itertools import permutations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prgbench.data.models import Models
from prgbench.metrics import get_measure
from prgbench.study.agreement import (
    best_by_rank,
    best_by_score,
    direction,
    sets_differ,
)
from prgbench.study.ranking import Ranking, add_ranks

SETS = st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=6).filter(
    lambda pairs: any(a for a, _ in pairs) and any(b for _, b in pairs)
)


@pytest.mark.parametrize(
    ("ranks", "expected"),
    [
        ([1.5, 1.5, 3.0], [True, True, False]),
        ([2.0, 2.0, 2.0], [True, True, True]),
        ([3.0, 1.0, 2.0], [False, True, False]),
    ],
)
def test_the_first_rank_is_best(ranks, expected):
    assert best_by_rank(np.array(ranks)).tolist() == expected


def test_ranks_of_many_draws_at_once():
    ranks = np.random.default_rng(0).integers(1, 4, size=(3, 5, 6)).astype(float)
    best = best_by_rank(ranks)
    for place in np.ndindex(3, 5):
        np.testing.assert_array_equal(best[place], best_by_rank(ranks[place]))


def test_scores_are_tied_at_the_decimals_that_count():
    scores = np.array([0.9, 0.9 + 1e-14, 0.8])
    assert best_by_score(scores, 12).tolist() == [True, True, False]
    assert best_by_score(scores, 15).tolist() == [False, True, False]


def test_undefined_scores_are_never_best_but_among_themselves():
    assert best_by_score(np.array([np.nan, -3.0]), 12).tolist() == [False, True]
    assert best_by_score(np.array([np.nan, np.nan]), 12).tolist() == [True, True]


@pytest.mark.parametrize("ties", ["average", "min", "max"])
@given(scores=st.lists(st.sampled_from([0.1, 0.2, 0.3, np.nan]), min_size=1, max_size=8))
def test_ranks_and_scores_find_the_same_models(ties, scores):
    frame = pd.DataFrame({"task_id": 1, "run_id": range(len(scores)), "aupr": scores})
    ranked = add_ranks(Models(frame, ["aupr"]), [get_measure("aupr")], Ranking(ties=ties))
    by_rank = best_by_rank(ranked.ranks("aupr").to_numpy())
    np.testing.assert_array_equal(by_rank, best_by_score(np.array(scores), 12))


def test_losses_are_better_when_lower():
    assert direction([get_measure("aupr"), get_measure("brier")]).tolist() == [1, -1]


@given(SETS)
def test_the_expected_difference_is_that_of_the_first_models_in_all_orders(pairs):
    a, b = np.array(pairs).T
    differ, expected = sets_differ(a, b)
    orders = list(permutations(range(len(a))))
    first = [[next(m for m in order if best[m]) for order in orders] for best in (a, b)]
    assert expected == pytest.approx(np.mean(np.not_equal(*first)))
    assert differ == (a.tolist() != b.tolist())
    assert (expected == 1) == (not (a & b).any())
    assert (expected == 0) == (not differ)


def test_sets_of_many_tasks_are_compared_at_once():
    a = np.array([[True, False], [True, True]])
    b = np.array([[True, False], [False, True]])
    differ, expected = sets_differ(a, b)
    assert differ.tolist() == [False, True]
    assert expected.tolist() == [0, 0.5]
