import numpy as np
import pytest

from prgbench.answer.given import change_by_fold_mean, change_by_repeat

NAN = np.nan


def test_the_mean_over_folds_has_another_best_model():
    pooled = np.array([0.9, 0.8, 0.7])
    folds = np.array([[0.5, 0.9, 0.1], [0.6, 0.7, 0.2]])
    assert change_by_fold_mean(pooled, folds, 12) == 1.0
    assert change_by_fold_mean(pooled, folds[:, [1, 0, 2]], 12) == 0.0


def test_a_tie_changes_by_chance():
    pooled = np.array([0.9, 0.8, 0.7])
    folds = np.array([[0.5, 0.75, 0.1], [0.75, 0.5, 0.2]])
    assert change_by_fold_mean(pooled, folds, 12) == 0.5


def test_folds_without_a_value_do_not_count():
    pooled = np.array([0.9, 0.8])
    folds = np.array([[0.5, 0.9], [NAN, NAN], [1.0, 0.5]])
    assert change_by_fold_mean(pooled, folds, 12) == 0.0


@pytest.mark.parametrize("folds", [np.empty((0, 2)), np.ones((1, 2)), np.full((3, 2), NAN)])
def test_less_than_two_folds_or_no_value_is_undefined(folds):
    assert np.isnan(change_by_fold_mean(np.array([0.9, 0.8]), folds, 12))


def test_repeats_by_hand():
    # Best are models 0, 0 and 1: two of the three pairs of repeats differ.
    assert change_by_repeat(np.array([[2.0, 1], [2, 1], [1, 2]]), 12) == pytest.approx(2 / 3)
    assert change_by_repeat(np.array([[1.0, 1.0], [1.0, 0.0]]), 12) == 0.5


@pytest.mark.parametrize("scores", [np.empty((0, 3)), np.ones((1, 3)), [[1.0, 0], [NAN, NAN]]])
def test_one_repeat_or_one_without_a_score_is_undefined(scores):
    assert np.isnan(change_by_repeat(np.array(scores), 12))
