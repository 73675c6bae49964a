import pytest

from made_up_facts import make_facts
from prgbench.report.parts.cost import paragraphs

FACTS = make_facts("made-up archive")


def cells(line):
    return [cell.strip() for cell in line.split("|")[1:-1]]


def test_costs_are_in_a_table(tables):
    header, _, first, second, _ = paragraphs(tables, FACTS)[0].splitlines()
    assert cells(header) == ["cost [95% interval]", "AUPR", "AUPRG"]
    assert cells(first) == ["expected F1", "0.020 [0.005, 0.035]", "0.010 [−0.005, 0.025]"]
    assert cells(second)[0] == "F1 at a threshold from other instances"
    tables["cost"]["cost"] = float("nan")
    assert "undefined" in paragraphs(tables, FACTS)[0]


def test_costs_that_can_be_told_from_zero_are_named(tables):
    tested = paragraphs(tables, FACTS)[1]
    assert tested.startswith("3 of 6 mean costs can be told from 0 at 0.05 (")
    assert ": AUPR by expected F1 (0.010, p = 0.020), AUPR by F1 at a threshold" in tested
    none = tables | {"cost": tables["cost"].assign(p_adjusted=0.9)}
    assert "0 of 6 mean costs" in paragraphs(none, FACTS)[1]


def test_with_few_data_sets_nothing_is_told_from_zero(tables):
    few = tables | {"cost": tables["cost"].assign(datasets=19)}
    assert paragraphs(few, FACTS)[1] == "19 data sets: too few to tell these costs from 0."


@pytest.mark.parametrize(
    ("differing", "written"), [(6, "75.0% [50.0%, 90.0%]"), (5, "75.0% (5 tasks)"), (0, "–")]
)
def test_pairs_are_compared_on_the_other_half(tables, differing, written):
    tables["cost_pairs"] = tables["cost_pairs"].assign(differing=differing)
    header, _, row = paragraphs(tables, FACTS)[2].splitlines()
    assert cells(header) == ["", "picks differ", "then the first is worse by expected F1"]
    assert cells(row) == ["AUPR – AUPRG", "25.0%", written]


def test_one_measure_has_no_pairs(tables):
    tables["cost_pairs"] = tables["cost_pairs"].iloc[:0]
    assert len(paragraphs(tables, FACTS)) == 2
