from made_up_facts import make_facts
from prgbench.answer.confidence_sets import level_of_sets
from prgbench.report.parts.confidence_sets import paragraphs


def test_every_number_is_named(tables):
    first, certain, sizes = paragraphs(tables, make_facts("made-up archive", 0.9))
    assert "Each set is at 95%" in first
    assert "a probability of at most about 10%" in first
    assert "the 90% interval by resampling data sets" in first
    assert certain == (
        "- AUPR and AUPRG: certain in 3 of 17 tasks [5.0%, 40.0%], where at most 0.8 are expected "
        "by chance; the best models differ in 10."
    )
    assert sizes == (
        "- AUPR: the set holds 1 model in the median task (quartiles 1 and 4), a single one in "
        "9 of 17 tasks, all in 0 of 17.\n"
        "- AUPRG: the set holds 3.5 models in the median task (quartiles 2 and 5), a single one "
        "in 2 of 17 tasks, all in 1 of 17."
    )


def test_tasks_without_sets_are_said(tables):
    some = {"certain": tables["certain"].assign(undefined=2), "set_sizes": tables["set_sizes"]}
    assert paragraphs(some, make_facts())[1].endswith("differ in 10. Without sets: 2 tasks.")
    none = {name: table.assign(tasks=0, undefined=19) for name, table in tables.items()}
    _, certain, sizes = paragraphs(none, make_facts())
    assert certain == "- AUPR and AUPRG: no confidence sets in 19 tasks."
    assert sizes == "- AUPR: no confidence sets.\n- AUPRG: no confidence sets."


def test_both_sets_hold_at_the_level_of_the_study():
    for level in (0.9, 0.95, 0.99):
        assert 2 * (1 - level_of_sets(level)) <= 1 - level + 1e-12
