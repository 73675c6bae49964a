"""Opens the archive that a study names."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from prgbench.archive.folder import FolderArchive
from prgbench.archive.interface import Archive
from prgbench.archive.store.bundle import BundleStore


@dataclass(frozen=True, slots=True)
class Source:
    """Where a study's predictions come from, and the folder for what is made of them.

    ``archive`` is ``embedded``, ``openml`` or the path of a folder; ``server``, ``connections``
    and ``requests_per_second`` matter to ``openml`` alone.
    """

    archive: str
    store: str
    server: str = "https://www.openml.org"
    connections: int = 4
    requests_per_second: float = 5.0

    @classmethod
    def from_config(cls, source: Mapping[str, str], config: Mapping[str, Any]) -> Self:
        """Make the source from a study's part and the network limits of a run's configuration."""
        return cls(
            **source,
            connections=config["connections"],
            requests_per_second=config["requests_per_second"],
        )

    def open(self) -> Archive:
        """Open the archive."""
        if self.archive == "openml":
            from prgbench.archive.openml import OpenMLArchive

            return OpenMLArchive(
                Path(self.store),
                server=self.server,
                connections=self.connections,
                requests_per_second=self.requests_per_second,
            )
        return FolderArchive(Path(self.store if self.archive == "embedded" else self.archive))

    def bundles(self) -> BundleStore:
        """Return the store of the archive's bundles."""
        return BundleStore(Path(self.store))
