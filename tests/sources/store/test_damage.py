"""Bundles that are damaged, or of another task: refused, set aside, fetched again."""

from dataclasses import replace
from pathlib import Path
from shutil import copy

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from folder_archives import make_folder, make_task, scores_of
from prgbench.run.errors import PrgbenchError
from prgbench.sources.store import columns
from prgbench.sources.store.bundle import Bundle, _texts
from prgbench.sources.store.fetch import fetch_task
from prgbench.sources.store.staging import SetAsideError, asked_again

TASK = make_task(7)
EARLIER = Path(__file__).parent / "kept" / "records" / "1.parquet"


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
    bundle = store.open(7)
    with pytest.raises(
        SetAsideError, match=r"^.*bundles/7\.parquet \(task 7\) can't be used \(.*"
    ):
        bundle.y_scores([7001])
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
    np.testing.assert_array_equal(store.open(7).y_score(7002), scores_of(TASK, 2))
    np.testing.assert_array_equal(store.open(7).y_score(7005), scores_of(TASK, 5))
    assert aside(store) == {"7-1.parquet"}


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"n_rows": 10**12}, "60 rows instead of 1000000000000"),
        ({"n_positive": 21}, "its truth differs from its header"),
        ({"truth": "0" * 64}, "its truth differ from their checksum"),
        ({"models": ()}, "its columns are not those of its header"),
    ],
)
def test_a_header_that_does_not_fit_the_columns(archive, store, monkeypatch, change, why):
    monkeypatch.setattr(
        "prgbench.sources.store.bundle._texts", lambda h, sums: _texts(replace(h, **change), sums)
    )
    fetch(archive, store)
    with pytest.raises(SetAsideError, match=why):
        store.open(7).y_true()


def test_a_header_that_differs_from_its_checksum(archive, store, monkeypatch):

    def another(header, sums):
        made = _texts(header, sums)
        return made | {columns.HEADER: made[columns.HEADER].replace("weka", "Weka", 1)}

    monkeypatch.setattr("prgbench.sources.store.bundle._texts", another)
    fetch(archive, store)
    with pytest.raises(SetAsideError, match="its header differs from its checksum"):
        store.open(7)


def changed(path, name, values=None, text=("", "")):
    """Write a bundle of an earlier version with other values or another header."""
    table = pq.read_table(EARLIER)
    if name:
        place = table.column_names.index(name)
        column = pa.array(values, table.schema.field(name).type)
        table = table.set_column(place, table.schema.field(name), column)
    header = table.schema.metadata[columns.HEADER].decode()
    assert text[0] in header
    header = header.replace(*text, 1)
    pq.write_table(table.replace_schema_metadata({columns.HEADER: header}), path)
    return Bundle(path)


@pytest.mark.parametrize(
    ("name", "values", "read", "why"),
    [
        ("row_id", np.arange(20) + 1, Bundle.row_id, "its rows differ"),
        ("repeat", np.arange(20) // 10, Bundle.repeat, "its rows differ"),
        ("fold", np.arange(20) % 9, Bundle.fold, "its folds differ"),
        ("truth", np.arange(20) % 3 == 1, Bundle.y_true, "its truth differ"),
        ("truth", np.arange(20) % 3, Bundle.y_true, "its truth differ"),
        ("score_1001", np.linspace(0, 1, 20), lambda b: b.y_score(1001), "AUROC of run 1001"),
        ("score_1001", np.full(20, np.nan), lambda b: b.y_score(1001), "NaN|finite"),
        ("score_1001", [None] * 20, lambda b: b.y_score(1001), "zero_copy|null"),
    ],
)
def test_an_earlier_bundle_whose_values_do_not_fit(tmp_path, name, values, read, why):
    bundle = changed(tmp_path / "1.parquet", name, values)
    with pytest.raises(PrgbenchError, match=rf"1\.parquet can't be used \(.*({why})"):
        read(bundle)


def test_an_earlier_bundle_with_another_auroc(tmp_path):
    text = ('"auroc":0.8461538461538461', '"auroc":0.8461538461538')
    assert changed(tmp_path / "1.parquet", "", text=text).y_score(1001).size == 20
    text = ('"auroc":0.8461538461538461', '"auroc":0.8461638461538461')
    bundle = changed(tmp_path / "1.parquet", "", text=text)
    with pytest.raises(
        PrgbenchError, match=r"AUROC of run 1001 0\.846153846 instead of 0\.846163846"
    ):
        bundle.y_scores([1005, 1001])


def test_an_earlier_bundle_that_grows_has_checksums(tmp_path, store):
    task = make_task(1, n=20)
    archive = make_folder(tmp_path / "archive", [task], 6)
    [(_, runs)] = archive.candidate_runs([task])
    store.path(1).parent.mkdir(parents=True)
    copy(EARLIER, store.path(1))
    before = Bundle(EARLIER)
    fetched = fetch_task(archive, store, task, runs, None)
    after = store.open(1)
    assert (before.header.checksums, after.header.checksums) == (False, True)
    assert len(fetched.models) == len(after.header.models) == 6
    for flow in range(1, 7):
        np.testing.assert_array_equal(after.y_score(1000 + flow), scores_of(task, flow))
    np.testing.assert_array_equal(after.decisions([1004]), before.decisions([1004]))


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
    with pytest.raises(SetAsideError, match=f"it is of another task: {why}"):
        store.take(replace(TASK, **change))
    assert aside(store) == {"7-1.parquet"}


def test_the_task_of_the_plan_is_fetched_instead(archive, store, capsys):
    fetch(archive, store)
    other = replace(TASK, classes=("yes", "no"), dataset_name="another name")
    fetched = fetch(archive, store, task=other)
    assert [model.run.flow_id for model in fetched.models] == [1, 2, 3]
    assert store.open(7, other).header.positive == "yes"
    assert "it is of another task: classes" in capsys.readouterr().err


def test_an_earlier_bundle_with_other_rows_than_the_task(archive, store, monkeypatch):
    monkeypatch.setattr(
        "prgbench.sources.store.bundle._texts", lambda h, s: _texts(replace(h, task=more), s)
    )
    more = replace(TASK, n_instances=61)
    fetch(archive, store)
    with pytest.raises(SetAsideError, match="60 rows instead of 61"):
        store.open(7, more)
