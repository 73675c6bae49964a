"""The noise of the scores of folds and of seeds."""

import numpy as np
import pytest

from prgbench.answer.task_replicates import TaskReplicates
from worlds.studies import setting_of

NAMES = ("column:accuracy:higher", "column:loss:lower")
SCORES = np.random.default_rng(0).normal(size=(10, 2, 4))


def noise_of(folds, repeats=1, **kind):
    blocks = np.arange(10) % repeats
    task = TaskReplicates(7, np.arange(4), SCORES, blocks, folds, **kind)
    return task.noisy(setting_of(1, splits=6, names=NAMES))


def test_of_seeds_the_noise_is_unknown():
    assert len(noise_of(folds=False).noise) == 0
    assert noise_of(folds=True).independent == 10


@pytest.mark.parametrize(
    ("kind", "ratio"),
    [
        ({"folds": True}, 1 / 10),
        ({"folds": True, "repeats": 2}, 1 / 5),
        ({"folds": False, "splits": True}, 1 / 10 + 1),
        ({"folds": False, "splits": True, "ratio": 0.25}, 1 / 10 + 0.25),
    ],
)
def test_noise_has_the_covariance_of_the_mean_of_the_fitted_models(kind, ratio):
    noisy = noise_of(**kind)
    assert noisy.scores == pytest.approx(SCORES.mean(axis=0) * [[1], [-1]])
    simulated = noisy.noise.var(axis=0)
    error = np.sqrt(2 / len(noisy.noise))
    # Equal noise of the models counts as 2 of 11 replicates.
    of_models = (SCORES - SCORES.mean(axis=2, keepdims=True)).var(axis=0, ddof=1)
    pooled = of_models.sum(axis=1, keepdims=True) / 3
    expected = ratio * (9 * SCORES.var(axis=0, ddof=1) + 2 * pooled) / 11
    assert simulated / expected == pytest.approx(np.ones((2, 4)), abs=4 * error)


def test_three_folds_vary_in_more_than_two_directions():
    task = TaskReplicates(7, np.arange(4), SCORES[:3], np.zeros(3, dtype=np.int64), folds=True)
    noise = task.noisy(setting_of(1, splits=6, names=NAMES)).noise
    assert np.linalg.matrix_rank(noise.reshape(len(noise), -1)) == 8


def test_a_model_without_a_score_in_a_fold_has_no_noise():
    scores = SCORES.copy()
    scores[0, 0, 1] = np.nan
    task = TaskReplicates(7, np.arange(4), scores, np.zeros(10, dtype=np.int64), folds=True)
    noise = task.noisy(setting_of(1, splits=6, names=NAMES)).noise
    assert np.isnan(noise[:, 0, 1]).all()
    assert np.isfinite(noise[:, :, [0, 2, 3]]).all()
