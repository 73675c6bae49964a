"""Simulation by order statistics against samples that are really drawn."""

import numpy as np
import pytest
from scipy import stats

from prgtheory.populations import (
    binormal,
    draw_sample,
    hughes_oliver_case,
    pr_hat,
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


def test_bad_sizes_are_refused():
    with pytest.raises(ValueError, match="n must be a whole number"):
        simulate_pr_hat(binormal(0.5), 1, [0.5], rng=np.random.default_rng(0))
    with pytest.raises(ValueError, match="replicates must be a whole number"):
        simulate_pr_hat(binormal(0.5), 10, [0.5], replicates=0, rng=np.random.default_rng(0))
