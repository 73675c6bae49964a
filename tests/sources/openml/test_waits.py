"""Who waits for an answer hears why, soon and not too often."""

import re
from collections.abc import Callable

import pytest

from archive_server import ArchiveServer, faults
from prgbench.run.listener import Listener
from prgbench.sources.interface import ArchiveUnreachableError, TaskQuery
from prgbench.sources.openml.source import OpenMLSource

OpenArchive = Callable[..., OpenMLSource]


class Ear(Listener):
    """Remember what was heard."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, float]] = []

    def waiting(self, why: str, seconds: float) -> None:
        self.heard.append((why, seconds))


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
