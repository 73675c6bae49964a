"""What a long stage says on the command line, who hears it, and how far its processes are."""

import operator
import sys
import time
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import astuple, dataclass, replace
from functools import partial
from pathlib import Path
from shutil import get_terminal_size
from typing import TypeVar

from prgbench.run.foreign_text import plain, plain_lines

Item = TypeVar("Item")
SIZES = ("B", "kB", "MB", "GB", "TB")
TIMES = ((60, "second"), (60, "minute"), (24, "hour"))
SECONDS_BETWEEN_WAITS = 10.0
_CLEAR = "\r\x1b[2K"

_BEGUN, _OVER = ".begun", ".over"
_ON_A_TERMINAL, _IN_A_FILE = 2.0, 60.0
"""The seconds between two lines on progress, which a terminal replaces and a file keeps."""
_LOOKS = 20
"""How often a process looks, between two lines, whether another one has printed one."""


def size(n_bytes: float) -> str:
    """Return a size in the unit that suits it; a kB is 1,000 bytes."""
    amount = float(round(n_bytes))
    for unit in SIZES[:-1]:
        if round(amount) < 1000:
            return f"{amount:.0f} B" if unit == "B" else f"{_two_digits(amount)} {unit}"
        amount /= 1000
    return f"{_two_digits(amount)} {SIZES[-1]}"


def duration(seconds: float) -> str:
    """Return a time in the unit that suits it."""
    if seconds <= 0.5:
        return "under a second"
    amount = float(seconds)
    for longest, unit in TIMES:
        text = _two_digits(amount) if unit == "hour" else f"{amount:.0f}"
        if float(text.replace(",", "")) < longest:
            return counted(text, unit)
        amount /= longest
    return counted(_two_digits(amount), "day")


def moment(seconds: float) -> str:
    """Return the time of day of seconds since the epoch, with the date if it is not today."""
    then = time.localtime(seconds)
    today = then[:3] == time.localtime()[:3]
    return time.strftime("%H:%M" if today else "%-d %b %H:%M", then)


def counted(text: str, unit: str) -> str:
    """Return a number with its unit, in the plural unless it is 1."""
    text = text.removesuffix(".0")
    return f"{text} {unit}{'' if text == '1' else 's'}"


def _two_digits(amount: float) -> str:
    return f"{amount:.1f}" if amount < 9.95 else f"{amount:,.0f}"


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


class Listener:
    """Hear what a source does; this one keeps quiet."""

    def step(self, what: str, done: int, total: int | None = None, unit: str = "call") -> None:
        """Hear that ``done`` of ``total`` calls of a kind are over."""

    def waiting(self, why: str, seconds: float) -> None:
        """Hear why a request has no answer yet, and how many more seconds it is tried."""


class WaitingListener(Listener):
    """Say why nothing goes on, once for all processes that wait."""

    def __init__(self, label: str, folder: Path) -> None:
        self._label = label
        self._waits = Pace(folder / ".waiting", SECONDS_BETWEEN_WAITS)

    def waiting(self, why: str, seconds: float) -> None:
        """Say why there is no answer yet, and for how long it is tried."""
        if self._waits.due():
            tried = f"it is tried again for {duration(seconds)}" if seconds > 0 else "given up now"
            show(f"{self._label}: still waiting ({why}); {tried}")


class SpeakingListener(WaitingListener):
    """Say what a source does, too."""

    def __init__(self, label: str, folder: Path, seconds: float = 2.0) -> None:
        super().__init__(label, folder)
        self._steps = Pace(folder / ".step", seconds)

    def step(self, what: str, done: int, total: int | None = None, unit: str = "call") -> None:
        """Say what is asked for, and how many calls are over."""
        if self._steps.due():
            calls = counted(f"{done if total is None else total:,}", unit)
            show(f"{self._label}: {what}, {calls if total is None else f'{done:,} of {calls}'}")


class ProgressBars(Listener):
    """A bar for each stage if they are ``shown``, by default where stderr is a terminal."""

    def __init__(self, shown: bool | None = None) -> None:
        from tqdm import TqdmWarning

        with warnings.catch_warnings():
            # A notebook without widgets has bars of text.
            warnings.simplefilter("ignore", TqdmWarning)
            from tqdm.auto import tqdm

        self._new = partial(tqdm, disable=None if shown is None else not shown)
        self._bar = tqdm(disable=True)
        self._what = ""

    def each(self, items: Iterable[Item], what: str, total: int | None = None) -> Iterator[Item]:
        """Yield items and show how many there have been."""
        yield from self._new(items, desc=what, total=total)

    def step(self, what: str, done: int, total: int | None = None, unit: str = "call") -> None:
        """Show what a source does."""
        if what != self._what:
            self._bar.close()
            self._bar = self._new(desc=what, total=total, unit=f" {unit}")
            self._what = what
        self._bar.update(done - self._bar.n)
        if done == total:
            self._bar.close()


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
            self._tell(self._everything(), now)

    def close(self) -> None:
        """End this part; the last of all parts says that everything is done."""
        self._file.close()
        if (counts := self._everything()).units >= self._total:
            self._tell(counts, time.time())

    def _tell(self, counts: Counts, now: float) -> None:
        """Print a line for all parts; the one that says that all is done comes once."""
        over = counts.units >= self._total
        if not over or self._is_first(_OVER):
            (say if over else show)(f"{self._label}: {', '.join(self._facts(counts, now))}")

    def _is_first(self, note: str) -> bool:
        """Tell whether this process is the first of a run that leaves a note."""
        try:
            (self._folder / note).open("x").close()
        except FileExistsError:
            return False
        return True

    def _write(self) -> None:
        """Write over the counts in one piece of fixed size, which others read at any time."""
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
