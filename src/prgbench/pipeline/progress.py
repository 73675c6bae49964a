"""What a run says while it works, also when several processes share the work."""

import sys
import time
from pathlib import Path

from tqdm import tqdm


def say(text: str) -> None:
    """Print a line for the user at once."""
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


class SharedProgress:
    """Units done of all, counted over processes that each do one part of the work.

    Each part has a file in ``folder`` that grows by one byte per finished unit, so the sum of the
    sizes is the count, parts that an earlier run has finished since the plan included.

    Parameters
    ----------
    folder : Path
        Where the parts' files lie.
    part : str
        The part that this process does, from its beginning.
    total : Path
        A file that says how many units all parts have together; parts that are older do not count.
    label, unit : str
        What is being done, and to what.
    seconds : float
        The least time between two lines of this process.
    """

    def __init__(
        self,
        folder: Path,
        part: str,
        total: Path,
        label: str,
        unit: str = "task",
        seconds: float = 2.0,
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._file = folder / part
        self._file.write_bytes(b"")
        self._total = int(total.read_text(encoding="utf-8"))
        self._since = total.stat().st_mtime
        self._label = label
        self._unit = unit
        self._seconds = seconds
        self._start = self._last_line = time.monotonic()
        self._initial = self._count()

    def done(self, note: str = "") -> None:
        """Count one finished unit and, now and then and at the end, say how far the run is."""
        with self._file.open("ab") as file:
            file.write(b".")
        count, now = self._count(), time.monotonic()
        if count < self._total and now - self._last_line < self._seconds:
            return
        self._last_line = now
        say(
            tqdm.format_meter(
                count,
                self._total,
                now - self._start,
                initial=self._initial,
                prefix=self._label,
                unit=self._unit,
                postfix=note or None,
                ncols=100,
            )
        )

    def _count(self) -> int:
        parts = (file.stat() for file in self._file.parent.iterdir())
        return sum(part.st_size for part in parts if part.st_mtime >= self._since)
