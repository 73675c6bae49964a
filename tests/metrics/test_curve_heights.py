"""Heights of curves at places between their points."""

import numpy as np
import pytest

from prgbench import metrics as m
from prgbench.metrics.curves import HEIGHTS, as_grid
from prgbench.metrics.engine.counts import threshold_counts


def test_heights_by_hand():
    # (FP, TP) are (0, 0), (1, 2), (1, 3), (3, 4) of four positives and three negatives.
    counts = threshold_counts([1, 1, 0, 1, 1, 0, 0], [9, 9, 9, 8, 7, 7, 7])
    roc = HEIGHTS["roc"](counts, as_grid([0, 1 / 6, 1 / 3, 2 / 3, 1]))
    assert roc == pytest.approx([0, 0.25, 0.75, 0.875, 1])
    pr = HEIGHTS["pr"](counts, as_grid([0, 0.25, 0.5, 0.75, 0.875, 1]))
    assert pr == pytest.approx([2 / 3, 2 / 3, 2 / 3, 3 / 4, 3.5 / 5.5, 4 / 7])
    # Recall gain 1 - (4/3)(1/3) has TP = 3; recall gain 0 has TP = 16/7 and FP = 1.
    prg = HEIGHTS["prg"](counts, as_grid([0, 5 / 9, 1]))
    assert prg == pytest.approx([1 - 4 / (3 * 16 / 7), 1 - 4 / 9, 0])


@pytest.mark.parametrize("curve", HEIGHTS)
def test_heights_are_those_of_the_curve(curve):
    rng = np.random.default_rng(1)
    labels = np.arange(50) < 15
    scores = np.round(rng.normal(labels, 1), 1)
    grid = as_grid(None)
    if curve == "roc":
        whole = m.roc_curve(labels, scores)
        x, y = whole.fpr, whole.tpr
    elif curve == "pr":
        x, y = grid, m.precision_recall_curve(labels, scores).precision_at(grid)
    else:
        whole = m.precision_recall_gain_curve(labels, scores)
        kept = whole.recall_gain >= 0
        x, y = whole.recall_gain[kept], whole.precision_gain[kept]
    heights = HEIGHTS[curve](threshold_counts(labels, scores), grid)
    inside = ~np.isin(grid, x) if curve != "pr" else np.ones(grid.size, dtype=bool)
    np.testing.assert_allclose(heights[inside], np.interp(grid[inside], x, y), atol=1e-12)


def test_vertical_parts_count_by_their_upper_end_whatever_the_rounding():
    # In turn a negative and a positive: the curve is vertical at each hundredth.
    counts = threshold_counts(np.tile([0, 1], 100), -np.arange(200))
    np.testing.assert_allclose(HEIGHTS["roc"](counts, as_grid(None)), as_grid(None), atol=1e-12)
    # The other way round: with each positive, one negative less than positives are found.
    counts = threshold_counts(np.tile([1, 0], 100), -np.arange(200))
    tp = np.arange(50, 101)
    heights = HEIGHTS["prg"](counts, m.theory.recall_gain(tp, 100, 100))
    np.testing.assert_allclose(heights, 1 / tp, atol=1e-12)


def test_the_grid():
    np.testing.assert_array_equal(as_grid(None), np.linspace(0, 1, 101))
    for grid in ([0, 2], [np.nan], [], [[0.5]]):
        with pytest.raises(ValueError, match=r"grid must be a list of numbers in \[0, 1\]"):
            as_grid(grid)
