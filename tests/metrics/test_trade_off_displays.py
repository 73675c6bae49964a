"""Displays of cost curves, F-gain curves and DET curves."""

import inspect

import matplotlib as mpl

mpl.use("Agg")

import numpy as np
import pytest
import sklearn.metrics
from matplotlib import pyplot as plt
from scipy.special import ndtri
from sklearn.linear_model import LogisticRegression

from prgbench import metrics as m

DISPLAYS = {"cost": m.CostCurveDisplay, "f_gain": m.FGainCurveDisplay}
CURVES = {"cost": m.cost_curve, "f_gain": m.f_gain_curve}


@pytest.fixture
def sample():
    rng = np.random.default_rng(5)
    y = np.arange(160) % 4 == 0
    return y, y + rng.normal(size=160)


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


@pytest.mark.parametrize("name", DISPLAYS)
def test_the_line_is_the_exact_curve(sample, name):
    curve = CURVES[name](*sample)
    shown = DISPLAYS[name].from_predictions(*sample, name="model", color="red", lw=3)
    x, y = curve.corners
    np.testing.assert_array_equal(shown.line_.get_xdata(), x)
    np.testing.assert_array_equal(shown.line_.get_ydata(), y)
    assert (shown.line_.get_color(), shown.line_.get_linewidth()) == ("red", 3)
    assert shown.mean == curve.mean
    (label,) = (text.get_text() for text in shown.ax_.get_legend().get_texts())
    assert label == f"model (mean {'loss' if name == 'cost' else 'gain'} = {curve.mean:.3f})"


@pytest.mark.parametrize("display", [*DISPLAYS.values(), m.DetCurveDisplay])
def test_a_name_that_begins_with_an_underscore_is_in_the_legend(sample, display):
    shown = display.from_predictions(*sample, name="_old")
    (label,) = (text.get_text() for text in shown.ax_.get_legend().get_texts())
    assert label.strip().startswith("_old")


def test_models_share_the_line_of_chance_and_the_upper_axis(sample):
    y, s = sample
    first = m.CostCurveDisplay.from_predictions(y, s)
    second = m.CostCurveDisplay.from_predictions(y, -s, ax=first.ax_)
    assert second.chance_level_ is first.chance_level_
    assert first.line_.get_color() != second.line_.get_color()
    assert (first.line_.get_linestyle(), second.line_.get_linestyle()) == ("-", "--")
    (upper,) = first.ax_.child_axes
    # A miss that costs three times as much has c = 1/2 where a quarter is positive.
    labels = [label.get_text() for label in upper.get_xticklabels()]
    places = dict(zip(labels, upper.get_xticks(), strict=True))
    assert places["1"] == pytest.approx(0.25)
    assert places["5"] == pytest.approx(5 / 8)


def test_the_upper_axis_is_symmetric_where_both_classes_are_as_frequent(sample):
    shown = m.CostCurveDisplay.from_predictions(*sample, prevalence=0.5)
    (upper,) = shown.ax_.child_axes
    labels = [label.get_text() for label in upper.get_xticklabels()]
    assert labels == ["1/10", "1/2", "1", "2", "10"]
    np.testing.assert_allclose(upper.get_xticks(), [1 / 11, 1 / 3, 1 / 2, 2 / 3, 10 / 11])


@pytest.mark.parametrize(
    ("prevalence", "labels"),
    [
        (0.0001, ["1", "1,000", "5,000", "10,000", "100,000"]),
        (0.001, ["1", "100", "500", "1,000", "10,000"]),
        (0.01, ["1", "10", "50", "100", "1,000"]),
        (0.1, ["1/10", "1", "2", "5", "10", "50"]),
        (0.999, ["1/10,000", "1/1,000", "1/500", "1/100", "1"]),
    ],
)
def test_the_upper_axis_has_the_costs_that_matter_where_a_class_is_rare(
    sample, prevalence, labels
):
    shown = m.CostCurveDisplay.from_predictions(*sample, prevalence=prevalence)
    (upper,) = shown.ax_.child_axes
    assert [label.get_text() for label in upper.get_xticklabels()] == labels


