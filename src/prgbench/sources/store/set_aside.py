"""Bundles that can't be used are set aside, and notes ask for their tasks again."""

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from prgbench.run.errors import PrgbenchError

DAMAGED = "damaged"
_NOTE = re.compile(r"([0-9]+)-[0-9]+\.fetch")


class SetAsideError(PrgbenchError):
    """A bundle was set aside; ``problem`` is the sentence on it, without advice."""

    def __init__(self, problem: str) -> None:
        super().__init__(f"{problem}; run the same command again to fetch it once more.")
        self.problem = problem


def set_aside(opened: os.stat_result, ask: bool, path: Path, why: str) -> PrgbenchError:
    """Set a bundle aside, unless another file has replaced it, and return the error to raise.

    ``opened`` is the damaged file; ``ask`` says whether the next run has to fetch the task.
    """
    problem = f"{path} (task {path.stem}) can't be used ({why})"
    try:
        if not path.exists() or not os.path.samestat(opened, path.stat()):
            return SetAsideError(f"{problem} and has been replaced")
        target = _new(path, ".parquet")
        path.replace(target)
        if ask:
            target.with_suffix(".fetch").write_text(f"{why}\n", encoding="utf-8")
    except OSError as error:
        return PrgbenchError(
            f"{problem} nor set aside ({error.strerror}): delete it and run the same command "
            "again."
        )
    return SetAsideError(f"{problem} and was set aside as {target.relative_to(path.parent)}")


def ask_again(path: Path, why: str) -> None:
    """Leave a note that a bundle must be fetched again."""
    _new(path, ".fetch").write_text(f"{why}\n", encoding="utf-8")


def asked_again(store: Path) -> Iterator[tuple[int, str]]:
    """Yield the task and the file name of each note in a store, in order."""
    for path in sorted((store / "bundles" / DAMAGED).glob("*.fetch")):
        match = _NOTE.fullmatch(path.name)
        if match is not None:
            yield int(match[1]), path.name


def _new(path: Path, ending: str) -> Path:
    """Make an empty file for the task of a bundle, with the next free number."""
    folder = path.parent / DAMAGED
    folder.mkdir(parents=True, exist_ok=True)
    number = 1
    while True:
        target = folder / f"{path.stem}-{number}{ending}"
        if not any(folder.glob(f"{target.stem}.*")):
            with suppress(FileExistsError):
                target.touch(exist_ok=False)
                return target
        number += 1
