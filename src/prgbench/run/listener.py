"""What a long stage says on the command line, and who hears it."""

import sys
import time
import warnings
from collections.abc import Iterable, Iterator
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
                if time.time() - last < self._seconds:
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
            say(f"{self._label}: still waiting ({why}); {tried}")


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
