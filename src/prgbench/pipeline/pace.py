"""How often something is said, over all processes that could say it."""

import time
from pathlib import Path


class Pace:
    """Is due once in a while, for one of the processes that share it.

    Parameters
    ----------
    file : Path
        What the processes share; its time is that of the last turn.
    seconds : float
        The least time between two turns.
    """

    def __init__(self, file: Path, seconds: float) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        self._file = file
        self._seconds = seconds

    def due(self) -> bool:
        """Return whether it is time, and take the turn."""
        from filelock import FileLock, Timeout

        try:
            with FileLock(f"{self._file}.lock", timeout=0):
                if self._file.exists() and time.time() - self._last() < self._seconds:
                    return False
                self._file.touch()
                return True
        except Timeout:
            return False

    def _last(self) -> float:
        return self._file.stat().st_mtime
