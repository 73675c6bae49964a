"""Who hears what a source does: nobody, the command line, or bars of progress."""

import sys
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TypeVar

from prgbench.run.printing import Pace, say, show
from prgbench.run.units import counted, duration

Item = TypeVar("Item")
SECONDS_BETWEEN_WAITS = 10.0
SECONDS_TO_THE_FIRST_LINE = 30.0
SECONDS_BETWEEN_LINES = 60.0
"""Where there are no bars, a line comes only of a stage that takes long, and a file keeps it."""


class Listener:
    """Hear what a source does; this one keeps quiet."""

    def step(self, what: str, done: int, total: int | None = None, unit: str = "call") -> None:
        """Hear that ``done`` of ``total`` calls of a kind are over."""

    def waiting(self, why: str, seconds: float, attempts: int | None = None) -> None:
        """Hear why a request has no answer yet, and how many more seconds it is tried.

        Where the server answers others, it is given up earlier, after so many more ``attempts``.
        """


class WaitingListener(Listener):
    """Say why nothing goes on, once for all processes that wait."""

    def __init__(self, label: str, folder: Path) -> None:
        self._label = label
        self._waits = Pace(folder / ".waiting", SECONDS_BETWEEN_WAITS)

    def waiting(self, why: str, seconds: float, attempts: int | None = None) -> None:
        """Say why there is no answer yet, and for how long it is tried."""
        if self._waits.due():
            tried = f"retrying for {duration(seconds)}" if seconds > 0 else "giving up now"
            if attempts is not None:
                times = counted(f"{attempts}", "more attempt")
                tried = f"giving up after {times} if the server answers other requests"
            show(f"{self._label}: still waiting ({why}); {tried}")


class SpeakingListener(WaitingListener):
    """Say what a source does, too."""

    def __init__(self, label: str, folder: Path, seconds: float = 2.0) -> None:
        super().__init__(label, folder)
        self._steps = Pace(folder / ".step", seconds)

    def step(self, what: str, done: int, total: int | None = None, unit: str = "call") -> None:
        """Say what is asked for, and how many calls are over."""
        if self._steps.due():
            show(f"{self._label}: {what}, {_so_many(done, total, unit)}")


class ProgressBars(Listener):
    """A bar for each stage if they are ``shown``, by default where stderr is a terminal.

    By default, where stderr is no terminal but a log, a long stage prints a line now and then.
    """

    def __init__(
        self, shown: bool | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        from tqdm import TqdmWarning

        with warnings.catch_warnings():
            # A notebook without widgets has bars of text.
            warnings.simplefilter("ignore", TqdmWarning)
            from tqdm.auto import tqdm

        self._new = partial(tqdm, disable=None if shown is None else not shown)
        self._bar = tqdm(disable=True)
        self._what = ""
        self._has_lines = shown is None and not sys.stderr.isatty()
        self._clock = clock
        self._next_line = 0.0

    def each(
        self, items: Iterable[Item], what: str, total: int | None = None, unit: str = "item"
    ) -> Iterator[Item]:
        """Yield items and show how many there have been."""
        self._next_line = self._clock() + SECONDS_TO_THE_FIRST_LINE
        bar = self._new(items, desc=what, total=total, unit=f" {unit}")
        for done, item in enumerate(bar, start=1):
            yield item
            self._tell(what, done, total, unit)

    def step(self, what: str, done: int, total: int | None = None, unit: str = "call") -> None:
        """Show what a source does."""
        # A source tells steps of several kinds; each has a bar, and the former one is over.
        if what != self._what:
            self._bar.close()
            self._bar = self._new(desc=what, total=total, unit=f" {unit}")
            self._what = what
            self._next_line = self._clock() + SECONDS_TO_THE_FIRST_LINE
        self._tell(what, done, total, unit)
        self._bar.update(done - self._bar.n)
        if done == total:
            self._bar.close()

    def _tell(self, what: str, done: int, total: int | None, unit: str) -> None:
        """Say in a line how many there have been, if it is time."""
        if self._has_lines and (now := self._clock()) >= self._next_line:
            self._next_line = now + SECONDS_BETWEEN_LINES
            say(f"{what}: {_so_many(done, total, unit)}")


def _so_many(done: int, total: int | None, unit: str) -> str:
    calls = counted(f"{done if total is None else total:,}", unit)
    return calls if total is None else f"{done:,} of {calls}"
