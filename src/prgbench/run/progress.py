"""Progress counted over the processes that each do one part of a stage.

The jobs of a rule know nothing of each other but a folder, in which each keeps its counts; the one
with news prints a line for all of them, at most every few seconds.
"""

import operator
import sys
import time
from collections.abc import Iterator
from dataclasses import astuple, dataclass, replace
from pathlib import Path

from prgbench.run.printing import Pace, say, show
from prgbench.run.units import counted, duration, size

_BEGUN = ".begun"
_OVER = ".over"
_TELLS = ".tells.lock"
_ON_A_TERMINAL = 2.0
_IN_A_FILE = 60.0
"""The seconds between two lines on progress, which a terminal replaces and a file keeps."""
_LOOKS = 20
"""How often a process looks, between two lines, whether another one has printed one."""


@dataclass(frozen=True)
class Counts:
    """What a part of the work has done, or all together; ``stored`` files were there before."""

    units: int = 0
    files: int = 0
    stored: int = 0
    n_bytes: int = 0
    left_out: int = 0

    @classmethod
    def read(cls, part: Path) -> "Counts":
        """Read the counts of a part; a damaged file counts nothing."""
        try:
            units, files, stored, n_bytes, left_out = map(int, part.read_text("ascii").split())
            return cls(units, files, stored, n_bytes, left_out)
        except ValueError:
            return cls()

    def __add__(self, other: "Counts") -> "Counts":
        """Return the counts of two parts together."""
        return Counts(*map(operator.add, astuple(self), astuple(other)))


class SharedProgress:
    """Progress counted over processes that each do one part of the work.

    Each part keeps its counts in a file of ``folder``. When it is time, the next process with news
    prints a line for all parts, including those that an earlier run has finished; ``total`` is how
    many units all parts have together. A line comes at most every few ``seconds``. Close each
    part when its work is done.
    """

    def __init__(
        self,
        folder: Path,
        part: str,
        total: int,
        label: str,
        files_of_unit: int | None = None,
        seconds: float | None = None,
    ) -> None:
        if seconds is None:
            seconds = _ON_A_TERMINAL if sys.stderr.isatty() else _IN_A_FILE
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._file = (folder / f"{part}.txt").open("wb", buffering=0)
        self._total = total
        self._label = label
        self.files_of_unit = files_of_unit
        self._seconds = seconds
        self._lines = Pace(folder / ".line", seconds)
        self._counts = Counts()
        self._looked = 0.0
        self._write()
        # What earlier runs have done is no work of this one, and would flatter its speed.
        self._begun, self._before = time.time(), self._everything()
        if self._is_first(_BEGUN):
            units = self._before.units
            before = f" ({units:,} done before)" if units else ""
            say(f"{label} {counted(f'{total:,}', 'task')}{before}")
            self._lines.due()

    def done(self) -> None:
        """Count one finished unit and, if it is time, say how far the work is."""
        self.report(replace(self._counts, units=self._counts.units + 1))

    def report(self, counts: Counts) -> None:
        """Take what this part has done so far and, if it is time, say how far the work is."""
        self._counts = counts
        self._write()
        now = time.time()
        # To count all parts takes longer than most units do.
        if 0 <= now - self._looked < self._seconds / _LOOKS:
            return
        self._looked = now
        if self._lines.due():
            self._tell(now)

    def close(self) -> None:
        """End this part; the last of all parts says that everything is done."""
        self._file.close()
        if self._everything().units >= self._total:
            self._tell(time.time())

    def _tell(self, now: float) -> None:
        """Print a line for all parts; the one that says that all is done comes last, and once."""
        from filelock import FileLock

        # One counts and prints after the other: else a slow one would print an older number last.
        with FileLock(self._folder / _TELLS):
            counts = self._everything()
            text = f"{self._label}: {', '.join(self._facts(counts, now))}"
            if counts.units < self._total:
                if not (self._folder / _OVER).exists():
                    show(text)
            elif self._is_first(_OVER):
                say(text)

    def _is_first(self, note: str) -> bool:
        """Tell whether this process is the first of a run that leaves a note."""
        try:
            (self._folder / note).open("x").close()
        except FileExistsError:
            return False
        return True

    def _write(self) -> None:
        """Write over the counts in one piece of fixed size, which others read at any time."""
        # Others read while this writes: one piece of one length is never half a number.
        self._file.seek(0)
        self._file.write("".join(f"{count:>20}" for count in astuple(self._counts)).encode())

    def _everything(self) -> Counts:
        return sum(map(Counts.read, self._folder.glob("*.txt")), Counts())

    def _work(self, counts: Counts) -> int:
        """Return what took time: received files, or units where there are no files."""
        return counts.files - counts.stored if self.files_of_unit else counts.units

    def _facts(self, counts: Counts, now: float) -> Iterator[str]:
        units_left = self._total - counts.units
        yield f"{counts.units:,} of {counted(f'{self._total:,}', 'task')}"
        left = units_left
        if self.files_of_unit:
            n_files = self._total * self.files_of_unit
            # A finished task may have fewer files than planned.
            left = min(n_files - counts.files, units_left * self.files_of_unit)
            if counts.files:
                yield f"{counts.files:,} of {n_files:,} files"
        elif counts.files:
            yield counted(f"{counts.files:,}", "file")
        if counts.left_out:
            yield f"{counts.left_out:,} left out"
        # The clock may have been set back, and a part may have begun anew.
        seconds = now - self._begun
        work = max(0, self._work(counts) - self._work(self._before))
        n_bytes = max(0, counts.n_bytes - self._before.n_bytes)
        if counts.n_bytes and seconds > 0:
            yield f"{size(n_bytes / seconds)}/s"
        if work and units_left > 0 and seconds > 0:
            yield f"{duration(left * seconds / work)} left"


def begin_stages(folder: Path) -> None:
    """Forget what earlier runs have said of the stages whose progress lies in ``folder``."""
    for note in (*folder.glob(f"*/{_BEGUN}"), *folder.glob(f"*/{_OVER}")):
        note.unlink()
