"""What other installed packages add by entry points: measures and sources."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from prgbench.run.errors import PrgbenchError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

MEASURES = "prgbench.measures"
SOURCES = "prgbench.sources"


@lru_cache
def plugins(group: str, taken: tuple[str, ...]) -> dict[str, EntryPoint]:
    """Return the entry points of a group by name, none of which may be taken or there twice."""
    # What reads them takes a fifth of the time of importing the metrics.
    from importlib.metadata import entry_points

    by_name: dict[str, EntryPoint] = {}
    for entry in entry_points(group=group):
        if entry.name in taken:
            raise PrgbenchError(
                f"The package {package_of(entry)} calls one of its {group} {entry.name!r}, a name "
                "that prgbench itself uses: rename its entry point, or uninstall the package."
            )
        if entry.name in by_name:
            packages = " and ".join(sorted(map(package_of, (entry, by_name[entry.name]))))
            raise PrgbenchError(
                f"The packages {packages} both have {entry.name!r} among their {group}: "
                "uninstall one of them."
            )
        by_name[entry.name] = entry
    return by_name


def load_plugin(entry: EntryPoint) -> Any:
    """Import what an entry point names; `PrgbenchError` if that fails."""
    try:
        return entry.load()
    except Exception as error:
        raise PrgbenchError(
            f"{entry.value} of the package {package_of(entry)} can't be imported "
            f"({type(error).__name__}: {error}): correct or uninstall the package."
        ) from error


def chosen_plugins(group: str, names: Iterable[str]) -> list[EntryPoint]:
    """Return the entry points among names, of which others may be prgbench's own."""
    entries = plugins(group, ())
    return [entries[name] for name in names if name in entries]


def package_of(entry: EntryPoint) -> str:
    """Return the name of the package that has an entry point."""
    return entry.dist.name if entry.dist else entry.module
