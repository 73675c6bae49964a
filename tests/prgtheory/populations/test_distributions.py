"""The distributions that SciPy lacks."""

import numpy as np
import pytest
from scipy import integrate, stats

from prgtheory.populations import DiscreteScores, ReflectedLognormal, Transformed, has_density


def test_reflected_lognormal_mirrors_scipys_lognormal():
    ours, mirrored = ReflectedLognormal(8.0, 1.4, 0.7), stats.lognorm(0.7, scale=np.exp(1.4))
    scores = np.array([-20.0, 0.0, 3.0, 7.9])
    np.testing.assert_allclose(ours.cdf(scores), mirrored.sf(8.0 - scores), rtol=1e-12)
    np.testing.assert_allclose(ours.sf(scores), mirrored.cdf(8.0 - scores), rtol=1e-9)
    np.testing.assert_allclose(ours.pdf(scores), mirrored.pdf(8.0 - scores), rtol=1e-12)
    np.testing.assert_allclose(ours.isf(ours.sf(scores)), scores, rtol=1e-8, atol=1e-9)
    assert (float(ours.sf(9.0)), float(ours.pdf(9.0))) == (0.0, 0.0)
    total, _ = integrate.quad(ours.pdf, -200, 8)
    assert total == pytest.approx(1.0, abs=1e-6)


def test_reflected_lognormal_draws_follow_its_distribution():
    distribution = ReflectedLognormal(8.0, 1.4, 1.0)
    draws = distribution.rvs(4000, np.random.default_rng(0))
    assert stats.kstest(draws, distribution.cdf).pvalue > 0.01


def test_discrete_scores_count_exactly():
    thirds = DiscreteScores([3.0, 1.0, 2.0], [1, 1, 1])
    assert thirds.isf([0.0, 1 / 3, 2 / 3, 1.0]).tolist() == [3.0, 2.0, 1.0, 1.0]
    assert thirds.sf([0.5, 1.0, 2.5, 3.0]).tolist() == [1.0, 2 / 3, 1 / 3, 0.0]
    assert thirds.pmf([1.0, 1.5]).tolist() == [1 / 3, 0.0]


@pytest.mark.parametrize("n", [7, 49, 93, 1000])
def test_generalised_inverse_is_exact_at_every_multiple(n):
    scores = DiscreteScores(np.arange(n))
    shares = np.arange(n) / n
    assert scores.isf(shares).tolist() == list(range(n - 1, -1, -1))


def test_discrete_draws_follow_the_weights():
    draws = DiscreteScores([1.0, 2.0], [1, 3]).rvs(20000, np.random.default_rng(0))
    assert np.mean(draws == 2.0) == pytest.approx(0.75, abs=0.015)


def test_transformed_scores_have_transformed_quantiles_and_support():
    exponential = Transformed(stats.norm(0, 1), np.exp, np.log)
    np.testing.assert_allclose(exponential.isf(0.3), stats.lognorm(1).isf(0.3))
    np.testing.assert_allclose(exponential.cdf(2.0), stats.lognorm(1).cdf(2.0))
    assert exponential.support() == (0.0, np.inf)
    assert not has_density(exponential)
    draws = exponential.rvs(2000, np.random.default_rng(0))
    assert stats.kstest(draws, stats.lognorm(1).cdf).pvalue > 0.01


@pytest.mark.parametrize(
    ("values", "weights", "message"),
    [
        ([], None, "non-empty list of distinct"),
        ([1.0, 1.0], None, "distinct"),
        ([1.0, 2.0], [1], "one for each value"),
        ([1.0, 2.0], [0.5, 0.5], "whole numbers"),
        ([1.0, 2.0], [1, 0], "weights must be positive"),
    ],
)
def test_bad_discrete_scores_are_refused(values, weights, message):
    with pytest.raises(ValueError, match=message):
        DiscreteScores(values, weights)


def test_spread_must_be_positive():
    with pytest.raises(ValueError, match="sigma must be positive"):
        ReflectedLognormal(8.0, 1.4, 0.0)
