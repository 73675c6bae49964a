"""Answers of listings, kept for a day so that a plan that was killed goes on."""

import gzip
import hashlib
import time
import zlib
from contextlib import suppress
from pathlib import Path

from prgbench.pipeline.files import atomic_path

DAY = 24 * 3600.0
MOST_BYTES = 1 << 26


class AnswerCache:
    """Keep the bodies of answers by what was asked, for ``seconds``."""

    def __init__(self, folder: Path, seconds: float = DAY) -> None:
        self._folder = folder
        self._seconds = seconds
        remove_older(folder, seconds)

    def get(self, question: str) -> bytes | None:
        """Return the body of an answer that is not too old."""
        path = self._path(question)
        try:
            if path.stat().st_mtime > time.time() - self._seconds:
                return _unpacked(path)
        except (OSError, EOFError, zlib.error):
            return None
        return None

    def put(self, question: str, body: bytes) -> None:
        """Keep the body of an answer."""
        path = self._path(question)
        with atomic_path(path, durable=False) as temporary:
            temporary.write_bytes(gzip.compress(body, 1))

    def _path(self, question: str) -> Path:
        return self._folder / f"{hashlib.sha256(question.encode()).hexdigest()[:32]}.xml.gz"


def _unpacked(path: Path) -> bytes | None:
    """Return the body, None if it is empty or more than what is ever kept."""
    with gzip.open(path) as file:
        body = file.read(MOST_BYTES + 1)
    return body if 0 < len(body) <= MOST_BYTES else None


def remove_older(folder: Path, seconds: float) -> None:
    """Delete the files of a folder that were written more than ``seconds`` ago."""
    oldest = time.time() - seconds
    for path in folder.glob("*"):
        with suppress(OSError):
            if path.stat().st_mtime < oldest:
                path.unlink()
