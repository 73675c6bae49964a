"""The sources by the names that a study file gives them: the only place that tells them apart."""

from pathlib import Path

from prgbench.archive.interface import Source
from prgbench.archive.openml.address import store_name

OPENML = "openml"
EMBEDDED = "embedded"


def source_of(
    archive: str, resources: Path, *, server: str, connections: int, requests_per_second: float
) -> Source:
    """Return the source that a study file names.

    Parameters
    ----------
    archive : str
        "openml", "embedded" or the path of a folder.
    resources : Path
        Where the stores of sources are.
    server, connections, requests_per_second
        How OpenML is asked.

    Examples
    --------
    >>> limits = {"server": "https://www.openml.org", "connections": 4, "requests_per_second": 5.0}
    >>> source_of("openml", Path("resources"), **limits).store.as_posix()
    'resources/openml'
    """
    if archive == OPENML:
        from prgbench.archive.openml.source import OpenMLSource

        return OpenMLSource(
            resources / store_name(server),
            server,
            connections=connections,
            requests_per_second=requests_per_second,
        )
    if archive == EMBEDDED:
        from prgbench.archive.embedded.source import EmbeddedSource

        return EmbeddedSource(resources)
    from prgbench.archive.folder import FolderSource

    return FolderSource(Path(archive), resources)
