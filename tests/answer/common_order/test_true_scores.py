"""The true scores of models, estimated from scores with noise."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prgbench.answer.true_scores import corrected_shape, true_variances


def test_a_single_task_keeps_its_difference_but_none_below_0():
    variances, errors = true_variances(np.array([3.0]), np.array([1.0]), np.array([10]))
    assert variances.tolist() == [2.0]
    assert errors[0] == pytest.approx(np.sqrt((2 * 1 + 4 * 2 * 1) / 9))
    assert true_variances(np.array([1.0]), np.array([3.0]), np.array([10]))[0].tolist() == [0.0]


def test_two_tasks_within_chance_are_pooled():
    variances, errors = true_variances(np.array([2.9, 3.1]), np.ones(2), np.array([11, 11]))
    assert variances == pytest.approx([2.0, 2.0])
    assert errors == pytest.approx(np.sqrt([(2 + 8) / 10 / 2] * 2))


def test_tasks_that_differ_by_far_more_than_chance_keep_their_own():
    observed = np.array([1.0, 100.0, 10_000.0])
    variances, _ = true_variances(observed, np.full(3, 1e-3), np.full(3, 50))
    assert variances == pytest.approx(observed - 1e-3, rel=0.01)


def test_beside_a_task_without_noise_the_weight_of_others_is_not_lost():
    """Its weight is 10**18 times theirs, so that differences of sums of weights are 0."""
    variances, errors = true_variances(np.ones(2), np.array([0.0, 1e3]), np.full(2, 3))
    assert variances.tolist() == pytest.approx([1.0, 1.0])
    assert errors.tolist() == pytest.approx([1e-6, 1e-6])


@given(st.integers(1, 6), st.integers(0, 2**32 - 1))
def test_the_corrected_shape_increases_and_has_mean_0(n_tasks, seed):
    rng = np.random.default_rng(seed)
    found = [np.sort(rng.normal(size=9)) for _ in range(n_tasks)]
    found = [scores - scores.mean() for scores in found]
    noise = [rng.normal(size=(30, 9)) for _ in found]
    for scores in corrected_shape([scores / 2 for scores in found], found, noise):
        assert (np.diff(scores) >= -1e-12).all()
        assert scores.mean() == pytest.approx(0, abs=1e-12)


def test_models_that_are_alike_beside_an_outlier_come_together():
    rng = np.random.default_rng(1)
    truth = np.array([-9.0] + [1.0] * 9)
    found = [np.sort(truth + rng.normal(size=10)) for _ in range(30)]
    found = [scores - scores.mean() for scores in found]
    noise = [rng.normal(size=(100, 10)) for _ in found]
    corrected = corrected_shape(found, found, noise)
    spread_before = np.mean([np.ptp(scores[1:]) for scores in found])
    spread_after = np.mean([np.ptp(scores[1:]) for scores in corrected])
    assert spread_after < spread_before / 2


def test_a_task_without_noise_beside_noisy_ones_keeps_its_variance():
    noise = np.array([0.0, 1.0, 1.0])
    variances, errors = true_variances(np.array([2.0, 3.0, 3.5]), noise, np.full(3, 10))
    assert variances[0] == pytest.approx(2, rel=1e-4)
    assert np.isfinite(errors).all()
