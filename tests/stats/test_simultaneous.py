import numpy as np
import pytest
from scipy import stats

from prgbench.stats.simultaneous import (
    MOST_SIMULATED,
    Estimates,
    p_values_of_best,
    rank_bounds,
    reach_of_selected,
    told_apart,
)

LEVEL = 0.95
STUDIES = 400
ROOM = 3 * np.sqrt(0.05 * 0.95 / STUDIES)


def of_sample(values):
    """Return the means of a sample of data sets: shape (data sets, models)."""
    n, n_models = values.shape
    spread = np.cov(values.T) / n
    return Estimates(values.mean(axis=0), spread, np.full(n_models, n - 1.0), independent=True)


def known(means, covariance):
    means = np.asarray(means, dtype=float)
    return Estimates(means, covariance, np.full(len(means), np.inf), independent=False)


def test_two_models_are_told_apart_where_the_paired_t_test_says_so():
    rng = np.random.default_rng(0)
    for _ in range(40):
        values = rng.normal([0.0, 1.0], size=(6, 2))
        p = stats.ttest_rel(*values.T).pvalue
        if abs(p - 0.05) > 0.01:
            assert told_apart(of_sample(values), LEVEL).any() == (p < 0.05)


def test_the_critical_value_of_equal_errors_is_that_of_tukey():
    critical = stats.studentized_range.ppf(LEVEL, 5, np.inf) / np.sqrt(2)
    for factor, apart in ((1.03, True), (0.97, False)):
        means = np.array([factor * critical * np.sqrt(2), *np.zeros(4)])
        means[1:] = means[0] / 2, means[0] / 2, means[0] / 2, 0.0
        assert told_apart(known(means, np.eye(5)), LEVEL)[0, 4] == apart


@pytest.mark.parametrize(("datasets", "models"), [(2, 3), (5, 4), (12, 6)])
def test_equal_models_are_told_apart_as_often_as_the_level_says(datasets, models):
    rng = np.random.default_rng([datasets, models])
    wrong, covered = 0, 0
    for _ in range(STUDIES):
        found = of_sample(rng.normal(size=(datasets, models)) + rng.normal(size=(datasets, 1)))
        better = told_apart(found, LEVEL)
        wrong += better.any()
        best = found.means.argmax()
        reach = reach_of_selected(found, ~better.any(axis=0), LEVEL)
        covered += abs(found.means[best]) <= reach * found.standard_errors()[best]
    assert abs(wrong / STUDIES - 0.05) <= ROOM
    assert covered / STUDIES >= LEVEL - ROOM


def test_the_interval_of_a_selected_model_is_longer_than_that_of_a_sure_winner():
    found = known(np.zeros(4), np.eye(4))
    assert reach_of_selected(found, np.array([True, False, False, False]), LEVEL) == (
        pytest.approx(stats.norm.ppf(0.975))
    )
    every = reach_of_selected(found, np.ones(4, dtype=bool), LEVEL)
    assert every == pytest.approx(stats.norm.ppf((1 + 0.95**0.25) / 2), abs=0.04)


def test_ranks_lie_between_the_better_and_the_worse_models():
    better = np.zeros((4, 4), dtype=bool)
    better[0, 1:] = better[1, 3] = True
    first, last = rank_bounds(better)
    assert first.tolist() == [1, 2, 2, 3]
    assert last.tolist() == [1, 3, 4, 4]


def test_differences_without_an_error_are_certain_and_ties_are_none():
    without = known([0.9, 0.5, 0.9], np.zeros((3, 3)))
    assert told_apart(without, LEVEL).tolist() == [
        [False, True, False], [False, False, False], [False, True, False],
    ]  # fmt: skip
    assert (p_values_of_best(without) > 1 - LEVEL).tolist() == [True, False, True]


