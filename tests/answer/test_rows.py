from dataclasses import dataclass

import pandas as pd

from prgbench.answer.interface import (
    BOUND,
    P_VALUE,
    Bound,
    PValue,
    columns_marked,
    rows_of,
    table_of,
)


@dataclass(frozen=True)
class Found:
    measure: str
    share: float
    lower: Bound
    p_value: PValue


ROWS = [Found("aupr", 0.5, 0.25, 0.01), Found("auroc", 1.0, 0.75, 0.02)]


def test_rows_become_a_table_and_come_back():
    table = table_of(Found, ROWS)
    assert list(table.columns) == ["measure", "share", "lower", "p_value"]
    assert rows_of(Found, table.assign(more=1)) == ROWS


def test_no_rows_have_the_columns_and_no_table_has_no_rows():
    assert list(table_of(Found, []).columns) == ["measure", "share", "lower", "p_value"]
    assert rows_of(Found, None) == []
    assert rows_of(Found, pd.DataFrame(columns=["measure", "share", "lower", "p_value"])) == []


def test_columns_are_found_by_what_marks_their_type():
    assert columns_marked(Found, BOUND) == ["lower"]
    assert columns_marked(Found, P_VALUE) == ["p_value"]
