"""The embedded archive as a source: a folder that the project makes itself."""

from pathlib import Path

from prgbench.archive.folder import FolderSource

LABEL = "embedded archive"


class EmbeddedSource(FolderSource):
    """The archive that the project makes in its own store, of predictions that never change."""

    def __init__(self, resources: Path = Path("resources")) -> None:
        super().__init__(resources / "embedded", resources)

    @property
    def label(self) -> str:
        """How figures, plan and report call the source."""
        return LABEL

    @property
    def store(self) -> Path:
        """The archive's own folder: another recipe removes the predictions and what is made."""
        return self.folder

    @property
    def state(self) -> str:
        """Nothing: another recipe writes another marker."""
        return ""
