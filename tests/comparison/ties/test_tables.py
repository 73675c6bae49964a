from itertools import permutations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from made_up_tasks import MEASURES, make_task_scores, models_of
from prgbench.comparison.ties.tables import (
    near_tie_groups,
    tie_sensitivity,
    tied_rank_correlations,
)
from prgbench.replication.agreement import agreement_summary, task_agreement

LOSSES = st.lists(st.sampled_from([0.0, 0.1, 0.2, 0.3, 0.5]), min_size=1, max_size=6)
TOLERANCES = [0, 0.1, 0.2, 0.6]
PAIR = [MEASURES[0], MEASURES[2]]


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
    table = tie_sensitivity(models, MEASURES, tolerances=[1e-12], seed=0)
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
        models, [MEASURES[0], MEASURES[2]], tolerances=[0, 0.02, 1], seed=0
    ).to_dict("records")
    assert (exact["strict"], exact["lenient"], exact["expected"]) == (1, 0, 0.5)
    assert (exact["top3_ordered"], exact["top3_set"], exact["top3_overlap"]) == (1, 0, 1)
    assert (near["strict"], near["expected"], near["tied_tasks"]) == (0, 0, 1)
    assert (near["top3_ordered"], near["top3_overlap"]) == (0, 1)
    assert (all_tied["strict"], all_tied["expected"]) == (0, 0)
    assert (all_tied["top3_ordered"], all_tied["top3_overlap"]) == (0, 1)


def scored(first, second):
    """Return the models of a task with these losses by two measures."""
    return pd.DataFrame(
        {
            "task_id": 1,
            "run_id": range(len(first)),
            "aupr": 1 - np.array(first),
            "auroc": 1 - np.array(second),
        }
    )


@settings(max_examples=60, deadline=None)
@given(LOSSES)
def test_a_measure_agrees_with_itself_at_any_tolerance(losses):
    models = scored(losses, losses)
    table = tie_sensitivity(models, PAIR, tolerances=TOLERANCES, seed=0)
    differing = ["strict", "lenient", "expected", "top3_ordered", "top3_set"]
    assert (table[differing] == 0).all(axis=None)
    assert (table["top3_overlap"] == 1).all()


@settings(max_examples=60, deadline=None)
@given(LOSSES, st.permutations(range(6)))
def test_no_model_in_common_can_only_get_rarer_with_the_tolerance(losses, order):
    models = scored(losses, [losses[i] for i in order if i < len(losses)])
    table = tie_sensitivity(models, PAIR, tolerances=TOLERANCES, seed=0)
    assert (np.diff(table["lenient"]) <= 0).all()
    assert (table["lenient"] <= table["expected"]).all()
    assert (table["expected"] <= table["strict"]).all()
    assert (table["top3_set"] <= table["top3_ordered"]).all()


def test_the_expected_disagreement_may_rise_with_the_tolerance():
    """A second model comes within the tolerance by one measure alone."""
    models = scored([0, 0.1, 0.5], [0, 0.3, 0.5])
    table = tie_sensitivity(models, PAIR, tolerances=[0, 0.2, 0.4], seed=0)
    assert table["expected"].tolist() == [0, 0.5, 0]
    assert table["strict"].tolist() == [0, 1, 0]


def test_the_overlap_of_the_top_is_that_over_orders_of_both_measures():
    """Five models tied by one measure, two at the top by the other: 3/5 of the top is shared."""
    first, second = [0.0] * 5, [0.0, 0.0, 0.1, 0.2, 0.3]
    found = [
        tie_sensitivity(scored(first, second), PAIR, tolerances=[0], seed=seed)["top3_overlap"]
        for seed in range(30)
    ]
    orders = list(permutations(range(5)))
    shared = [len(set(order[:3]) & {0, 1, 2}) / 3 for order in orders]
    error = np.std(shared) / np.sqrt(30 * 100)
    assert np.mean(found) == pytest.approx(np.mean(shared), abs=4 * error)


def test_undefined_scores_are_worst_and_tied(models):
    undefined = models.assign(auroc=np.nan)
    table = tie_sensitivity(undefined, MEASURES, tolerances=[0], seed=0)
    own = table[table["measure_b"] == "auroc"]
    assert (own["tied_tasks"] == 12).all()
    assert (own["lenient"] == 0).all()
    for row in own.itertuples():
        scores = models.groupby("task_id")[row.measure_a]
        n_best = (models[row.measure_a] == scores.transform("max")).groupby(models["task_id"])
        assert row.expected == pytest.approx((1 - n_best.sum() / 8).mean())


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
