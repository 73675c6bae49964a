"""What the figures draw of the 25-point example, whose points are counted by hand.

Its 16 positives and 9 negatives, best first: 1110 1111110 1110 10 0 1 000 1 0 1. The most true
positives at each number of false positives are (FP, TP) = (0, 3), (1, 9), (2, 12), (3, 13),
(5, 14), (8, 15) and (9, 16).
"""

from itertools import pairwise

import numpy as np
import pytest

from prgtheory.flach_kull.figures import figure_1, figure_2, figure_3
from prgtheory.flach_kull.model import example

POS, NEG = 16, 9
FRONT = [(0, 3), (1, 9), (2, 12), (3, 13), (5, 14), (8, 15), (9, 16)]
ROC_HULL = [(0, 0), (0, 3), (1, 9), (2, 12), (3, 13), (9, 16)]


def gains(fp, tp):
    """Return recall gain and precision gain by equations 4 and 5, 1 - pi/(1 - pi) FN/TP."""
    return 1 - POS / NEG * (POS - tp) / tp, 1 - POS / NEG * fp / tp


def rows(points):
    return pytest.approx(np.array(points, dtype=float))


def sorted_points(line):
    return line.get_xydata()[np.lexsort(line.get_xydata().T[::-1])]


def test_the_front_of_the_roc_curve_and_of_the_pr_curve():
    left, right = figure_1()[0].axes
    _, curve, hull, front = left.get_lines()
    assert len(curve.get_xdata()) == 26
    assert hull.get_xydata() == rows([(fp / NEG, tp / POS) for fp, tp in ROC_HULL])
    assert sorted_points(front) == rows([(fp / NEG, tp / POS) for fp, tp in FRONT])
    baseline, curve, thresholds, front = right.get_lines()
    assert baseline.get_xydata().tolist() == [[0, 0.64], [1, 0.64]]
    assert (curve.get_xdata()[0], curve.get_xydata()[-1].tolist()) == (0, [1, 0.64])
    assert len(thresholds.get_xdata()) == 25
    assert thresholds.get_xydata()[0].tolist() == [1 / 16, 1]
    assert sorted_points(front) == rows([(tp / POS, tp / (tp + fp)) for fp, tp in FRONT])


def test_isometrics_have_their_values_and_what_is_drawn_its_legend():
    figure, _ = figure_2()
    left, right = figure.axes
    gains_of_f1 = (-0.25, 0, 0.25, 0.75)
    # F = pi/(1 - (1 - pi) FG) with pi = .64.
    values = [0.64 / (1 - 0.36 * gain) for gain in gains_of_f1]
    assert [text.get_text() for text in left.texts] == ["0.59", "0.64", "0.70", "0.88"]
    _, *isometrics, green, _ = left.get_lines()
    # Always positive: precision .64 and recall 1.
    assert green.get_ydata()[-1] == pytest.approx(0.64)
    for line, text, f1 in zip(
        [*isometrics, green], [*left.texts, None], [*values, 1.28 / 1.64], strict=True
    ):
        recall, precision = line.get_data()
        shown = np.isfinite(precision)
        assert 2 / (1 / recall[shown] + 1 / precision[shown]) == pytest.approx(f1)
        assert recall[-1] == 1
        if text is not None:
            assert text.get_position()[1] == pytest.approx(f1 / (2 - f1))
            assert 1 < text.get_position()[0] < 1.1
    places = {text.get_text(): text.get_position() for text in right.texts}
    assert places == {"0.25": (0.25, 0.25), "0.75": (0.75, 0.75)}
    _, *lines = right.get_lines()
    for line, gain in zip(lines[:4], gains_of_f1, strict=True):
        # The gain of F1 is the mean of both gains.
        assert line.get_xydata() == rows([(0, 2 * gain), (1, 2 * gain - 1)])
    assert lines[5].get_xydata() == rows([(0, 1), (1, 0)])
    [legend] = figure.legends
    assert [text.get_text() for text in legend.get_texts()] == [
        "isometrics of F1 and of its gain", "always-positive classifier", "curve", "convex front"
    ]  # fmt: skip


