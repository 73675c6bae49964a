"""Confidence bands: coverage, invariance and the failures they name."""

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
    pr_band,
)
from prgtheory.populations.bands import kernel_density
from prgtheory.populations.estimators import split_scores

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


def test_bad_level_and_scale_are_refused():
    with pytest.raises(ValueError, match="level must lie strictly"):
        pr_band([0, 1], [0, 1], 0.5, level=95)
    with pytest.raises(ValueError, match="scale must be 'linear' or 'logit'"):
        pr_band([0, 1], [0, 1], 0.5, scale="log")
