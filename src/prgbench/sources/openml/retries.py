"""Retries, and what all processes know of how a server answers: its pulse."""

import random
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from prgbench.run.files import write_text
from prgbench.run.records import from_json, to_json
from prgbench.sources.openml.answers import NoAnswerError
from prgbench.sources.openml.calls import COUNTED, Kind

Result = TypeVar("Result")
OnWait = Callable[[str, float], None]
LONGEST_PAUSE = 1800.0
FORGOTTEN_AFTER = 2.5 * LONGEST_PAUSE
LONGEST_TURN = 75.0
SECONDS_BETWEEN_NOTES = 5.0
SECONDS_BETWEEN_RUNS = 60.0
MOST_KNOWN = 3
LONGEST_WAIT = 60.0
LONGEST_REQUESTED_WAIT = 3600.0
LONGEST_SLEEP = 1.0
FIRST_CONTACT_PATIENCE = 30.0
ATTEMPTS_OF_A_LIVING_SERVER = 10
ATTEMPTS_OF_THE_DAMAGED = 6


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
    however many jobs wait for its end, and all go on at the first answer. ``heard`` are the kinds
    of which this process itself has seen a request fail.
    """

    def __init__(self, folder: Path, first_wait: float) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._file = folder / "pulse.json"
        self._first_wait = first_wait
        self._answered = dict.fromkeys(Kind, 0.0)
        self._asked: set[Kind] = set()
        self.heard: set[Kind] = set()
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
        return kind not in COUNTED or bool(self.beat(kind).known)

    def answered_since(self, kind: Kind, moment: float) -> bool:
        """Tell whether a request of a kind made after ``moment`` has been answered."""
        return max(self._answered[kind], self.beat(kind).answered) > moment

    def answered(self, kind: Kind, began: float, request: str = "") -> None:
        """Note that a request was answered which was made at ``began``."""
        self._answered[kind] = max(self._answered[kind], began)
        beat = self.beat(kind)
        news = request not in ("", *beat.known) and len(beat.known) < MOST_KNOWN
        if not news and not beat.failures and began < beat.answered + SECONDS_BETWEEN_NOTES:
            return
        with self._changed() as beats:
            beat = beats[kind]
            # The latest: what was answered long ago may be gone.
            before = tuple(earlier for earlier in beat.known if earlier != request)
            answered = (*before, request)[-MOST_KNOWN:] if request else before
            later = max(began, beat.answered)
            # A request that was made before the last failure does not end the outage.
            if began < beat.failed:
                beats[kind] = replace(beat, answered=later, known=answered)
                return
            recovered = time.time() if beat.fails else beat.recovered
            refused = 0 if answered else beat.refused
            beats[kind] = Beat(
                answered=later, known=answered, recovered=recovered, refused=refused
            )
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
        self.heard.add(kind)
        with self._changed() as beats:
            beat = beats[kind]
            if now - beat.failed > FORGOTTEN_AFTER:
                beat = replace(beat, failing=began, failures=0)
            # Requests that were under way together fail together: one failure of the server.
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
        # Times that have not come yet are those of a clock that was set back since.
        latest = time.time() + LONGEST_TURN
        return {
            kind: beat if max(beat.answered, beat.failed) < latest else Beat(known=beat.known)
            for kind, beat in beats.items()
        }

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


class AloneError(NoAnswerError):
    """A request has no answer, for the ``cause``, though the server answers others like it."""

    def __init__(self, cause: NoAnswerError) -> None:
        super().__init__(cause.detail)
        self.cause = cause


class NotNeededError(Exception):
    """The server has answered another request meanwhile."""


class Retries:
    """Try requests again, and tell a request that fails from a server that fails.

    A failed request is tried again after ``first_wait`` seconds, then twice that, up to a minute.
    When it has been refused, or has failed ten times, six if something else came, the server is
    asked for what it has answered before. If it answers that, the request alone is given up. If
    not, the server is broken, and all wait for it: for ``patience`` seconds if it has answered in
    the ``patience`` seconds before, else for half a minute. Where it has answered nothing of the
    kind, nothing but the request itself shows whether it does by now, so that failures are not
    counted.
    """

    def __init__(self, pulse: Pulse, patience: float, first_wait: float) -> None:
        self.pulse = pulse
        self._patience = patience
        self._first_wait = first_wait

    @property
    def in_contact(self) -> bool:
        """Whether the server has answered lately."""
        return self._was_in_contact(time.time())

    def seconds_left(self, kind: Kind, start: float) -> float:
        """Return the seconds until a request that began at ``start`` is given up."""
        now = time.time()
        # Not since this request began: where one job has given up, the next ones need not wait.
        failing = self.pulse.beat(kind).failing or start
        least = failing + min(self._patience, FIRST_CONTACT_PATIENCE)
        return max(least, failing + self._patience * self._was_in_contact(failing)) - now

    def run(
        self,
        kind: Kind,
        attempt: Callable[["Turn"], Result],
        lives: Callable[["Turn"], bool],
        *,
        attempts: int | None = None,
        on_wait: OnWait = lambda *_: None,
    ) -> Result:
        """Return the result of the first attempt that does not raise `NoAnswerError`.

        ``lives`` asks whether the server answers the like; ``on_wait`` receives why there is a
        wait, and since when. `AloneError` if the server answers the like, but not this;
        `NoAnswerError` if it answers nothing.
        """
        start, tries, doubted = time.time(), 0, False
        while True:
            turn = Turn(self, kind, start, on_wait)
            try:
                return attempt(turn)
            except NoAnswerError as failure:
                tries += 1
                # What sends something else does answer: that takes no minutes to find out.
                usual = ATTEMPTS_OF_THE_DAMAGED if failure.damaged else ATTEMPTS_OF_A_LIVING_SERVER
                most = attempts or usual
                if failure.certain:
                    self.pulse.answered(kind, turn.began)
                    raise AloneError(failure) from failure
                if not failure.damaged or self.pulse.beat(kind).fails:
                    self.pulse.failed(
                        kind, turn.began, failure.detail, retry_after=_asked_for(failure)
                    )
                wait = self._wait(tries, failure)
                # Something but the request itself must show whether the server answers the like.
                tells = self.pulse.has_answered(kind) or not self.pulse.beat(kind).fails
                often = tries >= most and tells
                if failure.final or often or wait >= self.seconds_left(kind, start):
                    if self._was_broken(turn, failure, lives):
                        tries = 0
                    elif doubted or self.pulse.beat(kind).recovered <= turn.began:
                        raise AloneError(failure) from failure
                    else:  # The server may have been well again just after the last attempt.
                        tries, doubted = most - 1, True
                    start = time.time()
                else:
                    on_wait(failure.detail, start)
                    time.sleep(wait)

    def _was_broken(
        self, turn: "Turn", failure: NoAnswerError, lives: Callable[["Turn"], bool]
    ) -> bool:
        """Wait until the server lives and tell whether it was broken; else raise the failure."""
        if failure.final and not self.in_contact:
            raise failure
        broken, patient = False, True
        while not lives(turn.again()):
            if not patient:
                raise failure
            broken, patient = True, turn.patient
        return broken and self.pulse.beat(turn.kind).recovered > turn.began

    def _wait(self, tries: int, failure: NoAnswerError) -> float:
        wait = min(LONGEST_WAIT, self._first_wait * 2.0 ** min(tries - 1, 30))
        return max(wait * random.uniform(0.75, 1.25), _asked_for(failure))

    def _was_in_contact(self, moment: float) -> bool:
        return self.pulse.last_answer > moment - self._patience


class Turn:
    """When a request may be made, and when it was made (``began``).

    While the server fails, requests are made one after the other. ``since`` is set where another
    request that was answered since then makes this one needless.
    """

    def __init__(
        self,
        retries: Retries,
        kind: Kind,
        start: float,
        on_wait: OnWait = lambda *_: None,
        since: float | None = None,
    ) -> None:
        self.kind = kind
        self.began = 0.0
        self._retries = retries
        self._start = start
        self._on_wait = on_wait
        self._since = since

    @property
    def patient(self) -> bool:
        """Whether there is time left to wait for the server."""
        return self._retries.seconds_left(self.kind, self._start) > 0.0

    def again(self) -> "Turn":
        """Return the turn of a request that asks whether the server lives."""
        return Turn(self._retries, self.kind, self._start, self._on_wait, time.time())

    def take(self) -> None:
        """Wait until the request may be made.

        `NotNeededError` if it is no longer needed, `NoAnswerError` if there is no time left,
        except to ask about a kind of requests that was never answered.
        """
        pulse = self._retries.pulse
        while not self.began and (wait := pulse.seconds_to_turn(self.kind)) > 0.0:
            beat = pulse.beat(self.kind)
            # The first request of a process may show that all is well again.
            if not self.patient and self.kind in pulse.heard:
                if self._since is None or pulse.has_answered(self.kind):
                    raise NoAnswerError(beat.why)
                break
            self._on_wait(beat.why, beat.failing)
            time.sleep(min(wait, LONGEST_SLEEP))
        if self._since is not None and pulse.answered_since(self.kind, self._since):
            raise NotNeededError
        self.began = self.began or time.time()

    def on_silence(self) -> None:
        """Hear that nothing comes."""
        self._on_wait("no data yet", self._start)


def _asked_for(failure: NoAnswerError) -> float:
    return min(failure.retry_after, LONGEST_REQUESTED_WAIT)
