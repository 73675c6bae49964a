"""An environment with Snakemake and pandas and what they need, and nothing of this project."""

import os
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement

HELD = ("snakemake", "pandas")


def bare_environment(folder: Path) -> dict[str, str]:
    """Fill a folder with links to the installed packages, and return the variables to use it.

    Python is to be started with `-S`, so that it looks nowhere else.
    """
    folder.mkdir()
    for held in _closure(HELD):
        entries = {Path(file).parts[0] for file in held.files or () if ".." not in file.parts}
        for entry in entries - {"__pycache__"}:
            link = folder / entry
            if not link.exists():
                link.symlink_to(held.locate_file(entry))
    return {"PYTHONPATH": str(folder), "PATH": os.defpath}


def _closure(names: tuple[str, ...]) -> Iterator[Distribution]:
    waiting, seen = list(names), set()
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            found = distribution(name)
            yield found
            needed = map(Requirement, found.requires or ())
            waiting += [
                need.name.lower()
                for need in needed
                if need.marker is None or need.marker.evaluate({"extra": ""})
            ]
