"""The mean of curves and their spread."""

import numpy as np
import pytest

from prgbench import metrics as m
from prgtheory.boyd.model import vertical_average

# (FP, TP) are (0, 1), (1, 1), (1, 2), (2, 2) and (1, 0), (1, 1), (1, 2), (2, 2).
FOLDS = [([1, 0, 1, 0], [4, 3, 2, 1]), ([0, 1, 1, 0], [4, 3, 2, 1])]
CURVES = {
    "roc": (m.roc_curve, m.auroc_score),
    "pr": (m.precision_recall_curve, m.aupr_score),
    "prg": (m.precision_recall_gain_curve, m.auprg_score),
}
HEIGHTS = {
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
    grid, first, second = map(np.array, HEIGHTS[name])
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


def test_the_mean_of_pr_curves_is_that_of_the_paper():
    curves = curves_of("pr")
    mean = m.average_curve(curves)
    np.testing.assert_array_equal(mean.y, vertical_average(curves, mean.x))


def test_weights_are_those_of_the_curves():
    y, s = FOLDS[0]
    weighted = m.roc_curve(y, s, sample_weight=[1, 2, 3, 4])
    repeated = m.roc_curve(np.repeat(y, [1, 2, 3, 4]), np.repeat(s, [1, 2, 3, 4]))
    other = m.roc_curve(*FOLDS[1])
    np.testing.assert_allclose(
        m.average_curve([weighted, other]).y, m.average_curve([repeated, other]).y, atol=1e-15
    )


@pytest.mark.parametrize(
    ("curves", "changes", "message"),
    [
        (curves_of("roc")[:1], {}, "A spread needs at least two curves, not 1"),
        ([], {}, "A spread needs at least two curves, not 0"),
        (curves_of("roc"), {"spread": 0.95}, "must be 'std' or 'range', not 0.95: folds give no"),
        (curves_of("roc"), {"grid": [0, 2]}, r"grid must be a list of numbers in \[0, 1\]"),
        (curves_of("roc") + curves_of("pr"), {}, "must all be ROCCurve, all PRCurve or all"),
        ([*curves_of("pr"), m.precision_recall_curve([0, 0], [1, 2])], {}, "The curve 2 has one"),
    ],
)
def test_bad_input_is_one_sentence(curves, changes, message):
    with pytest.raises(ValueError, match=message):
        m.average_curve(curves, **changes)


def test_it_prints_in_one_line():
    shown = repr(m.average_curve(curves_of("pr"), spread="range", grid=[0, 1]))
    assert shown == "AverageCurve(pr, 2 points, mean of 2 curves with their range)"
