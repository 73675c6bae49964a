"""What the parts know of results on items: covariances, noise and parts by unit."""

import numpy as np
import pytest

from made_up_tasks import make_setting
from prgbench.answer.task_items import TaskItems
from prgbench.study.measures import SHARE, column_name

SETTING = make_setting(
    (
        column_name("passed", higher_is_better=True, limits=SHARE),
        column_name("failed", higher_is_better=False, limits=SHARE),
    ),
    replicates=4000,
    splits=10,
)
RNG = np.random.default_rng(0)
PASSED = (RNG.random((60, 3)) < [0.3, 0.5, 0.7]).astype(float)
ALONE = TaskItems(1, np.arange(3), np.stack([PASSED, 1 - PASSED], axis=1), np.arange(60))
TOGETHER = TaskItems(1, np.arange(3), ALONE.results, np.arange(60) // 5)


def test_the_covariance_of_items_is_that_of_a_mean():
    first, second = ALONE.covariances(SETTING)
    np.testing.assert_allclose(first.covariance, np.cov(PASSED, rowvar=False) / 60, rtol=1e-12)
    np.testing.assert_allclose(second.covariance, first.covariance, rtol=1e-12)
    assert first.degrees == 59


def test_clusters_of_equal_size_count_as_their_means():
    [first, _] = TOGETHER.covariances(SETTING)
    means = PASSED.reshape(12, 5, 3).mean(axis=1)
    np.testing.assert_allclose(first.covariance, np.cov(means, rowvar=False) / 12, rtol=1e-12)
    assert (TOGETHER.n_units, first.degrees) == (12, 11)


def test_items_that_are_copies_of_one_tell_as_much_as_it():
    copies = TaskItems(
        1, np.arange(3), np.repeat(ALONE.results, 4, axis=0), np.repeat(np.arange(60), 4)
    )
    for alone, copied in zip(ALONE.covariances(SETTING), copies.covariances(SETTING), strict=True):
        np.testing.assert_allclose(copied.covariance, alone.covariance, rtol=1e-12)


@pytest.mark.parametrize("task", [ALONE, TOGETHER])
def test_parts_add_up_to_the_means(task):
    np.testing.assert_allclose(task.parts.sum(axis=0)[0], PASSED.mean(axis=0), rtol=1e-12)


@pytest.mark.parametrize("task", [ALONE, TOGETHER])
def test_noise_has_the_covariance_of_the_means_and_higher_is_better(task):
    noisy = task.noisy(SETTING)
    np.testing.assert_allclose(noisy.scores[0], PASSED.mean(axis=0), rtol=1e-12)
    np.testing.assert_allclose(noisy.scores[1], PASSED.mean(axis=0) - 1, rtol=1e-12)
    [covariance, _] = task.covariances(SETTING)
    found = np.cov(noisy.noise[:, 0], rowvar=False)
    np.testing.assert_allclose(found, covariance.covariance, atol=0.1 * found.max())
    np.testing.assert_allclose(noisy.noise[:, 0], noisy.noise[:, 1], atol=1e-12)


def test_halves_share_no_cluster_and_average_to_the_whole():
    halves = TOGETHER.scores_of_halves(SETTING)
    assert halves.shape == (10, 2, 2, 3)
    np.testing.assert_allclose(
        halves[:, :, 0].mean(axis=1), np.tile(PASSED.mean(axis=0), (10, 1)), rtol=1e-12
    )


def test_one_cluster_has_no_covariance():
    one = TaskItems(1, np.arange(3), ALONE.results, np.zeros(60, dtype=int))
    assert list(one.covariances(SETTING)) == []
    assert len(one.noisy(SETTING).noise) == 0
