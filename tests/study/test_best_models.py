from itertools import permutations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prgbench.metrics import get_measure
from prgbench.study.agreement import (
    best_by_rank,
    best_by_score,
    best_models,
    direction,
    first_best,
    sets_differ,
)
from prgbench.study.ranking import Ranking, add_ranks

SETS = st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=6).filter(
    lambda pairs: any(a for a, _ in pairs) and any(b for _, b in pairs)
)


def make_models():
    """Return two tasks, out of order; the second has two best models by AUPR."""
    models = pd.DataFrame(
        {
            "task_id": [2, 1, 2, 1, 2],
            "run_id": [9, 4, 7, 3, 8],
            "aupr": [0.9, 0.5, 0.9, 0.6, 0.1],
            "brier": [0.1, 0.2, 0.3, 0.4, 0.1],
        }
    )
    return add_ranks(models, [get_measure("aupr"), get_measure("brier")], Ranking())


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
    models = pd.DataFrame({"task_id": 1, "run_id": range(len(scores)), "aupr": scores})
    ranked = add_ranks(models, [get_measure("aupr")], Ranking(ties=ties))
    by_rank = best_models(ranked, ["aupr"])[:, 0]
    np.testing.assert_array_equal(by_rank, best_by_score(np.array(scores), 12))
    np.testing.assert_array_equal(by_rank, best_by_rank(ranked["rank_aupr"].to_numpy()))


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


def test_best_models_of_a_table_are_found_in_each_task():
    models = make_models()
    assert models["run_id"].tolist() == [3, 4, 7, 8, 9]
    by_aupr, by_brier = best_models(models, ["aupr", "brier"]).T
    assert by_aupr.tolist() == [True, False, True, False, True]
    assert by_brier.tolist() == [False, True, False, True, True]


def test_the_first_of_several_best_models_has_the_lowest_run_id():
    shuffled = make_models().iloc[[4, 1, 3, 0, 2]]
    assert first_best(shuffled, "aupr")["run_id"].to_dict() == {1: 3, 2: 7}
    assert first_best(shuffled, "brier")["run_id"].to_dict() == {1: 4, 2: 8}


def test_a_missing_value_of_the_first_best_model_stays_missing():
    models = make_models().assign(upload_time=["a", "b", None, "c", "d"])
    assert first_best(models, "aupr")["upload_time"].isna().to_dict() == {1: False, 2: True}
