"""The two calibrators."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.isotonic import IsotonicRegression
from sklearn.pipeline import make_pipeline

from prgbench import metrics as m

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
def test_calibrating_for_accuracy_is_isotonic_regression(sample):
    y, s = sample
    ours = m.AccuracyCalibrator().fit(s, y).transform(s)
    theirs = IsotonicRegression().fit(s, y).transform(s)
    np.testing.assert_allclose(ours, theirs, atol=1e-12)


@given(data())
def test_scores_calibrated_for_f_decide_as_the_best_threshold(sample):
    y, s = sample
    calibrated = m.FBetaCalibrator().fit(s, y).transform(s)
    for beta in BETAS:
        chosen = calibrated >= 1 / (1 + beta**2)
        value = fbeta(y[chosen].sum(), (1 - y[chosen]).sum(), y.sum(), beta)
        assert value == pytest.approx(m.max_fbeta_score(y, s, beta=beta), rel=1e-12)


def test_calibrators_are_scikit_learn_transformers():
    y, s = np.array(["no", "yes", "no", "yes"]), np.array([[1.0], [2.0], [3.0], [4.0]])
    for calibrator in (m.AccuracyCalibrator("yes"), m.FBetaCalibrator("yes")):
        fitted = make_pipeline(clone(calibrator)).fit(s, y)
        assert fitted.transform(s).shape == (4, 1)
        assert calibrator.get_params() == {"pos_label": "yes"}


@given(data(), st.integers(0, 2**32))
def test_unseen_scores_are_interpolated_as_by_isotonic_regression(sample, seed):
    y, s = sample
    rng = np.random.default_rng(seed)
    unseen, weights = rng.uniform(-2, 14, 50), rng.integers(0, 3, s.size) + (s == s.max()) * 0.5
    weights[[0, -1]] += 1
    ours = m.AccuracyCalibrator().fit(s, y, weights).transform(unseen)
    theirs = IsotonicRegression(out_of_bounds="clip").fit(s, y, weights).transform(unseen)
    np.testing.assert_allclose(ours, theirs, atol=1e-12)


@given(data())
def test_what_is_between_two_scores_is_between_their_values(sample):
    y, s = sample
    calibrator = m.FBetaCalibrator().fit(s, y)
    known = np.unique(s)
    values = calibrator.transform(known)
    middle = calibrator.transform((known[1:] + known[:-1]) / 2)
    np.testing.assert_allclose(middle, (values[1:] + values[:-1]) / 2, atol=1e-15)


@pytest.mark.parametrize("calibrator", [m.AccuracyCalibrator(), m.FBetaCalibrator()])
def test_infinite_and_huge_scores(calibrator):
    fitted = calibrator.fit([-np.inf, 0, 1, np.inf], [0, 0, 1, 1])
    assert fitted.transform([np.inf, 5, 1, 0.75, 0, -5, -np.inf]).tolist() == [
        1, 1, 1, 0.75, 0, 0, 0
    ]  # fmt: skip
    assert calibrator.fit([-1.5e308, 1.5e308], [0, 1]).transform([0, 2e307]).tolist() == [
        0.5, pytest.approx(17 / 30, abs=1e-15)
    ]  # fmt: skip
    tiny = 5e-324
    assert calibrator.fit([0, 3 * tiny], [0, 1]).transform([tiny, 2 * tiny]).tolist() == [
        1 / 3,
        2 / 3,
    ]
    assert calibrator.fit([3, 3], [0, 1]).transform([2, 3, 4]).size == 3


@pytest.mark.parametrize("calibrator", [m.AccuracyCalibrator(), m.FBetaCalibrator()])
def test_output_as_a_table(calibrator):
    scores = pd.DataFrame({"score": [1.0, 2.0, 3.0, 4.0]}, index=list("abcd"))
    labels = [0, 1, 0, 1]
    plain = clone(calibrator).fit(scores, labels).transform(scores)
    table = clone(calibrator).set_output(transform="pandas").fit(scores, labels).transform(scores)
    name = f"{type(calibrator).__name__.lower()}0"
    assert list(table) == [name] == calibrator.get_feature_names_out().tolist()
    assert list(table.index) == list("abcd")
    np.testing.assert_array_equal(table[name], plain[:, 0])
