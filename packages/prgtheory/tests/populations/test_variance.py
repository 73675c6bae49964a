"""The asymptotic variance and the bands that stand on it: simulation, coverage, named failures."""

import numpy as np
import pytest
from scipy import stats

from prgtheory.populations import (
    asymptotic_variance,
    band_coverage,
    binormal,
    draw_sample,
    empirical_slope,
    hughes_oliver_case,
    normal_approximation,
    pr_band,
    simulate_pr_hat,
)
from prgtheory.populations.bands import kernel_density
from prgtheory.populations.estimators import split_scores

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


RECALL = np.array([0.2, 0.5, 0.8])


@pytest.mark.parametrize("class_sizes", ["random", "fixed"])
@pytest.mark.parametrize("scale", ["linear", "logit"])
def test_bands_cover_in_the_benign_case(class_sizes, scale):
    coverage = band_coverage(
        binormal(0.3),
        2000,
        RECALL,
        replicates=300,
        class_sizes=class_sizes,
        scale=scale,
        rng=np.random.default_rng(4),
    )
    # Monte Carlo error 1.3 points; the kernel estimate of the slope costs little.
    assert ((coverage > 0.91) & (coverage < 0.99)).all()


def test_plug_in_variance_approaches_that_of_the_population():
    population = binormal(0.3)
    band = pr_band(*draw_sample(population, 100_000, rng=np.random.default_rng(0)), RECALL)
    width = (band.upper - band.lower) / 2 / 1.959964 * np.sqrt(100_000)
    np.testing.assert_allclose(width, np.sqrt(asymptotic_variance(population, RECALL)), rtol=0.06)


def test_slope_estimate_approaches_that_of_the_population():
    population = hughes_oliver_case("C", 0.5)
    scores = split_scores(*draw_sample(population, 100_000, rng=np.random.default_rng(1)))
    np.testing.assert_allclose(
        empirical_slope(scores, [0.6, 0.8]), population.slope([0.6, 0.8]), rtol=0.1
    )


def test_kernel_density_is_that_of_scipy():
    sample, at = np.random.default_rng(0).gamma(2.0, size=300), np.linspace(-1, 6, 9)
    expected = stats.gaussian_kde(sample)(at)
    np.testing.assert_allclose(kernel_density(sample, at), expected, rtol=1e-12)


def test_bands_do_not_change_under_increasing_maps():
    labels, scores = draw_sample(binormal(0.4), 500, rng=np.random.default_rng(2))
    plain, mapped = pr_band(labels, scores, RECALL), pr_band(labels, np.exp(scores), RECALL)
    np.testing.assert_array_equal(plain.lower, mapped.lower)
    np.testing.assert_array_equal(plain.upper, mapped.upper)


def test_limits_stay_in_the_unit_interval():
    labels, scores = draw_sample(binormal(0.5), 60, rng=np.random.default_rng(3))
    for scale in ("linear", "logit"):
        band = pr_band(labels, scores, np.arange(1, 11) / 10, scale=scale)
        assert ((band.lower >= 0) & (band.upper <= 1)).all()
        assert (band.lower <= band.precision).all()
        assert (band.precision <= band.upper).all()


def test_a_band_on_the_logit_scale_has_no_width_where_the_estimate_is_1():
    labels = [1] * 10 + [0, 1] * 5
    scores = np.arange(20, 0, -1)
    band = pr_band(labels, scores, [0.3, 0.9], scale="logit")
    assert (band.lower[0], band.precision[0], band.upper[0]) == (1.0, 1.0, 1.0)
    assert 0 < band.lower[1] < band.precision[1] < band.upper[1] < 1
    assert pr_band(labels, scores, [0.3]).lower[0] < 1


def test_discrete_scores_are_named():
    band = pr_band(
        *draw_sample(hughes_oliver_case("F", 0.5), 1000, rng=np.random.default_rng(0)), 0.6
    )
    assert "discrete scores" in band.notes[0]
    assert "not consistent at a jump" in band.notes[0]


def test_band_of_a_constant_score_has_no_limits():
    band = pr_band([0, 1, 0, 1], [1.0] * 4, [0.5])
    assert np.isnan(band.lower).all()
    assert "discrete scores" in band.notes[0]
