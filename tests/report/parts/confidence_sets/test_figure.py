import pandas as pd
import pytest

from made_up_facts import make_facts
from prgbench.report.parts.confidence_sets import confidence_sets


@pytest.fixture
def tables():
    """Return the part's table: a pair of measures in 17 tasks, ten of them disagreements."""
    certain = {
        "measure_a": "aupr", "measure_b": "auprg", "tasks": 17, "datasets": 9,
        "disagreements": 10, "certain": 3,
    }  # fmt: skip
    return {"certain": pd.DataFrame([certain])}


def test_certain_disagreements_are_bars_of_all(tables):
    drawn = confidence_sets(tables, make_facts("made-up archive", 0.9))
    [axes] = drawn.figure.axes
    assert [bar.get_width() for bar in axes.patches] == [3, 7]
    assert [bar.get_x() for bar in axes.patches] == [0, 3]
    assert [tick.get_text() for tick in axes.get_yticklabels()] == ["AUPR – AUPRG"]
    assert "(made-up archive, 17 tasks on 9 data sets)" in drawn.caption
    assert "if their 95% confidence sets have no model in common" in drawn.caption


def test_without_a_certain_disagreement_a_sentence_says_so(tables):
    tables["certain"] = tables["certain"].assign(certain=0)
    drawn = confidence_sets(tables, make_facts("test"))
    assert drawn.figure is None
    assert "None of 10 disagreements is certain if their 97.5%" in drawn.caption


def test_one_disagreement_is_on_an_axis_of_whole_tasks(tables):
    tables["certain"] = tables["certain"].assign(disagreements=1, certain=1)
    [axes] = confidence_sets(tables, make_facts("test")).figure.axes
    assert axes.get_xlim() == pytest.approx((0, 1.05))
    assert {tick % 1 for tick in axes.get_xticks()} == {0}


def test_bars_end_at_the_disagreements(tables):
    other = tables["certain"].assign(measure_b="auroc", disagreements=4, certain=4, tasks=20)
    tables["certain"] = pd.concat([tables["certain"], other], ignore_index=True)
    drawn = confidence_sets(tables, make_facts("made-up archive"))
    [axes] = drawn.figure.axes
    assert [(bar.get_x(), bar.get_width()) for bar in axes.patches] == [
        (0, 3), (0, 4), (3, 7), (4, 0)
    ]  # fmt: skip
    assert axes.get_xlim() == pytest.approx((0, 1.05 * 10))
    assert axes.get_ylim() == (1.5, -0.5)
    assert "AUPR – AUPRG 3 of 10; AUPR – AUROC 4 of 4." in drawn.alt
    assert "20 tasks on 9 data sets" in drawn.caption
    assert "97.5% confidence sets" in drawn.caption
    assert drawn.data["value"].tolist() == [3, 4, 7, 0]
    assert drawn.data["series"].tolist() == ["certain"] * 2 + ["not certain"] * 2
