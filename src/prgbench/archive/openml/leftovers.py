"""Deletes what nobody needs any more."""

import time
from contextlib import suppress
from pathlib import Path


def remove_older(folder: Path, seconds: float) -> None:
    """Delete the files of a folder that were written more than ``seconds`` ago."""
    oldest = time.time() - seconds
    for path in folder.glob("*"):
        with suppress(FileNotFoundError):
            if path.stat().st_mtime < oldest:
                path.unlink()
