from made_up_agreement import PAIRS, agreement_of
from prgbench.replication.printed_numbers import comparison_lines


def test_every_number_of_section_4_stands_beside_ours():
    printed = {line.printed for line in comparison_lines(agreement_of(PAIRS))}
    assert printed >= {
        "886", "426", "24%", "29%", "22%", "58%", "65%", "57%", "0.95", "0.96", "0.944", "0.991",
        "25,980 (886 tasks with 30 models have 26,580)",
    }  # fmt: skip
    assert len(comparison_lines(agreement_of(PAIRS))) == 14


def test_pairs_are_found_in_any_order():
    backwards = [(b, a) for a, b in PAIRS]
    assert comparison_lines(agreement_of(backwards)) == comparison_lines(agreement_of(PAIRS))


def test_other_measures_have_no_paper_columns():
    lines = comparison_lines(agreement_of([("aupr", "max_f1")]))
    assert [line.quantity for line in lines] == ["Tasks", "Data sets", "Models"]
