"""Models that are nearly tied come together, and others stay apart."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prgbench.answer.common_order import SPEARMAN, alike_studies
from prgbench.answer.near_ties import pulled_together
from prgbench.answer.scored_task import NoisyTask
from prgbench.answer.true_scores import true_scores
from prgbench.study.ranking import Ranking
from worlds import estimates

FAMILIES = np.repeat([-6.0, 0.0, 6.0], 5)


def seen(truth, n_tasks, seed=0, noise=1.0):
    """Return observed scores of each task, in increasing order, and replicates of their noise."""
    rng = np.random.default_rng(seed)
    observed = [np.sort(truth + noise * rng.normal(size=len(truth))) for _ in range(n_tasks)]
    replicates = [noise * rng.normal(size=(100, len(truth))) for _ in range(n_tasks)]
    return [scores - scores.mean() for scores in observed], replicates


@given(st.integers(1, 5), st.integers(1, 9), st.integers(0, 2**32 - 1))
def test_scores_remain_in_order_with_their_mean_and_spread(n_tasks, n_models, seed):
    truth = np.random.default_rng(seed).choice([0.0, 3.0], size=n_models)
    observed, noise = seen(truth, n_tasks, seed)
    for scores, pulled in zip(observed, pulled_together(observed, observed, noise), strict=True):
        assert (np.diff(pulled) >= 0).all()
        assert pulled.mean() == pytest.approx(0, abs=1e-9)
        assert pulled.std() == pytest.approx(scores.std())


@pytest.mark.parametrize("size", [1, 20])
def test_families_come_together_be_they_small_or_large(size):
    """Of 300 models, those at a hundred evenly spaced ranks tell how far."""
    observed, noise = seen(np.repeat(FAMILIES, size), 20)
    pulled = pulled_together(observed, observed, noise)
    # In the middle family noise alone has a standard deviation of 1; half of it hardly adds to it.
    middle = slice(5 * size, 10 * size)
    assert np.mean([scores[middle].std() for scores in observed]) > 0.8
    assert np.mean([scores[middle].std() for scores in pulled]) < 0.5


def test_models_that_are_spread_evenly_stay_where_they_are():
    """One of six studies is moved, as chance has it, and by little."""
    moves = []
    for seed in range(20):
        rng = np.random.default_rng([seed, 1])
        observed, noise = seen(2 * rng.normal(size=15), 20, seed)
        shrunk = [scores * np.sqrt(1 - 1 / 5) for scores in observed]
        pulled = pulled_together(shrunk, observed, noise)
        moves.append(np.abs(np.subtract(pulled, shrunk)).mean())
    assert np.count_nonzero(moves) <= 8
    assert np.mean(moves) < 0.1


def test_a_single_task_is_left_alone():
    observed, noise = seen(FAMILIES, 1)
    assert pulled_together(observed, observed, noise)[0].tolist() == observed[0].tolist()


def test_scores_without_noise_are_the_true_ones():
    observed, noise = seen(np.arange(6.0) ** 2, 5, noise=0.0)
    pulled = pulled_together(observed, observed, noise)
    np.testing.assert_allclose(pulled, observed)


def test_models_that_are_equal_in_truth_and_by_chance_stay_so():
    equal = [np.zeros(4)] * 3
    assert not np.any(pulled_together(equal, equal, [np.ones((5, 4))] * 3))


def test_families_come_together_beside_models_that_are_known_badly():
    """Two of 14 have a hundred times the noise: close to all others, they tell nothing."""
    errors = np.append(np.full(12, 0.3), [30.0, 30.0])
    truth = np.append(np.repeat([-4.0, -1.0, 1.0, 4.0], 3), [0.0, 0.0])
    rng = np.random.default_rng(0)
    noise = errors * rng.normal(size=(9, 101, 1, 14))
    tasks = [NoisyTask(truth + of_task[0], of_task[1:], 30) for of_task in noise]
    ordered = np.mean(true_scores(tasks, 0).ordered, axis=0)
    # The best three, whose noise would spread them by .5.
    assert np.ptp(ordered[-3:]) < 0.2


def test_no_tasks_are_no_error():
    assert pulled_together([], [], []) == []


def test_families_of_equal_models_do_not_look_like_another_order():
    """Shrunk by one factor, an order in common was too easy to see, by .006 of a correlation."""
    world = estimates.world_named("families of near-ties")
    excess = []
    for seed in range(6):
        tasks = list(estimates.draw_tasks(world, 40, 40, np.random.default_rng(seed)))
        seeds = [[seed, number] for number in range(40)]
        study = alike_studies(tasks, range(40), seeds, Ranking(), 100)
        excess.append(study.draws[SPEARMAN].mean() - study.found[SPEARMAN])
    assert -0.015 < np.mean(excess) < 0.001
