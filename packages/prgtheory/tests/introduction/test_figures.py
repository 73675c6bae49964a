"""What the figures draw of the page's example, 4 positives and 4 negatives.

Its thresholds have (TP, FP) = (2, 1), (3, 2) and (4, 4), so that recall .5, .75 and 1 belong to
precision 2/3, .6 and .5.
"""

import numpy as np
import pytest

from prgtheory.introduction.figures import figure_area, figure_equal_auroc, figure_models

POINTS = [(0.5, 2 / 3), (0.75, 0.6), (1, 0.5)]
ALL_POINTS = [(0, 2 / 3), *POINTS]


def drawn(line):
    return line.get_xydata().tolist()


def rows(points):
    return [pytest.approx(list(point)) for point in points]


def test_three_trapezoids_make_the_naive_area():
    left, right = figure_area()[0].axes
    # .5 * 2/3, .25 (2/3 + .6)/2 and .25 (.6 + .5)/2, in the middle of each.
    assert [(text.get_text(), text.get_position()[0]) for text in left.texts] == [
        ("0.3333", 0.25),
        ("0.1583", 0.625),
        ("0.1375", 0.875),
    ]
    corners = [area.get_paths()[0].vertices for area in left.collections]
    ranges = [(path[:, 0].min(), path[:, 0].max(), path[:, 1].max()) for path in corners]
    assert ranges == rows([(0, 0.5, 2 / 3), (0.5, 0.75, 2 / 3), (0.75, 1, 0.6)])
    assert drawn(left.get_lines()[-1]) == rows(ALL_POINTS)
    _, curve, points = right.get_lines()
    assert drawn(points) == rows(ALL_POINTS)
    assert np.interp(0.625, *curve.get_data()) == pytest.approx(0.625, abs=1e-4)
    [area] = right.collections
    assert area.get_paths()[0].vertices.max(axis=0) == pytest.approx([1, 2 / 3])
    for axes in (left, right):
        assert drawn(axes.get_lines()[0]) == [[0, 0.5], [1, 0.5]]


def test_models_have_the_areas_of_their_names():
    [axes] = figure_models()[0].axes
    baseline, better, worse, perfect = axes.get_lines()
    assert drawn(baseline) == [[0, 0.5], [1, 0.5]]
    for line, area in ((better, 0.7), (worse, 0.52)):
        assert line.get_label() == f"{'A' if area == 0.7 else 'B'}: AUPR {area:.2f}"
        recall, precision = line.get_data()
        assert (recall[0], recall[-1]) == (0, 1)
        assert np.trapezoid(precision, recall) == pytest.approx(area, abs=2e-3)
        assert precision[-1] == pytest.approx(0.5)
    assert (better.get_ydata()[1:-1] > worse.get_ydata()[1:-1]).all()
    assert drawn(perfect) == [[0, 1], [1, 1], [1, 0.5]]


def test_equal_area_in_one_space_is_none_in_the_others():
    roc, pr, prg = figure_equal_auroc()[0].axes
    assert drawn(pr.get_lines()[0]) == [[0, 0.5], [1, 0.5]]
    for axes, areas in ((roc, (0.61, 0.61)), (pr, (0.62, 0.53))):
        _, first, second = axes.get_lines()
        found = [np.trapezoid(*line.get_data()[::-1]) for line in (first, second)]
        assert found == pytest.approx(areas, abs=5e-3)
        assert [line.get_linestyle() for line in (first, second)] == ["-", "--"]
    assert {line.get_linestyle() for line in prg.get_lines()[1:]} == {"-", "--"}
    assert [prg.get_title(side) for side in ("left", "right")] == ["AUPRG 0.15", "AUPRG 0.19"]
