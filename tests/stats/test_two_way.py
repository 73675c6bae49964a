import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prgbench.stats.two_way import TwoWay


@pytest.fixture
def complete():
    rng = np.random.default_rng(0)
    covariances = [np.cov(rng.normal(size=(4, 9))) for _ in range(7)]
    return TwoWay(rng.normal(size=(7, 4)), np.arange(7)), covariances


def test_of_a_complete_table_these_are_the_plain_means_and_their_covariances(complete):
    field, covariances = complete
    np.testing.assert_allclose(field.means, field.table.mean(axis=0))
    np.testing.assert_allclose(field.covariance_between(), np.cov(field.table.T) / 7)
    within = field.covariance_within(enumerate(covariances))
    np.testing.assert_allclose(within, sum(covariances) / 49)


@pytest.mark.parametrize("n_tasks", [1, 3, 7])
def test_the_mean_of_a_model_that_is_always_perfect_is_one(n_tasks):
    rng = np.random.default_rng(n_tasks)
    table = np.column_stack([rng.random((n_tasks, 20)), np.ones(n_tasks)])
    assert TwoWay(table, np.arange(n_tasks)).means[-1] == 1


def test_tasks_of_a_data_set_count_as_one():
    table = np.array([[0.9, 0.7], [0.7, 0.5], [0.2, 0.4]])
    field = TwoWay(table, np.array([0, 0, 1]))
    np.testing.assert_allclose(field.means, [0.5, 0.5])
    halves = TwoWay(np.array([[0.8, 0.6], [0.2, 0.4]]), np.array([0, 1]))
    np.testing.assert_allclose(field.covariance_between(), halves.covariance_between())
    equal = np.array([[0.04, 0.01], [0.01, 0.09]])
    np.testing.assert_allclose(
        field.covariance_within((task, equal) for task in range(3)),
        halves.covariance_within((task, equal) for task in range(2)),
    )


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6))
def test_missing_values_of_an_additive_table_change_nothing(seed):
    rng = np.random.default_rng(seed)
    effects, levels = rng.normal(size=5), rng.normal(size=6)
    table = levels[:, None] + effects
    missing = rng.random((6, 5)) < 0.4
    missing[0] = missing[:, 0] = False
    field = TwoWay(np.where(missing, np.nan, table), np.arange(6))
    np.testing.assert_allclose(field.means, table.mean(axis=0), atol=1e-9)
    np.testing.assert_allclose(field.covariance_between(), levels.var(ddof=1) / 6, atol=1e-9)


def test_the_covariance_within_is_that_of_the_estimated_means():
    rng = np.random.default_rng(1)
    table = rng.normal(size=(5, 3))
    table[1, 2] = table[3, 0] = np.nan
    covariances = [np.cov(rng.normal(size=(3, 8))) for _ in range(5)]
    field = TwoWay(table, np.arange(5))
    # The means are linear in the values: their covariance follows from one step in each.
    steps = np.zeros((5, 3, 3))
    for task, model in np.ndindex(5, 3):
        if not np.isnan(table[task, model]):
            moved = table.copy()
            moved[task, model] += 1.0
            steps[task, :, model] = TwoWay(moved, np.arange(5)).means - field.means
    expected = sum(step @ spread @ step.T for step, spread in zip(steps, covariances, strict=True))
    np.testing.assert_allclose(field.covariance_within(enumerate(covariances)), expected)


def test_one_data_set_says_nothing_of_others():
    assert np.isnan(TwoWay(np.array([[0.5, 0.6]]), np.array([0])).covariance_between()).all()


def test_the_covariance_over_families_is_that_of_the_jackknife():
    families = np.array([0, 0, 0, 0, 0, 1, 1, 2, 3])
    table = np.random.default_rng(4).normal(size=(9, 3))
    field = TwoWay(table, np.arange(9), families)
    without = np.array([table[families != family].mean(axis=0) for family in range(4)])
    steps = without - table.mean(axis=0)
    np.testing.assert_allclose(field.covariance_between(), 3 / 4 * steps.T @ steps)
    # Kish: (5 + 2 + 1 + 1)^2 / (25 + 4 + 1 + 1).
    np.testing.assert_allclose(field.degrees_between, 81 / 31 - 1)


def test_data_sets_that_are_families_of_their_own_change_nothing():
    table = np.random.default_rng(5).normal(size=(6, 3))
    table[0, 1] = np.nan
    alone, of_families = (
        TwoWay(table, np.array([0, 0, 1, 2, 3, 3]), families)
        for families in (None, np.array([0, 0, 1, 2, 3, 3]))
    )
    np.testing.assert_array_equal(alone.covariance_between(), of_families.covariance_between())
    assert alone.degrees_between.tolist() == of_families.degrees_between.tolist() == [3, 3, 3]


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6))
def test_parts_add_up_to_the_means_and_carry_the_covariance_within(seed):
    rng = np.random.default_rng(seed)
    table = rng.normal(size=(6, 4))
    missing = rng.random(table.shape) < 0.3
    missing[0] = missing[:, 0] = False
    table[missing] = np.nan
    field = TwoWay(table, np.array([0, 1, 2, 3, 4, 5]))
    np.testing.assert_allclose(field.parts(table).sum(axis=0), field.means, atol=1e-9)
    # Noise in one task, given as draws: the same variance as from its covariance.
    draws = rng.normal(size=(9, 4))
    parts = field.parts(draws, np.full(9, 2))
    found = field.covariance_within([(2, draws.T @ draws)])
    np.testing.assert_allclose(parts.T @ parts, found, atol=1e-9)
