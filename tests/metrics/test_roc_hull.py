"""The convex hull in ROC space."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prgbench import metrics as m
from prgbench.metrics.engine.counts import count, threshold_counts
from prgbench.metrics.roc_hull import roc_hull_of
from prgtheory.flach_kull.model import skew_sensitive_accuracy
from tied_samples import tied_samples


@given(tied_samples())
def test_no_threshold_beats_the_vertex_for_its_cost(sample):
    y, s = sample
    hull = m.roc_convex_hull(y, s)
    counts = threshold_counts(y, s)
    for c in (0.0, 0.1, 0.5, 0.8, 1.0):
        loss = c * counts.fp + (1 - c) * (counts.n_pos - counts.tp)
        on_hull = c * hull.fp + (1 - c) * (hull.n_pos - hull.tp)
        low, high = hull.c_intervals.T
        np.testing.assert_allclose(on_hull[(low <= c) & (c <= high)], loss.min(), atol=1e-12)
        chosen = s >= hull.threshold_for(c)
        ours = c * (chosen & (y == 0)).sum() + (1 - c) * (~chosen & (y == 1)).sum()
        assert ours == pytest.approx(loss.min(), abs=1e-12)


@given(tied_samples())
def test_the_printed_accuracy_has_the_other_cost(sample):
    y, s = sample
    hull = m.roc_convex_hull(y, s)
    curve = m.roc_curve(y, s)
    for (low, high), tpr, fpr in zip(hull.c_intervals, hull.tpr, hull.fpr, strict=True):
        printed = 1 - (low + high) / 2
        best = skew_sensitive_accuracy(curve.tpr, curve.fpr, curve.prevalence, printed).max()
        reached = skew_sensitive_accuracy(tpr, fpr, curve.prevalence, printed)
        assert float(reached) == pytest.approx(float(best), abs=1e-12)


def test_collinear_points_are_dropped():
    # Both thirds have the same proportion of positives: one segment.
    hull = m.roc_convex_hull([1, 0, 0] * 2 + [0, 0], [3, 3, 3, 2, 2, 2, 1, 1])
    assert hull.tp.tolist() == [0, 2, 2]
    assert hull.calibrated.tolist() == [1 / 3, 0]


def test_one_class_has_no_hull():
    with pytest.raises(ValueError, match="needs both classes"):
        m.roc_convex_hull([0, 0], [1, 2])


def test_bad_costs():
    with pytest.raises(ValueError, match=r"c must lie in \[0, 1\], not 2"):
        m.roc_convex_hull([1, 0, 1, 0], [4, 3, 2, 1]).threshold_for(2)


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


def test_vertices_of_many_points():
    rng = np.random.default_rng(0)
    labels = rng.integers(0, 2, 100_000)
    counts = threshold_counts(labels, rng.normal(labels))
    assert roc_hull_of(counts).tp.size == 112


def test_no_threshold_is_above_infinite_scores():
    hull = m.roc_convex_hull([1, 0, 1, 0], [np.inf, np.inf, 2, 1])
    assert hull.thresholds.tolist() == [np.inf, 2, 1]
    hull = m.roc_convex_hull([1, 0, 1, 0, 0], [np.inf, np.inf, 1, 1, 0])
    assert hull.threshold_for(0.5) == 1
    hull = m.roc_convex_hull([1, 1, 0, 1, 0, 0], [np.inf, np.inf, np.inf, 1, 1, 1])
    assert hull.threshold_for(0.6) == np.inf
    with pytest.raises(ValueError, match=r"optimal for c=0.7, but some scores are inf"):
        hull.threshold_for(0.7)


def test_infinite_scores_below_the_hull_are_above_no_threshold_either():
    # The negative of score inf is the point (1, 0), below the segment from (0, 0) to (1, 1).
    hull = m.roc_convex_hull([0, 1, 0], [np.inf, 2, 1])
    assert hull.thresholds.tolist() == [np.inf, 2, 1]
    assert hull.calibrated.tolist() == [0.5, 0]
    assert hull.threshold_for(0.5) == 2
    with pytest.raises(ValueError, match=r"optimal for c=0.6, but some scores are inf"):
        hull.threshold_for(0.6)
    finite = m.roc_convex_hull([0, 1, 0], [3, 2, 1])
    assert finite.threshold_for(0.6) == np.inf
    assert finite != hull
    unweighted = m.roc_convex_hull([0, 0, 1, 0], [np.inf, 3, 2, 1], sample_weight=[0, 1, 1, 1])
    assert unweighted == finite


@given(tied_samples(), st.sampled_from([0.0, 0.1, 0.5, 0.8, 1.0]))
def test_a_threshold_is_best_or_refused_where_scores_are_infinite(sample, c):
    y, s = sample
    s = np.where(s > 4, np.inf, np.where(s < -1, -np.inf, s))

    def loss(chosen):
        return c * (chosen & (y == 0)).sum() + (1 - c) * (~chosen & (y == 1)).sum()

    reachable = min(loss(s >= threshold) for threshold in s)
    nothing = loss(np.zeros(y.size, dtype=bool))
    try:
        threshold = m.roc_convex_hull(y, s).threshold_for(c)
    except ValueError:
        assert np.isposinf(s).any()
        assert nothing < reachable
    else:
        assert loss(s >= threshold) == pytest.approx(min(nothing, reachable), abs=1e-12)
