"""Displays: what they draw, and where their scores come from."""

import matplotlib as mpl

mpl.use("Agg")

import numpy as np
import pytest
from matplotlib import pyplot as plt
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_validate

from prgbench import metrics as m

RNG = np.random.default_rng(2)
Y = RNG.integers(0, 2, 60)
X = RNG.normal(Y[:, None], 1, (60, 2))

ATTRIBUTES = {"AUROC": "roc_auc", "AUPR": "aupr", "AUPRG": "auprg"}
DISPLAYS = {
    m.RocCurveDisplay: ("AUROC", m.auroc_score),
    m.PrecisionRecallDisplay: ("AUPR", m.aupr_score),
    m.PrecisionRecallGainDisplay: ("AUPRG", m.auprg_score),
}


def area_of(shown):
    """Return the attribute that has the area of the legend."""
    return getattr(shown, ATTRIBUTES[DISPLAYS[type(shown)][0]])


def test_more_models_than_colours_look_different():
    axes = plt.subplots()[1]
    for _ in range(28):
        m.RocCurveDisplay.from_predictions(Y, X[:, 0], ax=axes)
    lines = [line for line in axes.lines if line.get_gid() == "curve"]
    looks = {(line.get_color(), str(line._unscaled_dash_pattern)) for line in lines}
    assert len(looks) == 28


@pytest.mark.parametrize("display", DISPLAYS)
def test_a_name_that_begins_with_an_underscore_is_in_the_legend(display):
    shown = display.from_predictions(Y, X[:, 0], name="_old")
    (label,) = (text.get_text() for text in shown.ax_.get_legend().get_texts())
    assert label.strip().startswith("_old (")


@pytest.mark.parametrize("display", DISPLAYS)
def test_from_predictions_draws_the_curve_and_names_its_area(display):
    name, area = DISPLAYS[display]
    shown = display.from_predictions(Y, X[:, 0], name="model", curve_kwargs={"color": "red"})
    assert area_of(shown) == area(Y, X[:, 0])
    assert shown.line_.get_label() == f"model ({name} = {area_of(shown):.3f})"
    assert shown.line_.get_color() == "red"
    drawn = shown.line_.get_xydata()
    finite = drawn[~np.isnan(drawn).any(axis=1)]
    assert finite.min() >= 0
    assert finite[-1].tolist() == {
        "AUROC": [1, 1], "AUPR": [1, Y.mean()], "AUPRG": [1, 0]
    }[name]  # fmt: skip


def test_the_gain_curve_has_gaps_outside_the_unit_square():
    shown = m.PrecisionRecallGainDisplay.from_predictions([1, 0, 0, 1], [4, 3, 2, 1])
    assert np.isnan(shown.line_.get_ydata()).sum() == 2
    reversed_ = m.PrecisionRecallGainDisplay.from_predictions([1, 0, 0, 0], [1, 2, 3, 4])
    assert np.nanmax(reversed_.line_.get_ydata()) == 0


def test_an_area_that_rounds_to_0_has_no_sign_in_the_legend():
    labels = np.repeat([1, 0], [2, 36])
    shown = m.PrecisionRecallGainDisplay.from_predictions(labels, np.zeros(38))
    assert -1e-12 < shown.auprg < 0
    assert shown.line_.get_label() == "Classifier (AUPRG = 0.000)"


def test_a_half_is_rounded_as_on_the_page():
    # 13 of 16 pairs are ranked rightly; Python's own rounding writes 0.812.
    labels = np.tile(np.repeat([0, 1], 4), 3)
    scores = np.tile([1, 2, 3, 6, 4, 5, 5.5, 7], 3)
    shown = m.RocCurveDisplay.from_predictions(labels, scores)
    assert shown.roc_auc == 0.8125
    assert shown.line_.get_label() == "Classifier (AUROC = 0.813)"
    assert str(m.confidence_interval(labels, scores, "auroc")).startswith("auroc = 0.813 [")


@pytest.mark.parametrize("display", [m.PrecisionRecallDisplay, m.PrecisionRecallGainDisplay])
def test_a_stated_prevalence_is_in_the_legend(display):
    stated = display.from_predictions(Y, X[:, 0], name="rf", prevalence=0.05)
    name = DISPLAYS[display][0]
    assert stated.line_.get_label() == f"rf ({name} = {area_of(stated):.3f} at prevalence 0.05)"
    model = LogisticRegression()
    results = cross_validate(model, X, Y, cv=3, return_estimator=True, return_indices=True)
    of_folds = display.from_cv_results(results, X, Y, prevalence=0.05)
    assert of_folds.line_[0].get_label().endswith(" at prevalence 0.05")


