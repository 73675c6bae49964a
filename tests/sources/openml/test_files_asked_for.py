"""No file is asked for that is not needed."""

import re
from collections import Counter

import pytest

from archive_server import faults
from prgbench.sources.exclusions import Reason
from prgbench.sources.store.bundle import BundleStore
from prgbench.sources.store.fetch import fetch_task, fetch_tasks
from prgbench.sources.tasks import TaskQuery

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
    # A refused file is asked for twice, each time with one that has come: does the server live?
    again = asked - Counter(expected)
    assert again.total() <= 3
    assert set(again) <= expected | of_first(planned, [3])
    assert expected <= set(asked)
