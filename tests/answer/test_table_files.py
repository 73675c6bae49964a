"""Tables that are written are read as they were."""

import numpy as np
import pandas as pd

from prgbench.answer.tables import (
    gather,
    read_csv_tables,
    read_parquet_tables,
    write_csv_tables,
    write_parquet_tables,
)

TABLE = pd.DataFrame(
    {
        "dataset_name": ["007", "NA", "=1"],
        "flow": ["1.0", "", "x"],
        "value": [1 / 3, np.nan, -np.inf],
        "note": ["", "exact", ""],
    }
)


def test_csv_tables_keep_names_as_text_numbers_to_the_last_digit_and_empty_notes(tmp_path):
    write_csv_tables(tmp_path / "made", {"part": TABLE, "nothing": pd.DataFrame()})
    assert sorted(path.name for path in (tmp_path / "made").iterdir()) == [
        "nothing.csv",
        "part.csv",
    ]
    found = read_csv_tables(tmp_path / "made")
    assert found["nothing"].empty
    assert found["part"]["dataset_name"].tolist() == ["007", "NA", "=1"]
    np.testing.assert_array_equal(found["part"]["value"], TABLE["value"])
    assert found["part"]["note"].tolist() == ["", "exact", ""]


def test_names_that_all_lack_are_empty(tmp_path):
    write_csv_tables(tmp_path, {"one": pd.DataFrame({"runner_up": ["", ""]})})
    assert read_csv_tables(tmp_path)["one"]["runner_up"].tolist() == ["", ""]


def test_parquet_tables_are_read_by_name(tmp_path):
    write_parquet_tables(tmp_path / "made", {"b": TABLE, "a": TABLE.head(1)})
    found = read_parquet_tables(tmp_path / "made")
    assert list(found) == ["a", "b"]
    pd.testing.assert_frame_equal(found["b"], TABLE, check_dtype=False)
    assert len(found["a"]) == 1


def test_tables_of_one_name_come_together_in_their_order():
    parts = [{"one": pd.DataFrame({"x": [x]})} for x in (3, 1)]
    # One that is empty, whose column has no type, changes nothing.
    empty = {"one": pd.DataFrame({"x": pd.Series(dtype=object)}), "two": pd.DataFrame()}
    found = gather([empty, *parts])
    assert found["one"]["x"].tolist() == [3, 1]
    assert found["one"]["x"].dtype == np.int64
    assert found["two"].empty
    assert gather([]) == {}
