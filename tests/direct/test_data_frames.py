import numpy as np
import pandas as pd
import polars
import pyarrow as pa
import pytest

import prgbench
from prgbench.direct.data_frames import as_arrow, given_table
from prgbench.run.errors import PrgbenchError
from tables_of_predictions import long_table

COLUMNS = {"model": ["a", "b"], "y_true": [True, False], "y_score": [0.25, 1.0]}


@pytest.mark.parametrize("frame", [pd.DataFrame, polars.DataFrame, pa.table])
def test_every_data_frame_has_the_same_columns_and_values(frame):
    assert as_arrow(frame(COLUMNS)).to_pydict() == COLUMNS


def test_an_index_is_no_column_and_numbers_are_names_of_columns():
    table = as_arrow(pd.DataFrame({0: [0.5], "model": ["a"]}, index=["row"]))
    assert table.to_pydict() == {"0": [0.5], "model": ["a"]}


def test_what_is_no_data_frame_is_named():
    with pytest.raises(TypeError, match=r"pandas, polars or Arrow, not dict: pandas\.DataFrame"):
        as_arrow(COLUMNS)


@pytest.mark.parametrize(
    "value",
    [
        pd.Series([1.0]),
        polars.Series([1.0]),
        [{"model": "a", "y_true": 1}],
        np.zeros((2, 3)),
        None,
        iter([1]),
    ],
)
def test_what_is_no_table_is_named(value):
    with pytest.raises(TypeError, match=f"not {type(value).__name__}: pandas.DataFrame makes one"):
        prgbench.compare(value)


def test_an_empty_list_of_files_is_refused():
    with pytest.raises(PrgbenchError, match="list of files is empty"):
        prgbench.compare([])


def test_a_stream_is_read_once():
    stream = pa.table(COLUMNS).to_reader()
    assert given_table(stream).to_pydict() == COLUMNS
    table = long_table(1, 2, 30)
    pd.testing.assert_frame_equal(
        prgbench.score(pa.Table.from_pandas(table).to_reader(), measures=["auroc"]),
        prgbench.score(table, measures=["auroc"]),
    )


def test_columns_that_arrow_does_not_know_are_numbers_or_texts():
    frame = pd.DataFrame({"y_true": pd.cut([1, 3, np.nan], [0, 2, 4]), "other": [10**30, 1, None]})
    frame["y_score"] = pd.arrays.SparseArray([0.0, 0.5, 0.0])
    frame["month"] = pd.PeriodIndex(["2026-11", "2026-12", None], freq="M")
    assert as_arrow(frame).to_pydict() == {
        "y_true": ["(0, 2]", "(2, 4]", None],
        "other": [str(10**30), "1", None],
        "y_score": [0.0, 0.5, 0.0],
        "month": ["2026-11", "2026-12", None],
    }


def test_a_column_that_arrow_can_not_hold_is_named():
    with pytest.raises(TypeError, match=r"complex.*: correct its column\.$"):
        as_arrow(pd.DataFrame({"y_true": [1j, 2.0]}))


def test_labels_of_several_kinds_are_texts():
    table = as_arrow(pd.DataFrame({"y_true": [1, "sick", 2.0, None]}))
    assert table.to_pydict() == {"y_true": ["1", "sick", "2", None]}


def test_levels_of_an_index_that_are_called_as_columns_are_columns():
    frame = pd.DataFrame({"id": [7], "row_id": [3], "model": ["a"]}).set_index(["id", "row_id"])
    assert as_arrow(frame).to_pydict() == {"row_id": [3], "model": ["a"]}


def test_a_lazy_frame_is_collected():
    assert as_arrow(polars.DataFrame(COLUMNS).lazy()).to_pydict() == COLUMNS


@pytest.mark.parametrize("cell", [[0.1, 0.9], np.array([0.1, 0.9])])
def test_a_column_of_arrays_is_named(cell):
    with pytest.raises(PrgbenchError, match=r"column b has arrays in its cells"):
        as_arrow(pd.DataFrame({"a": [1, 2], "b": [cell, cell]}))


@pytest.mark.parametrize("cell", [{"C": 1}, ["a", "b"]])
def test_nested_values_beside_a_column_of_scores_are_not_used(cell):
    table = long_table(1, 2, 30)
    found = prgbench.score(table.assign(tags=[cell] * len(table)), measures=["auroc"])
    pd.testing.assert_frame_equal(found, prgbench.score(table, measures=["auroc"]))


def test_a_reader_that_has_been_read_is_told_from_an_empty_table():
    reader = pa.table(COLUMNS).to_reader()
    assert given_table(reader).to_pydict() == COLUMNS
    with pytest.raises(PrgbenchError, match=r"no rows left.*give a new one, or the table that"):
        given_table(reader)


def test_complex_numbers_are_refused_whatever_the_table_has():
    for column in ("y_score", "accuracy", "passed"):
        frame = pd.DataFrame({"model": ["a", "b"], "item": [1, 2], column: [1 + 1j, 0.5]})
        with pytest.raises(PrgbenchError, match=f"column {column} has complex numbers"):
            prgbench.compare(frame)
    with pytest.raises(TypeError, match="y_true has complex numbers: give labels"):
        prgbench.compare(np.array([0j, 1]), {"a": [0.1, 0.2], "b": [0.2, 0.1]})
