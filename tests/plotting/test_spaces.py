import numpy as np
import pytest
from matplotlib import pyplot as plt

from prgbench.metrics import (
    precision_recall_curve,
    precision_recall_gain_curve,
    roc_curve,
)
from prgbench.plotting.spaces import (
    plot_pr,
    plot_prg,
    plot_roc,
    pr_axes,
    prg_axes,
    roc_axes,
    zoom_bottom,
    zoom_corner,
    zoom_points,
)

# Recall 1/2 at precision 1, then precision 2/3 at recall 1: of four instances two are positive.
Y_TRUE, Y_SCORE = [1, 0, 1, 0], [4, 3, 2, 1]


@pytest.fixture
def axes():
    return plt.figure().add_subplot()


@pytest.mark.parametrize(
    ("prepare", "labels", "baseline"),
    [
        (roc_axes, ("False positive rate", "True positive rate"), [[0, 0], [1, 1]]),
        (lambda axes: pr_axes(axes, 0.2), ("Recall", "Precision"), [[0, 0.2], [1, 0.2]]),
        (prg_axes, ("Recall gain", "Precision gain"), [[0, 1], [1, 0]]),
    ],
    ids=["roc", "pr", "prg"],
)
def test_a_space_is_the_unit_square_with_what_random_scores_give(axes, prepare, labels, baseline):
    prepare(axes)
    assert (axes.get_xlabel(), axes.get_ylabel()) == labels
    [line] = axes.get_lines()
    assert line.get_xydata().tolist() == baseline
    assert line.get_linestyle() == ":"
    assert axes.get_xlim() == axes.get_ylim() == (-0.01, 1.01)
    assert axes.get_aspect() == 1
    ticks = {0: "0", 0.25: ".25", 0.5: ".5", 0.75: ".75", 1: "1"}
    for axis in (axes.xaxis, axes.yaxis):
        shown = [label.get_text() for label in axis.get_ticklabels()]
        assert dict(zip(axis.get_ticklocs(), shown, strict=True)) == ticks


def test_curves_are_drawn_through_their_points(axes):
    plot_roc(axes, roc_curve(Y_TRUE, Y_SCORE), label="model")
    plot_pr(axes, precision_recall_curve(Y_TRUE, Y_SCORE))
    roc, pr = axes.get_lines()
    assert roc.get_label() == "model"
    assert roc.get_xydata().tolist() == [[0, 0], [0, 0.5], [0.5, 0.5], [0.5, 1], [1, 1]]
    drawn = pr.get_xydata().tolist()
    for point in ([0.5, 1], [0.5, 0.5], [1, 2 / 3], [1, 0.5]):
        assert point in drawn


def test_of_a_curve_in_parts_only_the_first_has_the_label(axes):
    # Above the baseline, below it, and above it again: .2 of the instances are positive.
    y_true = [1, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0]
    curve = precision_recall_gain_curve(y_true, range(15, 0, -1))
    plot_prg(axes, curve, label="model")
    parts = curve.unit_square_parts()
    assert len(parts) > 1
    assert len(axes.get_lines()) == len(parts)
    labels = [line.get_label() for line in axes.get_lines()]
    assert labels[0] == "model"
    assert "model" not in labels[1:]


def roc_panel(*corners):
    """Return ROC axes with a curve through each of the points."""
    axes = plt.figure().add_subplot()
    roc_axes(axes)
    for place, (x, y) in enumerate(corners):
        axes.plot([0, x, 1], [0, y, 1], color=f"C{place}")
    return axes


def test_the_corner_is_shown_so_large_that_all_curves_bend_in_it():
    inset = zoom_corner(roc_panel((0.1, 0.9), (0.05, 0.95)), "upper left")
    assert inset.get_xlim() == pytest.approx((0, 0.25))
    assert inset.get_ylim() == pytest.approx((0.75, 1))
    # The dotted line of random scores and both curves.
    assert len(inset.get_lines()) == 3


def test_curves_that_bend_right_in_the_corner_are_not_shown_larger():
    assert zoom_corner(roc_panel((0, 1), (0, 1)), "upper left") is None
    # 2.5 times .004 is a hundredth, the least side whose ends read differently.
    assert zoom_corner(roc_panel((0.00399, 1 - 0.00399)), "upper left") is None
    assert zoom_corner(roc_panel((0.00401, 1 - 0.00401)), "upper left") is not None


def place_in(axes, inset):
    """Return the lower left and the upper right corner of an inset as shares of its axes."""
    axes.figure.draw_without_rendering()
    own, whole = inset.get_window_extent(), axes.get_window_extent()
    return (own.p0 - whole.p0) / whole.size, (own.p1 - whole.p0) / whole.size


