from matplotlib import pyplot as plt

from made_up_facts import make_facts
from prgbench.comparison.cost.figure import cost


def test_measures_are_drawn_over_the_region_of_equivalence(tables):
    drawn = cost(tables, make_facts("made-up archive", 0.9))
    [axes] = drawn.figure.axes
    points = [
        line.get_xdata().tolist() for line in axes.get_lines() if line.get_linestyle() == "None"
    ]
    assert points == [[0.02] * 3, [0.01] * 3]
    [shaded] = axes.patches
    assert (shaded.get_x(), shaded.get_x() + shaded.get_width()) == (-0.01, 0.01)
    labels = [label.get_text() for label in axes.get_yticklabels()]
    assert labels[1] == "F1 at a threshold from other instances"
    assert "(made-up archive)" in drawn.caption
    assert (
        "mean over 37 tasks on 21 data sets (F-scores as F-gain, converted back)" in drawn.caption
    )
    assert "with its 90% interval" in drawn.caption
    assert "A random model costs 0.300 to 0.300." in drawn.caption
    plt.close(drawn.figure)


def test_without_a_cost_the_figure_says_why(tables):
    empty = {"cost": tables["cost"].assign(cost=float("nan"))}
    drawn = cost(empty, make_facts("made-up archive"))
    assert drawn.figure is None
    assert drawn.caption.startswith("No task has halves")
