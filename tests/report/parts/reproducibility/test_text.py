from made_up_facts import make_facts
from prgbench.report.parts.reproducibility import paragraphs


def test_every_number_is_named(make_reproducibility):
    first, shares, sizes, tests, pairs, merit = paragraphs(make_reproducibility(), make_facts())
    assert first.endswith("mean over 40 tasks:")
    assert shares.splitlines() == [
        "- AUPR: 40.0% [20.0%, 60.0%]",
        "- AUROC: 20.0% [10.0%, 30.0%]",
    ]
    assert sizes == (
        "By size, in the 30 tasks with a value at every size: AUPR 40.0% at n/2, 20.0% at n/4 and "
        "10.0% at n/8; AUROC 20.0% at n/2, 10.0% at n/4 and 5.0% at n/8."
    )
    assert "adjusted for 1 pair (Holm)" in tests
    assert pairs == "- AUPR and AUROC: +20.0 points [+10.0, +30.0], p = 0.004"
    assert merit.startswith("To pick reproducibly is no merit by itself")


def test_tasks_without_a_value_are_counted(make_reproducibility):
    first, *_ = paragraphs(make_reproducibility(undefined=2), make_facts())
    assert first.endswith("mean over 40 tasks (2 others without a value):")


def test_no_task_at_every_size_is_said(make_reproducibility):
    tables = make_reproducibility()
    table = tables["reproducibility"]
    table.loc[table["prevalence"] == "all, at every size", "tasks"] = 0
    _, _, sizes, *_ = paragraphs(tables, make_facts())
    assert sizes == "No task has a value at every size (n/2, n/4 and n/8)."


def test_nothing_to_compare_is_said(make_reproducibility):
    [text] = paragraphs(make_reproducibility(tasks=0), make_facts())
    assert text == "No task has both classes in two halves of its instances."
