"""Whether a table is given as paths of files, and which."""

from collections.abc import Sequence
from os import PathLike, fspath
from typing import Any


def is_path(table: Any) -> bool:
    """Say whether a table is given as a path, or as several ones."""
    return isinstance(table, str | PathLike) or (
        isinstance(table, Sequence) and all(isinstance(path, str | PathLike) for path in table)
    )


def paths_of(table: Any) -> list[str]:
    """Return the paths of a table that `is_path`."""
    paths = [table] if isinstance(table, str | PathLike) else table
    return [fspath(path) for path in paths]
