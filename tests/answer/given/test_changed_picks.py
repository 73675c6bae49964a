import numpy as np
import pytest

from prgbench.answer.given import (
    change_by_fold_mean,
    change_by_half,
    repeats_compared,
)

NAN = np.nan


def test_the_mean_over_folds_has_another_best_model():
    pooled = np.array([0.9, 0.8, 0.7])
    folds = np.array([[0.5, 0.9, 0.1], [0.6, 0.7, 0.2]])
    assert change_by_fold_mean(pooled, folds, 12) == (1.0, 1.0)
    assert change_by_fold_mean(pooled, folds[:, [1, 0, 2]], 12) == (0.0, 0.0)


def test_a_tie_changes_by_chance():
    pooled = np.array([0.9, 0.8, 0.7])
    folds = np.array([[0.5, 0.75, 0.1], [0.75, 0.5, 0.2]])
    assert change_by_fold_mean(pooled, folds, 12) == (0.5, 1.0)


def test_folds_without_a_value_do_not_count():
    pooled = np.array([0.9, 0.8])
    folds = np.array([[0.5, 0.9], [NAN, NAN], [1.0, 0.5]])
    assert change_by_fold_mean(pooled, folds, 12) == (0.0, 0.0)


@pytest.mark.parametrize("folds", [np.empty((0, 2)), np.ones((1, 2)), np.full((3, 2), NAN)])
def test_less_than_two_folds_or_no_value_is_undefined(folds):
    assert np.isnan(change_by_fold_mean(np.array([0.9, 0.8]), folds, 12)).all()


def test_halves_by_hand():
    same, other, tied = [[1.0, 0.0], [0.9, 0.1]], [[1.0, 0.0], [0.0, 1.0]], [[1.0, 1.0], [1.0, 0]]
    expected, sets = change_by_half(np.array([same, other, tied]), 12)
    assert expected == pytest.approx((0 + 1 + 0.5) / 3)
    assert sets == pytest.approx(2 / 3)


def test_halves_without_a_score_do_not_count():
    undefined = [[NAN, NAN], [1.0, 0.0]]
    other = [[1.0, 0.0], [0.0, 1.0]]
    assert change_by_half(np.array([undefined, other]), 12) == (1.0, 1.0)
    assert np.isnan(change_by_half(np.array([undefined]), 12)).all()


def test_repeats_by_hand():
    # Best by a: models 0, 0, 1; by b: 0, 1, 1.
    scores = np.array([[[2.0, 1], [2, 1]], [[2, 1], [1, 2]], [[1, 2], [1, 2]]])
    table = repeats_compared(scores, ["a", "b"], 12).set_index(["measure_a", "measure_b"])
    assert table.loc[("a", "b"), "within_repeat"] == pytest.approx(1 / 3)
    # Of the six ordered pairs (i, j): a_i differs from b_j in (1,2), (1,3), (2,3), (3,1).
    assert table.loc[("a", "b"), "across_repeats"] == pytest.approx(4 / 6)
    assert table.loc[("a", "a"), "across_repeats"] == pytest.approx(4 / 6)
    assert table.loc[("b", "b"), "across_repeats"] == pytest.approx(4 / 6)
    assert table.loc[("a", "a"), "within_repeat"] == 0


def test_tied_models_across_repeats():
    scores = np.array([[[1.0, 1.0]], [[1.0, 0.0]]])
    row = repeats_compared(scores, ["a"], 12).iloc[0]
    assert row["across_repeats"] == 0.5
    assert row["sets_across_repeats"] == 1


def test_one_repeat_or_one_without_a_score_is_undefined():
    one = repeats_compared(np.ones((1, 2, 3)), ["a", "b"], 12)
    assert one["across_repeats"].isna().all()
    scores = np.ones((2, 2, 3))
    scores[1, 0] = NAN
    table = repeats_compared(scores, ["a", "b"], 12)
    assert table.loc[table["measure_a"] == "a", "across_repeats"].isna().all()
    assert table.loc[table["measure_a"] == "b", "across_repeats"].eq(0).all()
    assert len(repeats_compared(np.empty((0, 2, 3)), ["a", "b"], 12)) == 3
