"""Tables that are written are read as they were."""

import numpy as np
import pandas as pd

from prgbench.answer.tables import (
    GatheredTables,
    gather,
    read_csv_tables,
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


def test_gathered_tables_are_those_of_all_folders_read_when_asked_for(tmp_path):
    first, second = tmp_path / "first", tmp_path / "second"
    write_parquet_tables(first, {"b": TABLE, "a": TABLE.head(0)})
    write_parquet_tables(second, {"a": TABLE.tail(2), "c": TABLE})
    found = GatheredTables([first, second])
    assert list(found) == ["a", "b", "c"]
    together = gather([{"a": TABLE.head(0), "b": TABLE}, {"a": TABLE.tail(2)}])
    for name, table in together.items():
        pd.testing.assert_frame_equal(found[name], table, check_dtype=False)
    (second / "c.parquet").unlink()
    assert len(found) == 2
    assert found.get("c") is None


def test_tables_of_one_name_come_together_in_their_order():
    parts = [{"one": pd.DataFrame({"x": [x]})} for x in (3, 1)]
    # One that is empty, whose column has no type, changes nothing.
    empty = {"one": pd.DataFrame({"x": pd.Series(dtype=object)}), "two": pd.DataFrame()}
    found = gather([empty, *parts])
    assert found["one"]["x"].tolist() == [3, 1]
    assert found["one"]["x"].dtype == np.int64
    assert found["two"].empty
    assert gather([]) == {}
