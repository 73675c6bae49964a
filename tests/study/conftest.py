"""A server of few tasks, and a source that asks it and soon gives up."""

import pytest

from archive_server import SMALL, ArchiveServer, Content, GeneratedArchive
from prgbench.sources.openml.source import OpenMLSource


@pytest.fixture
def server(tmp_path):
    generated = GeneratedArchive(tmp_path / "generated", **SMALL)
    with ArchiveServer(Content.of(generated)) as started:
        yield started


@pytest.fixture
def open_source(server, tmp_path):
    """Open a source with a store of its own."""

    def opened(store):
        return OpenMLSource(
            tmp_path / store,
            server.address,
            requests_per_second=1000.0,
            timeout=(5.0, 10.0),
            patience=1.0,
            first_wait=0.01,
        )

    return opened
