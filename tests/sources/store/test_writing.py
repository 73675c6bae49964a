"""What is written: row groups, a header, the checksums of whole columns, and kept columns."""

from dataclasses import replace
from hashlib import sha256

import numpy as np
import pyarrow.parquet as pq
import pytest

from made_up_store import write_task
from made_up_tasks import make_task_scores
from prgbench.sources.store.bundle import Bundle, BundleStore, write_bundle

TASK = make_task_scores(7, n=100, n_models=2)


@pytest.fixture
def store(tmp_path, monkeypatch):
    monkeypatch.setattr("prgbench.sources.store.bundle.ROWS_PER_GROUP", 40)
    store = BundleStore(tmp_path / "store")
    write_task(store, TASK)
    return store


def test_rows_come_in_groups_and_columns_in_the_order_of_the_header(store):
    file = pq.ParquetFile(store.path(7))
    groups = [file.metadata.row_group(place).num_rows for place in range(3)]
    assert groups == [40, 40, 20]
    assert file.schema_arrow.names == [
        "repeat", "row_id", "fold", "truth",
        "score_700", "predicted_700", "score_701", "predicted_701",
    ]  # fmt: skip


def test_a_group_has_131072_rows_so_that_few_are_held_at_once(tmp_path):
    store = BundleStore(tmp_path / "big")
    write_task(store, make_task_scores(8, n=131_073, n_models=1))
    metadata = pq.ParquetFile(store.path(8)).metadata
    groups = [metadata.row_group(place).num_rows for place in range(metadata.num_row_groups)]
    assert groups == [131_072, 1]


def test_the_checksum_of_all_other_bytes_lies_before_the_footer(store):
    content = store.path(7).read_bytes()
    footer = len(content) - 8 - int.from_bytes(content[-8:-4], "little")
    others = content[: footer - 32] + content[footer:]
    assert content[footer - 32 : footer] == sha256(others).digest()
    assert pq.read_table(store.path(7)).num_rows == 100


def test_columns_of_an_old_bundle_are_kept(store, tmp_path):
    old = Bundle(store.path(7))
    model = replace(old.header.models[1], run=replace(old.header.models[1].run, run_id=9))
    header = replace(old.header, models=(*old.header.models, replace(model, auroc=0.5)))
    columns = {"score_9": lambda rows: np.ones(rows.stop - rows.start)}
    columns["predicted_9"] = lambda rows: np.full(rows.stop - rows.start, -1)
    write_bundle(tmp_path / "new.parquet", header, columns, old)
    new = Bundle(tmp_path / "new.parquet")
    np.testing.assert_array_equal(new.y_scores([701, 9]), [TASK.y_scores[1], np.ones(100)])
    np.testing.assert_array_equal(new.decisions([9, 700]), [np.full(100, -1), TASK.decisions[0]])
    np.testing.assert_array_equal(new.y_true(), TASK.y_true)


def test_nothing_is_there_until_all_is_written(store, tmp_path):
    def column(rows):
        if rows.start:
            raise OSError("full")
        return np.zeros(40)

    old = Bundle(store.path(7))
    with pytest.raises(OSError, match="full"):
        write_bundle(tmp_path / "new" / "7.parquet", old.header, {"score_700": column}, old)
    assert not list((tmp_path / "new").glob("7.parquet*"))
