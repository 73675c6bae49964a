"""The store stays inside its folder, and removes what killed processes have left there."""

import os
import time

import pytest
from filelock import FileLock

from folder_archives import make_folder, make_task
from prgbench.run.errors import PrgbenchError
from prgbench.sources.store.bundle import FORGOTTEN_AFTER, BundleStore
from prgbench.sources.store.fetch import fetch_task


@pytest.mark.parametrize("link", ["staging", "staging/7"])
def test_nothing_is_deleted_through_a_link_out_of_the_store(tmp_path, store, link):
    precious = tmp_path / "precious" / "7" / "file"
    precious.parent.mkdir(parents=True)
    precious.write_text("mine")
    (store.folder / link).parent.mkdir(parents=True)
    target = tmp_path / "precious" / ("" if link == "staging" else "7")
    (store.folder / link).symlink_to(target)
    task = make_task(7)
    archive = make_folder(tmp_path / "archive", [task])
    [(_, runs)] = archive.candidate_runs([task])
    with pytest.raises(PrgbenchError, match=r"points outside the store .*: remove the link"):
        fetch_task(archive, store, task, runs, 3)
    assert precious.read_text() == "mine"


def test_a_store_that_is_a_link_itself_is_used(tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "store").symlink_to(tmp_path / "elsewhere")
    store = BundleStore(tmp_path / "store")
    task = make_task(7)
    archive = make_folder(tmp_path / "archive", [task])
    [(_, runs)] = archive.candidate_runs([task])
    fetch_task(archive, store, task, runs, 3)
    assert (tmp_path / "elsewhere" / "bundles" / "7.parquet").exists()
    assert not store.staging(7).exists()


def stage(store, task_id, age):
    folder = store.staging(task_id)
    folder.mkdir(parents=True)
    (folder / "file.npy").write_text("")
    then = time.time() - age
    os.utime(folder, (then, then))
    return folder


def test_what_was_staged_long_ago_is_removed_unless_somebody_works_on_it(tmp_path, store):
    old, busy = stage(store, 1, 2 * FORGOTTEN_AFTER), stage(store, 2, 2 * FORGOTTEN_AFTER)
    young = stage(store, 3, FORGOTTEN_AFTER / 2)
    foreign = store.folder / "staging" / "notes"
    foreign.mkdir()
    os.utime(foreign, (0, 0))
    part = store.folder / "bundles" / ".5.parquet.abcd1234.part"
    part.parent.mkdir()
    part.write_text("")
    (store.folder / "locks").mkdir()
    task = make_task(7)
    archive = make_folder(tmp_path / "archive", [task])
    [(_, runs)] = archive.candidate_runs([task])
    with FileLock(store.folder / "locks" / "2.lock"):
        fetch_task(archive, store, task, runs, 3)
    found = {path for path in (old, busy, young, foreign, part) if path.exists()}
    assert found == {busy, young, foreign}
