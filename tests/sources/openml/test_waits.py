"""Who waits for an answer hears why, soon and not too often."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from archive_server import ArchiveServer, faults
from prgbench.run.listener import Listener, WaitingListener
from prgbench.sources.errors import ArchiveUnreachableError, RunUnusableError
from prgbench.sources.openml.source import OpenMLSource
from prgbench.sources.tasks import TaskQuery

OpenArchive = Callable[..., OpenMLSource]


class Ear(Listener):
    """Remember what was heard."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, float]] = []
        self.attempts: list[int | None] = []

    def waiting(self, why: str, seconds: float, attempts: int | None = None) -> None:
        self.heard.append((why, seconds))
        self.attempts.append(attempts)


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("prgbench.sources.openml.client.SILENT_SECONDS", 0.4)


@pytest.mark.usefixtures("hurried")
def test_a_server_that_says_no(open_archive: OpenArchive, server: ArchiveServer) -> None:
    archive = open_archive(patience=2.0)
    archive.listener = ear = Ear()
    server.fail("estimationprocedure", faults.html(503), times=float("inf"))
    with pytest.raises(ArchiveUnreachableError, match="HTTP 503"):
        archive.tasks(TaskQuery())
    whys, left = zip(*ear.heard, strict=True)
    assert set(whys) == {f"{server.address}/estimationprocedure/list: HTTP 503"}
    assert len(whys) >= 3
    assert list(left) == sorted(left, reverse=True)
    assert 1.0 < left[0] < 1.7
    assert set(ear.attempts) == {None}


@pytest.mark.usefixtures("hurried")
def test_one_request_that_fails_is_not_said_to_be_waited_for_as_an_outage_is(
    open_archive: OpenArchive, server: ArchiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("prgbench.sources.openml.client.SILENT_SECONDS", 0.0)
    archive = open_archive(patience=3600.0)
    archive.send(server.content.tasks[1], server.content.runs[100_001])
    archive.listener = ear = Ear()
    server.fail("/run/100002$", faults.html(503), times=float("inf"))
    with pytest.raises(RunUnusableError, match="HTTP 503"):
        archive.send(server.content.tasks[1], server.content.runs[100_002])
    # Ten attempts, of which the first has failed, and none is left after the last.
    assert ear.attempts == [9, 8, 7, 6, 5, 4, 3, 2, 1]
    assert server.count("/run/100002$") == 10


def test_what_is_printed_says_until_when(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    for number, attempts in enumerate((None, 3, 1)):
        listener = WaitingListener("Planning", tmp_path / str(number))
        listener.waiting("task/list: HTTP 503", 7200.0, attempts)
    printed = capsys.readouterr().err
    assert "still waiting (task/list: HTTP 503); retrying for 2 hours" in printed
    assert "; giving up after 3 more attempts if the server answers other requests" in printed
    assert "; giving up after 1 more attempt if" in printed


@pytest.mark.usefixtures("hurried")
def test_an_outage(open_archive: OpenArchive, server: ArchiveServer) -> None:
    archive = open_archive(patience=2.0)
    archive.tasks(TaskQuery(task_ids=(1,)))
    archive.send(server.content.tasks[1], server.content.runs[100_001])
    archive.listener = ear = Ear()
    server.fail("", faults.html(503), times=float("inf"))
    with pytest.raises(ArchiveUnreachableError, match=r"HTTP 503; not since \d\d:\d\d"):
        archive.send(server.content.tasks[1], server.content.runs[100_002])
    told = rf"{server.address}/run/100002: HTTP 503; not since \d\d:\d\d"
    assert re.fullmatch(told, ear.heard[-1][0])


def test_who_answers_within_ten_seconds_says_nothing(
    archive: OpenMLSource, server: ArchiveServer
) -> None:
    archive.listener = ear = Ear()
    server.fail("", faults.html(503), times=3)
    archive.tasks(TaskQuery())
    assert ear.heard == []
