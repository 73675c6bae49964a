from dataclasses import dataclass

import numpy as np
import pandas as pd
import pytest

from prgbench.answer.interface import Bound, PValue, rows_of, table_of
from prgbench.report.parts import without_rough_intervals
from prgbench.report.shown_part import open_marks
from prgbench.study_file import PARTS

NAN = float("nan")


@dataclass
class Typed:
    datasets: int
    share: float
    null_lower: float
    low: Bound
    chance: PValue


@pytest.fixture(autouse=True)
def typed(monkeypatch):
    monkeypatch.setattr("prgbench.report.parts._TYPES", {"table": Typed})


def shown(*datasets):
    table = table_of(Typed, [Typed(n, 0.5, 0.1, 0.25, 0.125) for n in datasets])
    return without_rough_intervals({"table": table})["table"]


def test_six_data_sets_have_an_interval_and_five_have_none():
    table = shown(5, 6)
    np.testing.assert_array_equal(table["low"], [NAN, 0.25])
    assert table[["share", "null_lower"]].to_numpy().tolist() == [[0.5, 0.1], [0.5, 0.1]]


def test_p_values_go_only_where_no_row_has_enough():
    assert shown(5, 6)["chance"].tolist() == [0.125, 0.125]
    assert shown(5, 4)["chance"].isna().all()


def test_other_tables_stay():
    table = pd.DataFrame({"datasets": [2], "lower": [0.1]})
    assert without_rough_intervals({"other": table})["other"]["lower"].tolist() == [0.1]


def test_a_table_that_counts_no_data_sets_stays():
    table = table_of(Typed, [Typed(2, 0.5, 0.1, 0.25, 0.125)]).drop(columns="datasets")
    assert rows_of(Typed, without_rough_intervals({"table": table})["table"].assign(datasets=2))


@pytest.mark.parametrize(
    ("table", "column", "is_bound"),
    [
        ("if_alike", "if_alike_lower", False),
        ("intervals", "lower", True),
        ("set_sizes", "lower_quartile", False),
        ("choosing", "upper", True),
    ],
)
def test_ranges_and_bounds_of_ranks_are_no_intervals(table, column, is_bound):
    [row] = [part.rows[table] for part in PARTS if table in part.rows]
    assert (row.__annotations__[column] is Bound) == is_bound


def test_open_marks_are_said_where_there_are_any():
    drawn = pd.DataFrame({"value": [0.5, NAN], "lower": [0.1, NAN], "upper": [0.9, NAN]})
    assert open_marks(drawn) == ""
    assert "fewer than 6 data sets" in open_marks(drawn.assign(lower=NAN))