@pytest.fixture(scope="module")
def folds():
    labels = np.where(Y == 1, "yes", "no")
    options = {"return_estimator": True, "return_indices": True, "cv": 4}
    return labels, cross_validate(LogisticRegression(), X, labels, **options)


@pytest.mark.parametrize("display", DISPLAYS)
def test_from_cv_results_draws_each_fold_on_its_own_test_part(display, folds):
    labels, results = folds
    weights = np.arange(60) % 4 + 1
    name, area = DISPLAYS[display]
    shown = display.from_cv_results(results, X, labels, sample_weight=weights, name="logistic")
    expected = [
        area(Y[test], model.predict_proba(X[test])[:, 1], sample_weight=weights[test])
        for model, test in zip(results["estimator"], results["indices"]["test"], strict=True)
    ]
    assert area_of(shown) == expected
    assert len(shown.line_) == len(shown.curve) == 4
    assert len({line.get_color() for line in shown.line_}) == 1
    entries = [text.get_text() for text in shown.ax_.get_legend().get_texts()]
    assert entries == [f"logistic ({name} = {np.mean(expected):.3f} ± {np.std(expected):.3f})"]


CURVES = dict(zip(DISPLAYS, ("roc", "pr", "prg"), strict=True))


def outline(shown):
    """Give the vertices of the band that are on the left."""
    return {tuple(vertex) for vertex in shown.band_.get_paths()[0].vertices.round(9)}


@pytest.mark.parametrize("display", DISPLAYS)
def test_the_band_around_the_curve(display):
    shown = display.from_predictions(Y, X[:, 0], band=0.9)
    band = m.curve_band(Y, X[:, 0], CURVES[display], confidence_level=0.9)
    edges = np.concatenate([np.stack([band.x, band.low], 1), np.stack([band.x, band.high], 1)])
    assert {tuple(edge) for edge in edges.round(9)} <= outline(shown)
    assert shown.band_.get_facecolor()[0, :3].tolist() == pytest.approx(
        mpl.colors.to_rgb(shown.line_.get_color())
    )
    fitted = LogisticRegression().fit(X, Y)
    ready = m.curve_band(Y, fitted.predict_proba(X)[:, 1], CURVES[display], n_resamples=50)
    again = display.from_estimator(fitted, X, Y, band=ready, band_kwargs={"alpha": 0.5})
    assert again.band is ready
    assert again.band_.get_alpha() == 0.5


@pytest.mark.parametrize("spread", ["std", "range"])
@pytest.mark.parametrize("display", DISPLAYS)
def test_the_spread_of_folds_around_their_mean(display, spread, folds):
    labels, results = folds
    shown = display.from_cv_results(results, X, labels, name="logistic", band=spread)
    mean = m.average_curve(shown.curve, spread=spread)
    assert len(shown.line_) == 4
    np.testing.assert_array_equal(shown.mean_.get_xydata(), np.stack([mean.x, mean.y], axis=1))
    edges = np.concatenate([np.stack([mean.x, mean.low], 1), np.stack([mean.x, mean.high], 1)])
    assert {tuple(edge) for edge in edges.round(9)} <= outline(shown)
    assert {line.get_color() for line in shown.line_} == {shown.mean_.get_color()}
    assert {line.get_alpha() for line in shown.line_} == {0.3}
    entries = [text.get_text() for text in shown.ax_.get_legend().get_texts()]
    area = f"{np.mean(area_of(shown)):.3f} ± {np.std(area_of(shown)):.3f}"
    assert entries == [
        f"logistic ({DISPLAYS[display][0]} = {area})",
        {"std": "± 1 standard deviation of 4 folds", "range": "range of 4 folds"}[spread],
    ]


@pytest.mark.filterwarnings("ignore:No negative samples", "ignore:Only one class")
def test_folds_without_a_spread(folds):
    labels, results = folds
    shown = m.RocCurveDisplay.from_cv_results(results, X, labels)
    assert (shown.band, shown.band_, shown.mean_) == (None, None, None)
    with pytest.raises(
        ValueError, match=r"must be 'std' or 'range', not 0\.95: folds give no conf"
    ):
        m.RocCurveDisplay.from_cv_results(results, X, labels, band=0.95)
    with pytest.raises(ValueError, match="The curve 0 has only one class: stratify the folds"):
        m.RocCurveDisplay.from_cv_results(
            results, X, np.full(60, "yes"), pos_label="yes", band="std"
        )


