"""What the figures draw: theorem 1, corollary 4, F1 and its modification, at numbers by hand."""

import numpy as np
import pytest

from prgtheory.boyd.figures import figure_1


def heights(line, places):
    """Return how high a line is at some places, and that it goes from 0 to 1."""
    x, y = line.get_data()
    assert (x[0], x[-1]) == (0, 1)
    return np.interp(places, x, y).tolist()


def test_the_minimum_curve_and_the_matrices_above_it():
    left, right = figure_1()[0].axes
    baseline, curve, chance = left.get_lines()
    # Theorem 1 at one positive for two negatives: r/3 / (2/3 + r/3) = r/(2 + r).
    assert heights(curve, [0, 0.5, 1]) == pytest.approx([0, 0.2, 1 / 3])
    assert heights(baseline, [0, 1]) == heights(chance, [0, 1]) == [1 / 3, 1 / 3]
    grey = left.collections[0].get_paths()[0].vertices
    assert grey.max(axis=0) == pytest.approx([1, 1 / 3])
    assert grey.min(axis=0).tolist() == [0, 0]
    _, word, pointer = left.texts
    assert word.get_position()[1] > 1 / 3
    assert pointer.xy == (0.5, 0.2)
    baseline, matrices, curve = right.get_lines()
    assert heights(baseline, [0, 1]) == [0.3, 0.3]
    # TP from 1 to 15 and FP from 0 to 35.
    places = {tuple(place) for place in matrices.get_xydata().round(9)}
    assert len(matrices.get_xdata()) == 15 * 36
    assert {(round(1 / 15, 9), round(1 / 36, 9)), (1, 0.3), (1, 1)} <= places
    assert heights(curve, [0.5, 1]) == pytest.approx([0.15 / 0.85, 0.3])
