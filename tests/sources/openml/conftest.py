"""A server and an archive that asks it, with short waits."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from archive_server import SMALL, ArchiveServer, Content, GeneratedArchive
from prgbench.sources.openml import retries
from prgbench.sources.openml.source import OpenMLSource

MakeArchive = Callable[..., OpenMLSource]


@pytest.fixture
def generated(tmp_path: Path) -> GeneratedArchive:
    return GeneratedArchive(tmp_path / "generated", **SMALL)


@pytest.fixture
def server(generated: GeneratedArchive) -> Iterator[ArchiveServer]:
    with ArchiveServer(Content.of(generated)) as started:
        yield started


@pytest.fixture
def open_archive(
    server: ArchiveServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> MakeArchive:
    """Open an archive on the server; the same staging folder unless another is named."""
    monkeypatch.setattr(retries, "LONGEST_WAIT", 0.05)
    monkeypatch.setattr(retries, "LONGEST_PAUSE", 0.05)

    def opened(staging: str = "staging", **options: Any) -> OpenMLSource:
        defaults = {
            "requests_per_second": 1000.0,
            "timeout": (5.0, 1.0),
            "patience": 20.0,
            "first_wait": 0.01,
        }
        return OpenMLSource(tmp_path / staging, server.address, **(defaults | options))

    return opened


@pytest.fixture
def archive(open_archive: MakeArchive) -> OpenMLSource:
    return open_archive()
