from made_up_facts import make_facts
from prgbench.report.parts.reproducibility import paragraphs


def test_every_number_is_named(make_reproducibility):
    first, table, tests, pairs = paragraphs(make_reproducibility(), make_facts())
    assert "at n/2 in 40 tasks, at smaller sizes" in first
    assert table.splitlines() == [
        "| measure | n/2 | n/4 | n/8 |",
        "|---|---|---|---|",
        "| AUPR | 40.0% [20.0%, 60.0%] | 20.0% | 10.0% |",
        "| AUROC | 20.0% [10.0%, 30.0%] | 10.0% | 5.0% |",
    ]
    assert "adjusted for 1 pair (Holm)" in tests
    assert pairs == "- AUPR – AUROC: +20.0 [+10.0, +30.0], p = 0.004"


def test_tasks_without_a_value_are_counted(make_reproducibility):
    first, *_ = paragraphs(make_reproducibility(undefined=2), make_facts())
    assert "in 40 tasks (2 others without a value)" in first


def test_no_task_at_every_size_leaves_cells_empty(make_reproducibility):
    tables = make_reproducibility()
    table = tables["reproducibility"]
    table.loc[table["prevalence"] == "all_at_every_size", "tasks"] = 0
    _, text, *_ = paragraphs(tables, make_facts())
    assert "| AUPR | 40.0% [20.0%, 60.0%] | – | – |" in text


def test_nothing_to_compare_is_said(make_reproducibility):
    [text] = paragraphs(make_reproducibility(tasks=0), make_facts())
    assert text == "No task has both classes in two halves of its instances."
