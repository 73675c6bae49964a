import pandas as pd
import pytest

from prgbench.data.models import Models
from prgbench.report.statements import (
    Statement,
    general_statements,
    statement_table,
)

PAIRS = {("aupr", "auprg"): [1, 0, 0, 1], ("aupr", "auroc"): [1, 1, 1, 0]}
LAST = {("auprg", "auroc"): [1, 0, 0, 0]}


def models_of(sizes, prevalences):
    rows = [
        {"task_id": task_id, "prevalence": prevalence}
        for task_id, (size, prevalence) in enumerate(zip(sizes, prevalences, strict=True))
        for _ in range(size)
    ]
    return Models(pd.DataFrame(rows), ())


def agreement_of(pairs):
    return pd.DataFrame(
        [
            {
                "measure_a": a, "measure_b": b, "task_id": task_id,
                "best_differs": bool(differs), "top_differs": not differs,
            }
            for (a, b), tasks in pairs.items()
            for task_id, differs in enumerate(tasks)
        ]
    )  # fmt: skip


def said(models, agreement):
    return [(one.printed, one.found, one.holds) for one in general_statements(models, agreement)]


def test_what_holds_of_all_tasks_is_counted():
    found = said(models_of([30, 30, 30, 30], [0.1, 0.5, 0.2, 0.3]), agreement_of(PAIRS | LAST))
    assert found == [
        ("30", "30", True),
        ("all", "4 of 4", True),
        ("24%, between 22% and 29%", "50.0%, between 25.0% and 75.0%", True),
        ("58%, between 57% and 65%", "50.0%, between 25.0% and 75.0%", True),
    ]


def test_what_does_not_hold_is_said():
    pairs = {("auprg", "aupr"): [1, 1, 1, 1]} | {("aupr", "auroc"): [1, 1, 1, 0]} | LAST
    found = said(models_of([30, 29, 30, 30], [0.1, 0.6, 0.2, 0.3]), agreement_of(pairs))
    assert found == [
        ("30", "29 to 30", False),
        ("all", "3 of 4", False),
        ("24%, between 22% and 29%", "100.0%, not between 25.0% and 75.0%", False),
        ("58%, between 57% and 65%", "0.0%, not between 25.0% and 75.0%", False),
    ]


def test_without_auroc_nothing_is_compared_with_it():
    found = said(models_of([29], [0.1]), agreement_of({("aupr", "auprg"): [1]}))
    assert found[0] == ("30", "29", False)
    assert [one[1:] for one in found[2:]] == [("AUROC is no measure of this study", None)] * 2


@pytest.mark.parametrize(("holds", "written"), [(True, "yes"), (False, "no"), (None, "")])
def test_the_table_says_whether_a_statement_holds(holds, written):
    table = statement_table([Statement("a", "b", "c", holds, 3872), Statement("d", "", "", None)])
    assert table["holds"].tolist() == [written, ""]
    assert table["task_id"].isna().tolist() == [False, True]
    assert table.loc[0, ["statement", "printed", "found", "task_id"]].tolist() == [
        "a", "b", "c", 3872
    ]  # fmt: skip
