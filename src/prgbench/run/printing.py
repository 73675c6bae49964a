"""Lines on the command line, and how often one of several processes may print one."""

import sys
import time
from pathlib import Path
from shutil import get_terminal_size

from prgbench.run.safe_text import plain, plain_lines

_CLEAR = "\r\x1b[2K"


def say(text: str) -> None:
    """Print lines for the user at once, without control characters."""
    _write(f"{plain_lines(text)}\n")


def show(line: str) -> None:
    """Print a line that the next one replaces on a terminal; in a file it stays."""
    if sys.stderr.isatty():
        _write(plain(line, get_terminal_size().columns - 1))
    else:
        say(line)


def _write(text: str) -> None:
    """Write in one piece, as other processes write too."""
    sys.stderr.write(f"{_CLEAR}{text}" if sys.stderr.isatty() else text)
    sys.stderr.flush()


class Pace:
    """Gives one of the processes that share a file a turn, at most once in some seconds."""

    def __init__(self, file: Path, seconds: float) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        self._file = file
        self._seconds = seconds

    def due(self) -> bool:
        """Return whether it is time, and take the turn."""
        from filelock import FileLock, Timeout

        try:
            with FileLock(f"{self._file}.lock", timeout=0):
                last = self._file.stat().st_mtime if self._file.exists() else 0.0
                if 0 <= time.time() - last < self._seconds:
                    return False
                self._file.touch()
                return True
        except Timeout:
            return False
