"""What two measures would show if they ordered the models of each task alike."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import spearmanr

from prgbench.answer.common_order import (
    SPEARMAN,
    TOP_DIFFERS,
    WINNERS,
    alike_studies,
    compare_rankings,
    corrected_shape,
    models_differ,
    true_variances,
)
from prgbench.answer.scored_task import NoisyTask
from prgbench.study.agreement import top_differs
from prgbench.study.ranking import Ranking

EXACT = Ranking()


def without_noise(a, b):
    return NoisyTask(np.array([a, b], float), np.zeros((4, 2, len(a))), 30)


def studies(tasks, draws=50):
    n = len(tasks)
    return alike_studies(tasks, range(n), [[0, seed] for seed in range(n)], EXACT, draws)


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


def test_without_noise_one_order_gives_a_correlation_of_1_in_all_draws():
    compared = studies([without_noise(range(6), np.arange(6) ** 3) for _ in range(3)])
    assert compared.found[SPEARMAN] == pytest.approx(1)
    assert compared.draws[SPEARMAN] == pytest.approx(1)
    assert not compared.draws[WINNERS].any()


def test_a_task_without_noise_beside_noisy_ones_keeps_its_variance():
    noise = np.array([0.0, 1.0, 1.0])
    variances, errors = true_variances(np.array([2.0, 3.0, 3.5]), noise, np.full(3, 10))
    assert variances[0] == pytest.approx(2, rel=1e-4)
    assert np.isfinite(errors).all()


def test_without_noise_a_reversed_order_is_found_as_minus_1():
    compared = studies([without_noise(range(6), range(6, 0, -1))])
    assert compared.found[SPEARMAN] == pytest.approx(-1)
    assert compared.found[WINNERS] == 1


def test_duplicates_stay_tied_in_all_draws():
    rng = np.random.default_rng(3)
    scores, noise = rng.normal(size=(2, 4)), rng.normal(size=(20, 2, 4))
    columns = [0, 1, 2, 3, 3]
    task = NoisyTask(scores[:, columns], noise[:, :, columns], 30)
    single = studies([NoisyTask(scores, noise, 30)])
    doubled = studies([task])
    assert (doubled.draws[TOP_DIFFERS] <= 1).all()
    np.testing.assert_allclose(doubled.draws["best_differs"], single.draws["best_differs"])


def test_the_order_of_the_models_changes_nothing():
    rng = np.random.default_rng(4)
    scores, noise = rng.normal(size=(2, 7)), rng.normal(size=(20, 2, 7))
    mixed = rng.permutation(7)
    one = studies([NoisyTask(scores, noise, 30)])
    other = studies([NoisyTask(scores[:, mixed], noise[:, :, mixed], 30)])
    for name, draws in one.draws.items():
        np.testing.assert_allclose(other.draws[name], draws)


@given(st.integers(0, 2**32 - 1), st.integers(2, 9))
def test_rankings_are_compared_as_scipy_and_the_study_do(seed, n_models):
    scores = np.random.default_rng(seed).integers(0, 4, size=(2, 3, n_models)).astype(float)
    compared = compare_rankings(scores, EXACT)
    for draw in range(3):
        a, b = scores[:, draw]
        defined = np.ptp(a) > 0 and np.ptp(b) > 0
        expected = spearmanr(a, b).statistic if defined else 0
        assert compared[3, draw] == pytest.approx(expected)


@given(st.integers(0, 2**32 - 1))
def test_many_tops_differ_as_each_does(seed):
    a, b = np.random.default_rng(seed).permuted(np.tile(np.arange(1.0, 6), (2, 4, 1)), axis=2)
    assert top_differs(a, b).tolist() == [top_differs(*ranks) for ranks in zip(a, b, strict=True)]


def test_models_differ_only_by_more_than_their_noise():
    rng = np.random.default_rng(5)

    def task(spread):
        scores = spread * np.arange(8.0) + rng.normal(size=(2, 8))
        return NoisyTask(scores, rng.normal(size=(200, 2, 8)), 30)

    assert models_differ([task(5) for _ in range(5)], 2, 0.025)
    assert not models_differ([task(0) for _ in range(5)], 2, 0.025)


@pytest.mark.parametrize("n_noisy", [2, 9])
def test_models_of_much_noise_do_not_hide_how_the_others_differ(n_noisy):
    errors = np.where(np.arange(15) < n_noisy, 15.0, 0.5)

    def said(spread, seed):
        rng = np.random.default_rng([seed, n_noisy])
        tasks = []
        for _ in range(8):
            truth = spread * rng.normal(size=15)
            noise = errors * rng.normal(size=(201, 2, 15))
            tasks.append(NoisyTask(truth + noise[0], noise[1:], 100))
        return models_differ(tasks, 2, 0.025)

    assert all(said(2, seed) for seed in range(20))
    assert sum(said(0, seed) for seed in range(20)) <= 1


def test_models_without_noise_differ_if_their_scores_do():
    noise = np.random.default_rng(8).normal(size=(50, 1, 4)) * [0, 0, 1, 1]
    same, other = np.array([[0.5, 0.5, 0, 1]]), np.array([[0.5, 0.6, 0, 1]])
    assert models_differ([NoisyTask(other, noise, 30)], 1, 0.025)
    assert not models_differ([NoisyTask(same, noise, 30)], 1, 0.025)


@pytest.mark.parametrize(("turned", "opposite"), [(1, False), (-1, True)])
def test_opposite_skews_are_recognised(turned, opposite):
    rng = np.random.default_rng(5)
    tasks = []
    for _ in range(6):
        z = rng.normal(size=30)
        truth = np.stack([np.expm1(z), turned * np.expm1(turned * z)])
        noise = rng.normal(scale=0.1, size=(101, 2, 30))
        tasks.append(NoisyTask(truth + noise[0], noise[1:], 30))
    assert studies(tasks).opposite_skews == opposite
