"""Sampling distribution of the three areas."""

import numpy as np
import pytest
from scipy import stats

from prgbench import metrics
from prgbench.metrics import bootstrap_areas
from prgtheory.populations import (
    areas,
    binormal,
    draw_sample,
    simulate_areas,
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
    simulated = simulate_areas(population, 2000, replicates=1000, rng=rng)
    sample = draw_sample(population, 2000, rng=rng)
    resampled = bootstrap_areas(*sample, n_resamples=400, random_state=rng)[:, 0]
    np.testing.assert_allclose(resampled.std(axis=0), simulated.std(axis=0), rtol=0.25)


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
