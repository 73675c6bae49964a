"""A local server that speaks OpenML's REST interface over HTTP, for tests and by hand."""

from archive_server import failing, faults
from archive_server.content import Content, Dataset
from archive_server.generated import SMALL, GeneratedArchive
from archive_server.server import ArchiveServer

__all__ = [
    "SMALL", "ArchiveServer", "Content", "Dataset", "GeneratedArchive", "failing", "faults",
]  # fmt: skip
