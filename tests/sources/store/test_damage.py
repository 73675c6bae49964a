"""Bundles that are damaged, or of another task: refused, set aside, fetched again."""

from dataclasses import replace

import numpy as np
import pyarrow.parquet as pq
import pytest

from folder_archives import make_folder, make_task, scores_of
from prgbench.run.errors import PrgbenchError
from prgbench.sources.store.bundle import Bundle, write_bundle
from prgbench.sources.store.fetch import fetch_task
from prgbench.sources.store.set_aside import SetAsideError, asked_again

TASK = make_task(7)


@pytest.fixture
def archive(tmp_path):
    return make_folder(tmp_path / "archive", [TASK])


def fetch(archive, store, n_models=3, task=TASK):
    [(_, runs)] = archive.candidate_runs([TASK])
    return fetch_task(archive, store, task, runs, n_models)


def damage(path, place):
    """Change a byte of a file; places from the end are in its metadata."""
    body = bytearray(path.read_bytes())
    body[place] ^= 1
    path.write_bytes(body)
    return bytes(body)


def page_of(path, number):
    """Return a place within the values of a column."""
    column = pq.ParquetFile(path).metadata.row_group(0).column(number)
    return column.dictionary_page_offset + column.total_compressed_size - 3


def aside(store):
    return {path.name for path in (store.folder / "bundles" / "damaged").glob("*")}


def test_a_later_job_sets_the_bundle_aside_and_the_next_fetch_brings_it_back(archive, store):
    fetch(archive, store)
    whole = store.path(7).read_bytes()
    damaged = damage(store.path(7), page_of(store.path(7), 4))
    with pytest.raises(
        SetAsideError,
        match=r"^.*bundles/7\.parquet \(task 7\) can't be used \(its content differs from its",
    ):
        store.open(7)
    assert aside(store) == {"7-1.parquet", "7-1.fetch"}
    assert (store.folder / "bundles" / "damaged" / "7-1.parquet").read_bytes() == damaged
    assert list(asked_again(store.folder)) == [(7, "7-1.fetch")]
    fetch(archive, store)
    assert store.path(7).read_bytes() == whole
    assert list(asked_again(store.folder)) == [(7, "7-1.fetch")]


@pytest.mark.parametrize("place", [-1, -700, 0])
def test_fetching_sets_a_damaged_bundle_aside_and_goes_on(archive, store, place, capsys):
    first = fetch(archive, store)
    whole = store.path(7).read_bytes()
    damage(store.path(7), page_of(store.path(7), 3) if place == 0 else place)
    assert fetch(archive, store) == first
    assert store.path(7).read_bytes() == whole
    assert aside(store) == {"7-1.parquet"}
    assert "was set aside as damaged/7-1.parquet: it is fetched again." in capsys.readouterr().err


def test_damage_that_is_found_while_a_bundle_grows(archive, store):
    fetch(archive, store)
    damage(store.path(7), page_of(store.path(7), 6))
    fetched = fetch(archive, store, 5)
    assert [model.run.flow_id for model in fetched.models] == [1, 2, 3, 4, 5]
    np.testing.assert_array_equal(store.load(7, run_ids=[7002]).y_score[0], scores_of(TASK, 2))
    np.testing.assert_array_equal(store.load(7, run_ids=[7005]).y_score[0], scores_of(TASK, 5))
    assert aside(store) == {"7-1.parquet"}


def test_no_bit_of_the_metadata_of_a_column_ends_the_process(archive, store):
    fetch(archive, store)
    whole = store.path(7).read_bytes()
    # Names come in the schema, then in the metadata of each column.
    start, end = (whole.index(name, whole.index(name) + 1) for name in (b"repeat", b"row_id"))
    for bit in range(8 * start, 8 * end):
        damaged = bytearray(whole)
        damaged[bit // 8] ^= 1 << bit % 8
        store.path(7).write_bytes(damaged)
        with pytest.raises(PrgbenchError, match="its content differs from its checksum"):
            Bundle(store.path(7))


@pytest.mark.parametrize("n_bytes", [0, 3, 8, 50, -32, -1])
def test_a_bundle_that_breaks_off(archive, store, n_bytes):
    fetch(archive, store)
    store.path(7).write_bytes(store.path(7).read_bytes()[:n_bytes])
    with pytest.raises(SetAsideError, match="its content differs from its checksum"):
        store.open(7)


def test_a_bundle_without_a_checksum_is_fetched_again(archive, store):
    first = fetch(archive, store)
    whole = store.path(7).read_bytes()
    pq.write_table(pq.read_table(store.path(7)), store.path(7))
    assert fetch(archive, store) == first
    assert store.path(7).read_bytes() == whole
    assert aside(store) == {"7-1.parquet"}


def test_a_bundle_of_another_version_is_refused(archive, store, monkeypatch):
    monkeypatch.setattr("prgbench.sources.store.bundle.to_json", lambda _: '{"version":"0"}')
    fetch(archive, store)
    with pytest.raises(SetAsideError, match="its header is of another version: task is missing"):
        store.open(7)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"target": "kind"}, "target 'class' instead of 'kind'"),
        ({"dataset_id": 5}, "dataset_id 103 instead of 5"),
        ({"classes": ("yes", "no")}, r"classes \('no', 'yes'\) instead of \('yes', 'no'\)"),
        ({"n_instances": 61}, "n_instances 60 instead of 61"),
        ({"n_folds": 5}, "n_folds 10 instead of 5"),
        ({"n_repeats": 2}, "n_repeats 1 instead of 2"),
        ({"estimation_procedure": 3}, "estimation_procedure 1 instead of 3"),
    ],
)
def test_a_bundle_of_another_task_is_not_used(archive, store, change, why):
    fetch(archive, store)
    with pytest.raises(SetAsideError, match=f"it belongs to another task: {why}"):
        store.take(replace(TASK, **change))
    assert aside(store) == {"7-1.parquet"}


def test_the_task_of_the_plan_is_fetched_instead(archive, store, capsys):
    fetch(archive, store)
    other = replace(TASK, classes=("yes", "no"), dataset_name="another name")
    fetched = fetch(archive, store, task=other)
    assert [model.run.flow_id for model in fetched.models] == [1, 2, 3]
    assert store.open(7, other).header.positive == "yes"
    assert "it belongs to another task: classes" in capsys.readouterr().err


def test_a_bundle_with_other_rows_than_the_task(archive, store, monkeypatch):
    more = replace(TASK, n_instances=61)
    monkeypatch.setattr(
        "prgbench.sources.store.fetch.write_bundle",
        lambda path, header, *given: write_bundle(path, replace(header, task=more), *given),
    )
    fetch(archive, store)
    with pytest.raises(SetAsideError, match="60 rows instead of 61"):
        store.open(7, more)
