import pandas as pd

from made_up_facts import make_facts
from prgbench.report.parts.noise_alone import ASSUMPTIONS, paragraphs


def test_numbers_stand_beside_each_other(table):
    intro, numbers, assumptions = paragraphs({"noise_alone": table}, make_facts())
    assert "in 20 replicates of the study" in intro
    assert "is not a test" in intro
    lines = numbers.splitlines()
    assert len(lines) == 8
    assert lines[2] == (
        "| best models differ | AUPR – AUPRG | 25.0% | 13.0% [10.0%, 30.0%] | "
        "16.0% [12.0%, 20.0%] | +12.0 [+10.0, +15.0] |"
    )
    assert lines[7] == (
        "| correlation of ranks | AUPR – AUROC | 0.910 | 0.950 [0.930, 0.960] | "
        "0.940 [0.900, 0.970] | −0.040 [−0.060, −0.010] |"
    )
    assert assumptions == ASSUMPTIONS


def test_tasks_and_pairs_that_are_left_out_are_named(table, nothing):
    table["undefined"] = 3
    half = pd.concat(
        [table[table["measure_b"] == "auprg"], nothing[nothing["measure_b"] == "auroc"]]
    )
    text = paragraphs({"noise_alone": half}, make_facts())[2]
    assert text == (
        "Pairs with a measure that needs probabilities have no such number: AUPR – AUROC. "
        "3 tasks of 83 without replicates (one class only, or instances that do not stand in "
        "every repeat) are left out of all columns."
    )


def test_a_study_without_replicates_says_so(nothing):
    assert paragraphs({"noise_alone": nothing}, make_facts()) == [
        "No task has replicates: all have one class only, or instances that do not stand in every "
        "repeat."
    ]
