"""Columns of a bundle are read as they were written, few at once."""

from collections import Counter
from itertools import chain

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from made_up_store import write_task
from made_up_tasks import make_task_scores, repeated
from prgbench.metrics import auroc_score
from prgbench.sources.store import columns
from prgbench.sources.store.bundle import BundleStore, VerifiedColumns
from prgbench.sources.store.columns import ColumnFile, DamageError, checksum, few_at_once, type_of

TASK = make_task_scores(7, n=100, n_models=3)
SCORES = ["score_702", "score_700", "score_701"]


@pytest.fixture
def path(tmp_path, monkeypatch):
    monkeypatch.setattr("prgbench.sources.store.bundle.ROWS_PER_GROUP", 40)
    store = BundleStore(tmp_path / "store")
    write_task(store, TASK)
    return store.path(7)


@pytest.mark.parametrize("at_once", [1, 200, 10_000])
def test_columns_come_in_the_order_in_which_they_are_asked_for(path, monkeypatch, at_once):
    monkeypatch.setattr(columns, "VALUES_AT_ONCE", at_once)
    found = ColumnFile(path).read(SCORES)
    np.testing.assert_array_equal(found, TASK.y_scores[[2, 0, 1]])
    assert found.dtype == np.float64


def test_columns_have_their_types(path):
    file = ColumnFile(path)
    names = ("repeat", "row_id", "fold", "truth", "predicted_700")
    types = {name: str(file.read([name]).dtype) for name in names}
    assert types == {
        "repeat": "int16",
        "row_id": "int64",
        "fold": "int16",
        "truth": "int8",
        "predicted_700": "int8",
    }
    assert type_of("score_1") == pa.float64()


def test_no_column_is_an_empty_array(path):
    assert ColumnFile(path).read([]).shape == (0, 100)


def test_a_group_has_all_columns_of_its_rows(path):
    group = ColumnFile(path).group(2)
    assert list(group)[:4] == ["repeat", "row_id", "fold", "truth"]
    assert group["row_id"].to_pylist() == [10 * row for row in range(80, 100)]
    np.testing.assert_array_equal(group["score_701"].to_numpy(), TASK.y_scores[1, 80:])


def test_a_column_that_is_not_there_is_damage(path):
    with pytest.raises(columns.DAMAGE):
        ColumnFile(path).read(["score_9"])


def test_a_file_that_is_no_parquet_is_damage(tmp_path):
    (tmp_path / "7.parquet").write_bytes(b"PAR1" * 100)
    with pytest.raises(columns.DAMAGE):
        ColumnFile(tmp_path / "7.parquet")


def test_no_bit_of_the_metadata_of_a_column_ends_the_process(path):
    whole, truth = path.read_bytes(), ColumnFile(path).read(["truth"])
    taken = Counter()
    # Names come in the schema, then in the metadata of each column.
    start, end = (whole.index(name, whole.index(name) + 1) for name in (b"repeat", b"row_id"))
    for bit in range(8 * start, 8 * end):
        damaged = bytearray(whole)
        damaged[bit // 8] ^= 1 << bit % 8
        path.write_bytes(damaged)
        try:
            np.testing.assert_array_equal(ColumnFile(path).read(["truth"]), truth)
            taken["read"] += 1
        except columns.DAMAGE:
            taken["refused"] += 1
    assert taken["read"] > 100
    assert taken["refused"] > 100


def test_values_other_than_the_checksum_says_are_damage(path):
    file = ColumnFile(path)
    file._checksums["truth"] ^= 1
    with pytest.raises(DamageError, match=r"^its column truth differs from its checksum$"):
        file.read(["truth"])
    assert file.read(["fold"]).shape == (1, 100)


def test_the_checksum_does_not_depend_on_the_order_of_bytes_or_the_parts():
    values = np.arange(10, dtype=np.int64)
    whole = checksum(values)
    assert checksum(values.astype(">i8")) == whole
    assert checksum(values[3:], checksum(values[:3])) == whole
    assert checksum(values[::-1]) != whole


@given(st.integers(0, 50), st.integers(0, 40), st.integers(1, 100))
def test_parts_hold_all_columns_once_and_few_values(n_columns, n_rows, at_once):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(columns, "VALUES_AT_ONCE", at_once)
        parts = list(few_at_once(n_columns, n_rows))
    held = [list(range(n_columns))[part] for part in parts]
    assert list(chain(*held)) == list(range(n_columns))
    assert all(len(part) == 1 or len(part) * n_rows <= at_once for part in held)


REPEATED = repeated(make_task_scores(7, n=50, n_models=2), 2)


@pytest.fixture
def verified(tmp_path):
    store = BundleStore(tmp_path / "store")
    write_task(store, REPEATED)
    return VerifiedColumns(store.path(7))


@pytest.mark.parametrize("read", ["scores", "predicted"])
def test_a_run_that_it_lacks_is_named(verified, read):
    options = {"check_aurocs": False} if read == "scores" else {}
    with pytest.raises(DamageError, match=r"^it lacks run 9$"):
        getattr(verified, read)([700, 9], **options)


def test_aurocs_agree_within_a_billionth(verified):
    auroc = auroc_score(REPEATED.y_true, REPEATED.y_scores[1])
    verified.check_aurocs([701], np.array([auroc + 0.9e-9]))
    for wrong in (auroc + 1.1e-9, auroc - 1.1e-9, np.nan):
        with pytest.raises(DamageError, match=r"^AUROC of run 701 \S+ instead of 0\.[0-9]{9}$"):
            verified.check_aurocs([701], np.array([wrong]))
