"""Parquet files of anybody's making become tables of texts, or one sentence."""

import pandas as pd
import pytest

from prgbench.answer.own_model import read_parquet_table
from prgbench.run.errors import PrgbenchError


@pytest.fixture
def written(tmp_path):
    def write(**columns):
        pd.DataFrame(columns).to_parquet(tmp_path / "x.parquet", index=False)
        return tmp_path / "x.parquet"

    return write


def test_columns_that_are_asked_for_come_as_texts(written):
    path = written(row_id=[7, 8], y_score=[0.25, None], name=["a", None], rest=[1, 2])
    table = read_parquet_table(path, ["row_id", "y_score"], ["name", "fold"])
    assert table.columns == {"row_id": ["7", "8"], "y_score": ["0.25", ""], "name": ["a", ""]}


def test_a_row_is_named_by_its_number(written):
    table = read_parquet_table(written(row_id=[7, 8]), ["row_id"])
    with pytest.raises(PrgbenchError, match=r"x\.parquet, row 2: row_id appears twice\.$"):
        table.refuse(1, "row_id appears twice")


def test_a_column_that_is_missing_is_named(written):
    with pytest.raises(
        PrgbenchError, match=r"x\.parquet lacks the column y_score; it needs row_i"
    ):
        read_parquet_table(written(row_id=[7]), ["row_id", "y_score"])


def test_cells_that_are_neither_numbers_nor_texts_and_files_that_are_none(written, tmp_path):
    with pytest.raises(PrgbenchError, match=r"x\.parquet can't be read as Parquet \(.*\): write"):
        read_parquet_table(written(row_id=[[1], [2]]), ["row_id"])
    (tmp_path / "y.parquet").write_bytes(b"PAR1")
    with pytest.raises(PrgbenchError, match=r"y\.parquet can't be read as Parquet \("):
        read_parquet_table(tmp_path / "y.parquet", ["row_id"])
    with pytest.raises(PrgbenchError, match=r"z\.parquet can't be read as Parquet \("):
        read_parquet_table(tmp_path / "z.parquet", ["row_id"])
