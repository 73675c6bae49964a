"""Convex hulls."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prgbench import metrics as m
from prgbench.metrics.counts import count
from prgbench.metrics.hull import roc_hull_of
from prgbench.papers.flach_kull.model import skew_sensitive_accuracy

BETAS = (0.0, 0.3, 1.0, 2.0, 20.0)


@st.composite
def data(draw):
    n = draw(st.integers(2, 40))
    y = draw(st.lists(st.integers(0, 1), min_size=n, max_size=n))
    y[0], y[-1] = 0, 1
    return np.array(y), np.array(draw(st.lists(st.integers(0, 12), min_size=n, max_size=n)), float)


def fbeta(tp, fp, n_pos, beta):
    return (1 + beta**2) * tp / (tp + fp + beta**2 * n_pos)


@given(data())
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


@given(data())
def test_no_threshold_beats_the_vertex_for_its_cost(sample):
    y, s = sample
    hull = m.roc_convex_hull(y, s)
    counts = m.threshold_counts(y, s)
    for c in (0.0, 0.1, 0.5, 0.8, 1.0):
        loss = c * counts.fp + (1 - c) * (counts.n_pos - counts.tp)
        on_hull = c * hull.fp + (1 - c) * (hull.n_pos - hull.tp)
        low, high = hull.c_intervals.T
        np.testing.assert_allclose(on_hull[(low <= c) & (c <= high)], loss.min(), atol=1e-12)
        chosen = s >= hull.threshold_for(c)
        ours = c * (chosen & (y == 0)).sum() + (1 - c) * (~chosen & (y == 1)).sum()
        assert ours == pytest.approx(loss.min(), abs=1e-12)


@given(data())
def test_the_printed_accuracy_has_the_other_cost(sample):
    y, s = sample
    hull = m.roc_convex_hull(y, s)
    curve = m.roc_curve(y, s)
    for (low, high), tpr, fpr in zip(hull.c_intervals, hull.tpr, hull.fpr, strict=True):
        printed = 1 - (low + high) / 2
        best = skew_sensitive_accuracy(curve.tpr, curve.fpr, curve.prevalence, printed).max()
        reached = skew_sensitive_accuracy(tpr, fpr, curve.prevalence, printed)
        assert float(reached) == pytest.approx(float(best), abs=1e-12)


@given(data())
def test_the_hull_is_strictly_concave(sample):
    y, s = sample
    roc, prg = m.roc_convex_hull(y, s), m.prg_convex_hull(y, s)
    assert np.all(np.diff(roc.calibrated) < 0)
    assert np.all(np.diff(prg.beta2) > 0)
    assert np.all(np.diff(prg.recall_gain) > 0)
    assert prg.recall_gain[-1] == 1
    slopes = np.diff(prg.precision_gain) / np.diff(prg.recall_gain)
    np.testing.assert_allclose(-slopes, prg.beta2, rtol=1e-9)


def test_theorem_4_gives_the_beta_of_each_segment():
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 100)
    hull = m.prg_convex_hull(y, rng.normal(y, 1))
    precision, recall = hull.tp / (hull.tp + hull.fp), hull.tp / y.sum()
    inner = np.flatnonzero(np.diff(precision) < 0)
    beta2 = [
        m.indifferent_beta2(precision[i], recall[i], precision[i + 1], recall[i + 1])
        for i in inner
    ]
    assert len(beta2) > 3
    np.testing.assert_allclose(beta2, hull.beta2[inner], rtol=1e-10)


def test_collinear_points_are_dropped():
    # Both thirds have the same proportion of positives: one segment.
    hull = m.roc_convex_hull([1, 0, 0] * 2 + [0, 0], [3, 3, 3, 2, 2, 2, 1, 1])
    assert hull.tp.tolist() == [0, 2, 2]
    assert hull.calibrated.tolist() == [1 / 3, 0]


def test_one_class_has_no_hull():
    with pytest.raises(ValueError, match="needs both classes"):
        m.prg_convex_hull([1, 1], [1, 2])
    assert m.auprg_hull_score([1, 1], [1, 2]) == 0
    assert np.isnan(m.auprg_hull_score([0, 0], [1, 2]))


def test_bad_operating_conditions():
    y, s = [1, 0, 1, 0], [4, 3, 2, 1]
    with pytest.raises(ValueError, match="beta must be >= 0"):
        m.prg_convex_hull(y, s).threshold_for(-1)
    with pytest.raises(ValueError, match=r"c must lie in \[0, 1\]"):
        m.roc_convex_hull(y, s).threshold_for(2)


@given(
    st.lists(
        st.tuples(st.integers(0, 6), st.booleans(), st.integers(0, 2)), min_size=2, max_size=60
    )
)
def test_vertices_are_those_of_the_plain_chain_also_without_weight(rows):
    scores, labels, weights = (np.array(column) for column in zip(*rows, strict=True))
    if not weights[labels].any() or not weights[~labels].any():
        return
    counts = count(labels, scores.astype(float), weights.astype(float))
    points = list(zip(counts.fp.tolist(), counts.tp.tolist(), strict=True))
    plain: list[tuple[float, float]] = []
    for x, y in sorted(set(points)):
        while len(plain) > 1 and (plain[-1][0] - plain[-2][0]) * (y - plain[-2][1]) >= (
            plain[-1][1] - plain[-2][1]
        ) * (x - plain[-2][0]):
            plain.pop()
        plain.append((x, y))
    hull = roc_hull_of(counts)
    assert list(zip(hull.fp.tolist(), hull.tp.tolist(), strict=True)) == plain


def test_no_threshold_is_above_infinite_scores():
    hull = m.roc_convex_hull([1, 0, 1, 0], [np.inf, np.inf, 2, 1])
    assert hull.thresholds.tolist() == [np.inf, 2, 1]
    hull = m.roc_convex_hull([1, 0, 1, 0, 0], [np.inf, np.inf, 1, 1, 0])
    assert hull.threshold_for(0.5) == 1
    hull = m.roc_convex_hull([1, 1, 0, 1, 0, 0], [np.inf, np.inf, np.inf, 1, 1, 1])
    assert hull.threshold_for(0.6) == np.inf
    with pytest.raises(ValueError, match=r"optimal for c=0.7, but some scores are inf"):
        hull.threshold_for(0.7)
