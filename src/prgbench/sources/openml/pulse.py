"""The pulse of a server, shared by all processes: when it last answered, when to ask again."""

import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from prgbench.run.files import write_text
from prgbench.run.records import from_json, to_json

LONGEST_PAUSE = 1800.0
FORGOTTEN_AFTER = 2.5 * LONGEST_PAUSE
LONGEST_TURN = 75.0
SECONDS_BETWEEN_NOTES = 5.0
SECONDS_BETWEEN_RUNS = 60.0
MOST_KNOWN = 3


class Kind(StrEnum):
    """Kinds of requests, one of which may fail while the others are answered."""

    LISTS = "lists"
    RUNS = "runs"
    FILES = "files"


@dataclass(frozen=True, slots=True)
class Beat:
    """How the server answers requests of one kind; times are in seconds, 0 means never.

    Attributes
    ----------
    answered : float
        When the last request was made that was answered.
    failing, failed : float
        When it first and last failed to answer, if it does not answer now.
    failures : int
        How often in a row.
    recovered : float
        When it last answered again after several failures.
    next : float
        When it may be asked again.
    why : str
        What it did instead of answering.
    known : tuple of str
        What it has answered, and must answer again unless it is broken.
    refused : int
        How many requests it refused, if it has never answered one of this kind.
    """

    answered: float = 0.0
    failing: float = 0.0
    failed: float = 0.0
    failures: int = 0
    recovered: float = 0.0
    next: float = 0.0
    why: str = ""
    known: tuple[str, ...] = ()
    refused: int = 0

    @property
    def fails(self) -> bool:
        """Whether several requests in a row have failed."""
        return self.failures > 1


class Pulse:
    """What all processes with the same store know of how a server answers.

    While requests of a kind fail, they are made one at a time, after pauses that begin with
    ``first_wait`` seconds and double up to half an hour. An outage then costs few requests,
    however many jobs wait for its end, and all go on at the first answer.
    """

    def __init__(self, folder: Path, first_wait: float) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._file = folder / "pulse.json"
        self._first_wait = first_wait
        self._answered = dict.fromkeys(Kind, 0.0)
        self._asked: set[Kind] = set()
        self._known: tuple[object, dict[Kind, Beat]] = (None, {})

    def beat(self, kind: Kind) -> Beat:
        """Return how the server answers requests of a kind."""
        return self._read().get(kind, Beat())

    @property
    def last_answer(self) -> float:
        """When the server last answered anything; 0 if never."""
        shared = (beat.answered for beat in self._read().values())
        return max(*self._answered.values(), *shared)

    def has_answered(self, kind: Kind) -> bool:
        """Tell whether there is something of a kind that it must answer unless it is broken."""
        return kind is Kind.LISTS or bool(self.beat(kind).known)

    def answered_since(self, kind: Kind, moment: float) -> bool:
        """Tell whether a request of a kind made after ``moment`` has been answered."""
        return max(self._answered[kind], self.beat(kind).answered) > moment

    def answered(self, kind: Kind, began: float, what: str = "") -> None:
        """Note that a request was answered which was made at ``began``."""
        self._answered[kind] = max(self._answered[kind], began)
        beat = self.beat(kind)
        news = what and what not in beat.known and len(beat.known) < MOST_KNOWN
        if not news and not beat.failures and began < beat.answered + SECONDS_BETWEEN_NOTES:
            return
        with self._changed() as beats:
            beat = beats[kind]
            known = (*beat.known, what) if news else beat.known
            later = max(began, beat.answered)
            if began < beat.failed:
                beats[kind] = replace(beat, answered=later, known=known)
                return
            recovered = time.time() if beat.fails else beat.recovered
            refused = 0 if known else beat.refused
            beats[kind] = Beat(answered=later, known=known, recovered=recovered, refused=refused)
            if beat.fails:
                _next_of_failing(beats, 0.0)

    def failed(
        self,
        kind: Kind,
        began: float,
        why: str,
        *,
        retry_after: float = 0.0,
        in_earnest: bool = False,
    ) -> None:
        """Note that a request made at ``began`` failed; several at the same time count once.

        One failure may be an accident; ``in_earnest`` says that it is none.
        """
        now = time.time()
        with self._changed() as beats:
            beat = beats[kind]
            if now - beat.failed > FORGOTTEN_AFTER:
                beat = replace(beat, failing=began, failures=0)
            failures = beat.failures + (began >= beat.failed or not beat.failures)
            failures = max(failures, 1 + in_earnest)
            beats[kind] = replace(beat, failed=now, failures=failures, why=why)
            times = sum(beat.failures for beat in beats.values() if beat.fails)
            later = now + max(retry_after, self._pause(times))
            beats[kind] = replace(beats[kind], next=later)
            _next_of_failing(beats, later)

    def refused(self, kind: Kind) -> int:
        """Count one more refusal of a kind that was never answered; later runs begin anew.

        The next request of the kind may begin at once.
        """
        now = time.time()
        with self._changed() as beats:
            beat = beats[kind]
            refused = beat.refused + 1 if now - beat.failed < SECONDS_BETWEEN_RUNS else 1
            beats[kind] = replace(beat, refused=refused, failed=now, failures=0, next=0.0)
        return refused

    def seconds_to_turn(self, kind: Kind) -> float:
        """Return how long to wait before asking whether it is time; 0 if this request may begin.

        The first request of a process begins at once: whoever starts a run wants to know.
        """
        first, now = kind not in self._asked, time.time()
        self._asked.add(kind)
        beat = self.beat(kind)
        if beat.next <= now and not beat.fails:
            return 0.0
        with self._changed() as beats:
            beat = beats[kind]
            left = beat.next - now
            if not first and 0.0 < left <= FORGOTTEN_AFTER:
                return left
            _next_of_failing(beats, now + LONGEST_TURN)
        return 0.0

    def _pause(self, failures: int) -> float:
        """Return the seconds between requests: none until two in a row have failed."""
        if failures < 2:
            return 0.0
        return min(LONGEST_PAUSE, self._first_wait * 2.0 ** min(failures - 2, 30))

    def _read(self) -> dict[Kind, Beat]:
        """Return what the file says, which is read again once another one is in its place."""
        try:
            state = self._file.stat()
            now = state.st_ino, state.st_mtime_ns, state.st_size
            last, beats = self._known
            if now != last:
                beats = from_json(dict[Kind, Beat], self._file.read_text(encoding="utf-8"))
                self._known = now, beats
        except (OSError, ValueError):
            return {}
        return beats

    @contextmanager
    def _changed(self) -> Iterator[defaultdict[Kind, Beat]]:
        """Yield the beats, to be changed, while other processes wait."""
        from filelock import FileLock

        with FileLock(f"{self._file}.lock").acquire(poll_interval=0.002):
            beats = defaultdict(Beat, self._read())
            yield beats
            text = to_json(dict(beats), dict[Kind, Beat])
            write_text(self._file, text, durable=False)


def _next_of_failing(beats: dict[Kind, Beat], later: float) -> None:
    """Let what fails be asked again at one time, so that it is asked as if it were of one kind."""
    for kind, beat in beats.items():
        if beat.fails:
            beats[kind] = replace(beat, next=later)
