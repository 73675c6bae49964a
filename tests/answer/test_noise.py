"""The noise of the scores of folds and of seeds."""

import numpy as np
import pytest

from prgbench.answer.task_replicates import TaskReplicates
from worlds.studies import setting_of

NAMES = ("column:accuracy:higher", "column:loss:lower")
SCORES = np.random.default_rng(0).normal(size=(10, 2, 4))


def noise_of(folds):
    blocks = np.zeros(10, dtype=np.int64)
    task = TaskReplicates(7, np.arange(4), SCORES, blocks, folds)
    return task.noisy(setting_of(1, splits=6, names=NAMES))


def test_of_seeds_one_is_independent_and_of_folds_all():
    assert noise_of(folds=False).independent == 1
    assert noise_of(folds=True).independent == 10


@pytest.mark.parametrize(("folds", "ratio"), [(True, 1 / 10 + 1 / 9), (False, 1 / 10)])
def test_noise_has_the_corrected_covariance_of_the_mean(folds, ratio):
    noisy = noise_of(folds)
    assert noisy.scores == pytest.approx(SCORES.mean(axis=0) * [[1], [-1]])
    simulated = noisy.noise.var(axis=0)
    error = np.sqrt(2 / len(noisy.noise))
    expected = ratio * SCORES.var(axis=0, ddof=1)
    assert simulated / expected == pytest.approx(np.ones((2, 4)), abs=4 * error)
