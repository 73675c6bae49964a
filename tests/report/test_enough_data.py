from dataclasses import dataclass

import numpy as np
import pandas as pd

from prgbench.answer.rows import Bound, PValue, table_of
from prgbench.report.enough_data import open_marks, without_rough_intervals

NAN = float("nan")


def shown(**columns):
    return without_rough_intervals({"table": pd.DataFrame(columns)})["table"]


def test_six_data_sets_have_an_interval_and_five_have_none():
    table = shown(datasets=[5, 6], share=[0.5, 0.5], lower=[0.1, 0.1], a_worse_upper=[0.9, 0.9])
    np.testing.assert_array_equal(table["lower"], [NAN, 0.1])
    np.testing.assert_array_equal(table["a_worse_upper"], [NAN, 0.9])
    assert table["share"].tolist() == [0.5, 0.5]


def test_p_values_go_only_where_no_row_has_enough():
    both = shown(datasets=[5, 6], p_value=[0.5, 0.25])
    assert both["p_value"].tolist() == [0.5, 0.25]
    few = shown(datasets=[5, 4], p_value_adjusted=[0.5, 0.25])
    assert few["p_value_adjusted"].isna().all()


def test_ranges_quartiles_and_ranks_are_no_intervals():
    names = ("null_lower", "tied_null_upper", "rank_lower", "lower_quartile")
    table = shown(datasets=[2], **{name: [1] for name in names})
    assert table[list(names)].to_numpy().tolist() == [[1, 1, 1, 1]]


def test_a_table_that_counts_no_data_sets_stays():
    assert shown(lower=[0.1])["lower"].tolist() == [0.1]


def test_open_marks_are_said_where_there_are_any():
    drawn = pd.DataFrame({"value": [0.5, NAN], "lower": [0.1, NAN], "upper": [0.9, NAN]})
    assert open_marks(drawn) == ""
    assert "fewer than 6 data sets" in open_marks(drawn.assign(lower=NAN))


@dataclass
class Typed:
    datasets: int
    share: float
    low: Bound
    chance: PValue


def test_a_typed_table_declares_its_intervals_and_p_values(monkeypatch):
    monkeypatch.setattr("prgbench.report.enough_data._TYPES", {"table": Typed})
    few = table_of(Typed, [Typed(5, 0.5, 0.25, 0.125), Typed(5, 0.5, 0.25, 0.125)])
    hidden = without_rough_intervals({"table": few})["table"]
    assert hidden.columns[hidden.isna().all()].tolist() == ["low", "chance"]
    some = without_rough_intervals({"table": few.assign(datasets=[5, 6])})["table"]
    np.testing.assert_array_equal(some["low"], [NAN, 0.25])
    assert some["chance"].notna().all()
