"""Which reader gives the second opinion on a source's predictions."""

from prgbench.archive.folder import FolderSource
from prgbench.archive.interface import Source
from prgbench.archive.table.source import TableSource
from prgbench.second_opinion.reading import Reader


def reader_of(source: Source, server: str, requests_per_second: float) -> Reader:
    """Return the reader for a source.

    Parameters
    ----------
    source : Source
        Where the predictions come from.
    server : str
        The OpenML server of the run.
    requests_per_second : float
        The rate at which it may be asked.
    """
    if isinstance(source, FolderSource):
        from prgbench.second_opinion.by_arff import ArffReader

        return ArffReader(source)
    if isinstance(source, TableSource):
        from prgbench.second_opinion.by_table import TableReader

        return TableReader(source)
    from prgbench.second_opinion.by_openml import OpenMLReader

    return OpenMLReader(server, requests_per_second)
