"""One damaged input: how it was taken, and whether anything beside it was touched."""

import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from prgbench.run.errors import PrgbenchError

LONGEST_SECONDS = 10.0
LONGEST_SENTENCE = 1000

Found = TypeVar("Found")


def attempt(read: Callable[[], Found]) -> Found | PrgbenchError:
    """Return what was read, or the one sentence that says why it was refused; soon."""
    start = time.monotonic()
    found: Found | PrgbenchError
    try:
        found = read()
    except PrgbenchError as error:
        sentence = str(error)
        assert sentence.isprintable(), sentence
        assert len(sentence) < LONGEST_SENTENCE, sentence
        found = error
    assert time.monotonic() - start < LONGEST_SECONDS
    return found


class Canary:
    """Files around a folder that nobody may change."""

    def __init__(self, home: Path) -> None:
        self._home = home
        for name in ("precious/file", "home/precious/file", "outside.parquet"):
            (home / name).parent.mkdir(parents=True, exist_ok=True)
            (home / name).write_text(name)
        self._before = self._tree()

    def assert_alive(self) -> None:
        assert self._tree() == self._before

    def _tree(self) -> dict[str, int]:
        return {str(path): path.stat().st_mtime_ns for path in sorted(self._home.rglob("*"))}


class Tally(Counter[str]):
    """How many inputs were taken how."""

    def say(self, subject: str) -> None:
        counts = ", ".join(f"{count:,} {how}" for how, count in sorted(self.items()))
        print(f"\n{subject}: {sum(self.values()):,} inputs: {counts}")
