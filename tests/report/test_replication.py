import pandas as pd

from made_up_agreement import PAIRS, agreement_of
from prgbench.report.replication import comparison_lines

IF_ALIKE = pd.DataFrame(
    [
        {
            "statistic": "top_differs", "measure_a": "auprg", "measure_b": "aupr",
            "if_alike": 0.4, "if_alike_lower": 0.25, "if_alike_upper": 0.5,
        }
    ]
)  # fmt: skip


def test_every_number_of_section_4_stands_beside_ours():
    printed = {line.printed for line in comparison_lines(agreement_of(PAIRS))}
    assert printed >= {
        "886", "426", "24%", "29%", "22%", "58%", "65%", "57%", "42%", "0.95", "0.96",
        "0.944", "0.991", "25,980 (886 tasks with 30 models have 26,580)",
    }  # fmt: skip
    assert len(comparison_lines(agreement_of(PAIRS))) == 15


def test_the_tasks_of_the_same_top_three_are_the_rest_of_those_of_another():
    lines = comparison_lines(agreement_of(PAIRS).assign(top_differs=0.375), IF_ALIKE)
    [line] = [line for line in lines if line.statistic == "top_agrees"]
    assert line.quantity == "Tasks with the same ordered top three, AUPR and AUPRG"
    assert (line.printed, line.found) == ("42%", "62.5%")
    assert line.if_alike == "60.0% (50.0% to 75.0%)"


def test_pairs_are_found_in_any_order():
    backwards = [(b, a) for a, b in PAIRS]
    assert comparison_lines(agreement_of(backwards)) == comparison_lines(agreement_of(PAIRS))


def test_other_measures_have_no_paper_columns():
    lines = comparison_lines(agreement_of([("aupr", "max_f1")]))
    assert [line.quantity for line in lines] == ["Tasks", "Data sets", "Models"]
