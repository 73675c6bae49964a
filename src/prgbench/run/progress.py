"""The progress of a stage, counted over the processes that share it."""

import json
import math
import operator
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from prgbench.run.listener import counted, duration, say, show, size

MEMORY = 60.0

_STAGE = ".stage.json"
_LONGEST_PAUSE = 60.0
_LINES_KEPT = 20
_LOOKS = 20
"""How often a process looks, between two lines, whether another one has printed one."""


@dataclass(frozen=True)
class Rate:
    """Work, bytes and time of about the last minute; older ones fade.

    Examples
    --------
    >>> rate = Rate().after(10, work=20, n_bytes=1000)
    >>> rate.per_second(), rate.bytes_per_second()
    (2.0, 100.0)
    """

    seconds: float = 0.0
    work: float = 0.0
    n_bytes: float = 0.0

    def after(self, seconds: float, work: float, n_bytes: float) -> "Rate":
        """Return the rate after ``seconds`` more in which this was done."""
        kept = math.exp(-seconds / MEMORY)
        return Rate(
            kept * self.seconds + seconds, kept * self.work + work, kept * self.n_bytes + n_bytes
        )

    def per_second(self) -> float:
        """Return the units of work in a second, 0 if none is known."""
        return self.work / self.seconds if self.seconds > 0 else 0.0

    def bytes_per_second(self) -> float:
        """Return the bytes in a second, 0 if none are known."""
        return self.n_bytes / self.seconds if self.seconds > 0 else 0.0


@dataclass(frozen=True)
class Counts:
    """What a part of the work has done, or all together; ``found`` files were there before."""

    units: int = 0
    files: int = 0
    found: int = 0
    n_bytes: int = 0
    left_out: int = 0

    @classmethod
    def read(cls, part: Path) -> "Counts":
        """Read the counts of a part; a damaged file counts nothing."""
        try:
            units, files, found, n_bytes, left_out = map(int, part.read_text("ascii").split())
            return cls(units, files, found, n_bytes, left_out)
        except ValueError:
            return cls()

    def __add__(self, other: "Counts") -> "Counts":
        """Return the counts of two parts together."""
        return Counts(*map(operator.add, self, other))

    def __iter__(self) -> Iterator[int]:
        """Yield the counts in their order."""
        return iter((self.units, self.files, self.found, self.n_bytes, self.left_out))


@dataclass(frozen=True)
class _Stage:
    """What the processes tell each other: the last line's time, and what was done by then."""

    begun: float
    said: float
    counts: Counts
    rate: Rate = field(default_factory=Rate)
    over: bool = False

    @classmethod
    def from_json(cls, text: str) -> "_Stage":
        given: dict[str, Any] = json.loads(text)
        parsed = {"counts": Counts(**given["counts"]), "rate": Rate(**given["rate"])}
        return cls(**given | parsed)


