"""What the figures draw of the 25-point example, whose points are counted by hand.

Its 16 positives and 9 negatives, best first: 1110 1111110 1110 10 0 1 000 1 0 1. The most true
positives at each number of false positives are (FP, TP) = (0, 3), (1, 9), (2, 12), (3, 13),
(5, 14), (8, 15) and (9, 16).
"""

import numpy as np
import pytest

from prgtheory.flach_kull.figures import figure_1, figure_2

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


def test_the_front_of_the_prg_curve_is_marked_in_the_unit_square():
    *_, front, marks = figure_2()[0].axes[1].get_lines()
    # (0, 3) has recall gain 1 - 16/9 13/3 = -6.7; (1, 9) has -.38, left of the panel.
    assert front.get_xydata() == rows([gains(*point) for point in ROC_HULL[2:]])
    assert marks.get_xydata() == rows([gains(*point) for point in ROC_HULL[3:]])
