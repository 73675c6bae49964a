from itertools import pairwise, permutations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from made_up_tasks import MEASURES, make_task_scores, models_of
from prgbench.comparison.ties.tables import (
    near_tie_groups,
    tie_sensitivity,
    tied_rank_correlations,
    top_inclusion,
)
from prgbench.replication.agreement import agreement_summary, task_agreement

GROUPS = st.lists(st.integers(0, 4), min_size=1, max_size=6).map(
    lambda values: np.unique(values, return_inverse=True)[1]
)


@given(GROUPS, st.integers(1, 6))
def test_inclusion_is_the_share_of_tie_breaks_with_the_model_at_the_top(groups, top):
    orders = [
        order
        for order in permutations(range(len(groups)))
        if all(groups[a] <= groups[b] for a, b in pairwise(order))
    ]
    expected = [np.mean([m in order[:top] for order in orders]) for m in range(len(groups))]
    np.testing.assert_allclose(top_inclusion(groups, top), expected, atol=1e-12)


@given(st.lists(st.sampled_from([0.0, 0.1, 0.25, 0.3, 1.0, np.inf]), min_size=1, max_size=8))
def test_groups_are_no_wider_than_the_tolerance_and_keep_the_order(values):
    losses = np.array(values)
    groups = near_tie_groups(losses, 0.2)
    for group in range(groups.max() + 1):
        members = losses[groups == group]
        assert members.max() == members.min() or np.ptp(members) <= 0.2
        if group:
            assert members.min() - losses[groups == group - 1].min() > 0.2
    np.testing.assert_array_equal(
        near_tie_groups(losses, 0.0), np.unique(losses, return_inverse=True)[1]
    )


@pytest.fixture(scope="module")
def models():
    tasks = [make_task_scores(task_id, n=40, n_models=8) for task_id in range(1, 13)]
    return models_of(tasks)


def test_without_tolerance_the_shares_are_those_of_the_agreement(models):
    table = tie_sensitivity(models, MEASURES, tolerances=[1e-12])
    summary = agreement_summary(task_agreement(models, MEASURES), models)
    for ours, theirs in {
        "strict": "best_differs",
        "lenient": "best_differs_surely",
        "expected": "best_differs_expected",
        "top3_ordered": "top3_differs",
    }.items():
        np.testing.assert_allclose(table[ours], summary[theirs])
    assert (table["top3_set"] <= table["top3_ordered"]).all()


def test_one_task_by_hand():
    models = pd.DataFrame(
        {
            "task_id": 1,
            "run_id": range(5),
            "aupr": [0.9, 0.9, 0.8, 0.7, 0.6],
            "auroc": [0.91, 0.90, 0.80, 0.60, 0.70],
        }
    )
    exact, near, all_tied = tie_sensitivity(
        models, [MEASURES[0], MEASURES[2]], tolerances=[0, 0.02, 1]
    ).to_dict("records")
    assert (exact["strict"], exact["lenient"], exact["expected"]) == (1, 0, 0.5)
    assert (exact["top3_ordered"], exact["top3_set"], exact["top3_overlap"]) == (1, 0, 1)
    assert (near["strict"], near["expected"], near["tied_tasks"]) == (0, 0.5, 1)
    assert (near["top3_ordered"], near["top3_overlap"]) == (0, 1)
    assert (all_tied["strict"], all_tied["expected"]) == (0, 0.8)
    assert all_tied["top3_overlap"] == pytest.approx(5 * 0.6**2 / 3)


def test_undefined_scores_are_worst_and_tied(models):
    undefined = models.assign(auroc=np.nan)
    table = tie_sensitivity(undefined, MEASURES, tolerances=[0])
    own = table[table["measure_b"] == "auroc"]
    assert (own["tied_tasks"] == 12).all()
    assert (own["lenient"] == 0).all()
    assert own["expected"].between(0.8, 1).all()


def test_rank_correlations_by_each_way_to_rank(models):
    table = tied_rank_correlations(models, MEASURES, seed=0)
    same = tied_rank_correlations(models, MEASURES, seed=0)
    pd.testing.assert_frame_equal(table, same)
    table = table.set_index(["ranks", "measure_a", "measure_b"]).sort_index()
    summary = agreement_summary(task_agreement(models, MEASURES), models)
    np.testing.assert_allclose(
        table.xs("average")["rank_correlation"], summary["rank_correlation"]
    )
    lowest = models.groupby("task_id")[["aupr", "auroc"]].rank(method="min", ascending=False)
    expected = np.corrcoef(lowest["aupr"], lowest["auroc"])[0, 1]
    assert table.loc[("min", "aupr", "auroc"), "rank_correlation"] == pytest.approx(expected)


def test_a_constant_measure_has_no_rank_correlation(models):
    constant = models.assign(auroc=0.5)
    table = tied_rank_correlations(constant, MEASURES, seed=0)
    own = table[(table["measure_b"] == "auroc") & (table["ranks"] == "average")]
    assert own["rank_correlation"].isna().all()