class SharedProgress:
    """Progress counted over processes that each do one part of the work.

    Each part keeps its counts in a file of ``folder``. When it is time, the next process with news
    prints a line for all parts, including those that an earlier run has finished since the plan:
    the file ``total``, which says how many units all parts have together. A line comes at most
    every few ``seconds``, and less often where lines stay, as in a file. Close each part when
    its work is done.
    """

    def __init__(
        self,
        folder: Path,
        part: str,
        total: Path,
        label: str,
        unit: str = "task",
        files_of_unit: int | None = None,
        seconds: float = 2.0,
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._file = (folder / f"{part}.txt").open("wb", buffering=0)
        self._total = int(total.read_text(encoding="utf-8"))
        self._since = total.stat().st_mtime
        self._label = label
        self._unit = unit
        self.files_of_unit = files_of_unit
        self._seconds = seconds
        self._counts = Counts()
        self._looked = 0.0
        self._write()
        with self._turn(wait=True) as mine:
            if mine and self._stage() is None:
                self._begin()

    def done(self) -> None:
        """Count one finished unit and, if it is time, say how far the work is."""
        self.report(replace(self._counts, units=self._counts.units + 1))

    def report(self, counts: Counts) -> None:
        """Take what this part has done so far and, if it is time, say how far the work is."""
        self._counts = counts
        self._write()
        if self._is_time():
            self._tell()

    def close(self) -> None:
        """End this part; the last of all parts says that everything is done."""
        self._file.close()
        self._tell()

    def _tell(self) -> None:
        everything = self._everything()
        over = everything.units >= self._total
        with self._turn(wait=over) as mine:
            if mine:
                self._go_on(everything, over=over)

    def _write(self) -> None:
        """Write over the counts in one piece of fixed size, which others read at any time."""
        self._file.seek(0)
        self._file.write("".join(f"{count:>20}" for count in self._counts).encode())

    def _is_time(self) -> bool:
        """Tell whether a line may be due, which takes less time than to count everything."""
        now = time.time()
        if 0 <= now - self._looked < self._seconds / _LOOKS:
            return False
        self._looked = now
        stage = self._stage()
        return stage is None or now - stage.said >= self._pause(now - stage.begun)

    def _everything(self) -> Counts:
        parts = [p for p in self._folder.glob("*.txt") if p.stat().st_mtime >= self._since]
        return sum(map(Counts.read, parts), Counts())

    @contextmanager
    def _turn(self, *, wait: bool) -> Iterator[bool]:
        """Yield whether no other process speaks; with ``wait``, when it has ended."""
        from filelock import FileLock, Timeout

        lock = FileLock(self._folder / ".lock", timeout=10 if wait else 0)
        try:
            lock.acquire()
        except Timeout:
            yield False
            return
        try:
            yield True
        finally:
            lock.release()

    def _stage(self) -> _Stage | None:
        try:
            return _Stage.from_json((self._folder / _STAGE).read_text(encoding="utf-8"))
        except (FileNotFoundError, KeyError, TypeError, ValueError):
            return None

    def _begin(self) -> _Stage:
        counts = self._everything()
        before = f" ({counts.units:,} done before)" if counts.units else ""
        say(f"{self._label} {counted(f'{self._total:,}', self._unit)}{before}")
        now = time.time()
        return self._note(_Stage(now, now, counts))

    def _go_on(self, counts: Counts, *, over: bool) -> None:
        stage = self._stage() or self._begin()
        now = time.time()
        if stage.over or (not over and now - stage.said < self._pause(now - stage.begun)):
            return
        rate = stage.rate.after(
            now - stage.said,
            self._work(counts) - self._work(stage.counts),
            counts.n_bytes - stage.counts.n_bytes,
        )
        line = f"{self._label}: {', '.join(self._facts(counts, rate, over))}"
        (say if over else show)(line)
        self._note(_Stage(stage.begun, now, counts, rate, over))

    def _note(self, stage: _Stage) -> _Stage:
        (self._folder / _STAGE).write_text(json.dumps(asdict(stage)), encoding="utf-8")
        return stage

    def _pause(self, elapsed: float) -> float:
        if sys.stderr.isatty():
            return self._seconds
        return max(self._seconds, min(_LONGEST_PAUSE, elapsed / _LINES_KEPT))

    def _work(self, counts: Counts) -> int:
        """Return what took time: received files, or units where there are no files."""
        return counts.files - counts.found if self.files_of_unit else counts.units

    def _left(self, counts: Counts) -> int:
        units = self._total - counts.units
        if not self.files_of_unit:
            return units
        files = self._total * self.files_of_unit - counts.files
        return min(files, units * self.files_of_unit)

    def _facts(self, counts: Counts, rate: Rate, over: bool) -> Iterator[str]:
        yield f"{counts.units:,} of {counted(f'{self._total:,}', self._unit)}"
        if counts.files and self.files_of_unit:
            yield f"{counts.files:,} of {self._total * self.files_of_unit:,} files"
        elif counts.files:
            yield counted(f"{counts.files:,}", "file")
        if counts.left_out:
            yield f"{counts.left_out:,} left out"
        if counts.n_bytes:
            yield f"{size(rate.bytes_per_second())}/s"
        if rate.work and not over:
            yield f"{duration(self._left(counts) / rate.per_second())} left"


def begin_stages(folder: Path) -> None:
    """Forget what earlier runs have said of the stages whose progress lies in ``folder``."""
    for stage in folder.glob(f"*/{_STAGE}"):
        stage.unlink()
