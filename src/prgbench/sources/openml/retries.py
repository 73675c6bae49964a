"""Retries, and responses that keep their bounds."""

import http.client
import io
import random
import time
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from socket import socket
from typing import TYPE_CHECKING, Any, TypeVar

from prgbench.sources.openml.answers import NoAnswerError

if TYPE_CHECKING:
    import tenacity

Result = TypeVar("Result")
HEADER_BYTES = 1 << 18
SLOW_AFTER = 30.0
LEAST_BYTES_PER_SECOND = 1000.0
SILENCE = 10.0
LONGEST_WAIT = 60.0
LONGEST_REQUESTED_WAIT = 300.0
FIRST_CONTACT_PATIENCE = 30.0
ATTEMPTS_OF_A_LIVING_SERVER = 10


class Retries:
    """Try again with growing waits: ``first_wait`` seconds, then doubled, up to a minute.

    The very first request is given up after half a minute, later ones after ``patience``
    seconds; earlier if the server is alive but does not answer this request.
    """

    def __init__(self, patience: float, first_wait: float) -> None:
        self._patience = patience
        self._first_wait = first_wait
        self._last_answer: float | None = None

    @property
    def in_contact(self) -> bool:
        """Whether the server has answered anything yet."""
        return self._last_answer is not None

    def answered(self) -> None:
        """Note that the server has just answered something."""
        self._last_answer = time.monotonic()

    def answered_since(self, start: float) -> bool:
        """Tell whether the server has answered anything since ``start``."""
        return self._last_answer is not None and self._last_answer > start

    def seconds_left(self, start: float) -> float:
        """Return the seconds until a request that began at ``start`` is given up."""
        most = self._patience if self.in_contact else FIRST_CONTACT_PATIENCE
        return start + min(self._patience, most) - time.monotonic()

    def run(
        self,
        attempt: Callable[[], Result],
        attempts: int | None = None,
        *,
        lives: Callable[[], bool] = lambda: False,
        on_wait: Callable[[str, float], None] = lambda *_: None,
    ) -> Result:
        """Return the result of the first attempt that does not raise `NoAnswerError`.

        ``lives`` asks the server whether it answers anything else, ``on_wait`` receives the reason
        of a wait and its seconds.
        """
        start = time.monotonic()
        import tenacity

        retrying = tenacity.Retrying(
            retry=tenacity.retry_if_exception(_may_pass),
            wait=self._wait,
            stop=lambda state: self._gives_up(state, start, attempts, lives),
            before_sleep=lambda state: on_wait(_failure(state).detail, state.upcoming_sleep),
            reraise=True,
        )
        return retrying(attempt)

    def _wait(self, state: "tenacity.RetryCallState") -> float:
        wait = min(LONGEST_WAIT, self._first_wait * 2.0 ** min(state.attempt_number - 1, 30))
        wait *= random.uniform(0.75, 1.25)
        return max(wait, min(_failure(state).retry_after, LONGEST_REQUESTED_WAIT))

    def _gives_up(
        self,
        state: "tenacity.RetryCallState",
        start: float,
        attempts: int | None,
        lives: Callable[[], bool],
    ) -> bool:
        if attempts is not None and state.attempt_number >= attempts:
            return True
        if state.attempt_number >= ATTEMPTS_OF_A_LIVING_SERVER and (
            _failure(state).damaged or self.answered_since(start) or lives()
        ):
            return True
        return state.upcoming_sleep >= self.seconds_left(start)


def _may_pass(error: BaseException) -> bool:
    return isinstance(error, NoAnswerError) and not error.final


def _failure(state: "tenacity.RetryCallState") -> NoAnswerError:
    failure = state.outcome.exception() if state.outcome is not None else None
    return failure if isinstance(failure, NoAnswerError) else NoAnswerError("no attempt")


class TooMuchError(NoAnswerError):
    """A body is bigger than it may be."""

    def __init__(self, most_bytes: int) -> None:
        super().__init__(f"more than {most_bytes:,} bytes", final=True)


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
