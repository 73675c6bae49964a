"""A full disk is an error with its number, whoever writes: Arrow, NumPy or the project."""

import errno
from contextlib import contextmanager
from pathlib import Path

import pytest

from folder_archives import make_folder, make_task
from prgbench.sources.store import bundle
from prgbench.sources.store.bundle import BundleStore
from prgbench.sources.store.fetch import fetch_task
from prgbench.sources.store.staging import Staging

TASK = make_task(7, n=2000)


@contextmanager
def full(path, **_):
    path.parent.mkdir(parents=True, exist_ok=True)
    yield Path("/dev/full")


@pytest.mark.parametrize(
    ("place", "name", "what"),
    [(Staging, "_path", lambda *_: Path("/dev/full")), (bundle, "atomic_path", full)],
)
def test_the_error_has_its_number_and_the_next_run_goes_on(
    tmp_path, monkeypatch, place, name, what
):
    archive = make_folder(tmp_path / "archive", [TASK], 3)
    [(_, runs)] = archive.candidate_runs([TASK])
    store = BundleStore(tmp_path / "store")
    with monkeypatch.context() as patched:
        patched.setattr(place, name, what)
        with pytest.raises(OSError, match="No space left on device") as caught:
            fetch_task(archive, store, TASK, runs, None)
    assert caught.value.errno == errno.ENOSPC
    assert len(fetch_task(archive, store, TASK, runs, None).models) == 3
    assert store.open(7).header.n_rows == 2000
