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
