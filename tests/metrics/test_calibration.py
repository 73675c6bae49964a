"""The two calibrators."""

import numpy as np
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
