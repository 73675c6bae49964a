"""Who waits for an answer hears why, soon and not too often."""

import re
from concurrent.futures import ThreadPoolExecutor

import pytest

from archive_server import faults
from prgbench.run.listener import Listener
from prgbench.sources.interface import ArchiveUnreachableError, TaskQuery
from prgbench.sources.openml.transport import Waits


class Ear(Listener):
    """Remember what was heard."""

    def __init__(self):
        self.heard = []

    def waiting(self, why, seconds):
        self.heard.append((why, seconds))


@pytest.fixture
def hurried(monkeypatch):
    monkeypatch.setattr("prgbench.sources.openml.transport.SECONDS_BETWEEN_WAITS", 0.4)
    monkeypatch.setattr("prgbench.sources.openml.retries.SILENCE", 0.1)


@pytest.mark.usefixtures("hurried")
def test_a_server_that_says_no(open_archive, server):
    archive = open_archive(patience=2.0)
    archive.listener = ear = Ear()
    server.fail("estimationprocedure", faults.html(503), times=float("inf"))
    with pytest.raises(ArchiveUnreachableError, match="HTTP 503"):
        archive.tasks(TaskQuery())
    whys, left = zip(*ear.heard, strict=True)
    said = rf"{server.address} has not answered since \d\d:\d\d, asked \d+ times: HTTP 503"
    assert all(re.fullmatch(said, why) for why in whys)
    assert 3 <= len(whys) <= 5
    assert list(left) == sorted(left, reverse=True)
    assert 1.0 < left[0] < 1.7


@pytest.mark.usefixtures("hurried")
def test_a_server_that_says_nothing(open_archive, server):
    archive = open_archive(timeout=(5.0, 2.0), patience=20.0)
    archive.tasks(TaskQuery(task_ids=(1,)))
    archive.listener = ear = Ear()
    server.fail("/run/", faults.stall(1.0))
    archive.send(server.content.tasks[1], server.content.runs[100_001])
    assert 1 <= len(ear.heard) <= 3
    why, left = ear.heard[0]
    assert why == f"{server.address}/run/100001: no data yet"
    assert 18.0 < left < 20.0


def test_one_message_of_all_threads_in_ten_seconds(monkeypatch):
    now = 100.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    ear = Ear()
    told = Waits(lambda: ear)
    told.tell("too early", 9.9, 5.0)
    with ThreadPoolExecutor(4) as executor:
        list(executor.map(lambda _: told.tell("first", 10.0, 5.0), range(20)))
    now += 9.9
    told.tell("too soon", 19.9, 5.0)
    now += 0.1
    told.tell("second", 20.0, -1.0)
    assert ear.heard == [("first", 5.0), ("second", 0.0)]
