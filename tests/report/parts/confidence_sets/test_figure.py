import pandas as pd
import pytest

from made_up_facts import make_facts
from prgbench.report.parts.confidence_sets import confidence_sets


def test_outcomes_and_sizes_of_the_sets(tables):
    drawn = confidence_sets(tables, make_facts("made-up archive", 0.9))
    outcomes, sizes = drawn.figure.axes
    assert [bar.get_width() for bar in outcomes.patches] == [3, 7]
    assert [bar.get_x() for bar in outcomes.patches] == [0, 3]
    assert [tick.get_text() for tick in outcomes.get_yticklabels()] == ["AUPR – AUPRG"]
    assert sizes.get_lines()[0].get_xdata().tolist() == [1.0, 3.5]
    assert [s[:, 0].tolist() for s in sizes.collections[0].get_segments()] == [[1, 4], [2, 5]]
    assert "(made-up archive, 17 tasks on 9 data sets)" in drawn.caption
    assert "if their 95% confidence sets have no model in common" in drawn.caption


def test_without_a_certain_disagreement_the_sizes_stand_alone(tables):
    tables["certain"] = tables["certain"].assign(certain=0)
    drawn = confidence_sets(tables, make_facts("test"))
    [sizes] = drawn.figure.axes
    assert sizes.get_xlabel() == "Models in the confidence set"
    assert "None of 10 disagreements is certain if their 97.5%" in drawn.caption
    assert set(drawn.data["panel"]) == {"models in the set"}


def test_few_tasks_are_a_sentence(tables):
    sizes = tables["set_sizes"].assign(tasks=[7, 8])
    drawn = confidence_sets(tables | {"set_sizes": sizes}, make_facts("test"))
    labels = [label.get_text() for label in drawn.figure.axes[1].get_yticklabels()]
    assert labels == ["AUPRG"]
    drawn = confidence_sets(tables | {"set_sizes": sizes.assign(tasks=7)}, make_facts("test"))
    assert drawn.figure is None
    assert drawn.caption == "Confidence sets of fewer than 8 tasks are not drawn."


def test_one_disagreement_is_on_an_axis_of_whole_tasks(tables):
    tables["certain"] = tables["certain"].assign(disagreements=1, certain=1)
    outcomes = confidence_sets(tables, make_facts("test")).figure.axes[0]
    assert outcomes.get_xlim() == pytest.approx((0, 1.05))
    assert {tick % 1 for tick in outcomes.get_xticks()} == {0}


def test_bars_end_at_the_disagreements_and_the_alternative_text_has_the_medians(tables):
    other = tables["certain"].assign(measure_b="auroc", disagreements=4, certain=4, tasks=20)
    tables["certain"] = pd.concat([tables["certain"], other], ignore_index=True)
    drawn = confidence_sets(tables, make_facts("made-up archive"))
    outcomes, sizes = drawn.figure.axes
    assert [(bar.get_x(), bar.get_width()) for bar in outcomes.patches] == [
        (0, 3), (0, 4), (3, 7), (4, 0)
    ]  # fmt: skip
    assert outcomes.get_xlim() == pytest.approx((0, 1.05 * 10))
    assert outcomes.get_ylim() == (1.5, -0.5)
    assert sizes.get_xlim() == pytest.approx((0, 1.05 * 5))
    assert "AUPR – AUPRG 3 of 10; AUPR – AUROC 4 of 4." in drawn.alt
    assert "AUPR 1; AUPRG 3.5" in drawn.alt
    assert "20 tasks on 9 data sets" in drawn.caption
    assert "97.5% confidence sets" in drawn.caption
    own = drawn.data[drawn.data["panel"] == "disagreements"]
    assert own["value"].tolist() == [3, 4, 7, 0]
    assert own["series"].tolist() == ["certain"] * 2 + ["not certain"] * 2
