"""The other areas of PRG space, from labels and scores, by hand and by their definitions."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prgbench import metrics as m
from prgbench.metrics import evaluate, precision_recall_gain_curve
from tied_samples import tied_samples

FUNCTIONS = ("auprg_hull", "auprg_clipped", "expected_fg1", "expected_inverse_f1")
SEEDS = st.integers(0, 10**6)


def draw(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(3, 30))
    y_true = np.arange(n) < rng.integers(1, n)
    return rng, y_true, rng.integers(0, 6, n) + y_true


def test_an_area_of_the_unit_square_is_at_most_1():
    # It was 1.0000000000000002 while gains were summed, not losses.
    assert evaluate([1, 1, 0], [5, 2, 1], "auprg_clipped") == 1.0


@given(SEEDS)
def test_the_clipped_area_is_that_of_the_curve_in_the_unit_square(seed):
    _, y_true, y_score = draw(seed)
    parts = precision_recall_gain_curve(y_true, y_score).unit_square_parts()
    area = sum(np.trapezoid(heights, places) for places, heights in parts)
    assert evaluate(y_true, y_score, "auprg_clipped") == pytest.approx(area, abs=1e-9)


@pytest.mark.parametrize(
    ("name", "perfect", "positive_only"),
    [
        ("auprg_hull", 1.0, 0.0),
        ("auprg_clipped", 1.0, 0.0),
        ("expected_fg1", 0.75, np.nan),
        ("expected_inverse_f1", 1.25, np.nan),
    ],
)
def test_a_perfect_model_and_one_class(name, perfect, positive_only):
    assert evaluate([1, 0], [2, 1], name) == pytest.approx(perfect)
    assert evaluate([1, 1], [2, 1], name) == pytest.approx(positive_only, nan_ok=True)
    assert np.isnan(evaluate([0, 0], [2, 1], name))


BETAS = (0.0, 0.3, 1.0, 2.0, 20.0)


def fbeta(tp, fp, n_pos, beta):
    return (1 + beta**2) * tp / (tp + fp + beta**2 * n_pos)


@given(tied_samples())
def test_no_threshold_beats_the_vertex_for_its_beta(sample):
    y, s = sample
    hull = m.prg_convex_hull(y, s)
    n_pos = y.sum()
    for beta in BETAS:
        low, high = hull.beta2_intervals.T
        optimal = (low <= beta**2) & (beta**2 <= high)
        best = m.max_fbeta_score(y, s, beta=beta)
        reached = fbeta(hull.tp, hull.fp, n_pos, beta)[optimal]
        np.testing.assert_allclose(reached, best, rtol=1e-13)
        chosen = s >= hull.threshold_for(beta)
        value = fbeta(y[chosen].sum(), (1 - y[chosen]).sum(), n_pos, beta)
        assert value == pytest.approx(best, rel=1e-13)


@given(tied_samples())
def test_the_hull_is_strictly_concave(sample):
    hull = m.prg_convex_hull(*sample)
    assert np.all(np.diff(hull.beta2) > 0)
    assert np.all(np.diff(hull.recall_gain) > 0)
    assert hull.recall_gain[-1] == 1
    slopes = np.diff(hull.precision_gain) / np.diff(hull.recall_gain)
    np.testing.assert_allclose(-slopes, hull.beta2, rtol=1e-9)


def test_theorem_4_gives_the_beta_of_each_segment():
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 100)
    hull = m.prg_convex_hull(y, rng.normal(y, 1))
    precision, recall = hull.tp / (hull.tp + hull.fp), hull.tp / y.sum()
    inner = np.flatnonzero(np.diff(precision) < 0)
    beta2 = [
        m.theory.indifferent_beta2(precision[i], recall[i], precision[i + 1], recall[i + 1])
        for i in inner
    ]
    assert len(beta2) > 3
    np.testing.assert_allclose(beta2, hull.beta2[inner], rtol=1e-10)


def test_one_class_has_no_hull():
    with pytest.raises(ValueError, match="needs both classes"):
        m.prg_convex_hull([1, 1], [1, 2])
    assert m.evaluate([1, 1], [1, 2], "auprg_hull") == 0
    assert np.isnan(m.evaluate([0, 0], [1, 2], "auprg_hull"))


@pytest.mark.parametrize("beta", [-1, np.nan])
def test_bad_beta(beta):
    with pytest.raises(ValueError, match=f"beta must be >= 0, not {beta}"):
        m.prg_convex_hull([1, 0, 1, 0], [4, 3, 2, 1]).threshold_for(beta)


def test_the_threshold_of_the_best_fbeta_is_inf_where_the_scores_are():
    hull = m.prg_convex_hull([1, 0, 1, 0], [np.inf, 3, 2, 1])
    assert hull.thresholds.tolist() == [np.inf, 2]
    assert [hull.threshold_for(beta) for beta in (0, 2)] == [np.inf, 2]
    # Their squares are no doubles.
    assert [hull.threshold_for(beta) for beta in (1e200, np.inf)] == [2, 2]
    below = m.prg_convex_hull([0, 1, 0], [np.inf, 2, 1])
    assert [below.threshold_for(beta) for beta in (0, 2)] == [2, 2]
