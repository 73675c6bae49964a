"""Bundles that can't be used: set aside, never deleted, and fetched once more.

They lie in ``bundles/damaged/`` of a store as ``<task>-<n>.parquet``. A note ``<task>-<n>.fetch``
beside them, which says why, asks the next run to fetch the task again: what it fetches depends on
the names of these notes.
"""

import os
import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from prgbench.pipeline.errors import PrgbenchError

FOLDER = "damaged"
_NOTE = re.compile(r"([0-9]+)-[0-9]+\.fetch")


class SetAsideError(PrgbenchError):
    """A bundle that can't be used and was set aside, so that its task is fetched once more.

    ``what`` is the sentence without what the next run does.
    """

    def __init__(self, what: str) -> None:
        super().__init__(f"{what}; run the same command again: it is fetched once more.")
        self.what = what


def set_aside(opened: os.stat_result, ask: bool, path: Path, why: str) -> PrgbenchError:
    """Set a bundle aside and return the error that says so.

    Parameters
    ----------
    opened : os.stat_result
        The file that was found damaged; another one that lies there by now stays.
    ask : bool
        Whether the next run has to fetch the task.
    path : Path
        The bundle.
    why : str
        What is wrong with it.
    """
    what = f"{path} (task {path.stem}) can't be used ({why})"
    try:
        if not path.exists() or not os.path.samestat(opened, path.stat()):
            return SetAsideError(f"{what} and has been replaced")
        place = _new(path, ".parquet")
        path.replace(place)
        if ask:
            place.with_suffix(".fetch").write_text(f"{why}\n", encoding="utf-8")
    except OSError as error:
        return PrgbenchError(
            f"{what} nor set aside ({error.strerror}): delete it and run the same command again."
        )
    return SetAsideError(f"{what} and was set aside as {place.relative_to(path.parent)}")


def ask_again(path: Path, why: str) -> None:
    """Leave a note that a bundle has to be fetched once more."""
    _new(path, ".fetch").write_text(f"{why}\n", encoding="utf-8")


def asked_again(store: Path) -> Iterator[tuple[int, str]]:
    """Yield the task and the name of each note in a store, in order."""
    for path in sorted((store / "bundles" / FOLDER).glob("*.fetch")):
        match = _NOTE.fullmatch(path.name)
        if match is not None:
            yield int(match[1]), path.name


def _new(path: Path, ending: str) -> Path:
    """Make an empty file for the task of a bundle, under a number that has none yet."""
    folder = path.parent / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for number in count(1):
        name = f"{path.stem}-{number}"
        if any(folder.glob(f"{name}.*")):
            continue
        place = folder / f"{name}{ending}"
        try:
            place.touch(exist_ok=False)
        except FileExistsError:
            continue
        return place
    raise AssertionError
