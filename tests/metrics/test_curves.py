"""ROC and PR curves: their points and the interpolation between them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics as sk

from prgbench import metrics as m
from prgbench.metrics.engine import integrals
from prgbench.metrics.engine.counts import threshold_counts

SIX = ([1, 1, 0, 0, 1, 0], [0.8, 0.8, 0.6, 0.4, 0.4, 0.2])


@pytest.fixture
def sample():
    rng = np.random.default_rng(3)
    y = rng.integers(0, 2, 80)
    return y, np.round(rng.normal(y, 1), 1), rng.random(80)


@pytest.mark.parametrize("drop", [False, True])
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("function", ["roc_curve", "precision_recall_curve"])
def test_curves_unpack_as_those_of_scikit_learn(sample, function, weighted, drop):
    y, s, w = sample
    w = np.where(w < 0.2, 0, np.round(4 * w)) if weighted else None
    options = {"sample_weight": w, "drop_intermediate": drop}
    ours = getattr(m, function)(y, s, **options)
    theirs = getattr(sk, function)(y, s, **options)
    for values, expected in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(values, expected, atol=1e-14)


def test_what_is_dropped_leaves_the_areas_as_they_are(sample):
    y, s, _ = sample
    whole, short = (m.precision_recall_curve(y, s, drop_intermediate=d) for d in (False, True))
    assert short.tp.size < whole.tp.size
    assert integrals.pr_area(short) == pytest.approx(integrals.pr_area(whole), abs=1e-14)
    whole, short = (m.roc_curve(y, np.arange(80), drop_intermediate=d) for d in (False, True))
    assert short.tp.size < whole.tp.size
    assert integrals.roc_area(short) == pytest.approx(integrals.roc_area(whole), abs=1e-14)


def test_the_worked_example_of_interpolation():
    curve = m.precision_recall_curve([1, 1, 0, 1, 0, 1, 0, 0], [3, 3, 3, 2, 2, 1, 1, 1])
    assert curve.precision_at(0.625) == 0.625  # a straight line would say .6333
    assert curve.precision_at([0, 0.5, 1]).tolist() == [2 / 3, 2 / 3, 0.5]


@given(st.integers(0, 2**32))
def test_the_polyline_has_the_area_of_the_curve(seed):
    rng = np.random.default_rng(seed)
    y = np.append(rng.integers(0, 2, 20), [0, 1])
    s = rng.integers(0, 8, 22)
    curve = m.precision_recall_curve(y, s)
    recall, precision = curve.interpolate(4001)
    assert np.all(np.diff(recall) >= 0)
    assert np.trapezoid(precision, recall) == pytest.approx(m.aupr_score(y, s), abs=2e-4)
    # Beside a point by rounding counts as on it, where precision may drop.
    inside = np.abs(recall[:, np.newaxis] - curve.recall).min(axis=1) > 1e-9
    np.testing.assert_allclose(precision[inside], curve.precision_at(recall[inside]), atol=1e-12)


def test_precision_where_it_drops_is_the_highest_whatever_the_rounding():
    labels = np.tile([1, 0], 100)
    curve = m.precision_recall_curve(labels, -np.arange(200))
    for found in range(1, 101):
        assert curve.precision_at(found / 100) == found / (2 * found - 1)


def test_one_class_has_curves_of_nan():
    with pytest.warns(UserWarning, match="No negative samples in y_true, false positive"):
        assert np.isnan(m.roc_curve([1, 1], [1, 2]).fpr).all()
    with pytest.warns(UserWarning, match="No positive samples in y_true, true positive"):
        assert np.isnan(m.roc_curve([0, 0], [1, 2]).tpr).all()
    with pytest.warns(UserWarning, match="No positive class found in y_true: recall is NaN"):
        assert np.isnan(m.precision_recall_curve([0, 0], [1, 2]).recall).all()


def test_bad_arguments():
    curve = m.precision_recall_curve(*SIX)
    with pytest.raises(ValueError, match="n_points must be at least 2"):
        curve.interpolate(1)
    with pytest.raises(ValueError, match=r"recall must lie in \[0, 1\]"):
        curve.precision_at(1.5)
    with pytest.raises(ValueError, match="recall_range must be"):
        m.aupr_score(*SIX, recall_range=(0.5, 0.5))


@pytest.mark.parametrize(("label", "missing"), [(1, "negative"), (0, "positive")])
def test_one_class_has_gains_of_nan_and_no_crossing(label, missing):
    words = f"No {missing} class found in y_true: precision gain and recall gain are NaN"
    with pytest.warns(UserWarning, match=words):
        curve = m.precision_recall_gain_curve([label, label], [1, 2])
    assert not curve.is_crossing.any()
    assert np.isnan([curve.recall_gain, curve.precision_gain]).all()


@pytest.mark.parametrize(("n_pos", "n_neg"), [(153, 81), (53, 244), (83, 244), (114, 205)])
def test_the_curve_of_a_constant_score_is_the_axis_of_the_plot(n_pos, n_neg):
    # Precision gain at the crossing is 1 - P (pi N) / (N (pi P)), which may be rounded below 0.
    labels = np.repeat([1, 0], [n_pos, n_neg])
    curve = m.precision_recall_gain_curve(labels, np.zeros(labels.size))
    ((recall_gain, precision_gain),) = curve.unit_square_parts()
    assert recall_gain.tolist() == [0, 1]
    assert precision_gain.tolist() == [0, 0]


def test_prg_crossing_in_the_first_block():
    curve = m.precision_recall_gain_curve(*SIX)
    precision_gain, recall_gain, thresholds = curve
    assert recall_gain.tolist() == [-np.inf, 0, 0.5, 0.5, 1, 1]
    np.testing.assert_allclose(precision_gain, [np.nan, 1, 1, 0.5, 1 / 3, 0], atol=1e-15)
    assert thresholds.tolist() == [np.inf, 0.8, 0.8, 0.6, 0.4, 0.2]
    assert curve.is_crossing.tolist() == [False, True, False, False, False, False]


CURVES = {
    m.roc_curve: ["fpr", "tpr"],
    m.precision_recall_curve: ["precision", "recall"],
    m.precision_recall_gain_curve: ["precision_gain", "recall_gain", "is_crossing"],
}


@pytest.mark.parametrize("function", CURVES)
def test_curves_compare_by_their_points(function):
    curve = function(*SIX)
    assert curve == function(*SIX)
    assert curve != function(SIX[0], [*SIX[1][:-1], 0.1])
    assert curve != threshold_counts(*SIX)
    with pytest.raises(TypeError, match="unhashable"):
        hash(curve)


def test_a_curve_prints_in_one_line():
    weights = [1, 1, 1, 1, 0.5, 1]
    assert repr(m.roc_curve(*SIX)) == "ROCCurve(5 points, n_pos=3, n_neg=3)"
    curve = m.precision_recall_gain_curve(*SIX, sample_weight=weights)
    assert repr(curve) == "PRGCurve(6 points, n_pos=2.5, n_neg=3)"


@pytest.mark.parametrize("function", CURVES)
def test_a_curve_as_a_table(function):
    curve = function(*SIX)
    table = curve.to_frame()
    assert list(table) == ["thresholds", "tp", "fp", *CURVES[function]]
    for name in table:
        np.testing.assert_array_equal(table[name], getattr(curve, name))


def test_parts_of_a_curve_are_those_of_scikit_learn():
    y_true, y_score = [0, 0, 1, 1, 0, 1], [1, 3, 2, 6, 4, 5]
    assert sk.auc(*m.roc_curve(y_true, y_score)[:2]) == m.auroc_score(y_true, y_score)
    theirs = sk.precision_recall_curve(y_true, y_score)
    for ours, part in zip(m.precision_recall_curve(y_true, y_score)[0:3], theirs, strict=True):
        np.testing.assert_array_equal(ours, part)
    counts = threshold_counts(y_true, y_score)
    assert counts[1].tolist() == counts.tp.tolist() == [0, 1, 2, 2, 2, 3, 3]
