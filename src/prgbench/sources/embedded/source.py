"""The embedded archive as a source: a folder that is made on this machine."""

from pathlib import Path

from prgbench.sources.folder import FolderSource

LABEL = "embedded archive"


class EmbeddedSource(FolderSource):
    """The archive that `build` makes, in its own store; its predictions never change."""

    def __init__(self, resources: Path = Path("resources")) -> None:
        super().__init__(resources / "embedded", resources)

    @property
    def label(self) -> str:
        """How figures, plan and report call the source."""
        return LABEL

    @property
    def store(self) -> Path:
        """The archive's own folder: another recipe removes the predictions and the bundles."""
        return self.folder

    @property
    def state(self) -> str:
        """Empty: another recipe writes another marker."""
        return ""

    @property
    def index_state(self) -> str:
        """Empty, as the archive is made when a study needs it."""
        return ""
