"""The page's example and the rankings of equal AUROC."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prgbench import metrics
from prgtheory.introduction.model import (
    binormal_of_area,
    curve,
    equal_auroc_pair,
    false_positives,
    zigzag,
)


def test_the_curve_has_the_points_of_the_page():
    page = curve()
    assert page.recall.tolist() == [0, 0.5, 0.75, 1]
    np.testing.assert_allclose(page.precision, [2 / 3, 2 / 3, 0.6, 0.5])
    assert float(page.precision_at(0.625)) == 0.625


def test_pair_has_equal_auroc_and_the_printed_aupr():
    pair = equal_auroc_pair()
    scores = np.arange(20, 0, -1)
    for labels, areas, aupr in (
        (pair.first, pair.areas[0], 0.62),
        (pair.second, pair.areas[1], 0.53),
    ):
        assert labels.sum() == 10
        assert metrics.auroc_score(labels, scores) == pytest.approx(0.61, abs=1e-12)
        assert metrics.aupr_score(labels, scores) == pytest.approx(areas[1], abs=1e-12)
        assert metrics.auprg_score(labels, scores) == pytest.approx(areas[2], abs=1e-12)
        assert areas[1] == pytest.approx(aupr, abs=1e-4)


def test_no_small_ranking_is_nearer_than_the_one_found():
    pair = equal_auroc_pair(auroc=0.5, aupr=(0.9, 0.3), n_per_class=4)
    scores = np.arange(8, 0, -1)
    areas = []
    for chosen in combinations(range(8), 4):
        labels = np.isin(np.arange(8), chosen).astype(int)
        if metrics.auroc_score(labels, scores) == 0.5:
            areas.append(metrics.aupr_score(labels, scores))
    assert pair.areas[0, 1] == pytest.approx(min(areas, key=lambda a: abs(a - 0.9)))
    assert pair.areas[1, 1] == pytest.approx(min(areas, key=lambda a: abs(a - 0.3)))


@pytest.mark.slow
def test_binormal_population_of_a_given_area_is_better_for_a_larger_one():
    worse, better = binormal_of_area(0.55), binormal_of_area(0.9)
    recall = np.linspace(0.1, 0.9, 9)
    assert (better.precision(recall) > worse.precision(recall)).all()


@given(st.lists(st.integers(0, 1), min_size=2, max_size=30))
def test_false_positives_of_a_ranking_never_fall(labels):
    if 0 not in labels or 1 not in labels:
        return
    page = metrics.precision_recall_curve(labels, np.arange(len(labels), 0, -1))
    found = page.precision[1:] > 0
    recall, precision = page.recall[1:][found], page.precision[1:][found]
    rate = false_positives(recall, precision)
    np.testing.assert_allclose(rate, page.fp[1:][found] / page.n_pos, atol=1e-12)


@pytest.mark.parametrize("seed", range(4))
def test_curves_cross_at_the_same_recalls_in_both_spaces(seed):
    low, high = zigzag(0.01, 0.1, seed=seed), zigzag(0.91, 1.0, seed=seed)
    assert low.crossings_pr == low.crossings_roc
    assert high.crossings_pr == high.crossings_roc
    assert low.rises > 2 * high.rises
