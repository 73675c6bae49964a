import pytest

from made_up_facts import make_facts
from prgbench.report.parts.cost import paragraphs

FACTS = make_facts("made-up archive")


def test_costs_stand_in_a_table_with_what_they_are(tables):
    _, table, *_ = paragraphs(tables, FACTS)
    header, _, first, second, *_ = table.splitlines()
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in (header, first, second)]
    assert cells[0] == [
        "cost [95% interval] (probability that most are above 0.01)",
        "AUPR",
        "AUPRG",
        "random model",
        "tasks",
        "tasks without",
    ]
    assert cells[1] == [
        "expected F1",
        "0.020 [0.005, 0.035] (0.75)",
        "0.010 [−0.005, 0.025] (0.75)",
        "0.300 [0.285, 0.315]",
        "37",
        "0",
    ]
    assert cells[2][0] == "F1 at a threshold from other instances"
    assert cells[2][-1] == "3"
    assert "averaged over tasks as F-gain and converted back" in table


def test_costs_that_can_be_told_from_zero_are_named(tables):
    tested = paragraphs(tables, FACTS)[2]
    assert tested == (
        "Of 6 mean costs, 3 can be told from 0 at 0.05 by sign flips of data sets, adjusted by "
        "Holm for all of them: AUPR by expected F1 (0.010, p = 0.020), AUPR by F1 at a threshold "
        "from other instances (0.010, p = 0.020) and AUPR by accuracy of the stored decisions "
        "(0.010, p = 0.020)."
    )
    none = tables | {"cost": tables["cost"].assign(p_adjusted=0.9)}
    assert "0 can be told from 0" in paragraphs(none, FACTS)[2]


def test_with_few_data_sets_nothing_is_told_from_zero(tables):
    few = tables | {"cost": tables["cost"].assign(datasets=19)}
    tested = paragraphs(few, FACTS)[2]
    assert tested == "19 data sets: too few data sets to tell these costs from 0."


def test_pairs_are_compared_on_the_other_half(tables):
    line = paragraphs(tables, FACTS)[3]
    assert line.startswith(
        "- AUPR and AUPRG pick different models in 25.0% of the choices. Of these, the pick by "
        "AUPR is the worse one by expected F1 in 75.0% [50.0%, 90.0%] (mean difference −0.010 "
        "[−0.020, 0.005], adjusted p = 0.030), by F1 at a threshold from other instances in"
    )


def test_pairs_that_never_differ_are_told(tables):
    alike = tables["cost_pairs"].assign(differing=0, differs=0.0)
    line = paragraphs(tables | {"cost_pairs": alike}, FACTS)[3]
    assert line == "- AUPR and AUPRG never pick different models that can be judged."


def test_in_sample_regret_is_called_so_and_has_no_interval(tables):
    *_, said, table = paragraphs(tables, FACTS)
    assert said.startswith("In-sample regret")
    assert "above 0 even of equal models" in said
    assert "in-sample regret" in table.splitlines()[0]
    assert "0.1250 (0.0100)" in table.splitlines()[2]
    assert "p =" not in said + table
    assert "[" not in said + table


@pytest.mark.parametrize(
    ("differing", "written"), [(6, "75.0% [50.0%, 90.0%] (mean"), (5, "75.0% (5 tasks)")]
)
def test_of_few_tasks_there_is_no_interval_but_their_number(tables, differing, written):
    few = tables | {"cost_pairs": tables["cost_pairs"].assign(differing=differing)}
    text = "\n".join(paragraphs(few, FACTS))
    assert f"the pick by AUPR is the worse one by expected F1 in {written}" in text
    assert ("adjusted p = 0.030" in text) == (differing == 6)
