"""Deadlines of a request: how long status line, headers and each part of the body may take.

The timeout of a socket begins anew with every byte. A server that sends a byte at a time, of the
status line, the headers, the sizes of chunks or the trailers, would be waited for without end:
the libraries return only when they have a whole line. A `Deadline` therefore ends the connection
from another thread. It looks after all of a process, as one for each request takes long to start.
"""

import math
import os
import socket
import threading
import time
from contextlib import suppress
from contextvars import ContextVar
from types import TracebackType
from typing import Any, Self

from requests.adapters import HTTPAdapter
from urllib3 import HTTPConnectionPool, HTTPResponse, HTTPSConnectionPool
from urllib3.connection import HTTPConnection, HTTPSConnection

_CURRENT: ContextVar["Deadline | None"] = ContextVar("deadline", default=None)

LOOK_SECONDS = 0.05
"""How late a connection may be ended."""


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
        self._connection: socket.socket | None = None
        self._lock = threading.Lock()

    def within(self, seconds: float) -> None:
        """Give the step that begins now so many seconds."""
        self._until = time.monotonic() + seconds

    def watch(self, connection: socket.socket | None) -> None:
        """Say which connection the request has."""
        with self._lock:
            self._connection = connection
            # A connection that is made after the time must not be waited for either.
            if self.is_over:
                self._end()

    def look(self) -> None:
        """End the connection if the time is over."""
        if time.monotonic() < self._until:
            return
        with self._lock:
            if not self.is_over:
                self.is_over = True
                self._end()

    def __enter__(self) -> Self:
        self._token = _CURRENT.set(self)
        _WATCHER.add(self)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        _CURRENT.reset(self._token)
        _WATCHER.remove(self)
        with self._lock:
            self._connection = None

    def _end(self) -> None:
        if self._connection is None:
            return
        # Not that of TLS, which would change what the other thread is reading from. It may have
        # ended by itself.
        with suppress(OSError):
            socket.socket.shutdown(self._connection, socket.SHUT_RDWR)


class _Watcher:
    """A thread that looks at the deadlines of a process again and again while there are any."""

    def __init__(self) -> None:
        self._thread: threading.Thread | None = None
        self._deadlines: set[Deadline] = set()
        self._changed = threading.Condition()

    def add(self, deadline: Deadline) -> None:
        with self._changed:
            self._deadlines.add(deadline)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="deadlines", daemon=True)
                self._thread.start()
            elif len(self._deadlines) == 1:
                self._changed.notify()

    def remove(self, deadline: Deadline) -> None:
        with self._changed:
            self._deadlines.discard(deadline)

    def _run(self) -> None:
        while True:
            with self._changed:
                while not self._deadlines:
                    self._changed.wait()
                deadlines = list(self._deadlines)
            for deadline in deadlines:
                deadline.look()
            time.sleep(LOOK_SECONDS)


_WATCHER = _Watcher()


def _watch_anew() -> None:
    # Threads do not survive a fork, and requests of the parent are not the child's.
    global _WATCHER
    _WATCHER = _Watcher()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_watch_anew)


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
