import pandas as pd
import pytest
from matplotlib import pyplot as plt

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


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")


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