def test_bands_that_can_not_be_drawn():
    with pytest.raises(ValueError, match="band is of the curve 'pr', not 'roc'"):
        m.RocCurveDisplay.from_predictions(
            Y, X[:, 0], band=m.curve_band(Y, X[:, 0], "pr", n_resamples=10)
        )
    with pytest.raises(ValueError, match=r"confidence_level must lie inside \(0, 1\), not 95"):
        m.RocCurveDisplay.from_predictions(Y, X[:, 0], band=95)


def test_colours_differ_and_are_the_users_where_he_chose_them():
    ax = plt.subplots()[1]
    shown = [m.RocCurveDisplay.from_predictions(Y, X[:, i], ax=ax) for i in (0, 1)]
    assert [one.line_.get_color() for one in shown] == ["#0072B2", "#D55E00"]
    # In grey only the dashes tell them apart.
    assert [one.line_.get_linestyle() for one in shown] == ["-", "--"]
    own = m.RocCurveDisplay.from_predictions(Y, X[:, 0], color="red", ax=ax)
    assert own.line_.get_linestyle() == "-"
    with plt.rc_context({"axes.prop_cycle": plt.cycler("color", ["red", "lime"])}):
        ax = plt.subplots()[1]
        shown = [m.RocCurveDisplay.from_predictions(Y, X[:, i], ax=ax) for i in (0, 1)]
    assert [one.line_.get_color() for one in shown] == ["red", "lime"]


@pytest.mark.parametrize("display", DISPLAYS)
def test_a_display_made_of_arrays_draws_what_its_data_draw(display):
    shown = display.from_predictions(Y, X[:, 0])
    arrays = {name: getattr(shown, name) for name in (*display._arrays, *display._areas)}
    made = display(**arrays, name="made").plot()
    assert made.line_.get_label() == f"made ({DISPLAYS[display][0]} = {area_of(shown):.3f})"
    grid = np.linspace(0.05, 0.95, 19)
    heights = [
        np.interp(grid, *line.get_xydata()[~np.isnan(line.get_ydata())].T)
        for line in (shown.line_, made.line_)
    ]
    np.testing.assert_allclose(heights[1], heights[0], atol=0.02)
    assert (made.chance_level_ is None) == (display is m.PrecisionRecallDisplay)


def test_a_gain_curve_drops_points_inside_verticals_when_asked():
    y, s = [0, 0, 0, 1, 1, 0], [0, 1, 2, 3, 5, 4]
    whole = m.PrecisionRecallGainDisplay.from_predictions(y, s)
    few = m.PrecisionRecallGainDisplay.from_predictions(y, s, drop_intermediate=True)
    assert len(few.recall_gain) == len(whole.recall_gain) - 2
    assert few.auprg == whole.auprg
    x, height = few.line_.get_data()
    np.testing.assert_allclose(np.nanmax(height), 1)
    assert set(x[~np.isnan(x)]) == set(whole.line_.get_xdata()[~np.isnan(whole.line_.get_xdata())])


def test_options_of_lines_are_arguments_and_older_names_are_known():
    shown = m.PrecisionRecallGainDisplay.from_predictions(
        Y, X[:, 0], color="red", lw=3, estimator_name="mine"
    )
    assert (shown.line_.get_color(), shown.line_.get_linewidth()) == ("red", 3)
    assert (shown.name, shown.estimator_name) == ("mine", "mine")
    again = m.RocCurveDisplay(
        fpr=np.array([0, 1]), tpr=np.array([0, 1]), estimator_name="ours"
    ).plot(c="blue")
    assert (again.name, again.line_.get_color()) == ("ours", "blue")
    both = m.RocCurveDisplay.from_predictions(Y, X[:, 0], color="red", curve_kwargs={"c": "green"})
    assert both.line_.get_color() == "green"


def test_a_list_of_numbers_is_one_curve():
    roc = m.RocCurveDisplay(fpr=[0, 0.5, 1], tpr=[0, 1, 1]).plot()
    assert roc.line_.get_xydata().tolist() == [[0, 0], [0.5, 1], [1, 1]]
    precision_recall = m.PrecisionRecallDisplay([0.5, 1], [1, 0.5]).plot()
    assert precision_recall.line_.get_xdata()[[0, -1]].tolist() == [0.5, 1]
    gains = m.PrecisionRecallGainDisplay([1, 0.5], [0, 1]).plot()
    assert gains.line_.get_xydata()[:2].tolist() == [[0, 1], [1, 0.5]]
