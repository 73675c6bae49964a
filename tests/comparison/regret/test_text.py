from made_up_facts import make_facts
from prgbench.comparison.regret.text import paragraphs

FACTS = make_facts("made-up archive")


def cells(row):
    return [cell.strip() for cell in row.strip("|").split("|")]


def test_every_number_is_named(tables):
    _, table, pairs, _ = paragraphs(tables, FACTS)
    header, _, first, second, _ = table.splitlines()
    assert cells(header) == [
        "mean regret (tasks above 0.01)",
        "AUPR",
        "AUPRG",
        "random model",
        "tasks without",
    ]
    assert cells(first) == ["expected F1", "0.0200 (20.0%)", "0.0100 (10.0%)", "0.3000", ""]
    assert cells(second)[-1] == "3"
    assert pairs.startswith(
        "- Among 8 tasks in which AUPR and AUPRG have different best models, those by AUPR are "
        "the worse ones in 75.0% by expected F1 [50.0%, 90.0%] (p = 0.030), 75.0% by"
    )


def test_split_samples_have_a_table_of_their_own(tables):
    written = paragraphs(tables | {"split_regret": tables["regret"]}, FACTS)
    assert "chosen on one half of the folds and judged on the other" in written[-2]
    assert written[-1] == written[1]


def test_measures_that_never_differ_are_not_compared(tables):
    never = tables | {"regret_pairs": tables["regret_pairs"].assign(differing=0)}
    assert "- AUPR and AUPRG never have different best models." in paragraphs(never, FACTS)
