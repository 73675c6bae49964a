from made_up_facts import make_facts
from prgbench.answer.equal_rows import EqualRows
from prgbench.answer.rows import table_of
from prgbench.report.parts.equal_rows import NAMED, paragraphs

ROWS = [
    EqualRows(3, "led|7", 1000, 594, 0.406, 0.0),
    EqualRows(4, "wards", 500, 50, 0.0, 0.9),
    EqualRows(5, "iris", 150, 143, 0.05, 0.0),
]


def said(rows):
    return paragraphs({"equal_rows": table_of(EqualRows, rows)}, make_facts())


def test_tasks_with_many_dependent_rows_are_listed():
    text, table = said(ROWS)
    assert text == (
        "More than 5% of the rows depend on an earlier one in 2 of 3 tasks; the shares, largest "
        "first:"
    )
    assert table.splitlines()[2:] == [
        "| 4 | wards | 500 | 0.0% | 90.0% |",
        "| 3 | led\\|7 | 1,000 | 40.6% | 0.0% |",
    ]


def test_no_task_has_many():
    assert said(ROWS[2:]) == ["More than 5% of the rows depend on an earlier one in no task."]


def test_of_many_tasks_the_first_are_listed():
    many = [EqualRows(place, "a", 100, 80, 0.2, 0.0) for place in range(NAMED + 5)]
    text, table = said(many)
    assert "in 25 of 25 tasks" in text
    assert len(table.splitlines()) == 2 + NAMED
