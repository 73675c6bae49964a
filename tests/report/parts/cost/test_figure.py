import pytest

from made_up_facts import make_facts
from prgbench.answer.cost_targets import RANDOM_MODEL
from prgbench.report.parts.cost import cost


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
    assert "90% interval" in drawn.caption
    assert "A random model costs 0.300 to 0.300." in drawn.caption


def test_what_differs_between_the_targets_is_a_range(tables):
    table = tables["cost"]
    table.loc[table["target"] == "honest_f1", "tasks"] = 1034
    random = table["measure"] == RANDOM_MODEL
    table.loc[random, "cost"] = [0.1, 0.3, 0.2]
    drawn = cost({"cost": table}, make_facts())
    assert "mean over 37 to 1,034 tasks on 21 data sets" in drawn.caption
    assert "A random model costs 0.100 to 0.300." in drawn.caption


def test_without_a_cost_the_figure_says_why(tables):
    empty = {"cost": tables["cost"].assign(cost=float("nan"))}
    drawn = cost(empty, make_facts("made-up archive"))
    assert drawn.figure is None
    assert drawn.caption.startswith("No task has halves")


def test_without_a_random_model_nothing_is_said_of_it(tables):
    table = tables["cost"]
    drawn = cost({"cost": table[table["measure"] != RANDOM_MODEL]}, make_facts())
    assert "random model" not in drawn.caption
    assert "Shaded: within 0.01 of 0." in drawn.caption
    # Three targets of two rows each, as few measures as there are.
    [axes] = drawn.figure.axes
    assert drawn.figure.get_figheight() == pytest.approx(0.9 + 0.24 * 6)
    assert axes.get_xlabel() == "Cost: target's own pick − measure's pick, on the other half"
    zero = [line for line in axes.get_lines() if line.get_linestyle() == "-"]
    assert [set(line.get_xdata()) for line in zero] == [{0}]
    assert drawn.alt.startswith("Cost of choosing by each measure, by target: ")
    assert drawn.alt.endswith("AUPRG 0.010.")
    assert drawn.alt.count("; ") == 5
