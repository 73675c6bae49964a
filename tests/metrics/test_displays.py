"""Displays: what they draw, and where their scores come from."""

import matplotlib as mpl

mpl.use("Agg")

import numpy as np
import pytest
from matplotlib import pyplot as plt
from sklearn.linear_model import LogisticRegression
from sklearn.svm import LinearSVC

from prgbench import metrics as m

RNG = np.random.default_rng(2)
Y = RNG.integers(0, 2, 60)
X = RNG.normal(Y[:, None], 1, (60, 2))

DISPLAYS = {
    m.RocCurveDisplay: ("AUROC", m.auroc_score),
    m.PrecisionRecallDisplay: ("AUPR", m.aupr_score),
    m.PrecisionRecallGainDisplay: ("AUPRG", m.auprg_score),
}


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")


@pytest.mark.parametrize("display", DISPLAYS)
def test_from_predictions_draws_the_curve_and_names_its_area(display):
    name, area = DISPLAYS[display]
    shown = display.from_predictions(Y, X[:, 0], name="model", color="red")
    assert shown.area == area(Y, X[:, 0])
    assert shown.line_.get_label() == f"model ({name} = {shown.area:.3f})"
    assert shown.line_.get_color() == "red"
    drawn = shown.line_.get_xydata()
    finite = drawn[~np.isnan(drawn).any(axis=1)]
    assert finite.min() >= 0
    assert finite[-1].tolist() == {
        "AUROC": [1, 1], "AUPR": [1, Y.mean()], "AUPRG": [1, 0]
    }[name]  # fmt: skip


@pytest.mark.parametrize("estimator", [LogisticRegression(), LinearSVC()])
@pytest.mark.parametrize("display", DISPLAYS)
def test_from_estimator_finds_the_scores_of_either_class(display, estimator):
    labels = np.where(Y == 1, "yes", "no")
    fitted = estimator.fit(X, labels)
    area = DISPLAYS[display][1]
    scores = (
        fitted.predict_proba(X)[:, 1]
        if hasattr(fitted, "predict_proba")
        else fitted.decision_function(X)
    )
    ax = plt.subplots()[1]
    shown = display.from_estimator(fitted, X, labels, ax=ax)
    assert shown.ax_ is ax
    assert shown.area == pytest.approx(area(Y, scores))
    other = display.from_estimator(fitted, X, labels, pos_label="no")
    assert other.area == pytest.approx(area(1 - Y, -scores))


def test_the_gain_curve_has_gaps_outside_the_unit_square():
    shown = m.PrecisionRecallGainDisplay.from_predictions([1, 0, 0, 1], [4, 3, 2, 1])
    assert np.isnan(shown.line_.get_ydata()).sum() == 2
    reversed_ = m.PrecisionRecallGainDisplay.from_predictions([1, 0, 0, 0], [1, 2, 3, 4])
    assert np.nanmax(reversed_.line_.get_ydata()) == 0


def test_what_is_no_classifier_of_two_classes():
    three = LogisticRegression().fit(X, np.arange(60) % 3)
    with pytest.raises(ValueError, match="LogisticRegression is no fitted classifier of two"):
        m.RocCurveDisplay.from_estimator(three, X, Y)
    two = LogisticRegression().fit(X, Y)
    with pytest.raises(ValueError, match="pos_label=7 is not among the classes"):
        m.RocCurveDisplay.from_estimator(two, X, Y, pos_label=7)
