from dataclasses import replace

import numpy as np

from made_up_tasks import MEASURES, NAMES, make_setting, make_task_scores, repeated
from prgbench.answer.given import (
    scores_of_rows,
    whole_repeats,
)
from prgbench.metrics import evaluate

TASK = make_task_scores(n=80)


def noisy(task, repeats=3):
    tiled = repeated(task, repeats)
    noise = 0.05 * np.random.default_rng(5).normal(size=tiled.y_scores.shape)
    return replace(tiled, y_scores=tiled.y_scores + noise)


def test_scores_of_folds_and_repeats():
    task = noisy(TASK)
    folds = scores_of_rows(task, MEASURES, task.fold_rows())
    repeats = scores_of_rows(task, MEASURES, whole_repeats(task))
    assert folds.shape == (30, 3, 6)
    rows = (task.repeats == 1) & (task.folds == 4)
    expected = evaluate(task.y_true[rows], task.y_scores[:, rows], NAMES).T
    np.testing.assert_allclose(folds[14], expected)
    rows = task.repeats == 2
    np.testing.assert_allclose(
        repeats[2], evaluate(task.y_true[rows], task.y_scores[:, rows], NAMES).T
    )


def test_losses_change_their_sign():
    setting = make_setting(("aupr", "auprg", "expected_inverse_f1"))
    scores = scores_of_rows(TASK, setting.measures, TASK.fold_rows())
    rows = TASK.folds == 0
    losses = evaluate(TASK.y_true[rows], TASK.y_scores[:, rows], ["expected_inverse_f1"])
    np.testing.assert_allclose(scores[0, 2], -losses[:, 0])


def test_one_repeat_and_repeats_of_other_instances_are_none():
    assert scores_of_rows(TASK, MEASURES, whole_repeats(TASK)).shape == (0, 3, 6)
    task = noisy(TASK, 2)
    holdout = replace(task, instances=np.r_[np.arange(80), 40 + np.arange(80)])
    assert whole_repeats(holdout) == []
