"""Which sources another reader can read: asked before each run, so without its imports."""

from prgbench.run.errors import PrgbenchError
from prgbench.sources.folder import FolderSource
from prgbench.sources.interface import Source
from prgbench.sources.openml.source import OpenMLSource


def check_can_be_read(source: Source) -> None:
    """Raise a `PrgbenchError` if there is no second reader for a source."""
    # A frozen study of OpenML comes with the ids of its runs.
    if not (isinstance(source, FolderSource | OpenMLSource) or source.has_pages):
        raise PrgbenchError(
            f"The study of the {source.label} has no second opinion: `verify` rereads only "
            "the prediction files of OpenML and of folders."
        )
