from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import norm, truncnorm

from prgbench.stats import normal_copula
from prgbench.stats.normal_copula import NormalCopula

FIFTHS = [0.2, 0.4, 0.6, 0.8]


def normals(correlation, n=40_000, seed=0):
    rng = np.random.default_rng(seed)
    first, other = rng.normal(size=(2, n))
    return first, correlation * first + np.sqrt(1 - correlation**2) * other


def correlations_of(variables):
    return NormalCopula.fitted(np.asarray(variables)[:, np.newaxis]).within


def cut(values, shares):
    """Put values into blocks of ties with these shares below them."""
    return np.searchsorted(np.quantile(values, shares), values)


@settings(max_examples=20, deadline=None)
@given(st.lists(st.integers(1, 30), min_size=1, max_size=12))
def test_normal_scores_are_means_of_the_normal_distribution_in_blocks(sizes):
    variable = np.repeat(np.arange(len(sizes)), sizes)
    scores = normal_copula._normal_scores(variable[np.newaxis])[0][0, np.cumsum(sizes) - 1]
    edges = norm.ppf(np.concatenate([[0], np.cumsum(sizes[:-1]) / np.sum(sizes), [1]]))
    assert scores == pytest.approx(truncnorm.mean(edges[:-1], edges[1:]), abs=1e-7)
    assert np.dot(scores, sizes) == pytest.approx(0, abs=1e-9 * np.sum(sizes))


@pytest.mark.parametrize(
    ("correlation", "shares"),
    list(
        product([-0.6, 0.0, 0.5, 0.9], [([], []), ([0.5], [0.5]), ([0.8], [0.6]), ([0.7], FIFTHS)])
    ),
)
def test_ties_do_not_weaken_the_correlation(correlation, shares):
    pair = [
        cut(values, own) if own else values
        for values, own in zip(normals(correlation), shares, strict=True)
    ]
    assert correlations_of(pair)[0, 1] == pytest.approx(correlation, abs=0.03)


def test_two_halves_have_the_tetrachoric_correlation():
    # Sheppard: the quadrants of a bivariate normal give it in closed form.
    both, one = 380, 120
    first = np.repeat([0, 0, 1, 1], [both, one, one, both])
    second = np.repeat([0, 1, 0, 1], [both, one, one, both])
    expected = np.sin(np.pi / 2 * (1 - 4 * one / (2 * (both + one))))
    assert correlations_of([first, second])[0, 1] == pytest.approx(expected, abs=0.002)


def test_the_uncorrected_correlation_of_halves_would_be_too_small():
    first, second = (cut(values, [0.5]) for values in normals(0.8))
    assert np.corrcoef(first, second)[0, 1] < 0.65
    assert correlations_of([first, second])[0, 1] == pytest.approx(0.8, abs=0.02)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(-5, 5), min_size=2, max_size=20))
def test_only_the_order_counts(values):
    x = np.array(values, dtype=float)
    correlations = correlations_of([x, np.exp(x), -x])
    assert correlations[0, 1] == pytest.approx(float(np.ptp(x) > 0))
    assert np.diag(correlations) == pytest.approx(1)
    assert correlations[0, 2] < 1e-12


def test_a_constant_is_correlated_with_nothing():
    correlations = correlations_of([[1, 1, 1], [1, 2, 3], [2, 2, 2]])
    assert correlations == pytest.approx(np.eye(3))


def drawn_once(within, size=1, n=20_000):
    within = np.asarray(within)
    copula = NormalCopula.of_correlations(within, np.zeros_like(within))
    return copula.draw(np.random.default_rng(0), size, 1, n)[:, :, 0]


def test_draws_are_standard_normal_with_the_wanted_correlations():
    wanted = np.array([[1, 0.8, -0.3], [0.8, 1, 0.1], [-0.3, 0.1, 1]])
    drawn = drawn_once(wanted, 4)
    assert drawn.shape == (4, 3, 20_000)
    for sample in drawn:
        assert np.corrcoef(sample) == pytest.approx(wanted, abs=0.03)
        assert sample.std(axis=1) == pytest.approx(1, abs=0.02)
        assert sample.mean(axis=1) == pytest.approx(0, abs=0.03)
    assert abs(np.corrcoef(drawn[:, 0])[0, 1]) < 0.03


WITHIN = np.array([[1, 0.6], [0.6, 1]])
BETWEEN = np.array([[0.9, 0.5], [0.5, 0.7]])


def test_repeats_are_correlated_otherwise_than_variables_within_one():
    copula = NormalCopula.of_correlations(WITHIN, BETWEEN)
    assert copula.within == pytest.approx(WITHIN)
    assert copula.between == pytest.approx(BETWEEN)
    [drawn] = copula.draw(np.random.default_rng(0), 1, 3, 40_000)
    assert drawn.shape == (2, 3, 40_000)
    expected = np.block([[WITHIN if k == j else BETWEEN for k in range(3)] for j in range(3)])
    found = np.corrcoef(drawn.transpose(1, 0, 2).reshape(6, -1))
    assert found == pytest.approx(expected, abs=0.02)


@pytest.mark.parametrize("shares", [[], [0.5], FIFTHS])
def test_both_correlations_are_found_again_whatever_the_ties(shares):
    copula = NormalCopula.of_correlations(WITHIN, BETWEEN)
    [drawn] = copula.draw(np.random.default_rng(0), 1, 4, 20_000)
    for row in drawn.reshape(-1, 20_000) if shares else ():
        row[:] = cut(row, shares)
    fitted = NormalCopula.fitted(drawn)
    assert fitted.within == pytest.approx(WITHIN, abs=0.03)
    assert fitted.between == pytest.approx(BETWEEN, abs=0.03)


def test_repeats_that_are_the_same_stay_the_same():
    values = np.random.default_rng(0).normal(size=(2, 1, 50)).repeat(3, axis=1)
    copula = NormalCopula.fitted(values)
    assert copula.between == pytest.approx(copula.within)
    [drawn] = copula.draw(np.random.default_rng(0), 1, 3, 200)
    assert drawn[:, 1] == pytest.approx(drawn[:, 0], abs=1e-3)


def test_correlations_that_no_variables_have_become_some_that_have():
    impossible = np.array([[1, 0.9, -0.9], [0.9, 1, 0.9], [-0.9, 0.9, 1]])
    repaired = NormalCopula.of_correlations(impossible, np.zeros((3, 3))).within
    assert np.linalg.eigvalsh(repaired).min() > -1e-12
    assert np.diag(repaired) == pytest.approx(1)
    assert 0.4 < repaired[0, 1] < 0.9
    assert repaired[0, 1] == pytest.approx(-repaired[0, 2])


def test_more_variables_than_instances_are_no_obstacle():
    values = np.random.default_rng(0).normal(size=(8, 4))
    copula = NormalCopula.fitted(np.vstack([values, values[:1]])[:, np.newaxis])
    assert copula.within[0, 8] == pytest.approx(1)
    assert np.isfinite(copula.draw(np.random.default_rng(0), 2, 1, 5)).all()


def test_long_samples_are_drawn_in_pieces(monkeypatch):
    monkeypatch.setattr(normal_copula, "_COLUMNS_AT_ONCE", 7)
    [drawn] = drawn_once([[1, 0.5], [0.5, 1]], n=6000)
    assert np.corrcoef(drawn)[0, 1] == pytest.approx(0.5, abs=0.05)
    assert len(np.unique(drawn)) > 11_000
