from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prgbench.metrics import evaluate, roc_curve
from prgbench.robustness import mechanism
from prgbench.robustness.mechanism import Comparison, Curve, compare_curves

TRUTH = np.array([1, 1, 1, 0, 0, 0], dtype=bool)


@st.composite
def two_models(draw):
    n = draw(st.integers(2, 14))
    truth = draw(st.lists(st.booleans(), min_size=n, max_size=n))
    truth[:2] = True, False
    scores = st.lists(st.integers(0, 6), min_size=n, max_size=n)
    return np.array(truth), np.array(draw(scores), float), np.array(draw(scores), float)


def compare(truth, a, b):
    return compare_curves(Curve.of(truth, a), Curve.of(truth, b))


def hits_by_hand(truth, scores, predicted):
    """Count the positives among the first ``predicted``, ties in proportion."""
    hits, left = Fraction(0), predicted
    for score in sorted(set(scores), reverse=True):
        tied = scores == score
        taken = min(left, int(tied.sum()))
        hits += Fraction(int((truth & tied).sum()) * taken, int(tied.sum()))
        left -= taken
    return hits


@given(two_models())
@settings(max_examples=80, deadline=None)
def test_the_order_is_that_of_fractions_at_every_count(models):
    truth, a, b = models
    differences = [
        hits_by_hand(truth, a, k) - hits_by_hand(truth, b, k) for k in range(len(truth) + 1)
    ]
    found = compare(truth, a, b)
    signs = [d > 0 for d in differences if d != 0]
    assert found.crossings == sum(x != y for x, y in zip(signs[1:], signs, strict=False))
    widest = max(differences, key=abs) / int(truth.sum())
    assert abs(found.widest) == pytest.approx(abs(float(widest)))
    at = round(found.widest_at * len(truth))
    assert float(differences[at]) / truth.sum() == pytest.approx(found.widest)


@given(two_models())
@settings(max_examples=40, deadline=None)
def test_without_a_crossing_one_curve_is_above_in_roc_space(models):
    truth, a, b = models
    curve_a, curve_b = (roc_curve(truth, scores) for scores in (a, b))
    difference = np.array(
        [_tpr_at(curve_a, x) - _tpr_at(curve_b, x) for x in np.linspace(0, 1, 61)]
    )
    found = compare(truth, a, b)
    if not found.crossings:
        assert (difference * np.sign(found.widest) > -1e-9).all()


def _tpr_at(curve, x):
    """Return the highest point of a curve at this false positive rate."""
    right = np.searchsorted(curve.fpr, x, side="right") - 1
    if curve.fpr[right] == x or right == len(curve.fpr) - 1:
        return curve.tpr[right]
    share = (x - curve.fpr[right]) / (curve.fpr[right + 1] - curve.fpr[right])
    return curve.tpr[right] + share * (curve.tpr[right + 1] - curve.tpr[right])


@given(two_models())
@settings(max_examples=60, deadline=None)
def test_no_area_prefers_a_dominated_model(models):
    truth, a, b = models
    found = compare(truth, a, b)
    areas = evaluate(truth, np.stack([a, b]), ["auroc", "aupr", "auprg"])
    if not found.crossings:
        assert ((areas[0] - areas[1]) * np.sign(found.widest) >= -1e-12).all()
        assert (areas[0, 0] > areas[1, 0]) == (found.widest > 0)


def test_curves_that_touch_do_not_cross():
    a = np.array([6, 5, 2, 4, 3, 1.0])
    b = np.array([6, 4, 2, 5, 3, 1.0])
    found = compare(TRUTH, a, b)
    assert found.crossings == 0
    assert found.widest == pytest.approx(1 / 3)
    assert found.widest_at == pytest.approx(2 / 6)
    assert compare(TRUTH, a, a) == Comparison(0, 0.0, 0.0)


def test_a_crossing_between_two_vertices_counts():
    early = np.array([6, 2, 1, 5, 4, 3.0])
    tied = np.ones(6)
    found = compare(TRUTH, early, tied)
    assert found.crossings == 1


def test_exact_beyond_64_bits(monkeypatch):
    rng = np.random.default_rng(0)
    truth = rng.random(300) < 0.3
    a, b = rng.integers(0, 40, (2, 300)).astype(float)
    small = compare(truth, a, b)
    monkeypatch.setattr(mechanism, "_LARGEST_EXACT", 1)
    assert compare(truth, a, b) == small
    monkeypatch.undo()
    n, positives = 5_000_000, 2_500_000
    chance = Curve(np.array([0, n]), np.array([0, positives]))
    perfect = np.array([0, 10, positives, n])
    perfect = Curve(perfect, perfect.clip(max=positives))
    assert compare_curves(chance, perfect).crossings == 0
    # With 64 bits alone the difference at the corner of the perfect curve changes its sign.
    monkeypatch.setattr(mechanism, "_LARGEST_EXACT", n + 1)
    assert compare_curves(chance, perfect).crossings == 1


def test_recall_takes_ties_in_proportion():
    curve = Curve.of(TRUTH, np.array([3, 2, 2, 2, 1, 1.0]))
    np.testing.assert_allclose(
        curve.recall(np.array([0, 1 / 6, 2 / 6, 4 / 6, 1])), [0, 1 / 3, 5 / 9, 1, 1]
    )
