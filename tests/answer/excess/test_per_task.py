from dataclasses import replace
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from made_up_tasks import NAMES, make_setting, make_task_scores
from prgbench.answer.excess import (
    Options,
    cross_half_excess,
    per_task,
    preferences_kept,
)
from prgbench.answer.subsamples import scores_of_parts

AUROC_TWICE = "sklearn.metrics:roc_auc_score"


def excess_of(scores, measures=("a", "b")):
    return cross_half_excess(np.asarray(scores, dtype=float), measures, decimals=12)


@st.composite
def outcomes(draw):
    """Draw what two measures say of four models on a half, in equally likely cases."""
    cases = draw(st.integers(1, 4))
    values = draw(st.lists(st.integers(0, 3), min_size=8 * cases, max_size=8 * cases))
    return np.array(values, dtype=float).reshape(cases, 2, 4)


@given(outcomes())
def test_expected_excess_is_half_the_squared_distance_of_the_pick_probabilities(cases):
    assume(len(np.unique(cases.reshape(-1, 4), axis=1).T) == 4)
    halves = [(first, second) for first, second in product(cases, repeat=2)]
    best = cases == cases.max(axis=-1, keepdims=True)
    probability = (best / best.sum(axis=-1, keepdims=True)).mean(axis=0)
    [row] = excess_of(halves)
    assert row["excess"] == pytest.approx(np.sum((probability[0] - probability[1]) ** 2) / 2)
    assert row["one_measure"] == pytest.approx(1 - np.sum(probability**2) / 2)
    assert row["splits"] == len(cases) ** 2


@given(outcomes())
def test_preferences_kept_are_the_mean_over_all_orders(cases):
    here, there = cases, cases[::-1]
    best = here == here.max(axis=-1, keepdims=True)
    expected = np.zeros((len(cases), 3))
    for case, (own, seen) in enumerate(zip(best, there, strict=True)):
        for order in permutations(range(4)):
            a, b = (next(model for model in order if own[m, model]) for m in (0, 1))
            likes_a, likes_b = seen[:, a] > seen[:, b], seen[:, b] > seen[:, a]
            expected[case] += (
                likes_a[0] * 1 - likes_b[0] * 1,
                likes_b[1] * 1 - likes_a[1] * 1,
                (likes_a[0] and likes_b[1]) * 1 - (likes_b[0] and likes_a[1]) * 1,
            )
    np.testing.assert_allclose(preferences_kept(best, there), expected / 24, atol=1e-12)


def test_excess_by_hand():
    first = [[[9, 1, 1], [1, 9, 1]], [[9, 1, 1], [1, 9, 1]]]
    second = [[[9, 1, 1], [1, 9, 1]], [[1, 1, 9], [9, 1, 1]]]
    [row] = excess_of([first, second])
    assert row["two_measures"] == (1 + (0 + 1) / 2) / 2
    assert row["one_measure"] == (0 + 1) / 2
    assert row["excess"] == 0.25
    # First split: both halves confirm. Second: a = 0, b = 1, judged 1 : 1 and 9 : 1, none;
    # a = 2, b = 0, judged 1 : 9 and 1 : 1, none.
    assert row["replicated"] == (1 + 1 + 0 + 0) / 4


def test_a_measure_disagrees_with_itself_alone_as_with_another_name_of_it():
    task = make_task_scores(n=40)
    setting = make_setting(("auroc", AUROC_TWICE), splits=2)
    halves = per_task(task, setting, Options())["halves"]
    np.testing.assert_allclose(halves["excess"], 0, atol=1e-12)
    np.testing.assert_allclose(halves["replicated"], 0)
    assert (halves["two_measures"] > 0).any()


def test_reversals_are_counted_against():
    own, other = [[9, 1], [1, 9]], [[1, 9], [9, 1]]
    [row] = excess_of([[own, other]])
    assert row["replicated"] == -1
    assert row["excess"] == -1


def test_equal_scores_are_no_preference():
    best = np.array([[[True, False], [False, True]]])
    for scores, kept in (
        ([[5, 5], [1, 2]], [0, 1, 0]),
        ([[2, 1], [5, 5]], [1, 0, 0]),
        ([[2, 1], [2, 1]], [1, -1, 0]),
    ):
        assert preferences_kept(best, np.array([scores])).tolist() == [kept]


def test_splits_without_a_value_are_left_out_and_counted():
    own = [[9.0, 1], [1, 9]]
    missing = [[9.0, 1], [np.nan, np.nan]]
    scores = np.array([[own, own], [own, missing], [missing, missing]])
    [row] = excess_of(scores)
    assert (row["splits"], row["undefined"]) == (1, 2)
    assert (row["excess"], row["replicated"]) == (1, 1)
    [row] = excess_of(scores[1:])
    assert (row["splits"], row["undefined"]) == (0, 2)
    assert np.isnan([row["excess"], row["two_measures"], row["replicated"]]).all()


def test_models_without_a_score_are_never_picked():
    own = [[np.nan, 1, 2], [1, 5, 2]]
    [row] = excess_of([[own, own]])
    assert (row["excess"], row["undefined"]) == (1, 0)


@settings(max_examples=10)
@given(st.integers(1, 1000))
def test_a_model_that_runs_twice_changes_nothing(task_id):
    task, setting = make_task_scores(task_id, n=60), make_setting()
    twice = replace(
        task,
        y_scores=np.vstack([task.y_scores, task.y_scores[[5, 0]]]),
        run_ids=np.arange(8),
    )
    once, again = (per_task(own, setting, Options())["halves"] for own in (task, twice))
    np.testing.assert_allclose(again.drop(columns=NAMES_OF_PAIR), once.drop(columns=NAMES_OF_PAIR))


NAMES_OF_PAIR = ["measure_a", "measure_b"]


def test_rows_of_halves_and_quarters():
    task, setting = make_task_scores(7, n=120), make_setting()
    halves = per_task(task, setting, Options())["halves"]
    assert halves["parts"].tolist() == [2, 2, 2, 4, 4, 4]
    assert (halves["task_id"] == 7).all()
    quarters = cross_half_excess(scores_of_parts(task, setting, 4), NAMES, decimals=12)
    assert halves["excess"].tolist()[3:] == [row["excess"] for row in quarters]


def test_crossing_curves_of_two_clear_models_are_a_certain_disagreement():
    rng = np.random.default_rng(0)
    n, positive = 1000, np.arange(1000) < 100
    high, low = np.where(rng.random((2, n)) < 0.05, 6, 0), np.where(rng.random(n) < 0.75, 6, -2)
    scores = np.stack([np.where(positive, 3, high[0]), np.where(positive, low, 0), high[1]])
    task = replace(
        make_task_scores(n=n, n_models=3),
        y_true=positive,
        y_scores=scores + 0.1 * rng.normal(size=(3, n)),
    )
    halves = per_task(task, make_setting(("aupr", "auroc")), Options())["halves"]
    assert halves["excess"].tolist()[0] == 1
    assert halves["replicated"].tolist()[0] == 1