@pytest.mark.parametrize("independent", [True, False])
@pytest.mark.parametrize("models", [2, 6])
def test_a_model_as_good_as_all_others_is_left_out_as_often_as_the_level_says(models, independent):
    rng = np.random.default_rng(models)
    degrees = 30 if independent else np.inf
    p_values = []
    for _ in range(300):
        covariance = np.eye(models)
        if independent:
            covariance = np.cov(rng.normal(size=(31, models)).T)
        means = rng.normal(size=models)
        estimates = Estimates(means, covariance, np.full(models, degrees), independent)
        p_values.append(p_values_of_best(estimates))
    left_out = np.array(p_values) <= 0.1
    if models == 2:
        # Of two equal models, either one.
        assert 0.07 < left_out.any(axis=1).mean() < 0.13
        return
    # Bonferroni's inequality leaves out fewer of several models.
    assert (0.04 if independent else 0.07) < left_out.mean() < 0.13


def test_of_many_models_the_p_value_is_bonferronis():
    means = np.zeros(50)
    means[0] = 4.0
    p_values = p_values_of_best(Estimates(means, np.eye(50), np.full(50, np.inf), True))
    assert p_values[0] == 1
    assert p_values[1:] == pytest.approx(49 * stats.norm.sf(4 / 2**0.5))


def test_a_step_down_tells_more_apart():
    means = np.array([30.0, 3.2, 0.0])
    assert told_apart(known(means, np.eye(3)), LEVEL).sum() == 3
    single = stats.studentized_range.ppf(LEVEL, 3, np.inf) / np.sqrt(2)
    assert 3.2 / np.sqrt(2) < single


@pytest.mark.parametrize("level", [0.9, 0.95])
def test_the_intervals_of_many_candidates_hold_together(level):
    n = MOST_SIMULATED + 1
    degrees = np.append(np.full(n - 1, 60.0), 20.0)
    equal = Estimates(np.zeros(n), np.eye(n), degrees, independent=False)
    reach = reach_of_selected(equal, np.ones(n, dtype=bool), level)
    assert reach == pytest.approx(stats.t(20).isf((1 - level) / 2 / n))


@pytest.mark.parametrize(("factor", "apart"), [(1.01, True), (0.99, False)])
@pytest.mark.parametrize("level", [0.9, 0.95])
def test_many_models_are_told_apart_from_the_adjusted_level_on(factor, apart, level):
    n = MOST_SIMULATED + 1
    pairs = n * (n - 1) / 2
    means = np.zeros(n)
    means[0] = factor * stats.norm.isf((1 - level) / 2 / pairs) * np.sqrt(2)
    assert told_apart(known(means, np.eye(n)), level).any() == apart


@pytest.mark.parametrize(("factor", "apart"), [(1.04, True), (0.96, False)])
def test_a_pair_of_few_degrees_of_freedom_needs_a_larger_gap(factor, apart):
    for degrees in ((4.0, 100.0), (100.0, 4.0)):
        critical = stats.t(4).isf(0.025) * np.sqrt(2)
        means = np.array([factor * critical, 0.0])
        two = Estimates(means, np.eye(2), np.array(degrees), independent=False)
        assert told_apart(two, LEVEL).any() == apart
    # A third model of few degrees makes the others no less certain of their own.
    means = np.array([3.2, 0.0, 1.6]) * np.sqrt(2)
    three = Estimates(means, np.eye(3), np.array([200.0, 200.0, 4.0]), independent=False)
    assert told_apart(three, LEVEL)[0, 1]


@pytest.mark.parametrize("models", [2, 3])
def test_less_than_one_degree_of_freedom_is_no_certainty(models):
    # Of two families of three and one data sets, Kish's effective number is 1.6.
    degrees, n_pairs = 0.6, models * (models - 1) / 2
    for probability, apart in ((0.07 / 2, False), (0.03 / 2 / n_pairs, True)):
        gap = stats.t.isf(probability, degrees) * np.sqrt(2)
        means = np.array([gap, *np.zeros(models - 1)])
        few = Estimates(means, np.eye(models), np.full(models, degrees), independent=True)
        assert told_apart(few, LEVEL)[0, -1] == apart
