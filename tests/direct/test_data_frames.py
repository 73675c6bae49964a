import numpy as np
import pandas as pd
import polars
import pyarrow as pa
import pytest

import prgbench
from prgbench.direct.data_frames import as_arrow
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
    with pytest.raises(TypeError, match=r"a pandas, polars or Arrow data frame, not dict\.$"):
        as_arrow(COLUMNS)


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
