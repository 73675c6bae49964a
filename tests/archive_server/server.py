"""The HTTP server."""

import re
import sys
import threading
import time
from collections import defaultdict
from contextlib import nullcontext
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Self
from urllib.parse import unquote, urlsplit

from archive_server.content import Content
from archive_server.faults import Fault, send
from archive_server.routes import Routes


@dataclass
class Planned:
    """A fault for the next ``times`` requests whose path matches.

    It begins after so many matching requests and is over so many ``seconds`` later.
    """

    pattern: re.Pattern[str]
    fault: Fault
    times: float
    after: int = 0
    seconds: float = float("inf")
    begun: float | None = None

    def comes(self, path: str) -> bool:
        """Count a request and tell whether it gets the fault."""
        if not self.pattern.search(path):
            return False
        self.after -= 1
        if self.after >= 0 or self.times <= 0:
            return False
        now = time.monotonic()
        self.begun = self.begun or now
        if now - self.begun > self.seconds:
            return False
        self.times -= 1
        return True


@dataclass(frozen=True)
class Request:
    """A request that has come: when, for what, with which headers, and from which port."""

    time: float
    path: str
    headers: dict[str, str]
    connection: int


class ArchiveServer:
    """Serve content on a port of 127.0.0.1 until the block ends.

    ``requests`` are the requests so far, ``most_at_once`` the most that were under way at
    the same time. Every answer sets a cookie; requests that send the same one back are answered
    one after the other, as the sessions of PHP have it.
    """

    def __init__(
        self, content: Content, port: int = 0, *, seconds_per_answer: float = 0.0
    ) -> None:
        self.content = content
        self.requests: list[Request] = []
        self.most_at_once = 0
        self.seconds_per_answer = seconds_per_answer
        self._others: list[_Http] = []
        self._at_once = 0
        self._planned: list[Planned] = []
        self._lock = threading.Lock()
        self._sessions: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)
        self._http = _Http(("127.0.0.1", port), _Handler)
        self._http.archive = self
        self.address = f"http://127.0.0.1:{self._http.server_port}"
        self.routes = Routes(content, self.address)

    def fail(
        self,
        pattern: str,
        fault: Fault,
        times: float = 1,
        *,
        after: int = 0,
        seconds: float = float("inf"),
    ) -> Planned:
        """Answer the next requests for matching paths with a fault, in the order of the calls."""
        planned = Planned(re.compile(pattern), fault, times, after, seconds)
        with self._lock:
            self._planned.append(planned)
        return planned

    def other_name(self) -> str:
        """Listen on one more port and return its address."""
        http = _Http(("127.0.0.1", 0), _Handler)
        http.archive = self
        threading.Thread(target=http.serve_forever, args=(0.01,), daemon=True).start()
        self._others.append(http)
        return f"http://127.0.0.1:{http.server_port}"

    def heal(self) -> None:
        """Forget the faults that have not come yet."""
        with self._lock:
            self._planned.clear()

    def count(self, pattern: str) -> int:
        """Count the requests for matching paths."""
        return sum(re.search(pattern, request.path) is not None for request in self.requests)

    def serve_forever(self) -> None:
        """Serve in this thread."""
        self._http.serve_forever()

    def __enter__(self) -> Self:
        threading.Thread(target=self._http.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for http in (self._http, *self._others):
            http.shutdown()
            http.server_close()

    def handle(self, handler: BaseHTTPRequestHandler) -> None:
        """Answer a request."""
        path = unquote(urlsplit(handler.path).path)
        with self._lock:
            self.requests.append(
                Request(time.monotonic(), path, dict(handler.headers), handler.client_address[1])
            )
            cookie = handler.headers.get("Cookie")
            session = nullcontext() if cookie is None else self._sessions[cookie]
            self._at_once += 1
            self.most_at_once = max(self.most_at_once, self._at_once)
            fault = self._next_fault(path)
        try:
            with session:
                time.sleep(self.seconds_per_answer)
                (fault or send)(handler, self.routes.answer(path))
        finally:
            with self._lock:
                self._at_once -= 1

    def _next_fault(self, path: str) -> Fault | None:
        return next((planned.fault for planned in self._planned if planned.comes(path)), None)


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64
    archive: ArchiveServer

    def handle_error(self, request: object, client_address: object) -> None:
        """Keep quiet about clients that went away."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]  # an address


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: _Http

    def do_GET(self) -> None:
        self.server.archive.handle(self)

    def end_headers(self) -> None:
        """Begin a session."""
        if "Cookie" not in self.headers:
            self.send_header("Set-Cookie", f"ci_session={id(self)}; path=/")
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Keep quiet."""
