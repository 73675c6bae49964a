"""Sampling distribution of the three areas."""

import numpy as np
import pytest
from scipy import stats

from prgbench import metrics
from prgbench.metrics import bootstrap_areas
from prgtheory.populations import (
    areas,
    binormal,
    discrete_uniforms,
    draw_sample,
    interpolated_areas,
    simulate_areas,
    summarise,
)


def test_standard_error_of_auroc_is_the_known_one():
    population, n_pos, n_neg = binormal(0.4), 200, 300
    values = simulate_areas(
        population, 500, replicates=3000, class_sizes="fixed", rng=np.random.default_rng(0)
    )
    # Hanley & McNeil: variances of both placements, here by a large sample of scores.
    rng = np.random.default_rng(1)
    positive, negative = rng.normal(1.4, 1, 200_000), rng.normal(0, 1, 200_000)
    v10 = stats.norm.cdf(positive).var()
    v01 = stats.norm.sf(negative - 1.4).var()
    expected = np.sqrt(v10 / n_pos + v01 / n_neg)
    assert values[:, 0].std() == pytest.approx(expected, rel=0.05)
    assert values[:, 0].mean() == pytest.approx(areas(population).auroc, abs=0.002)


def test_bootstrap_standard_error_is_near_that_of_simulation():
    population, rng = binormal(0.3), np.random.default_rng(3)
    simulated = summarise(simulate_areas(population, 2000, replicates=1000, rng=rng))
    sample = draw_sample(population, 2000, rng=rng)
    resampled = summarise(bootstrap_areas(*sample, n_resamples=400, random_state=rng)[:, 0])
    np.testing.assert_allclose(resampled.standard_error, simulated.standard_error, rtol=0.25)


def test_rows_equal_the_metrics_of_the_sample():
    values = simulate_areas(
        binormal(0.5), 40, replicates=1, class_sizes="fixed", rng=np.random.default_rng(9)
    )
    labels, scores = draw_sample(
        binormal(0.5), 40, class_sizes="fixed", rng=np.random.default_rng(9)
    )
    expected = [
        metrics.auroc_score(labels, scores),
        metrics.aupr_score(labels, scores),
        metrics.auprg_score(labels, scores),
    ]
    np.testing.assert_allclose(values[0], expected, rtol=1e-12)


def test_sample_areas_of_discrete_scores_approach_the_interpolated_ones():
    population = discrete_uniforms(0.5)
    values = simulate_areas(population, 50_000, replicates=8, rng=np.random.default_rng(0))
    np.testing.assert_allclose(values.mean(axis=0), interpolated_areas(population), atol=0.006)
    with pytest.raises(TypeError, match="needs DiscreteScores"):
        interpolated_areas(binormal(0.5))


def test_summary_ignores_samples_without_a_class():
    found = summarise(np.array([[1.0], [2.0], [3.0], [np.nan]]), level=0.5)
    assert (found.mean[0], found.standard_error[0]) == (2.0, 1.0)
    assert (found.lower[0], found.upper[0]) == (1.5, 2.5)
    with pytest.raises(ValueError, match="level must lie"):
        summarise(np.zeros((3, 1)), level=1.0)
