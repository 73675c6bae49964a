"""The next task's files come while a task is judged and written, and none comes in vain."""

import re
import time
from collections import Counter

import pytest

from archive_server import faults
from prgbench.sources.interface import Reason, TaskQuery
from prgbench.sources.store import fetch
from prgbench.sources.store.bundle import BundleStore
from prgbench.sources.store.fetch import fetch_task, fetch_tasks

WANTED = 3


@pytest.fixture
def planned(generated):
    return list(generated.candidate_runs(generated.tasks(TaskQuery()).tasks))


@pytest.fixture
def store(tmp_path):
    return BundleStore(tmp_path / "store")


def downloaded(server):
    """Return the runs whose files were asked for."""
    files = (re.match(r"/data/download/(\d+)", request.path) for request in server.requests)
    return [int(match[1]) - 7 for match in files if match]


def of_first(planned, task_ids, n_runs=WANTED):
    """Return the first candidates of some tasks."""
    wanted = set(task_ids)
    return {
        run.run_id for task, runs in planned if task.task_id in wanted for run in runs[:n_runs]
    }


@pytest.mark.parametrize("connections", [1, 4])
def test_files_of_the_next_task_are_asked_for_before_a_bundle_is_written(
    connections, archive, server, planned, store, monkeypatch
):
    archive.connections = connections
    before = {}
    write = fetch.write_bundle

    def written(path, *given):
        task_id, give_up = int(path.stem), time.monotonic() + 10.0
        following = of_first(planned, [task_id + 1])
        while not following <= set(downloaded(server)) and time.monotonic() < give_up:
            time.sleep(0.01)
        before[task_id] = set(downloaded(server))
        write(path, *given)

    monkeypatch.setattr(fetch, "write_bundle", written)
    list(fetch_tasks(archive, store, planned, WANTED))
    assert before == {
        1: of_first(planned, [1, 2]),
        2: of_first(planned, [1, 2, 3]),
        3: of_first(planned, [1, 2, 3, 4]),
        4: of_first(planned, [1, 2, 3, 4]),
    }
    assert len(downloaded(server)) == 4 * WANTED


def test_no_file_is_asked_for_in_vain(archive, server, planned, store):
    server.content.runs_without_file = {100_002, 400_003}
    server.fail("/data/download/200008/", faults.html(404), times=float("inf"))
    fetch_task(archive, store, *planned[2], WANTED)
    server.requests.clear()
    fetched = list(fetch_tasks(archive, store, planned, WANTED))
    assert [len(task.models) for task in fetched] == [WANTED] * 4
    assert [[e.reason for e in task.exclusions] for task in fetched] == [
        [Reason.NO_FILE],
        [Reason.NOT_FOUND],
        [],
        [Reason.NO_FILE],
    ]
    expected = of_first(planned, [1, 2, 4], WANTED + 1) - {100_002, 400_003}
    asked = Counter(downloaded(server))
    # After a refusal a file that has come before may be asked for: does the server live?
    again = asked - Counter(expected)
    assert again.total() <= 1
    assert set(again) <= expected | of_first(planned, [3])
    assert expected <= set(asked)


def test_the_next_task_of_another_process_is_left_alone_until_its_turn(
    archive, server, planned, store
):
    tasks = fetch_tasks(archive, store, planned[:2], WANTED)
    with store.lock(2):
        next(tasks)
        assert set(downloaded(server)) == of_first(planned, [1])
    next(tasks)
    assert set(downloaded(server)) == of_first(planned, [1, 2])
