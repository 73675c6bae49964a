"""Answers over HTTP that end: in bytes and in time, whatever the server does.

The library reads status line, headers and chunks with a limit on each line, and with a timeout for
each byte, but with no limit on their number and none on the whole. So its socket is read here.
"""

import http.client
import io
import time
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from socket import socket
from typing import Any

from prgbench.archive.openml.answers import NoAnswerError

HEADER_BYTES = 1 << 18
SLOW_AFTER = 30.0
LEAST_BYTES_PER_SECOND = 1000.0
SILENCE = 10.0


class TooMuchError(NoAnswerError):
    """A body is bigger than it may be."""

    def __init__(self, most_bytes: int) -> None:
        super().__init__(f"more than {most_bytes:,} bytes", final=True)


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a request may take.

    Attributes
    ----------
    most_bytes : int
        The biggest body, as it is sent and when it is unpacked.
    seconds : float
        The longest time until its end.
    on_silence : callable
        Called whenever nothing has come for ten seconds.
    """

    most_bytes: int
    seconds: float
    on_silence: Callable[[], None]


bounds: ContextVar[Bounds] = ContextVar("bounds")
"""The bounds of the request that this thread makes."""


class BoundedResponse(http.client.HTTPResponse):
    """A response that keeps the bounds of its request."""

    def __init__(self, sock: socket, *args: Any, **options: Any) -> None:
        super().__init__(sock, *args, **options)
        self._raw = _BoundedReader(sock, self.fp.detach(), bounds.get())
        self.fp = io.BufferedReader(self._raw)

    def begin(self) -> None:
        """Read the headers; from then on the bounds are those of the body."""
        super().begin()
        self._raw.expect_body()


class _BoundedReader(io.RawIOBase):
    """The bytes of a socket; ``held`` keeps it open until this is closed."""

    def __init__(self, sock: socket, held: io.RawIOBase, limits: Bounds) -> None:
        self._socket = sock
        self._held = held
        self._limits = limits
        self._patience = sock.gettimeout() or limits.seconds
        self._began = time.monotonic()
        self._first: float | None = None
        self._n_bytes = 0
        self._in_body = False

    def expect_body(self) -> None:
        """Allow as many bytes more as the body may have."""
        self._in_body = True

    def readable(self) -> bool:
        return True

    # Asked for only where a chunk says that it is as long as what is left, which may be endless.
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
        most = HEADER_BYTES + (self._limits.most_bytes if self._in_body else 0)
        if self._n_bytes > most:
            if self._in_body:
                raise TooMuchError(self._limits.most_bytes)
            raise NoAnswerError(f"headers of more than {HEADER_BYTES:,} bytes", damaged=True)
        return n_bytes

    def _end(self) -> tuple[float, str]:
        """Return until when bytes have to come, and what it is called if they don't."""
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
