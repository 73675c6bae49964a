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
)
from prgbench.answer.models_differ import models_differ
from prgbench.answer.scored_task import NoisyTask
from prgbench.study.agreement import top_differs
from prgbench.study.ranking import Ranking

EXACT = Ranking()


def without_noise(a, b):
    return NoisyTask(np.array([a, b], float), np.zeros((4, 2, len(a))), 30)


def studies(tasks, draws=50):
    n = len(tasks)
    return alike_studies(tasks, range(n), [[0, seed] for seed in range(n)], EXACT, draws)


def test_without_noise_one_order_gives_a_correlation_of_1_in_all_draws():
    compared = studies([without_noise(range(6), np.arange(6) ** 3) for _ in range(3)])
    assert compared.found[SPEARMAN] == pytest.approx(1)
    assert compared.draws[SPEARMAN] == pytest.approx(1)
    assert not compared.draws[WINNERS].any()


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


@pytest.mark.parametrize("score", [0.3375, 0.1, 1 / 3])
def test_equal_models_do_not_differ_by_rounding(score):
    """Constant scores: beside noise that all models share, a rounded mean would be far away."""
    shared = np.random.default_rng(0).normal(0, 0.05, (200, 1, 1)).astype(np.float32)
    task = NoisyTask(np.full((1, 3), score), np.repeat(shared, 3, axis=2), 27)
    assert not models_differ([task], 1, 0.025)
    # A model that is better wherever the others are is better for certain.
    apart = NoisyTask(task.scores + np.array([0, 0, 0.001]), task.noise, 27)
    assert models_differ([apart], 1, 0.025)


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
