"""Asymptotic variance against simulation, and the failures it names."""

import numpy as np
import pytest

from prgtheory.populations import (
    asymptotic_variance,
    binormal,
    hughes_oliver_case,
    normal_approximation,
    simulate_pr_hat,
)

# Simulated sd of sqrt(n) (PRhat - PR), n = 2000, recalls .2, .5, .8 (another program).
SIMULATED = {1 / 11: (3.69, 2.18, 1.16), 0.5: (0.754, 0.731, 0.741)}
RECALL = np.array([0.2, 0.5, 0.8])


@pytest.mark.parametrize("prevalence", SIMULATED)
def test_variance_is_near_published_simulations(prevalence):
    sd = np.sqrt(asymptotic_variance(binormal(prevalence), RECALL))
    np.testing.assert_allclose(sd, SIMULATED[prevalence], rtol=0.02)


@pytest.mark.parametrize("class_sizes", ["random", "fixed"])
@pytest.mark.parametrize(("case", "prevalence"), [("A", 0.5), ("A", 0.2), ("C", 0.5)])
def test_variance_is_that_of_our_simulation(case, prevalence, class_sizes):
    population, n = hughes_oliver_case(case, prevalence), 20_000
    draws = simulate_pr_hat(
        population, n, RECALL, class_sizes=class_sizes, rng=np.random.default_rng(2)
    )
    expected = asymptotic_variance(population, RECALL, class_sizes=class_sizes)
    usable = expected > 0.01
    np.testing.assert_allclose(n * draws.var(axis=0)[usable], expected[usable], rtol=0.12)


def test_fixed_class_sizes_drop_the_term_of_the_sizes():
    population = binormal(0.2)
    alpha, skew = population.false_positive_rate(RECALL), population.skew
    difference = asymptotic_variance(population, RECALL) - asymptotic_variance(
        population, RECALL, class_sizes="fixed"
    )
    precision = population.precision(RECALL)
    expected = precision**4 / RECALL**2 * skew * (1 + skew) ** 2 * alpha**2
    np.testing.assert_allclose(difference, expected, rtol=1e-12)


def test_known_failures_are_named_where_they_apply():
    near = normal_approximation(binormal(0.1), 100, [0.1, 0.5, 1.0])
    assert near.notes[0].startswith("end of the range: fewer than 5 positives")
    assert near.notes[2] == "end of the range: at recall 1 PRhat is n+/n whatever the scores"
    few = normal_approximation(hughes_oliver_case("C", 0.5), 200, 0.5)
    assert few.notes == ("few false positives: fewer than 5 negatives above this threshold",)
    # 4 of 100 positives lie below the threshold; 4 of 100 negatives are expected above it.
    low = normal_approximation(binormal(0.5), 200, 0.96)
    assert low.notes[0].startswith("end of the range: fewer than 5 positives")
    recall = binormal(0.5).positive.sf(binormal(0.5).negative.isf(0.04))
    assert normal_approximation(binormal(0.5), 200, recall).notes == few.notes
    assert normal_approximation(binormal(0.5), 300, recall).notes != few.notes
    bent = normal_approximation(hughes_oliver_case("B", 0.5), 1000, [0.7, 0.9])
    assert bent.notes == ("bent curve: not straight within two standard errors of the recall", "")
    separated = normal_approximation(hughes_oliver_case("D", 0.2), 1000, [0.3, 0.7])
    assert separated.sd[0] == 0.0
    assert [not note for note in separated.notes] == [False, True]


def test_end_of_the_range_has_the_variance_of_the_class_sizes_alone():
    variance = asymptotic_variance(binormal(0.2), 1.0)
    assert float(variance) == pytest.approx(0.2 * 0.8)
    assert float(asymptotic_variance(binormal(0.2), 1.0, class_sizes="fixed")) == 0.0


def test_discrete_scores_and_unknown_words_are_refused():
    with pytest.raises(ValueError, match="no density"):
        asymptotic_variance(hughes_oliver_case("F", 0.5), 0.5)
    with pytest.raises(ValueError, match="class_sizes must be 'random' or 'fixed'"):
        asymptotic_variance(binormal(0.5), 0.5, class_sizes="Fixed")
    with pytest.raises(ValueError, match=r"recall must lie in \(0, 1\]"):
        asymptotic_variance(binormal(0.5), 0.0)
    with pytest.raises(ValueError, match="n must be a whole number of at least 2"):
        normal_approximation(binormal(0.5), 1, 0.5)
