"""The file of a bundle: row groups, checksums, and columns that are read as they were written."""

from dataclasses import replace
from hashlib import sha256
from itertools import chain

import numpy as np
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from made_up_store import write_task
from made_up_tasks import make_task_scores
from prgbench.run.errors import PrgbenchError
from prgbench.run.few_at_once import few_at_once
from prgbench.sources.store.bundle import Bundle, BundleStore, write_bundle

TASK = make_task_scores(7, n=100, n_models=3)


@pytest.fixture
def store(tmp_path, monkeypatch):
    monkeypatch.setattr("prgbench.sources.store.bundle.ROWS_PER_GROUP", 40)
    store = BundleStore(tmp_path / "store")
    write_task(store, TASK)
    return store


@pytest.fixture
def bundle(store):
    return Bundle(store.path(7))


def test_rows_come_in_groups_and_columns_in_the_order_of_the_header(store):
    file = pq.ParquetFile(store.path(7))
    groups = [file.metadata.row_group(place).num_rows for place in range(3)]
    assert groups == [40, 40, 20]
    assert file.schema_arrow.names == [
        "repeat", "row_id", "fold", "truth",
        "score_700", "predicted_700", "score_701", "predicted_701", "score_702", "predicted_702",
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
    found = new.load([701, 9])
    np.testing.assert_array_equal(found.y_score, [TASK.y_scores[1], np.ones(100)])
    np.testing.assert_array_equal(found.decision, [TASK.decisions[1], np.full(100, -1)])
    np.testing.assert_array_equal(found.y_true, TASK.y_true)


def test_nothing_is_there_until_all_is_written(store, tmp_path):
    def column(rows):
        if rows.start:
            raise OSError("full")
        return np.zeros(40)

    old = Bundle(store.path(7))
    with pytest.raises(OSError, match="full"):
        write_bundle(tmp_path / "new" / "7.parquet", old.header, {"score_700": column}, old)
    assert not list((tmp_path / "new").glob("7.parquet*"))


@pytest.mark.parametrize("at_once", [1, 200, 10_000])
def test_columns_come_in_the_order_in_which_they_are_asked_for(bundle, monkeypatch, at_once):
    monkeypatch.setattr("prgbench.run.few_at_once.VALUES_AT_ONCE", at_once)
    scores = bundle.load([702, 700, 701]).y_score
    np.testing.assert_array_equal(scores, TASK.y_scores[[2, 0, 1]])
    assert scores.dtype == np.float64


def test_columns_have_their_types(bundle):
    found = bundle.load([700])
    expected = {
        "repeat": "int16",
        "row_id": "int64",
        "fold": "int16",
        "y_true": "bool",
        "y_score": "float64",
        "decision": "int8",
    }
    assert {name: str(getattr(found, name).dtype) for name in expected} == expected


def test_no_column_is_an_empty_array(bundle):
    none = bundle.load([])
    assert (none.y_score.shape, none.decision.shape) == ((0, 100), (0, 100))
    assert len(none) == 100


def test_a_group_has_all_columns_of_its_rows(bundle):
    group = bundle.columns(2)
    assert list(group)[:4] == ["repeat", "row_id", "fold", "truth"]
    assert group["row_id"].to_pylist() == [10 * row for row in range(80, 100)]
    np.testing.assert_array_equal(group["score_701"].to_numpy(), TASK.y_scores[1, 80:])


def test_a_run_that_it_lacks_is_named(bundle):
    with pytest.raises(PrgbenchError, match=r"can't be used \(it lacks run 9\)"):
        bundle.load([700, 9])


@given(st.integers(0, 50), st.integers(0, 40), st.integers(1, 100))
def test_parts_hold_all_columns_once_and_few_values(n_columns, n_rows, at_once):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("prgbench.run.few_at_once.VALUES_AT_ONCE", at_once)
        parts = list(few_at_once(n_columns, n_rows))
    held = [list(range(n_columns))[part] for part in parts]
    assert list(chain(*held)) == list(range(n_columns))
    assert all(len(part) == 1 or len(part) * n_rows <= at_once for part in held)
