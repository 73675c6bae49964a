from dataclasses import replace

import numpy as np
import pytest

from made_up_tasks import make_task_scores, repeated
from prgbench.answer.given import gap_of_best_two, size_ratio

NAN = np.nan


def test_the_errors_of_a_gap_by_hand():
    pooled = np.array([0.5, 0.9, 0.8])
    folds = np.array([[0.1, 0.9, 0.8], [0.1, 0.8, 0.8], [0.1, NAN, 0.8], [0.1, 0.9, 0.7]])
    halves = np.array([[[0.0, 0.9, 0.8], [0.0, 0.9, 0.6]], [[0.0, 0.7, 0.8], [0.0, 0.9, 0.8]]])
    gap = gap_of_best_two(pooled, folds, halves, 1 / 3, 12)
    # Differences .1, 0, .2: mean .1, variance .01; gaps of the halves .1 - .3 and -.1 - .1
    assert gap["folds"] == 3
    assert gap["gap"] == pytest.approx(0.1)
    assert gap["naive"] == pytest.approx(np.sqrt(0.01 / 3))
    assert gap["corrected"] == pytest.approx(np.sqrt(0.01 * (1 / 3 + 1 / 3)))
    assert gap["instances"] == pytest.approx(np.sqrt((0.04 + 0.04) / 2 / 4))


def test_tied_models_have_no_gap():
    pooled = np.array([0.9, 0.9, NAN])
    folds = np.full((3, 3), 0.9)
    gap = gap_of_best_two(pooled, folds, np.full((2, 2, 3), NAN), 0.5, 12)
    assert (gap["gap"], gap["naive"], gap["corrected"]) == (0, 0, 0)
    assert np.isnan(gap["instances"])


@pytest.mark.parametrize("pooled", [[0.9], [0.9, NAN]])
def test_one_model_has_no_gap(pooled):
    size = len(pooled)
    gap = gap_of_best_two(np.array(pooled), np.ones((3, size)), np.ones((2, 2, size)), 0.5, 12)
    assert np.isnan(list(gap.values())).all()


def test_unknown_training_sets_leave_the_naive_error():
    pooled, folds = np.array([0.9, 0.8]), np.array([[0.9, 0.8], [0.9, 0.7]])
    gap = gap_of_best_two(pooled, folds, np.ones((2, 2, 2)), NAN, 12)
    assert np.isnan(gap["corrected"])
    assert gap["naive"] > 0


def test_the_sizes_of_test_and_training_sets():
    task = make_task_scores(n=60, folds=5)
    assert size_ratio(task) == pytest.approx(1 / 4)
    assert size_ratio(repeated(task, 3)) == pytest.approx(1 / 4)
    assert np.isnan(size_ratio(replace(task, folds=np.full_like(task.folds, -1))))
    assert np.isnan(size_ratio(replace(task, folds=np.zeros_like(task.folds))))
    holdout = replace(repeated(task, 2), instances=np.r_[np.arange(60), 30 + np.arange(60)])
    assert np.isnan(size_ratio(holdout))
