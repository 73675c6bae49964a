"""Constants of the text."""

import numpy as np
import pytest
from scipy import stats

from prgbench.papers.hughes_oliver.model import crossing_of_a_and_b, jump_shares, tail_constant
from prgbench.populations import Population, hughes_oliver_case


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
