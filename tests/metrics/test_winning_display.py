"""The display of who wins where."""

import matplotlib as mpl

mpl.use("Agg")

import numpy as np
import pytest
from matplotlib import pyplot as plt

from prgbench import metrics as m

Y = np.arange(500) % 4 == 0
RNG = np.random.default_rng(0)
SCORES = {"sharp": Y + RNG.normal(0, 0.4, 500), "blunt": RNG.normal(0, 1, 500)}


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


@pytest.fixture(scope="module")
def ranges():
    return m.winning_ranges(Y, SCORES, n_resamples=100)


def bars(shown):
    """Return the ends of the bars of each collection."""
    paths = [[path.get_extents() for path in bar.get_paths()] for bar in shown.strip_.collections]
    return [[(box.x0, box.x1) for box in row] for row in paths]


def test_curves_and_bars_are_those_of_the_ranges(ranges):
    shown = m.WinningRangesDisplay(ranges).plot()
    for line, height in zip(shown.lines_, ranges.heights, strict=True):
        np.testing.assert_array_equal(line.get_xdata(), ranges.x)
        np.testing.assert_array_equal(line.get_ydata(), height)
    possible, certain, blunt, never = bars(shown)
    # Axis from end to end: the sharp model may be the best everywhere.
    np.testing.assert_allclose(possible, [(0.01, 0.99)])
    (alone,) = [part for part in ranges.ranges() if part.models == ("sharp",)]
    np.testing.assert_allclose(certain, [(alone.low - 0.005, alone.high + 0.005)])
    np.testing.assert_allclose(blunt, [(0.01, alone.low - 0.005), (alone.high + 0.005, 0.99)])
    assert never == []
    labels = [text.get_text() for text in shown.ax_.get_legend().get_texts()]
    assert labels == ["sharp", "blunt", "always or never"]


def test_printed_in_grey_the_curves_are_told_apart_by_their_dashes(ranges):
    shown = m.WinningRangesDisplay(ranges).plot()
    assert [line.get_linestyle() for line in shown.lines_] == ["-", "--"]


def test_net_benefit_is_that_of_the_curves_with_treat_all_and_treat_none(ranges):
    shown = m.WinningRangesDisplay(ranges).plot(scale="net_benefit")
    for line, name in zip(shown.lines_, SCORES, strict=True):
        expected = m.cost_curve(Y, SCORES[name]).net_benefit(line.get_xdata())
        np.testing.assert_allclose(line.get_ydata(), expected, atol=1e-12)
    treat_all, treat_none = shown.ax_.lines[2:]
    t = treat_all.get_xdata()
    np.testing.assert_allclose(treat_all.get_ydata(), 0.25 - 0.75 * t / (1 - t), atol=1e-12)
    assert not treat_none.get_ydata().any()


def test_another_prevalence_moves_net_benefit(ranges):
    shown = m.WinningRangesDisplay(ranges).plot(scale="net_benefit", prevalence=0.1)
    line = shown.lines_[0]
    expected = m.cost_curve(Y, SCORES["sharp"]).net_benefit(line.get_xdata(), prevalence=0.1)
    np.testing.assert_allclose(line.get_ydata(), expected, atol=1e-12)


def test_a_stated_prevalence_is_named(ranges):
    shown = m.WinningRangesDisplay(ranges).plot(scale="net_benefit", prevalence=0.1)
    assert shown.ax_.get_ylabel() == "Net benefit at prevalence 0.1"
    (upper,) = m.WinningRangesDisplay(ranges).plot(prevalence=0.1).ax_.child_axes
    assert upper.get_xlabel().endswith("at prevalence 0.1")


def test_f_gains_have_beta_above(ranges):
    shown = m.WinningRangesDisplay.from_predictions(Y, SCORES, curve="f_gain", n_resamples=20)
    (upper,) = shown.ax_.child_axes
    assert upper.get_xlabel() == "β"
    with pytest.raises(ValueError, match="neither net benefit nor another prevalence"):
        shown.plot(scale="net_benefit")
    with pytest.raises(ValueError, match="scale must be 'loss' or 'net_benefit', not 'cost'"):
        m.WinningRangesDisplay(ranges).plot(scale="cost")


def test_a_name_that_begins_with_an_underscore_is_in_the_legend():
    scores = {"_old": SCORES["sharp"], "blunt": SCORES["blunt"]}
    shown = m.WinningRangesDisplay.from_predictions(Y, scores, n_resamples=20)
    labels = [text.get_text().strip() for text in shown.ax_.get_legend().get_texts()]
    assert labels == ["_old", "blunt", "always or never"]


def test_long_names_leave_room_for_the_curves():
    names = [f"gradient boosting on all features, version {i}" for i in range(2)]
    scores = dict(zip(names, SCORES.values(), strict=True))
    shown = m.WinningRangesDisplay.from_predictions(Y, scores, n_resamples=20)
    shown.figure_.canvas.draw()
    whole = shown.figure_.bbox
    legend = shown.ax_.get_legend().get_window_extent()
    assert shown.ax_.bbox.x0 <= legend.x0
    assert legend.x1 <= shown.ax_.bbox.x1
    below = shown.strip_.xaxis.label.get_window_extent()
    assert whole.x0 <= below.x0
    assert below.x1 <= whole.x1


@pytest.mark.parametrize("kind", [tuple, list, np.array])
def test_given_axes_are_used(ranges, kind):
    axes = plt.subplots(2, sharex=True)[1]
    shown = m.WinningRangesDisplay(ranges).plot(kind(axes))
    assert (shown.ax_, shown.strip_) == tuple(axes)


def test_predictions_are_drawn_on_given_axes():
    axes = plt.subplots(2, sharex=True)[1]
    shown = m.WinningRangesDisplay.from_predictions(Y, SCORES, axes=axes, n_resamples=20)
    assert (shown.ax_, shown.strip_) == tuple(axes)


def test_one_axes_is_not_enough(ranges):
    with pytest.raises(TypeError, match="axes must be two Axes"):
        m.WinningRangesDisplay(ranges).plot(plt.subplots()[1])