def test_a_stated_prevalence_moves_the_costs_but_not_the_curve(sample):
    y, s = sample
    here, there = (m.CostCurveDisplay.from_predictions(y, s, prevalence=pi) for pi in (None, 0.5))
    np.testing.assert_array_equal(here.y, there.y)
    (upper,) = there.ax_.child_axes
    places = {
        t.get_text(): x for t, x in zip(upper.get_xticklabels(), upper.get_xticks(), strict=True)
    }
    assert places["1"] == pytest.approx(0.5)
    titles = [shown.ax_.child_axes[0].get_xlabel() for shown in (here, there)]
    assert titles[1] == f"{titles[0]} at prevalence 0.5"
    gains = m.FGainCurveDisplay.from_predictions(y, s, prevalence=0.5)
    assert gains.line_.get_label().endswith(f"(mean gain = {gains.mean:.3f} at prevalence 0.5)")
    expected = m.f_gain_curve(y, s, prevalence=0.5)
    np.testing.assert_array_equal(gains.y, expected.corners[1])


@pytest.mark.parametrize("name", DISPLAYS)
def test_the_band_is_the_simultaneous_one(sample, name):
    shown = DISPLAYS[name].from_predictions(*sample, band=0.9)
    band = m.simultaneous_band(*sample, name, confidence_level=0.9)
    np.testing.assert_array_equal(shown.band.low, band.low)
    top = shown.band_.get_paths()[0].vertices[:, 1].max()
    assert top == pytest.approx(band.high.max())


def test_the_estimator_and_its_name(sample):
    y, s = sample
    model = LogisticRegression().fit(s[:, None], y)
    for display in (*DISPLAYS.values(), m.DetCurveDisplay):
        shown = display.from_estimator(model, s[:, None], y)
        legend = shown.ax_.get_legend().get_texts()[0].get_text()
        assert legend.startswith("LogisticRegression")
        assert shown.pos_label == True  # noqa: E712 - a label of NumPy
    weights = np.arange(y.size) % 3 + 1
    weighed = m.CostCurveDisplay.from_estimator(model, s[:, None], y, sample_weight=weights)
    scores = model.predict_proba(s[:, None])[:, 1]
    assert weighed.mean == m.cost_curve(y, scores, sample_weight=weights).mean


def test_arguments_are_named_as_in_scikit_learn():
    theirs = inspect.signature(sklearn.metrics.DetCurveDisplay.from_estimator)
    ours = inspect.signature(m.DetCurveDisplay.from_estimator)
    assert list(ours.parameters) == list(theirs.parameters)
    # All that the plot of predictions takes, the plot of an estimator takes, too.
    for display in DISPLAYS.values():
        of_predictions = inspect.signature(display.from_predictions).parameters.keys()
        of_estimator = inspect.signature(display.from_estimator).parameters.keys()
        assert of_predictions - of_estimator == {"y_true", "y_score"}


def test_det_axes_are_normal_quantiles(sample):
    shown = m.DetCurveDisplay.from_predictions(*sample)
    fpr, fnr, _ = m.det_curve(*sample, drop_intermediate=True)
    inside = (fpr > 0) & (fpr < 1) & (fnr > 0) & (fnr < 1)
    np.testing.assert_allclose(shown.line_.get_xdata()[inside], ndtri(fpr[inside]))
    np.testing.assert_allclose(shown.line_.get_ydata()[inside], ndtri(fnr[inside]))
    assert np.isfinite(shown.line_.get_ydata()).all()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda y, s: m.CostCurveDisplay.from_predictions(
                y, s, band=m.simultaneous_band(y, s, "f_gain")
            ),
            "band is of the curve 'f_gain', not 'cost'",
        ),
        (
            lambda y, s: m.FGainCurveDisplay.from_predictions(y, s, band=0.9, prevalence=0.5),
            "A band is for the prevalence of the data",
        ),
        (
            lambda y, s: m.RocCurveDisplay.from_predictions(y, s, prevalence=0.5),
            "An ROC curve does not depend on the prevalence",
        ),
    ],
)
def test_bad_input(sample, call, message):
    with pytest.raises(ValueError, match=message):
        call(*sample)
