"""Areas of populations against published values and closed forms."""

import numpy as np
import pytest
from scipy import integrate, stats

from prgtheory.populations import (
    Population,
    Transformed,
    areas,
    aupr,
    auprg,
    auroc,
    binormal,
    expected_fg1,
    hughes_oliver_case,
    overlapping_uniforms,
    simulate_areas,
)

AUPR = {
    "A": (0.83629365, 0.41784657),
    "B": (0.85270091, 0.70362137),
    "C": (0.96089329, 0.79804344),
    "D": (0.88732654, 0.64813664),
    "E": (0.32499139, 0.04959582),
}


@pytest.mark.parametrize("case", AUPR)
def test_aupr_of_the_cases(case):
    for prevalence, expected in zip((0.5, 1 / 11), AUPR[case], strict=True):
        assert aupr(hughes_oliver_case(case, prevalence)) == pytest.approx(expected, abs=1e-8)


def test_auroc_of_bi_normal_scores_in_closed_form():
    expected = stats.norm.cdf(1.2 / np.hypot(1.0, 1.7))
    assert auroc(binormal(0.2, 1.2, 0.0, 1.7, 1.0)) == pytest.approx(expected, abs=1e-10)


def test_uniform_areas_in_closed_form():
    population = overlapping_uniforms(0.2)
    assert auroc(population) == pytest.approx(1 - 0.5**2 / 2, abs=1e-12)
    # alpha = x - 1/2 from recall 1/2 on: precision x / (5 x - 2) with skew 4.
    upper = 0.5 + integrate.quad(lambda x: x / (5 * x - 2), 0.5, 1)[0]
    assert aupr(population) == pytest.approx(upper, abs=1e-12)
    # precision gain is 1 up to recall 1/2 and 1/(2x) beyond; dx/(skew x^2) from pi to 1.
    gain = (1 / 0.2 - 2) / 4 + (2**2 - 1) / 4 / 4
    assert auprg(population) == pytest.approx(gain, abs=1e-12)


def test_discrete_areas_equal_a_fine_sum():
    population = hughes_oliver_case("F", 0.3)
    edges = np.linspace(0, 1, 200_001)
    middles = (edges[1:] + edges[:-1]) / 2
    assert aupr(population) == pytest.approx(population.precision(middles).mean(), abs=1e-5)
    gain = population.precision_gain(middles).mean()
    assert auprg(population) == pytest.approx(gain, abs=1e-5)
    assert auroc(population) == pytest.approx(0.74, abs=1e-12)


def test_ties_of_any_discrete_scores_count_one_half():
    same = Population(stats.binom(1, 0.5), stats.binom(1, 0.5), 0.5)
    assert auroc(same) == pytest.approx(0.5, abs=1e-12)
    positive, negative, counts = stats.poisson(3), stats.poisson(1), np.arange(100)
    below = negative.cdf(counts - 1) + negative.pmf(counts) / 2
    expected = float(positive.pmf(counts) @ below)
    assert auroc(Population(positive, negative, 0.2)) == pytest.approx(expected, abs=1e-8)
    case = hughes_oliver_case("F", 0.3)
    scores = [Transformed(d, np.exp, np.log) for d in (case.positive, case.negative)]
    assert auroc(Population(*scores, 0.3)) == pytest.approx(0.74, abs=1e-12)


def test_recall_ranges_add_up():
    population = binormal(0.2)
    parts = aupr(population, (0.0, 0.3)) + aupr(population, (0.3, 1.0))
    assert parts == pytest.approx(aupr(population), abs=1e-11)
    discrete = hughes_oliver_case("F", 0.2)
    parts = aupr(discrete, (0.0, 0.33)) + aupr(discrete, (0.33, 1.0))
    assert parts == pytest.approx(aupr(discrete), abs=1e-12)
    with pytest.raises(ValueError, match="recall_range must rise"):
        aupr(population, (0.5, 0.5))


@pytest.mark.parametrize("case", "ABC")
def test_areas_are_the_limits_of_sample_areas(case):
    population = hughes_oliver_case(case, 0.3)
    rng = np.random.default_rng(5)
    sample = simulate_areas(population, 40_000, replicates=10, rng=rng)
    np.testing.assert_allclose(sample.mean(axis=0), areas(population), atol=0.006)


def test_expected_fg1_is_the_integral_over_delta():
    population = binormal(0.25)
    pi = population.prevalence
    recall_gain = np.linspace(0.0, 1.0, 200_001)
    precision_gain = population.precision_gain(recall_gain)
    delta = recall_gain / pi - precision_gain / (1 - pi)
    fg1 = (precision_gain + recall_gain) / 2
    expected = np.trapezoid(fg1, delta) / (delta[-1] - delta[0])
    assert expected_fg1(population) == pytest.approx(expected, abs=1e-6)


def test_expected_fg1_is_undefined_for_a_population_as_bad_as_case_e():
    assert np.isnan(expected_fg1(hughes_oliver_case("E", 0.5)))


def test_identical_classes_have_chance_areas():
    found = areas(Population(stats.norm(), stats.norm(), 0.1))
    np.testing.assert_allclose(found, (0.5, 0.1, 0.0), atol=1e-10)
