from made_up_facts import make_facts
from prgbench.answer.confidence_sets import level_of_sets
from prgbench.report.parts.confidence_sets import paragraphs


def test_every_number_is_in_a_table(tables):
    intro, certain, sizes = paragraphs(tables, make_facts("made-up archive", 0.9))
    assert intro.startswith("A 95% confidence set holds")
    assert "the 90% interval by resampling data sets" in intro
    assert certain.splitlines()[2:] == ["| AUPR – AUPRG | 10 | 3 of 17 [5.0%, 40.0%] | 0.8 |"]
    assert sizes.splitlines()[2:] == [
        "| AUPR | 1 | 1 and 4 | 9 of 17 | 0 of 17 |",
        "| AUPRG | 3.5 | 2 and 5 | 2 of 17 | 1 of 17 |",
    ]


def test_tasks_without_sets_are_said(tables):
    some = {"certain": tables["certain"].assign(undefined=2), "set_sizes": tables["set_sizes"]}
    assert "| 3 of 17 [5.0%, 40.0%], 2 tasks without sets |" in paragraphs(some, make_facts())[1]
    none = {name: table.assign(tasks=0, undefined=19) for name, table in tables.items()}
    _, certain, sizes = paragraphs(none, make_facts())
    assert certain.endswith("| AUPR – AUPRG |  | 19 tasks without sets |  |")
    assert sizes.endswith("| AUPRG | no sets |  |  |  |")


def test_both_sets_hold_at_the_level_of_the_study():
    for level in (0.9, 0.95, 0.99):
        assert 2 * (1 - level_of_sets(level)) <= 1 - level + 1e-12