def test_the_inset_shows_what_is_there_with_the_ends_of_its_range():
    axes = roc_panel((0.1, 0.9))
    axes.plot([0.05], [0.97], "D", color="C0", markersize=3, markerfacecolor="w", linewidth=2)
    inset = zoom_corner(axes, "upper left")
    for own, shown in zip(axes.get_lines(), inset.get_lines(), strict=True):
        assert shown.get_xydata().tolist() == own.get_xydata().tolist()
        for look in ("color", "linestyle", "linewidth", "marker", "markersize", "markerfacecolor"):
            assert plt.getp(shown, look) == plt.getp(own, look)
    # The curve meets the square in the corner at .07: the point of its colour is .05 away.
    assert [text.get_text() for text in inset.get_xticklabels()] == ["0", "0.12"]
    assert [text.get_text() for text in inset.get_yticklabels()] == ["0.88", "1"]
    assert inset.get_xticks() == pytest.approx([0, 0.125])


@pytest.mark.parametrize(
    ("corner", "curve"), [("upper left", (0.1, 0.9)), ("upper right", (0.9, 0.9))]
)
def test_the_inset_lies_in_the_opposite_quarter(corner, curve):
    axes = plt.figure().add_subplot()
    pr_axes(axes, 0.1)
    axes.plot([0, curve[0], 1], [1 if corner == "upper right" else 0, curve[1], 0.8])
    low, high = place_in(axes, zoom_corner(axes, corner))
    left = corner == "upper right"
    assert (0 if left else 0.5) < low[0] < high[0] < (0.65 if left else 1)
    assert 0 < low[1] < high[1] < 0.65


def test_a_curve_far_from_the_corner_needs_no_inset():
    assert zoom_corner(roc_panel((0.1, 0.9), (0.17, 0.83)), "upper left") is None
    assert zoom_corner(roc_panel((0.155, 0.845)), "upper left") is not None


def test_four_tenths_of_the_square_are_the_most_that_is_shown_larger():
    axes = plt.figure().add_subplot()
    axes.plot([0.16, 0.16], [0, 1])
    # 2.5 times the distance of .16.
    assert zoom_corner(axes, "upper left").get_xlim() == (0, 0.4)


def test_precision_and_recall_are_shown_at_the_upper_right():
    axes = plt.figure().add_subplot()
    pr_axes(axes, 0.2)
    axes.plot([0, 0.96, 1], [1, 0.96, 0.2], color="C0")
    inset = zoom_corner(axes, "upper right")
    assert inset.get_xlim() == pytest.approx((0.9, 1))
    assert inset.get_ylim() == pytest.approx((0.9, 1))


@pytest.mark.parametrize(("height", "shown"), [(0.36, True), (0.37, False)])
def test_curves_near_the_bottom_are_shown_larger(height, shown):
    axes = plt.figure().add_subplot()
    axes.plot([0, 1], [height, 0], color="C0")
    axes.plot([0, 1], [0.1, 0], color="C1")
    inset = zoom_bottom(axes)
    assert (inset is not None) == shown
    if shown:
        assert inset.get_ylim() == pytest.approx((0, 1.1 * height))
        assert inset.get_xlim() == (0, 1)
        low, high = place_in(axes, inset)
        assert (low > [0, 0.45]).all()
        assert (high < 1).all()


@pytest.mark.parametrize(
    ("distance", "lower_left", "shown"),
    [(0.05, 1.0, True), (0.07, 1.0, False), (0.05, 0.3, False)],
)
def test_points_on_each_other_are_shown_larger_where_nothing_else_is(distance, lower_left, shown):
    axes = plt.figure().add_subplot()
    axes.set(xlim=(0, 1), ylim=(0, 1))
    # Only the lower left can be free; the last point lies there or at the upper right.
    axes.plot([0.3, 0.75, lower_left], [0.75, 0.3, lower_left], "o")
    pair = np.array([0.8, 0.8 + distance]), np.array([0.8, 0.8])
    axes.plot(*pair, "o", markerfacecolor="none")
    inset = zoom_points(axes, *pair)
    assert (inset is not None) == shown
    if shown:
        assert inset.get_xlim() == pytest.approx((0.75, 0.9))
        assert inset.get_lines()[1].get_markerfacecolor() == "none"
        corner = inset.get_position()
        middle = (np.array(axes.get_position().p0) + axes.get_position().p1) / 2
        assert (np.array([corner.x0, corner.y0]) < middle).all()
