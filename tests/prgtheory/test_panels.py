import numpy as np
from matplotlib import pyplot as plt

from prgbench.plotting.style import PAGE
from prgtheory.panels import mark, row_of_panels


def test_panels_stand_row_by_row_in_a_figure_of_page_width():
    figure, panels = row_of_panels(3, rows=2, height=1.5)
    assert figure.get_size_inches().tolist() == [PAGE, 3.0]
    places = [axes.get_subplotspec() for axes in panels]
    assert [(place.rowspan.start, place.colspan.start) for place in places] == [
        (0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)
    ]  # fmt: skip
    figure, [alone] = row_of_panels(1)
    assert figure.get_size_inches().tolist() == [PAGE, 2.6]
    assert figure.axes == [alone]


def test_marks_are_points_without_a_line_that_are_not_clipped():
    axes = plt.figure().add_subplot()
    mark(axes, [0, 1], [2, 3], color="C1")
    [points] = axes.get_lines()
    assert points.get_xydata().tolist() == [[0, 2], [1, 3]]
    assert (points.get_linestyle(), points.get_marker()) == ("None", "o")
    assert points.get_color() == "C1"
    assert not points.get_clip_on()
    mark(axes, [0], [0], marker="s", clip_on=True)
    assert (axes.get_lines()[1].get_marker(), axes.get_lines()[1].get_clip_on()) == ("s", True)


def test_no_points_are_no_line():
    axes = plt.figure().add_subplot()
    mark(axes, np.empty(0), np.empty(0))
    assert not axes.get_lines()
