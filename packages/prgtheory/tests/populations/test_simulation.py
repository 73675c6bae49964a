"""Simulated estimates and areas against samples that are really drawn, and known errors."""

import numpy as np
import pytest
from scipy import stats

from prgbench import metrics
from prgtheory.populations import (
    areas,
    binormal,
    draw_sample,
    hughes_oliver_case,
    pr_hat,
    simulate_areas,
    simulate_pr_hat,
)

RECALL = np.arange(1, 11) / 10


@pytest.mark.parametrize("class_sizes", ["random", "fixed"])
@pytest.mark.parametrize("case", ["A", "B", "C", "D", "F"])
def test_order_statistics_give_the_law_of_drawn_samples(case, class_sizes):
    population, n, rng = hughes_oliver_case(case, 0.2), 300, np.random.default_rng(11)
    fast = simulate_pr_hat(population, n, RECALL, class_sizes=class_sizes, rng=rng)
    slow = np.array(
        [
            pr_hat(*draw_sample(population, n, class_sizes=class_sizes, rng=rng), RECALL)
            for _ in range(1000)
        ]
    )
    p_values = [stats.ks_2samp(fast[:, j], slow[:, j]).pvalue for j in range(RECALL.size)]
    assert min(p_values) > 1e-4
    np.testing.assert_allclose(
        np.corrcoef(fast[:, 5], fast[:, 7])[0, 1],
        np.corrcoef(slow[:, 5], slow[:, 7])[0, 1],
        atol=0.12,
    )


def test_recalls_may_come_in_any_order():
    shuffled = simulate_pr_hat(binormal(0.3), 100, [0.9, 0.1], rng=np.random.default_rng(3))
    sorted_ = simulate_pr_hat(binormal(0.3), 100, [0.1, 0.9], rng=np.random.default_rng(3))
    np.testing.assert_array_equal(shuffled[:, ::-1], sorted_)


@pytest.mark.parametrize(("prevalence", "positives"), [(0.01, 1), (0.34, 3), (0.99, 9)])
def test_samples_of_fixed_class_sizes_have_both_classes(prevalence, positives):
    rng = np.random.default_rng(0)
    drawn, _ = draw_sample(binormal(prevalence), 10, class_sizes="fixed", rng=rng)
    assert drawn.tolist() == [1] * positives + [0] * (10 - positives)


def test_recall_one_gives_the_sample_prevalence():
    values = simulate_pr_hat(
        binormal(0.25), 100, [1.0], class_sizes="fixed", rng=np.random.default_rng(0)
    )
    assert (values == 0.25).all()


def test_samples_without_a_positive_are_nan():
    values = simulate_pr_hat(binormal(0.01), 20, [0.5], rng=np.random.default_rng(0))
    share = np.isnan(values).mean()
    assert share == pytest.approx(0.99**20, abs=0.03)


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
