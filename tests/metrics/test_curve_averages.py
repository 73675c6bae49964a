"""The mean of curves and their spread."""

import numpy as np
import pytest

from prgbench import metrics as m
from prgbench.metrics.curves import HEIGHTS, PRCurve, as_grid
from prgbench.metrics.engine.counts import threshold_counts

# (FP, TP) are (0, 1), (1, 1), (1, 2), (2, 2) and (1, 0), (1, 1), (1, 2), (2, 2).
FOLDS = [([1, 0, 1, 0], [4, 3, 2, 1]), ([0, 1, 1, 0], [4, 3, 2, 1])]
CURVES = {
    "roc": (m.roc_curve, m.auroc_score),
    "pr": (m.precision_recall_curve, m.aupr_score),
    "prg": (m.precision_recall_gain_curve, m.auprg_score),
}
BY_HAND = {
    "roc": ([0, 0.25, 0.5, 1], [0.5, 0.5, 1, 1], [0, 0, 1, 1]),
    # Recall .75 has 1.5 true positives and 1 false one in both folds.
    "pr": ([0, 0.25, 0.5, 0.75, 1], [1, 1, 1, 0.6, 2 / 3], [0, 1 / 3, 0.5, 0.6, 2 / 3]),
    # Recall gain 2 - 2 / TP is 0, .5 and 1 where TP is 1, 4/3 and 2.
    "prg": ([0, 0.5, 1], [1, 0.25, 0.5], [0, 0.25, 0.5]),
}


def curves_of(name):
    return [CURVES[name][0](*fold) for fold in FOLDS]


@pytest.mark.parametrize("name", CURVES)
def test_two_folds_by_hand(name):
    grid, first, second = map(np.array, BY_HAND[name])
    spread = m.average_curve(curves_of(name), grid=grid)
    assert spread.y == pytest.approx((first + second) / 2, abs=1e-15)
    # Of two numbers, the standard deviation is half of their difference.
    assert spread.low == pytest.approx(np.minimum(first, second), abs=1e-15)
    assert spread.high == pytest.approx(np.maximum(first, second), abs=1e-15)
    assert (spread.curve, spread.spread, spread.n_curves) == (name, "std", 2)


def test_the_two_spreads_of_three_folds():
    curves = [m.roc_curve([1, 1, 1, 1, 0], [*[4] * k, *[2] * (4 - k), 3]) for k in (0, 1, 2)]
    std = m.average_curve(curves, grid=[0])
    assert std.y == pytest.approx([0.25])
    assert std.high - std.y == pytest.approx([np.sqrt(1 / 24)])
    assert std.y - std.low == pytest.approx([np.sqrt(1 / 24)])
    whole = m.average_curve(curves, grid=[0], spread="range")
    assert (whole.low, whole.high) == (0, 0.5)


@pytest.mark.parametrize("name", CURVES)
def test_the_area_under_the_mean_is_the_mean_of_the_areas(name):
    rng = np.random.default_rng(4)
    curve, area = CURVES[name]
    folds = [(y := rng.permutation(np.arange(40) < k), rng.normal(y)) for k in (10, 20, 25)]
    grid = np.linspace(0, 1, 100_001)
    mean = m.average_curve([curve(*fold) for fold in folds], grid=grid)
    assert np.trapezoid(mean.y, grid) == pytest.approx(
        np.mean([area(*fold) for fold in folds]), abs=1e-3
    )


@pytest.mark.parametrize(
    ("curves", "changes", "message"),
    [
        (curves_of("roc")[:1], {}, "A spread needs at least two curves, not 1"),
        ([], {}, "A spread needs at least two curves, not 0"),
        (curves_of("roc"), {"spread": 0.95}, "must be 'std' or 'range', not 0.95: folds give no"),
        (curves_of("roc") + curves_of("pr"), {}, "must all be ROCCurve, all PRCurve or all"),
        (
            [*curves_of("pr"), PRCurve(*threshold_counts([0, 0], [1, 2]))],
            {},
            "The curve 2 has only one class",
        ),
    ],
)
def test_bad_input_is_one_sentence(curves, changes, message):
    with pytest.raises(ValueError, match=message):
        m.average_curve(curves, **changes)


def test_it_prints_in_one_line():
    shown = repr(m.average_curve(curves_of("pr"), spread="range", grid=[0, 1]))
    assert shown == "AverageCurve(pr, 2 points, mean of 2 curves with their range)"


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
