from dataclasses import replace

import numpy as np

from made_up_tasks import MEASURES, NAMES, make_setting, make_task_scores, repeated
from prgbench.answer.given_picks import (
    scores_of_halves_of_repeats,
    scores_of_rows,
    whole_repeats,
)
from prgbench.answer.subsamples import scores_of_parts
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
    assert len(scores_of_halves_of_repeats(holdout, make_setting())) == 0


def test_repeats_that_are_alike_have_the_scores_of_the_halves():
    setting = make_setting(splits=6)
    scores = scores_of_halves_of_repeats(repeated(TASK, 3), setting)
    assert scores.shape == (6, 2, 2, 3, 6)
    np.testing.assert_allclose(scores[:, :, 0], scores[:, :, 1])
    halves = scores_of_parts(repeated(TASK, 3), setting, 2)
    np.testing.assert_allclose(scores[:, :, 0, NAMES.index("auroc")], halves[:, :, 2])


def test_two_repeats_of_a_split_differ_and_halves_share_the_instances():
    task = repeated(TASK, 3)
    task = replace(
        task,
        run_ids=task.run_ids[:2],
        decisions=task.decisions[:2],
        y_scores=np.stack([task.repeats == 0, task.repeats == 1]) * task.y_true[None] * 1.0,
    )
    setting = make_setting(("aupr", "auprg", "auroc"), splits=12)
    scores = scores_of_halves_of_repeats(task, setting)[..., 2, :]
    # A model is perfect in its repeat and constant elsewhere: never in both of a split.
    assert ((scores == 1).sum(axis=2) <= 1).all()
    assert (scores[:, 0] == scores[:, 1]).all()
    assert (scores == 1).any()
