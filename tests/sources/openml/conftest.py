"""A server and an archive that asks it, with short waits."""

import pytest

from archive_server import SMALL, ArchiveServer, Content, GeneratedArchive
from prgbench.sources.openml import retries
from prgbench.sources.openml.source import OpenMLSource


@pytest.fixture
def generated(tmp_path):
    return GeneratedArchive(tmp_path / "generated", **SMALL)


@pytest.fixture
def server(generated):
    with ArchiveServer(Content.of(generated)) as started:
        yield started


@pytest.fixture
def open_archive(server, tmp_path, monkeypatch):
    """Open an archive on the server; the same staging folder unless another is named."""
    monkeypatch.setattr(retries, "LONGEST_WAIT", 0.05)
    monkeypatch.setattr(retries, "LONGEST_PAUSE", 0.05)

    def opened(staging="staging", **options):
        defaults = {
            "requests_per_second": 1000.0,
            "timeout": (5.0, 1.0),
            "patience": 20.0,
            "first_wait": 0.01,
        }
        return OpenMLSource(tmp_path / staging, server.address, **(defaults | options))

    return opened


@pytest.fixture
def archive(open_archive):
    return open_archive()
