from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from matplotlib import pyplot as plt

from prgbench.plotting.rows import (
    draw_rows,
    legend_below,
    look,
    looks,
    percent_axis,
    percent_tick,
    rows_figure,
    without_interval,
)
from shown_lines import shown_lines

ROWS = pd.DataFrame(
    {
        "value": [1.0, 1.0, 1.0, np.nan],
        "lower": [0.5, np.nan, 0.5, np.nan],
        "upper": [1.5, 1.5, np.nan, np.nan],
    }
)


def test_no_two_of_56_series_look_alike():
    shown = [tuple(look(place).values()) for place in range(56)]
    assert len(set(shown)) == 56


def test_neighbours_differ_by_marker_and_by_colour():
    shown = [look(place) for place in range(57)]
    for one, other in pairwise(shown):
        assert one["color"] != other["color"]
        assert one["marker"] != other["marker"]


def test_a_series_keeps_its_look_where_others_are_missing():
    names = ["AUPR – AUPRG", "AUPR – AUROC", "AUPRG – AUROC"]
    assert looks(names)["AUPRG – AUROC"] == look(2)


def test_a_point_is_open_where_a_bound_is_missing():
    assert without_interval(ROWS).tolist() == [False, True, True, False]


@pytest.fixture
def axes():
    return plt.figure().add_subplot()


TABLE = pd.DataFrame(
    {
        "task": ["one", "one", "two", "two"],
        "measure": ["AUPR", "AUPRG", "AUPR", "AUPRG"],
        "share": [0.1, 0.2, 0.3, 0.4],
        "low": [0.05, 0.1, np.nan, 0.3],
        "high": [0.15, 0.3, np.nan, 0.5],
    }
)
COLUMNS = {"row": "task", "series": "measure", "value": "share", "lower": "low", "upper": "high"}


def test_series_of_a_row_stand_below_each_other_and_the_first_row_at_the_top(axes):
    drawn = draw_rows(axes, TABLE, **COLUMNS)
    closed, without_interval, other = axes.get_lines()
    # Rows are 1 apart; of the .6 around a row each of two series has a half.
    assert closed.get_xydata() == pytest.approx(np.array([[0.1, -0.15]]))
    assert without_interval.get_xydata() == pytest.approx(np.array([[0.3, 0.85]]))
    assert other.get_xydata() == pytest.approx(np.array([[0.2, 0.15], [0.4, 1.15]]))
    assert closed.get_label() == "AUPR"
    assert without_interval.get_markerfacecolor() == "w"
    assert without_interval.get_color() == closed.get_color() != other.get_color()
    assert axes.get_ylim() == (1.5, -0.5)
    assert [label.get_text() for label in axes.get_yticklabels()] == ["one", "two"]
    assert drawn.columns.tolist() == ["row", "series", "value", "lower", "upper"]
    assert drawn["value"].tolist() == TABLE["share"].tolist()


def test_intervals_are_lines_from_bound_to_bound(axes):
    draw_rows(axes, TABLE, **COLUMNS)
    first, second = shown_lines(axes)
    assert first[0].tolist() == [[0.05, pytest.approx(-0.15)], [0.15, pytest.approx(-0.15)]]
    assert [segment[:, 0].tolist() for segment in second] == [[0.1, 0.3], [0.3, 0.5]]


def test_rows_and_looks_can_be_given(axes):
    draw_rows(axes, TABLE, **COLUMNS, rows=["two"], appearance={"AUPRG": look(3)})
    [points] = axes.get_lines()
    assert points.get_xydata() == pytest.approx(np.array([[0.4, 0.0]]))
    assert points.get_color() == look(3)["color"]


@pytest.mark.parametrize(
    ("share", "text"), [(0.125, "12.5%"), (-0.02, "−2%"), (0.12345, "12.3%"), (1.0, "100%")]
)
def test_shares_are_percentages(share, text):
    assert percent_tick(share) == text


def test_an_axis_of_shares_begins_at_zero_unless_it_need_not(axes):
    axes.plot([0.4, 0.8], [0, 1])
    percent_axis(axes, "Tasks", from_zero=False)
    # A margin of .06 of .4 on either side.
    assert axes.get_xlim() == pytest.approx((0.376, 0.824))
    percent_axis(axes, "Tasks")
    assert axes.get_xlim() == pytest.approx((-0.03 * 1.03 * 0.824, 1.03 * 0.824))
    assert axes.get_xlabel() == "Tasks"


@pytest.mark.parametrize(
    "shares", [[0.0, 0.0], [-1.5e-17, 0.3], [0.9, 1.0], [0.0, 1.0], [0.999, 1.0]]
)
@pytest.mark.parametrize("from_zero", [True, False])
def test_the_ticks_of_shares_lie_between_0_and_100_percent(axes, shares, from_zero):
    axes.plot(shares, [0, 1])
    percent_axis(axes, "Tasks", from_zero=from_zero)
    ticks = axes.get_xticks()
    assert len(ticks) >= 2
    assert ticks.min() >= 0
    assert ticks.max() <= 1
    left, right = axes.get_xlim()
    assert left <= ticks.min() <= ticks.max() <= right
    axes.figure.canvas.draw()
    texts = [label.get_text() for label in axes.get_xticklabels()]
    assert not any("e" in text or "−" in text for text in texts)


def test_only_several_series_need_a_legend(axes):
    axes.plot([0], [0], label="AUPR")
    legend_below(axes.figure, axes)
    assert axes.figure.legends == []
    axes.plot([0], [0], label="AUPRG")
    legend_below(axes.figure, axes)
    [legend] = axes.figure.legends
    assert [text.get_text() for text in legend.get_texts()] == ["AUPR", "AUPRG"]


def test_a_figure_grows_with_its_rows_and_its_panels_share_them():
    heights = [rows_figure(n)[0].get_figheight() for n in (1, 3, 4, 14)]
    assert heights == pytest.approx([1.62, 1.62, 1.86, 4.26])
    _, (left, right) = rows_figure(2, 2)
    assert left.get_shared_y_axes().joined(left, right)
    _, (left, right) = rows_figure(2, 2, sharey=False)
    assert not left.get_shared_y_axes().joined(left, right)


@pytest.mark.parametrize("shares", [[0.17, 0.235], [0.0, 0.9], [0.0, 0.0], [1.0, 1.0]])
def test_no_marker_is_cut_off_at_the_ends_of_an_axis_of_shares(shares):
    figure, axes = plt.subplots(figsize=(3, 1))
    table = pd.DataFrame({"row": ["a", "b"], "value": shares, "lower": shares, "upper": shares})
    draw_rows(axes, table.assign(series="found"))
    percent_axis(axes, "Tasks")
    left, right = axes.get_xlim()
    pixels = axes.get_window_extent().width / (right - left)
    radius = figure.dpi / 72 * plt.rcParams["lines.markersize"] / 2
    assert left <= 0
    assert (np.array([0.0, *shares]).min() - left) * pixels >= 0.9 * radius
    assert (right - max(shares)) * pixels >= 0.9 * radius
