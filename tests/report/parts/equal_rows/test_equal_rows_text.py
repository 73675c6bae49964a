from made_up_facts import make_facts
from prgbench.answer.dependent_rows import EqualRows
from prgbench.answer.interface import table_of
from prgbench.report.parts.equal_rows import LISTED, paragraphs


def words(*shares):
    rows = [
        EqualRows(place, f"data_{place}", 1000, 900, equal, stated)
        for place, (equal, stated) in enumerate(shares, start=1)
    ]
    return paragraphs({"equal_rows": table_of(EqualRows, rows)}, make_facts())


def test_tasks_with_many_dependent_rows_are_listed():
    intro, table = words((0.06, 0.0), (0.05, 0.05), (0.4, 0.0), (0.0, 0.2))
    assert intro == "More than 5% of the rows in 3 of 4 tasks:"
    assert table.splitlines()[2:] == [
        "| data_3 (3) | 1,000 | 40.0% | 0.0% |",
        "| data_4 (4) | 1,000 | 0.0% | 20.0% |",
        "| data_1 (1) | 1,000 | 6.0% | 0.0% |",
    ]


def test_few_dependent_rows_are_not_worth_a_section():
    assert words((0.01, 0.0)) == []


def test_a_long_list_is_cut():
    intro, table = words(*[(0.1, 0.0)] * (LISTED + 5))
    assert intro.endswith(f"in 25 of 25 tasks, the first {LISTED} of them below:")
    assert len(table.splitlines()) == 2 + LISTED
