"""The distributions that SciPy lacks, and what is no population, sample or recall."""

from functools import partial
from math import nan

import numpy as np
import pytest
from scipy import integrate, stats

from prgtheory.populations import (
    DiscreteScores,
    Population,
    ReflectedLognormal,
    Transformed,
    asymptotic_variance,
    binormal,
    has_density,
    hughes_oliver_case,
    normal_approximation,
    pr_band,
    pr_hat,
    simulate_pr_hat,
)
from prgtheory.populations._validation import (
    check_class_sizes,
    check_count,
    check_prevalence,
    check_unit,
    floor_count,
)


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


RNG = np.random.default_rng(0)


@pytest.mark.parametrize(
    ("function", "arguments", "message"),
    [
        (DiscreteScores, ([],), "non-empty list of distinct"),
        (DiscreteScores, ([1.0, 1.0],), "distinct"),
        (DiscreteScores, ([1.0, 2.0], [1]), "one for each value"),
        (DiscreteScores, ([1.0, 2.0], [0.5, 0.5]), "whole numbers"),
        (DiscreteScores, ([1.0, 2.0], [1, 0]), "weights must be positive"),
        (ReflectedLognormal, (8.0, 1.4, 0.0), "sigma must be positive"),
        (binormal, (0.5, 1.4, 0.0, 0.0), r"both sds must be positive, got 0\.0 and 1\.0"),
        (binormal(0.5).precision_gain, (1.5,), "recall_gain must be at most 1"),
        (hughes_oliver_case("F", 0.5).slope, (0.5,), "class have no density"),
        (hughes_oliver_case, ("G", 0.5), "case must be one of A, A"),
        (pr_hat, ([0, 1], [1, 2], 0.0), r"recall must lie in \(0, 1\]"),
        (pr_hat, ([1, 1], [1, 2], 0.5), "at least one positive and one negative"),
        (pr_hat, ([0, 1], [1, nan], 0.5), "NaN"),
        (partial(simulate_pr_hat, rng=RNG), (binormal(0.5), 1, [0.5]), "n must be a whole number"),
        (
            partial(simulate_pr_hat, replicates=0, rng=RNG),
            (binormal(0.5), 10, [0.5]),
            "replicates must be a whole number",
        ),
        (asymptotic_variance, (hughes_oliver_case("F", 0.5), 0.5), "no density"),
        (asymptotic_variance, (binormal(0.5), 0.0), r"recall must lie in \(0, 1\]"),
        (
            partial(asymptotic_variance, class_sizes="Fixed"),
            (binormal(0.5), 0.5),
            "class_sizes must be 'random' or 'fixed'",
        ),
        (normal_approximation, (binormal(0.5), 1, 0.5), "n must be a whole number of at least 2"),
        (partial(pr_band, level=95), ([0, 1], [0, 1], 0.5), "level must lie strictly"),
        (
            partial(pr_band, scale="log"),
            ([0, 1], [0, 1], 0.5),
            "must be 'linear' or 'logit'",
        ),
    ],
)
def test_bad_input_is_refused_in_one_sentence(function, arguments, message):
    with pytest.raises(ValueError, match=message):
        function(*arguments)


def test_a_distribution_without_its_methods_is_named():
    with pytest.raises(TypeError, match="the positive distribution lacks cdf, sf"):
        Population(3.0, stats.norm(), 0.5)


@pytest.mark.parametrize("prevalence", [0.0, 1.0, -0.1, 1.1, nan])
def test_a_prevalence_lies_strictly_between_0_and_1(prevalence):
    assert check_prevalence(0.25) == 0.25
    with pytest.raises(ValueError, match=f"between 0 and 1, got {prevalence}"):
        check_prevalence(prevalence)


def test_the_unit_interval_has_1_and_if_asked_for_no_0():
    assert check_unit([0.0, 0.5, 1.0], "share").tolist() == [0, 0.5, 1]
    assert check_unit([0.5, 1.0], "recall", zero=False).tolist() == [0.5, 1]
    with pytest.raises(ValueError, match=r"recall must lie in \(0, 1\], got 0\.0"):
        check_unit([0.5, 0.0], "recall", zero=False)
    for value in (-0.1, 1.1, nan):
        with pytest.raises(ValueError, match=rf"share must lie in \[0, 1\], got {value}"):
            check_unit([0.5, value], "share")


def test_a_count_is_a_whole_number_of_at_least_the_minimum():
    assert (check_count(2, "n", 2), check_count(5.0, "n", 2)) == (2, 5)
    for value in (1, 2.5):
        with pytest.raises(
            ValueError, match=f"n must be a whole number of at least 2, got {value}"
        ):
            check_count(value, "n", 2)


def test_class_sizes_are_random_or_fixed():
    assert check_class_sizes("random")
    assert not check_class_sizes("fixed")
    with pytest.raises(ValueError, match="must be 'random' or 'fixed', got 'both'"):
        check_class_sizes("both")


def test_a_product_just_short_of_a_whole_number_is_that_number():
    assert 1 / 49 * 49 < 1
    assert floor_count([0.0, 1 / 49, 0.5, 1.0], 49).tolist() == [0, 1, 24, 49]
    # A billionth is as far as rounding goes: 2 - 5e-10 is 2, 2 - 2e-9 is not.
    assert floor_count([0.2 - 5e-11, 0.2 - 2e-10, 0.2 + 5e-11], 10).tolist() == [2, 1, 2]
