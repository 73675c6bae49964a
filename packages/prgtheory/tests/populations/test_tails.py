"""The limit of the density ratio at the top, against tails in closed form."""

from math import e, inf

import numpy as np
import pytest
from scipy import stats

from prgtheory.populations import Population, binormal, pr_limits
from prgtheory.populations.tails import density_ratio_at_top
from transformed_scores import with_map

# Positives, negatives and lim f-/f+ by hand.
LIMITS = [
    # Power tails x^-(a+1): a shift does not matter, a scale s gives s^a.
    (stats.t(3, loc=1), stats.t(3), 1),
    (stats.t(3), stats.t(3, loc=1), 1),
    (stats.t(1000), stats.t(1000, loc=1), 1),
    (stats.f(3, 4), stats.f(3, 4), 1),
    (stats.f(3, 4), stats.f(3, 4, loc=2), 1),
    (stats.f(3, 4), stats.f(3, 4, scale=2), 4),
    (stats.cauchy(), stats.t(1, scale=3), 3),
    (stats.halfcauchy(), stats.cauchy(), 1 / 2),
    (stats.pareto(3), stats.pareto(3, scale=2), 8),
    (stats.pareto(2), stats.pareto(3), 0),
    (stats.pareto(3), stats.pareto(2), inf),
    (stats.pareto(3), stats.lomax(3), 1),
    (stats.invgamma(2), stats.invgamma(2, scale=3), 9),
    (stats.burr12(10, 4), stats.burr12(10, 4, scale=1.5), 1.5**40),
    (stats.nct(3, 1), stats.nct(3, 1, loc=1), 1),
    (stats.levy(), stats.levy(loc=5), 1),
    # So slowly that the last tenth of the way is extrapolated: 3^(.01 * 2).
    (stats.burr12(0.01, 2), stats.burr12(0.01, 2, scale=3), 3**0.02),
    # Exponential tails of rate r: a shift d gives e^(r d).
    (stats.logistic(), stats.logistic(1), e),
    (stats.gumbel_r(), stats.gumbel_r(1), e),
    (stats.laplace(), stats.laplace(0.5), e**0.5),
    (stats.gamma(2), stats.gamma(2, loc=1), e),
    (stats.gamma(2), stats.gamma(3), inf),
    (stats.expon(scale=2), stats.expon(), 0),
    (stats.exponnorm(1.5), stats.exponnorm(1.5, loc=0.5), e ** (1 / 3)),
    # Between them, and lighter.
    (stats.lognorm(1), stats.lognorm(1, loc=1), 1),
    (stats.lognorm(1), stats.lognorm(1, scale=2), inf),
    (stats.weibull_min(0.5), stats.weibull_min(0.5, loc=1), 1),
    (stats.weibull_min(1.5), stats.weibull_min(1.5, loc=1), inf),
    (stats.norm(1), stats.norm(), 0),
    (stats.norm(1e-9), stats.norm(), 0),
    (stats.norm(), stats.norm(1e-9), inf),
    (stats.norm(), stats.t(5), inf),
    (stats.skewnorm(3), stats.skewnorm(3, loc=0.1), inf),
    # Finite ends.
    (stats.beta(2, 2), stats.beta(3, 2), 2),
    (stats.beta(2, 0.5), stats.beta(2, 2), 0),
    (stats.beta(500, 1), stats.beta(1, 1), 1 / 500),
    (stats.beta(1, 1), stats.beta(500, 1), 500),
    (stats.powerlaw(3), stats.powerlaw(6), 2),
    (stats.triang(0.5), stats.triang(0.2), 5 / 8),
    (stats.uniform(0, 1), stats.uniform(-1, 2), 1 / 2),
    (stats.uniform(0, 50), stats.norm(), inf),
    (stats.norm(), stats.uniform(), 0),
    (stats.uniform(0, 5), stats.binom(5, 0.2), inf),
    (stats.binom(5, 0.5), stats.binom(5, 0.2), 0),
    (stats.binom(4, 0.5), stats.binom(5, 0.2), inf),
]


@pytest.mark.parametrize(("positive", "negative", "limit"), LIMITS)
def test_limit_is_that_of_the_tails_in_closed_form(positive, negative, limit):
    assert density_ratio_at_top(positive, negative) == pytest.approx(limit, rel=1e-5, abs=1e-300)
    at_zero = pr_limits(Population(positive, negative, 0.3)).at_zero
    assert at_zero == pytest.approx(0.3 / (0.3 + 0.7 * limit), abs=1e-5)


@pytest.mark.parametrize(
    ("positive", "negative", "message"),
    [
        (stats.poisson(3), stats.poisson(2), "discrete scores without an upper end"),
        (stats.expon(), stats.geom(0.5), "discrete scores without an upper end"),
        (stats.uniform(0.1, 0.2), stats.uniform(0, 0.3), "differ by rounding only"),
        (stats.uniform(0.1, 1000.2), stats.uniform(0, 1000.3), "differ by rounding only"),
        (stats.weibull_min(0.95), stats.weibull_min(0.95, loc=1), "cannot be told"),
        (stats.vonmises(4), stats.vonmises(4, loc=1), "cannot be told"),
        (stats.jf_skew_t(8, 4), stats.jf_skew_t(8, 4, scale=2), "cannot be told"),
    ],
)
def test_a_limit_that_cannot_be_told_is_an_error(positive, negative, message):
    with pytest.raises(ValueError, match=message):
        pr_limits(Population(positive, negative, 0.3))


@pytest.mark.filterwarnings("error")
def test_increasing_functions_of_scores_change_no_limit():
    shifted = Population(stats.t(3, loc=1), stats.t(3), 0.3)
    assert pr_limits(with_map(shifted, np.arcsinh, np.sinh)) == pr_limits(shifted)
    assert pr_limits(with_map(binormal(0.2), np.tanh, np.arctanh)) == pr_limits(binormal(0.2))
