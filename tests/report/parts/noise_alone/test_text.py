import pandas as pd

from made_up_facts import make_facts
from prgbench.report.parts.noise_alone import NO_REPLICATES, paragraphs


def test_every_number_is_in_the_table(table):
    intro, numbers = paragraphs({"noise_alone": table}, make_facts())
    assert "the range of 20 replicates of the study" in intro
    assert "the 95% interval, which is not a test" in intro
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


def test_tasks_and_pairs_that_are_left_out_are_named(table, nothing):
    table["undefined"] = 3
    half = pd.concat(
        [table[table["measure_b"] == "auprg"], nothing[nothing["measure_b"] == "auroc"]]
    )
    assert paragraphs({"noise_alone": half}, make_facts())[0].endswith(
        " No such number, as a measure needs probabilities: AUPR – AUROC. 3 tasks of 83 without "
        "replicates (one class, or instances missing in a repeat) left out."
    )


def test_a_study_without_replicates_says_so(nothing):
    assert paragraphs({"noise_alone": nothing}, make_facts()) == [NO_REPLICATES]
