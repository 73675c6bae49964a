"""A later run asks again for files that did not come, and makes what depends on them anew."""

import pytest

from archive_server import ArchiveServer, Content, faults
from prgbench.sources.folder import FolderSource
from workflow_project import OfServer, Project

SENTENCE = (
    "1 prediction file could not be fetched for now: the next run after a day requests it again."
)


@pytest.fixture
def server(tmp_path):
    project = Project(tmp_path / "project")
    with ArchiveServer(Content.of(FolderSource(project.folder / "archive"))) as started:
        yield started


@pytest.fixture
def project(tmp_path, server):
    settings = (f"server={server.address}", "requests_per_second=1000")
    return OfServer(tmp_path / "of-server", settings=settings)


@pytest.mark.timeout(600)
def test_a_file_that_is_missing_for_now_is_asked_for_again(project, server):
    whole = project.run()
    assert "for now" not in whole
    expected = project.contents()
    chosen = next(request.path for request in server.requests if "/data/download/" in request.path)
    for folder in ("results", "resources"):
        (project.folder / folder).rename(project.folder / f"{folder}-before")
    server.fail(chosen, faults.html(404), times=float("inf"))
    first = project.run()
    assert f"{SENTENCE} To ask now, add --config again=1 to the command" in first
    assert SENTENCE in (project.results / "report.md").read_text()
    assert project.contents() != expected

    assert project.jobs() == {}
    n_asked = server.count(chosen)
    server.heal()
    project.settings = (*project.settings, "again=1")
    last = project.run()
    assert server.count(chosen) == n_asked + 1
    assert "for now" not in last
    assert project.contents() == expected
    assert project.jobs() == {}
