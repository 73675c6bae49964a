"""Retries, and responses that keep their bounds."""

import http.client
import io
import random
import time
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from socket import socket
from typing import Any, TypeVar

from prgbench.sources.openml.answers import NoAnswerError
from prgbench.sources.openml.pulse import Kind, Pulse

Result = TypeVar("Result")
OnWait = Callable[[str, float], None]
HEADER_BYTES = 1 << 18
SLOW_AFTER = 30.0
LEAST_BYTES_PER_SECOND = 1000.0
SILENCE = 10.0
LONGEST_WAIT = 60.0
LONGEST_REQUESTED_WAIT = 300.0
LONGEST_SLEEP = 1.0
FIRST_CONTACT_PATIENCE = 30.0
ATTEMPTS_OF_A_LIVING_SERVER = 10


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
    When it has been refused, or has failed ten times, the server is asked for what it has
    answered before. If it answers that, the request alone is given up. If not, the server is
    broken, and all wait for it: for ``patience`` seconds if it has answered in the ``patience``
    seconds before, else for half a minute. Where it has answered nothing of the kind, nothing but
    the request itself shows whether it does by now, so that failures are not counted.
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
        failing = self.pulse.beat(kind).failing or start
        least = start + min(self._patience, FIRST_CONTACT_PATIENCE)
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
        most = attempts or ATTEMPTS_OF_A_LIVING_SERVER
        while True:
            turn = Turn(self, kind, start, on_wait)
            try:
                return attempt(turn)
            except NoAnswerError as failure:
                tries += 1
                if failure.certain:
                    self.pulse.answered(kind, turn.began)
                    raise AloneError(failure) from failure
                if not failure.damaged or self.pulse.beat(kind).fails:
                    self.pulse.failed(
                        kind, turn.began, failure.detail, retry_after=_asked_for(failure)
                    )
                wait = self._wait(tries, failure)
                often = tries >= most and self._another_tells(kind)
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

    def _another_tells(self, kind: Kind) -> bool:
        """Tell whether something but the request itself shows if the server answers the like."""
        return self.pulse.has_answered(kind) or not self.pulse.beat(kind).fails

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
            if not self.patient:
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


class TooMuchError(NoAnswerError):
    """A body is bigger than it may be."""

    def __init__(self, most_bytes: int) -> None:
        super().__init__(f"more than {most_bytes:,} bytes", certain=True)


@dataclass(frozen=True, slots=True)
class Bounds:
    """The bounds of a request: the size of the body, packed and unpacked, and the time for it.

    ``on_silence`` is called whenever nothing has come for ten seconds.
    """

    most_bytes: int
    seconds: float
    on_silence: Callable[[], None]


# The bounds of the request that this thread makes.
bounds: ContextVar[Bounds] = ContextVar("bounds")


class BoundedResponse(http.client.HTTPResponse):
    """A response that keeps the bounds of its request."""

    def __init__(self, sock: socket, *args: Any, **options: Any) -> None:
        super().__init__(sock, *args, **options)
        self._raw = _BoundedReader(sock, self.fp.detach(), bounds.get())
        self.fp = io.BufferedReader(self._raw)

    def begin(self) -> None:
        """Read the headers, after which the bounds of the body apply."""
        super().begin()
        self._raw.in_body = True


class _BoundedReader(io.RawIOBase):
    """The bytes of a socket, which ``held`` keeps open."""

    def __init__(self, sock: socket, held: io.RawIOBase, limits: Bounds) -> None:
        self._socket = sock
        self._held = held
        self._limits = limits
        self._patience = sock.gettimeout() or limits.seconds
        self._began = time.monotonic()
        self._first: float | None = None
        self._n_bytes = 0
        self.in_body = False

    def readable(self) -> bool:
        return True

    # Called only if a chunk claims the length of all the rest, which may be endless.
    def readall(self) -> bytes:
        raise NoAnswerError("connection broken", damaged=True)

    def close(self) -> None:
        if not self.closed:
            self._held.close()
        super().close()

    def readinto(self, buffer: Any) -> int:
        end, why = self._end()
        n_bytes = self._receive(buffer, end, why)
        self._first = self._first or time.monotonic()
        self._n_bytes += n_bytes
        if self.in_body and self._n_bytes > HEADER_BYTES + self._limits.most_bytes:
            raise TooMuchError(self._limits.most_bytes)
        if not self.in_body and self._n_bytes > HEADER_BYTES:
            raise NoAnswerError(f"headers of more than {HEADER_BYTES:,} bytes", damaged=True)
        return n_bytes

    def _end(self) -> tuple[float, str]:
        """Return until when bytes must come, and the error if they don't."""
        ends = [
            (time.monotonic() + self._patience, f"no data for {self._patience:.0f} s"),
            (self._began + self._limits.seconds, f"not complete in {self._limits.seconds:.0f} s"),
        ]
        if self._first is not None:
            fast_enough = self._n_bytes / LEAST_BYTES_PER_SECOND
            ends.append((self._first + SLOW_AFTER + fast_enough, "fewer than 1 kB/s"))
        return min(ends)

    def _receive(self, buffer: Any, end: float, why: str) -> int:
        while (left := end - time.monotonic()) > 0:
            self._socket.settimeout(min(left, SILENCE))
            try:
                return self._socket.recv_into(buffer)
            except TimeoutError:
                self._limits.on_silence()
        raise NoAnswerError(why)
