"""Deadlines of a request: how long status line, headers and each part of the body may take.

The timeout of a socket begins anew with every byte. A server that sends a byte at a time, of the
status line, the headers, the sizes of chunks or the trailers, would be waited for without end:
the libraries return only when they have a whole line. A `Deadline` therefore ends the connection
from another thread.
"""

import math
import socket
import threading
import time
from contextvars import ContextVar
from types import TracebackType
from typing import Any, Self

from requests.adapters import HTTPAdapter
from urllib3 import HTTPConnectionPool, HTTPResponse, HTTPSConnectionPool
from urllib3.connection import HTTPConnection, HTTPSConnection

_CURRENT: ContextVar["Deadline | None"] = ContextVar("deadline", default=None)


class Deadline:
    """End the connection of a request that takes longer than it may.

    Within its block, requests of this thread that are made with a `WatchedAdapter` have it. Each
    step sets by `within` how long it may take. The libraries can take the end of a connection for
    that of the headers or the body, so `is_over` must be asked after each step.

    Examples
    --------
    >>> with Deadline() as deadline:
    ...     deadline.within(60.0)
    ...     deadline.is_over
    False
    """

    def __init__(self) -> None:
        self.is_over = False
        self._until = math.inf
        self._is_done = False
        self._connection: socket.socket | None = None
        self._changed = threading.Condition()

    def within(self, seconds: float) -> None:
        """Give the step that begins now so many seconds."""
        with self._changed:
            self._until = time.monotonic() + seconds
            self._changed.notify()

    def watch(self, connection: socket.socket | None) -> None:
        """Say which connection the request has."""
        with self._changed:
            self._connection = connection
            # A connection that is made after the time must not be waited for either.
            if self.is_over:
                self._end()

    def __enter__(self) -> Self:
        self._token = _CURRENT.set(self)
        threading.Thread(target=self._wait, name="deadline", daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        _CURRENT.reset(self._token)
        with self._changed:
            self._is_done = True
            self._connection = None
            self._changed.notify()

    def _wait(self) -> None:
        with self._changed:
            while not self._is_done:
                left = self._until - time.monotonic()
                if left <= 0.0:
                    self.is_over = True
                    self._end()
                    return
                self._changed.wait(None if math.isinf(left) else left)

    def _end(self) -> None:
        if self._connection is None:
            return
        try:
            # Not that of TLS, which would change what the other thread is reading from.
            socket.socket.shutdown(self._connection, socket.SHUT_RDWR)
        except OSError:
            # It has ended by itself.
            return


def _watch(connection: HTTPConnection) -> None:
    deadline = _CURRENT.get()
    if deadline is not None:
        deadline.watch(connection.sock)


class _WatchedConnection(HTTPConnection):
    def _tunnel(self) -> None:
        _watch(self)
        super()._tunnel()

    def getresponse(self) -> HTTPResponse:  # type: ignore[override]  # as urllib3 has it
        _watch(self)
        return super().getresponse()


class _WatchedTLSConnection(HTTPSConnection):
    def _tunnel(self) -> None:
        _watch(self)
        super()._tunnel()

    def getresponse(self) -> HTTPResponse:  # type: ignore[override]  # as urllib3 has it
        _watch(self)
        return super().getresponse()


class _WatchedPool(HTTPConnectionPool):
    ConnectionCls = _WatchedConnection


class _WatchedTLSPool(HTTPSConnectionPool):
    ConnectionCls = _WatchedTLSConnection


_POOLS = {"http": _WatchedPool, "https": _WatchedTLSPool}


class WatchedAdapter(HTTPAdapter):
    """Connections of `requests` that have the `Deadline` of the block they are used in."""

    def init_poolmanager(self, *args: Any, **options: Any) -> None:
        """Make the pools of connections."""
        super().init_poolmanager(*args, **options)
        self.poolmanager.pool_classes_by_scheme = _POOLS

    def proxy_manager_for(self, *args: Any, **options: Any) -> Any:
        """Make the pools of connections by a proxy."""
        manager = super().proxy_manager_for(*args, **options)
        manager.pool_classes_by_scheme = _POOLS
        return manager
