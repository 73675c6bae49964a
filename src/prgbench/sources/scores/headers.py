"""The names of a table's columns, before its rows are read."""

from typing import Any

from prgbench.sources.scores.data_frames import in_memory
from prgbench.sources.scores.mteb import mteb_files, read_mteb
from prgbench.sources.scores.paths import is_path, paths_of
from prgbench.sources.table.files import find_files
from prgbench.sources.table.found_tables import open_file


def column_names(table: Any) -> list[str]:
    """Return the columns of a table, of the first of several files; none of what is no table."""
    try:
        if not is_path(table):
            return [str(name) for name in in_memory(table).columns]
        if files := mteb_files(table):
            return list(read_mteb(files[:1])[0].columns)
        return open_file(find_files(paths_of(table))[0])[0]
    except TypeError:
        return []
