"""Tables of tasks that are kept: they come back as they were, and only where all is as it was."""

import numpy as np
import pandas as pd
import pytest

from made_up_store import write_task
from made_up_tasks import make_task_scores
from prgbench.answer import kept_tables
from prgbench.answer.kept_tables import KeptTables, StoredTask
from prgbench.data.stores import MemoryStore
from prgbench.sources.store.bundle import BundleStore

TABLES = {
    "numbers": pd.DataFrame({"task_id": [1, 1], "whole": [1, 2], "share": [0.1, np.nan]}),
    "texts": pd.DataFrame({"flow": ["=1+1", None], "is_best": [True, False]}),
    "bytes": pd.DataFrame({"code": np.array([1, -1], dtype=np.int8)}),
    "lines": pd.DataFrame({"x": [np.array([0, 1], dtype=np.float32), np.array([], np.float32)]}),
    "unknown": pd.DataFrame({"setup_id": [None, None]}, dtype=object),
    "none": pd.DataFrame({"task_id": np.array([], dtype=np.int64)}),
}
RUNS = [3, 5]


@pytest.fixture
def store(tmp_path):
    store = BundleStore(tmp_path / "store")
    write_task(store, make_task_scores(1, n=30))
    return store


def kept_or_made(folder, store, settings="a", runs=RUNS):
    """Return the tables and whether they were made."""
    made = []

    def make():
        made.append(True)
        return TABLES

    task = StoredTask(store, 1, runs)
    return KeptTables(folder, settings).get_or_make(task, make), bool(made)


def test_tables_are_made_once_and_come_back_as_they_were(tmp_path, store):
    folder = tmp_path / "kept"
    assert kept_or_made(folder, store) == (TABLES, True)
    again, made = kept_or_made(folder, store)
    assert not made
    assert list(again) == list(TABLES)
    for name, table in TABLES.items():
        pd.testing.assert_frame_equal(again[name], table)


def test_they_are_made_again_where_anything_else_is_behind_them(tmp_path, store, monkeypatch):
    folder = tmp_path / "kept"
    kept_or_made(folder, store)
    assert kept_or_made(folder, store, settings="b")[1]
    assert kept_or_made(folder, store, runs=RUNS[:1])[1]
    assert kept_or_made(folder, store)[1], "only the last ones are kept"
    write_task(store, make_task_scores(1, n=31))
    assert kept_or_made(folder, store)[1], "other predictions"
    assert not kept_or_made(folder, store)[1]
    monkeypatch.setattr(kept_tables, "versions_installed", lambda: {"numpy": "0"})
    assert kept_or_made(folder, store)[1], "another version of a library"


@pytest.mark.parametrize("place", [0, 40, 100, -1])
def test_damaged_files_are_made_again(tmp_path, store, place):
    folder = tmp_path / "kept"
    kept_or_made(folder, store)
    [file] = folder.iterdir()
    content = bytearray(file.read_bytes())
    content[place] ^= 1
    file.write_bytes(content)
    assert kept_or_made(folder, store)[1]
    assert not kept_or_made(folder, store)[1]


def test_nothing_is_kept_without_a_folder_or_without_a_file_of_the_task(tmp_path, store):
    assert all(kept_or_made(None, store)[1] for _ in range(2))
    for nowhere in (MemoryStore({}), BundleStore(tmp_path / "empty")):
        assert all(kept_or_made(tmp_path / "kept", nowhere)[1] for _ in range(2))
    assert not (tmp_path / "kept").exists()


@pytest.mark.parametrize("left", [0, 7, 8, 39, 40])
def test_a_bundle_that_is_cut_off_states_nothing_that_was_kept(tmp_path, store, left):
    folder = tmp_path / "kept"
    kept_or_made(folder, store)
    path = store.path(1)
    path.write_bytes(path.read_bytes()[:left])
    assert kept_or_made(folder, store)[1]


def test_nothing_is_kept_of_a_task_that_was_written_anew_meanwhile(tmp_path, store):
    kept = KeptTables(tmp_path / "kept", "settings")
    task = StoredTask(store, 1, RUNS)

    def make():
        write_task(store, make_task_scores(1, n=31))
        return TABLES

    assert kept.get_or_make(task, make) == TABLES
    assert not (tmp_path / "kept").exists()
