"""Staged models that were damaged are forgotten and fetched again."""

import json

import numpy as np
import pytest

from folder_archives import make_folder, make_task, scores_of
from prgbench.sources.interface import ArchiveUnreachableError
from prgbench.sources.store.bundle import BundleStore
from prgbench.sources.store.fetch import fetch_task

TASK = make_task(7)


class Stopped:
    """An archive that fell silent after three files; ``asked`` counts from there."""

    def __init__(self, folder, store):
        self.archive = make_folder(folder, [TASK], 4)
        [(_, self.runs)] = self.archive.candidate_runs([TASK])
        self.store = store
        self.asked = []
        self.send = self.archive.send
        self.archive.send = self.stop
        with pytest.raises(ArchiveUnreachableError):
            self.fetch()
        self.archive.send = self.note

    def stop(self, task, run):
        if run.flow_id == 4:
            raise ArchiveUnreachableError("gone")
        return self.send(task, run)

    def note(self, task, run):
        self.asked.append(run.flow_id)
        return self.send(task, run)

    def fetch(self):
        return fetch_task(self.archive, self.store, TASK, self.runs, None)


@pytest.fixture
def stopped(tmp_path, store):
    return Stopped(tmp_path / "archive", store)


def whole(tmp_path):
    archive = make_folder(tmp_path / "whole", [TASK], 4)
    [(_, runs)] = archive.candidate_runs([TASK])
    store = BundleStore(tmp_path / "other")
    fetch_task(archive, store, TASK, runs, None)
    return store.path(7).read_bytes()


def spoil(path, how):
    body = path.read_bytes()
    if how == "flipped":
        path.write_bytes(body[:-9] + bytes([body[-9] ^ 64]) + body[-8:])
    elif how == "empty":
        path.write_bytes(b"")
    elif how == "zeros":
        path.write_bytes(bytes(len(body)))
    else:
        path.unlink()


HOWS = ["flipped", "empty", "zeros", "gone"]


@pytest.mark.parametrize("how", HOWS)
def test_a_damaged_model(tmp_path, stopped, how):
    spoil(stopped.store.staging(7) / "7002.own.bin", how)
    stopped.fetch()
    assert stopped.asked == [2, 4]
    assert stopped.store.path(7).read_bytes() == whole(tmp_path)


@pytest.mark.parametrize("how", HOWS)
def test_damage_of_what_the_models_share(tmp_path, stopped, how):
    journal = stopped.store.staging(7) / "models.jsonl"
    rows = json.loads(journal.read_text().splitlines()[1])["shared"]["rows"]
    spoil(stopped.store.staging(7) / f"{rows}.bin", how)
    stopped.fetch()
    assert stopped.asked == [1, 2, 3, 4]
    assert stopped.store.path(7).read_bytes() == whole(tmp_path)


@pytest.mark.parametrize("how", ["empty", "zeros", "gone"])
def test_a_journal_that_is_lost(tmp_path, stopped, how):
    spoil(stopped.store.staging(7) / "models.jsonl", how)
    stopped.fetch()
    assert stopped.asked == [1, 2, 3, 4]
    assert stopped.store.path(7).read_bytes() == whole(tmp_path)


@pytest.mark.parametrize("n_bytes", [1, 50, 200])
def test_a_line_that_a_killed_process_has_left_unfinished(tmp_path, stopped, n_bytes):
    journal = stopped.store.staging(7) / "models.jsonl"
    journal.write_bytes(journal.read_bytes().rstrip()[:-n_bytes])
    stopped.archive.send = stopped.stop
    with pytest.raises(ArchiveUnreachableError):
        stopped.fetch()
    stopped.archive.send = stopped.note
    stopped.fetch()
    assert stopped.asked == [4]
    assert stopped.store.path(7).read_bytes() == whole(tmp_path)


def test_a_line_of_another_version_says_too_little(stopped):
    journal = stopped.store.staging(7) / "models.jsonl"
    lines = journal.read_text().split()
    second = json.loads(lines[1])
    del second["content"]
    journal.write_text("\n".join([lines[0], json.dumps(second), lines[2]]))
    stopped.fetch()
    assert stopped.asked == [2, 4]
    np.testing.assert_array_equal(stopped.store.open(7).y_score(7002), scores_of(TASK, 2))
