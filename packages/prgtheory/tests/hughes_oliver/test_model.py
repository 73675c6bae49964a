"""Constants of the text."""

import numpy as np
import pytest
from scipy import stats

from prgtheory.hughes_oliver.model import (
    crossing_of_a_and_b,
    jump_shares,
    largest_error,
    remainder_order,
    strong_approximation_terms,
    tail_constant,
)
from prgtheory.populations import Population, asymptotic_variance, hughes_oliver_case


def test_a_and_b_cross_where_their_rates_are_equal():
    fpr = crossing_of_a_and_b()
    rates = [float(hughes_oliver_case(case, 0.5).true_positive_rate(fpr)) for case in "AB"]
    assert rates[0] == pytest.approx(rates[1], abs=1e-10)


def test_tail_constant_of_uniform_and_exponential_scores():
    uniform = Population(stats.uniform(), stats.norm(), 0.5)
    assert tail_constant(uniform) == pytest.approx(0.0, abs=1e-12)
    # log f+ = log x along the quantiles of an exponential: x(1 - x)/x = 1 - x.
    exponential = Population(stats.expon(), stats.norm(), 0.5)
    assert tail_constant(exponential) == pytest.approx(1.0, abs=0.01)


def test_jump_shares_split_values_by_the_nearer_side():
    population = hughes_oliver_case("F", 0.5)
    left, right = (float(population.precision(x)) for x in (0.4 - 1e-7, 0.4 + 1e-7))
    values = np.array([left, left, left - 0.01, right])
    assert jump_shares("F", 0.5, 0.4, values) == [0.75, 0.25]


@pytest.mark.parametrize("case", ["A", "B", "C", "D"])
@pytest.mark.parametrize("prevalence", [0.5, 1 / 11])
def test_both_forms_of_theorem_1_are_the_same_variance(case, prevalence):
    population = hughes_oliver_case(case, prevalence)
    for recall in (0.2, 0.6, 0.9):
        expected = float(asymptotic_variance(population, recall))
        assert strong_approximation_terms(population, recall).sum() == pytest.approx(
            expected, rel=1e-12
        )


def test_orders_of_the_remainder_by_hand():
    n = round(np.exp(np.e**2))
    # log n = e^2 and log log n = 2, up to the rounding of n.
    assert remainder_order(0.5, n) == pytest.approx(np.e**2, rel=1e-3)
    assert remainder_order(1.0, n) == pytest.approx(np.e**4, rel=1e-3)
    assert remainder_order(2.0, n) == pytest.approx(4 * np.e**2, rel=1e-3)


def test_error_falls_with_the_square_root_of_n():
    ratio = largest_error("A", 1_000) / largest_error("A", 100_000)
    assert 6 < ratio < 14
