import numpy as np
import pandas as pd
import pytest

from made_up_facts import make_facts
from prgbench.comparison.attribution.figure import FEWEST_DISAGREEMENTS, attribution

FACTS = make_facts("made-up archive")


def make_tables(**disagreements):
    """Return the part's tables: the disagreements of AUPR with other measures, one of them early.

    Where a point stands says whose it is: the low part counts the disagreements.
    """
    pairs, rows = [], []
    for other, number in disagreements.items():
        pair = {"measure_a": "aupr", "measure_b": other}
        pairs.append({**pair, "disagreements": number, "early": 1, "opposed": 1})
        rows += [
            {**pair, "task_id": place, "low": place / 100, "high": -0.005, "early": place == 1}
            for place in range(number)
        ]
    return {"attributed": pd.DataFrame(pairs), "attribution": pd.DataFrame(rows)}


def test_each_pair_has_a_panel_with_its_disagreements():
    drawn = attribution(make_tables(auprg=5, auroc=7), FACTS)
    assert [axes.get_title() for axes in drawn.figure.axes] == [
        "AUPR – AUPRG: 1 of 5",
        "AUPR – AUROC: 1 of 7",
    ]
    points = [axes.get_lines()[-1].get_xdata().tolist() for axes in drawn.figure.axes]
    assert points == [
        [0.0, 0.01, 0.02, 0.03, 0.04],
        [0.0, 0.01, 0.02, 0.03, 0.04, 0.05, 0.06],
    ]
    assert drawn.data["early"].sum() == 2
    assert "not drawn" not in drawn.caption


def test_pairs_with_few_disagreements_are_named_and_not_drawn():
    few = FEWEST_DISAGREEMENTS - 1
    drawn = attribution(make_tables(auprg=few, auroc=FEWEST_DISAGREEMENTS), FACTS)
    [axes] = drawn.figure.axes
    assert axes.get_title() == "AUPR – AUROC: 1 of 5"
    assert drawn.caption.endswith("With fewer than 5 disagreements, not drawn: AUPR – AUPRG.")
    # The look is that of the second pair, as in other figures.
    assert axes.get_lines()[-1].get_marker() == "s"


def test_few_disagreements_are_a_sentence():
    drawn = attribution(make_tables(auprg=4, auroc=0), FACTS)
    assert drawn.figure is None
    assert drawn.caption == "No pair of measures has 5 disagreements whose curves could be cut."


def test_wedges_reach_as_far_as_the_points():
    drawn = attribution(make_tables(auprg=5, auroc=7), FACTS)
    # The largest difference is .06, and there is .15 more room.
    reach = pytest.approx(0.069)
    for axes in drawn.figure.axes:
        assert axes.get_xlim() == axes.get_ylim() == (pytest.approx(-0.069), reach)
        upper, lower = (patch.get_xy()[:3] for patch in axes.patches)
        # Left of and above 0 up to the diagonal of opposed signs, and the other way round.
        assert upper == pytest.approx(np.array([[0, 0], [-0.069, 0.069], [-0.069, 0]]))
        assert lower == pytest.approx(-upper)
        horizontal, vertical, _ = axes.get_lines()
        assert set(horizontal.get_ydata()) == set(vertical.get_xdata()) == {0}
        assert set(axes.get_lines()[-1].get_ydata()) == {-0.005}
    assert drawn.alt == (
        "Scatter plots of the difference of AUPR at low against high recall; disagreements in "
        "which the early part decides: AUPR – AUPRG 1 of 5; AUPR – AUROC 1 of 7."
    )
    assert drawn.data.columns.tolist() == [
        "measure_a", "measure_b", "task_id", "low", "high", "early"
    ]  # fmt: skip


def test_undefined_and_tiny_differences_leave_a_panel_of_a_thousandth():
    tables = make_tables(auprg=5)
    tables["attribution"] = tables["attribution"].assign(low=0.0, high=np.nan)
    [axes] = attribution(tables, FACTS).figure.axes
    assert axes.get_xlim() == pytest.approx((-1.15e-3, 1.15e-3))


@pytest.mark.parametrize(
    ("pairs", "rows", "columns"),
    [(1, 1, 1), (2, 1, 2), (3, 1, 3), (4, 2, 3), (6, 2, 3), (7, 3, 3)],
)
def test_three_panels_stand_in_a_row(pairs, rows, columns):
    names = ["auprg", "auroc", "brier", "ks", "log_loss", "accuracy", "gini"][:pairs]
    drawn = attribution(make_tables(**dict.fromkeys(names, 5)), FACTS)
    grid = drawn.figure.axes[0].get_gridspec()
    assert (grid.nrows, grid.ncols) == (rows, columns)
    assert [axes.axison for axes in drawn.figure.axes] == [True] * pairs + [False] * (
        rows * columns - pairs
    )