def test_the_front_of_the_prg_curve_is_marked_in_the_unit_square():
    *_, front, marks = figure_2()[0].axes[1].get_lines()
    # (0, 3) has recall gain 1 - 16/9 13/3 = -6.7; (1, 9) has -.38, left of the panel.
    assert front.get_xydata() == rows([gains(*point) for point in ROC_HULL[2:]])
    assert marks.get_xydata() == rows([gains(*point) for point in ROC_HULL[3:]])


def test_the_curves_stand_beside_their_hulls():
    figure, _ = figure_3()
    found = example()
    left, right = ([line.get_xydata().tolist() for line in axes.lines] for axes in figure.axes)
    for curve in (found.roc, found.roc_hull):
        assert np.column_stack([curve.fpr, curve.tpr]).tolist() in left
    for part in found.prg.unit_square_parts():
        assert np.column_stack(part).tolist() in right
    assert figure.axes[1].get_lines()[-2].get_xydata() == rows(
        [gains(*point) for point in ROC_HULL[1:]]
    )
    assert right[-1] == [[0, 0], [1, 1]]
    labels = [text.get_text() for text in figure.legends[0].get_texts()]
    assert labels == ["grid of the other space", "curve", "hull, with its calibrated scores"]


def test_each_space_shows_the_grid_of_the_other():
    left, right = figure_3()[0].axes
    dots = left.get_lines()[1].get_xydata()
    assert dots.shape == (21 * 21, 2)
    # Recall gain 0 is recall .64, precision gain 0 is fpr = tpr; gain 1 is 1 and fpr 0.
    places = {tuple(place) for place in dots.round(9)}
    assert {(0.64, 0.64), (0, 0.64), (1, 1), (0, 1)} <= places
    # Both gains 1/2: recall .64/(1 - .36/2), and fpr half of it.
    assert (round(0.32 / 0.82, 9), round(0.64 / 0.82, 9)) in places
    dots = right.get_lines()[1].get_xydata()
    # Rates of k/20: recall gain 1 - 16/9 (20 - k)/k is not negative from k = 12.8, and precision
    # gain 1 - fpr/tpr is not negative where the fpr is at most the tpr: k + 1 of 21 values.
    assert len(dots) == sum(k + 1 for k in range(13, 21)) == 140
    places = {tuple(place) for place in dots.round(9)}
    assert {(1, 0), (1, 1), (round(1 - 16 / 9 * 7 / 13, 9), 0)} <= places
    assert (round(1 - 16 / 9 * 4 / 16, 9), 0.5) in places


def test_scores_stand_beside_the_middles_of_their_segments():
    left, right = figure_3()[0].axes
    texts = {text.get_text(): text.xy for text in left.texts}
    # Of each segment TP/(TP + FP) gained, beside its middle.
    assert texts == {
        "0.86": pytest.approx((0.5 / 9, 6 / 16)),
        "0.75": pytest.approx((1.5 / 9, 10.5 / 16)),
        "0.50": pytest.approx((2.5 / 9, 12.5 / 16)),
        "0.33": pytest.approx((6 / 9, 14.5 / 16)),
    }
    *scored, _ = right.texts
    # The first segment, from (-31/81, 65/81) to (33/81, 57/81), meets the ordinate at 489/648.
    middles = [
        (33 / 162, (489 / 648 + 57 / 81) / 2),
        *((np.array(gains(*a)) + gains(*b)) / 2 for a, b in pairwise(ROC_HULL[3:])),
    ]
    assert [text.get_text() for text in scored] == ["0.89", "0.62", "0.41"]
    assert [text.xy for text in scored] == [pytest.approx(tuple(middle)) for middle in middles]
