"""Environments with some installed packages and what they need, and nothing of this project."""

import os
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

BESIDE_THE_COMMAND = ("snakemake", "pandas")


def bare_environment(folder: Path, held: Iterable[str] = BESIDE_THE_COMMAND) -> dict[str, str]:
    """Fill a folder with links to the installed packages, and return the variables to use it.

    Python is to be started with `-S`, so that it looks nowhere else.

    Parameters
    ----------
    folder : Path
        A new folder.
    held : iterable of str
        Requirements, each with what it needs itself.
    """
    folder.mkdir()
    for found in _closure(held):
        entries = {Path(file).parts[0] for file in found.files or () if ".." not in file.parts}
        for entry in entries - {"__pycache__"}:
            link = folder / entry
            if not link.exists():
                link.symlink_to(found.locate_file(entry))
    return {"PYTHONPATH": str(folder), "PATH": os.defpath}


def _closure(requirements: Iterable[str]) -> Iterator[Distribution]:
    waiting, seen = list(map(Requirement, requirements)), set()
    while waiting:
        wanted = waiting.pop()
        name = canonicalize_name(wanted.name)
        key = name, frozenset(wanted.extras)
        if key in seen:
            continue
        seen.add(key)
        found = distribution(name)
        yield found
        for need in map(Requirement, found.requires or ()):
            extras = ("", *wanted.extras)
            if need.marker is None or any(need.marker.evaluate({"extra": e}) for e in extras):
                waiting.append(need)
