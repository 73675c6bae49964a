from dataclasses import replace

import numpy as np

from made_up_tasks import MEASURES, NAMES, make_task_scores, repeated
from prgbench.answer.given import whole_repeats
from prgbench.answer.scores_of_rows import mean_of_defined, scores_of_parts
from prgbench.metrics import evaluate

TASK = make_task_scores(n=80)


def noisy(task, repeats=3):
    tiled = repeated(task, repeats)
    noise = 0.05 * np.random.default_rng(5).normal(size=tiled.y_scores.shape)
    return replace(tiled, y_scores=tiled.y_scores + noise)


def test_scores_of_folds_and_repeats():
    task = noisy(TASK)
    folds = scores_of_parts(task.y_true, task.y_scores, MEASURES, task.fold_rows())
    repeats = scores_of_parts(task.y_true, task.y_scores, MEASURES, whole_repeats(task))
    assert folds.shape == (30, 3, 6)
    rows = (task.repeats == 1) & (task.folds == 4)
    expected = evaluate(task.y_true[rows], task.y_scores[:, rows], NAMES).T
    np.testing.assert_allclose(folds[14], expected)
    rows = task.repeats == 2
    np.testing.assert_allclose(
        repeats[2], evaluate(task.y_true[rows], task.y_scores[:, rows], NAMES).T
    )


def test_undefined_parts_are_left_out_of_a_mean():
    nan = np.nan
    scores = np.array([[[1.0, nan]], [[nan, nan]], [[2.0, nan]]])
    np.testing.assert_array_equal(mean_of_defined(scores), [[1.5, nan]])
    np.testing.assert_array_equal(mean_of_defined(scores[:0]), [[nan, nan]])


def test_one_repeat_and_repeats_of_other_instances_are_none():
    assert scores_of_parts(TASK.y_true, TASK.y_scores, MEASURES, whole_repeats(TASK)).shape == (
        0,
        3,
        6,
    )
    task = noisy(TASK, 2)
    holdout = replace(task, instances=np.r_[np.arange(80), 40 + np.arange(80)])
    assert whole_repeats(holdout) == []
