import sqlite3
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from matplotlib import pyplot as plt

from prgbench.run.files import full_disk

FULL = Path("/dev/full")


def draw(file, ending):
    figure, axes = plt.subplots()
    axes.plot([1, 2])
    try:
        figure.savefig(file, format=ending)
    finally:
        plt.close(figure)


WRITERS = {
    "text": lambda file: file.write_text("x"),
    "csv": lambda file: pd.DataFrame({"x": [1]}).to_csv(file),
    "parquet": lambda file: pd.DataFrame({"x": [1]}).to_parquet(file),
    "arrow": lambda file: pq.write_table(pa.table({"x": [1]}), file),
    "png": lambda file: draw(file, "png"),
    "pdf": lambda file: draw(file, "pdf"),
    "svg": lambda file: draw(file, "svg"),
}


@pytest.mark.skipif(not FULL.is_char_device(), reason="needs a device that is full")
@pytest.mark.parametrize("writer", WRITERS)
def test_each_librarys_error_is_known(writer, tmp_path):
    # By a link, as pyarrow removes what it could not write.
    file = tmp_path / "file"
    file.symlink_to(FULL)
    with pytest.raises(Exception) as error:  # noqa: PT011 - each library has its own
        WRITERS[writer](file)
    sentence = full_disk(error.value)
    assert sentence is not None
    assert sentence.startswith("The disk is full (")
    assert sentence.endswith("make room and start again; what is done stays.")
    assert FULL.is_char_device()


def test_a_database_without_room(tmp_path):
    with sqlite3.connect(tmp_path / "x.db") as database:
        database.execute("PRAGMA page_size = 512")
        database.execute("CREATE TABLE t (x TEXT)")
        database.execute("PRAGMA max_page_count = 4")
        with pytest.raises(sqlite3.OperationalError) as error:
            database.execute("INSERT INTO t VALUES (?)", ("x" * 10_000,))
    assert full_disk(error.value) is not None


def test_the_cause_of_another_error_counts():
    error = ValueError("not written")
    error.__cause__ = OSError(28, "No space left on device", "a.parquet")
    assert "a.parquet" in (full_disk(error) or "")


def test_other_errors_are_none():
    assert full_disk(PermissionError(13, "Permission denied", "x")) is None
