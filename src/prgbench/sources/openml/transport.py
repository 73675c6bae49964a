"""Requests to the server: sockets, addresses, rates and waits."""

import errno
import fcntl
import os
import re
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any
from urllib.parse import SplitResult, urljoin, urlsplit

import requests
from requests.adapters import HTTPAdapter
from urllib3 import HTTPConnectionPool, HTTPSConnectionPool, ProxyManager
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import HTTPError

from prgbench import __version__
from prgbench.run.errors import PrgbenchError
from prgbench.run.foreign_text import plain
from prgbench.run.listener import Listener
from prgbench.sources.openml.answers import NoAnswerError
from prgbench.sources.openml.retries import BoundedResponse, Bounds, TooMuchError, bounds

SECONDS = 10.0


class Waits:
    """Tell a listener of long waits: each after ten seconds, one of all threads in ten seconds.

    Parameters
    ----------
    listener : callable
        Returns who listens now.
    """

    def __init__(self, listener: Callable[[], Listener]) -> None:
        self._listener = listener
        self._lock = Lock()
        self._silent_until = 0.0

    def tell(self, why: str, waited: float, left: float) -> None:
        """Tell, unless it is too early, why there is no answer and for how long it is tried.

        Parameters
        ----------
        why : str
            The request, and what the server did.
        waited, left : float
            Seconds since the request began and until it is given up.
        """
        now = time.monotonic()
        with self._lock:
            if waited < SECONDS or now < self._silent_until:
                return
            self._silent_until = now + SECONDS
        self._listener().waiting(why, max(left, 0.0))


SERVER = "https://www.openml.org"
CONNECTIONS = 4
REQUESTS_PER_SECOND = 5.0
LOCAL_HOSTS = {"127.0.0.1", "localhost", "::1"}

_PORTS = {"http": 80, "https": 443}
_HOST = re.compile(r"[^\s/?#@:\\\[\]%]+|[0-9a-f:.]+")


def checked(server: str) -> str:
    """Return the address of a server if it is written as it should be.

    Raises
    ------
    PrgbenchError
        If it is no address, or has more than scheme, host and port.

    Examples
    --------
    >>> checked("http://127.0.0.1:8080")
    'http://127.0.0.1:8080'
    >>> checked("https://www.openml.org/api/v1/")
    Traceback (most recent call last):
    prgbench.run.errors.PrgbenchError: The server 'https://www.openml.org/api/v1/' has more \
than an address: write it as https://www.openml.org.
    """
    shown = repr(_without_password(plain(server)))
    root = _root(server)
    if root is None:
        raise PrgbenchError(f"The server {shown} is no address: write it as {SERVER}.")
    if root != server:
        raise PrgbenchError(f"The server {shown} has more than an address: write it as {root}.")
    return server


def store_name(server: str) -> str:
    """Return the name of a server's store, which no other address shares.

    Raises
    ------
    PrgbenchError
        If the address is not written as it should be.

    Examples
    --------
    >>> store_name("https://www.openml.org")
    'openml'
    >>> store_name("http://localhost:8080") == store_name("http://localhost:8081")
    False
    """
    if checked(server) == SERVER:
        return "openml"
    readable = re.sub(r"[^A-Za-z0-9]+", "_", server.partition("://")[2]).strip("_")
    return f"openml-{readable}-{sha256(server.encode()).hexdigest()[:8]}"


def is_on_this_machine(server: str) -> bool:
    """Tell whether a server runs on the machine that asks it.

    Examples
    --------
    >>> [is_on_this_machine(server) for server in ("http://[::1]:8080", SERVER, "http://[")]
    [True, False, False]
    """
    try:
        return urlsplit(server).hostname in LOCAL_HOSTS
    except ValueError:
        return False


def _root(server: str) -> str | None:
    """Return scheme, host and port of an address, None if it has none."""
    try:
        parts = urlsplit(server)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return None
    if parts.scheme not in _PORTS or not _HOST.fullmatch(host) or port == 0:
        return None
    host = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{host}" + (
        "" if port in (None, _PORTS[parts.scheme]) else f":{port}"
    )


def _without_password(server: str) -> str:
    scheme, slashes, rest = server.rpartition("://")
    return f"{scheme}{slashes}{rest.rpartition('@')[2]}"


POLL_SECONDS = 0.05
LONGEST_PLAUSIBLE_WAIT = 60.0

_TAKEN = {errno.EAGAIN, errno.EACCES}
_WIDTH = 32


class SharedLimiter:
    """Limit the requests of all processes that use the same folder.

    A connection is a file that is locked during the request; the operating system lets go of it
    when a process is killed. The rate is kept by a file that says when the next request may
    start.

    Parameters
    ----------
    folder : Path
        Where the files are.
    connections : int
        How many requests may be under way at the same time.
    requests_per_second : float
        How many may start within a second.
    """

    def __init__(self, folder: Path, connections: int, requests_per_second: float) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._slots = [folder / f"connection-{index}.lock" for index in range(connections)]
        self._turn = folder / "next-request"
        self._interval = 1.0 / requests_per_second
        self._only_one_looks = Lock()

    @contextmanager
    def request(self) -> Iterator[None]:
        """Hold one of the connections, and enter when it is this request's turn."""
        with self._only_one_looks:
            slot = self._free_slot()
        try:
            time.sleep(self._wait_for_turn())
            yield
        finally:
            os.close(slot)

    def _free_slot(self) -> int:
        while True:
            for path in self._slots:
                slot = _locked(path, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if slot is not None:
                    return slot
            time.sleep(POLL_SECONDS)

    def _wait_for_turn(self) -> float:
        handle = None
        while handle is None:
            handle = _locked(self._turn, fcntl.LOCK_EX)
        try:
            now = time.time()
            turn = max(now, _stated_turn(handle, now))
            os.pwrite(handle, repr(turn + self._interval).ljust(_WIDTH).encode(), 0)
        finally:
            os.close(handle)
        return turn - now


def _locked(path: Path, how: int) -> int | None:
    """Return the handle of a file that is locked until it is closed, None if it is taken.

    A lock of the `filelock` package does the same in fifty times the processor time.
    """
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        fcntl.flock(handle, how)
    except OSError as error:
        os.close(handle)
        if error.errno in _TAKEN:
            return None
        raise
    return handle


def _stated_turn(handle: int, now: float) -> float:
    """Return the time in the file unless the file is damaged or the clock was set back."""
    try:
        turn = float(os.pread(handle, _WIDTH, 0))
    except ValueError:
        return now
    return turn if turn < now + LONGEST_PLAUSIBLE_WAIT else now


CHUNK_BYTES = 1 << 18
MOST_REDIRECTS = 5
REDIRECTS = {301, 302, 303, 307, 308}
CODINGS = {"identity", "gzip", "x-gzip"}
GZIP = 16 + zlib.MAX_WBITS
PORTS = {"http": 80, "https": 443}
HEADERS = {"User-Agent": f"prgbench/{__version__}", "Accept": "*/*", "Accept-Encoding": "gzip"}

_SECONDS = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class Reply:
    """Status and headers of an answer, and its body, which is read once."""

    status: int
    headers: Mapping[str, str]
    chunks: Iterator[bytes]


class Transport:
    """Make requests that keep their bounds.

    Proxies and certificates are those that the environment names; passwords in ``.netrc`` are
    not looked for. Cookies are neither kept nor sent: the server would answer one request of a
    session after the other.

    Parameters
    ----------
    server : str
        The server's address.
    """

    def __init__(self, server: str) -> None:
        self._session = requests.Session()
        self._session.trust_env = urlsplit(server).hostname not in LOCAL_HOSTS
        for scheme in PORTS:
            self._session.mount(f"{scheme}://", _Adapter())

    @contextmanager
    def get(self, url: str, timeout: tuple[float, float], limits: Bounds) -> Iterator[Reply]:
        """Yield the answer, after redirects of the same host.

        Raises
        ------
        NoAnswerError
            If there is none, it has a status that may pass, or goes beyond its bounds, while its
            chunks are read, too.
        """
        token = bounds.set(limits)
        try:
            with self._answer(url, timeout) as response:
                status = response.status_code
                if status >= 500 or status in (408, 429):
                    raise NoAnswerError(
                        f"HTTP {status}",
                        retry_after=retry_after(response.headers.get("Retry-After", "")),
                    )
                yield Reply(status, response.headers, _chunks(response, limits.most_bytes))
        finally:
            bounds.reset(token)

    def _answer(self, url: str, timeout: tuple[float, float]) -> requests.Response:
        for _ in range(MOST_REDIRECTS + 1):
            with _told():
                response = self._send(url, timeout)
            location = response.headers.get("Location")
            if response.status_code not in REDIRECTS or location is None:
                return response
            response.close()
            url = redirected(url, location)
        raise NoAnswerError(f"more than {MOST_REDIRECTS} redirects", damaged=True)

    def _send(self, url: str, timeout: tuple[float, float]) -> requests.Response:
        """Make one request; the session's own way adds cookies, passwords and redirects."""
        request = requests.Request("GET", url, HEADERS).prepare()
        settings: Any = self._session.merge_environment_settings(url, {}, True, None, None)
        return self._session.get_adapter(url).send(request, timeout=timeout, **settings)


class _Connection(HTTPConnection):
    response_class = BoundedResponse


class _SecureConnection(HTTPSConnection):
    response_class = BoundedResponse


class _Pool(HTTPConnectionPool):
    ConnectionCls = _Connection


class _SecurePool(HTTPSConnectionPool):
    ConnectionCls = _SecureConnection


_POOLS = {"http": _Pool, "https": _SecurePool}


class _Adapter(HTTPAdapter):
    """Connections whose responses are bounded, through proxies too."""

    def init_poolmanager(self, *args: Any, **options: Any) -> None:
        super().init_poolmanager(*args, **options)
        self.poolmanager.pool_classes_by_scheme = _POOLS

    def proxy_manager_for(self, proxy: str, **options: Any) -> ProxyManager:
        manager: ProxyManager = super().proxy_manager_for(proxy, **options)
        manager.pool_classes_by_scheme = _POOLS
        return manager


def redirected(url: str, location: str) -> str:
    """Return where a redirect leads.

    Raises
    ------
    NoAnswerError
        If it leads to another host, or from https to http.
    """
    try:
        target = urljoin(url, location)
        old, new = urlsplit(url), urlsplit(target)
        same = _place(new) == _place(old) or (
            _place(old) == ("http", old.hostname, 80)
            and _place(new) == ("https", old.hostname, 443)
        )
    except ValueError:
        raise NoAnswerError(f"redirects to {plain(location, 80)!r}", final=True) from None
    if not same or new.username is not None:
        raise NoAnswerError(f"redirects to another server, {plain(target, 80)}", final=True)
    return target


def _place(url: SplitResult) -> tuple[str, str | None, int | None]:
    return url.scheme, url.hostname, url.port or PORTS.get(url.scheme)


def retry_after(stated: str) -> float:
    """Return the seconds that a ``Retry-After`` asks for, 0 where it makes no sense.

    Examples
    --------
    >>> [retry_after(stated) for stated in ("120", "-1", "nan", "²", "")]
    [120.0, 0.0, 0.0, 0.0, 0.0]
    """
    if _SECONDS.fullmatch(stated):
        return float(stated)
    try:
        moment = parsedate_to_datetime(stated)
        return max(0.0, (moment - datetime.now(moment.tzinfo and UTC)).total_seconds())
    except (ValueError, TypeError, OverflowError, IndexError):
        return 0.0


def _chunks(response: requests.Response, most_bytes: int) -> Iterator[bytes]:
    """Yield the body, unpacked if it is packed."""
    coding = response.headers.get("Content-Encoding", "identity").strip().lower()
    if coding not in CODINGS:
        raise NoAnswerError(f"packed as {plain(coding, 40)}, which nobody asked for", damaged=True)
    chunks = _sent(response)
    n_bytes = 0
    for chunk in chunks if coding == "identity" else unpacked(chunks):
        n_bytes += len(chunk)
        if n_bytes > most_bytes:
            raise TooMuchError(most_bytes)
        yield chunk


def _sent(response: requests.Response) -> Iterator[bytes]:
    while True:
        with _told():
            chunk = response.raw.read(CHUNK_BYTES, decode_content=False)
        if not chunk:
            return
        yield chunk


def unpacked(packed: Iterable[bytes]) -> Iterator[bytes]:
    """Yield what gzip holds, a little at a time.

    The library's own reading takes packed data that break off for complete.

    Raises
    ------
    NoAnswerError
        If it is not gzip, breaks off, or goes on after its end.
    """
    unpacker = zlib.decompressobj(GZIP)
    for chunk in packed:
        rest = chunk
        while rest:
            try:
                piece = unpacker.decompress(rest, CHUNK_BYTES)
            except zlib.error:
                raise NoAnswerError("damaged gzip", damaged=True) from None
            if unpacker.unused_data:
                raise NoAnswerError("gzip that goes on after its end", damaged=True)
            if piece:
                yield piece
            rest = unpacker.unconsumed_tail
    if not unpacker.eof:
        raise NoAnswerError("gzip that breaks off", damaged=True)


@contextmanager
def _told() -> Iterator[None]:
    """Make what the libraries raise about an answer a `NoAnswerError`."""
    try:
        yield
    except (requests.RequestException, HTTPError, ValueError) as error:
        raise NoAnswerError(_cause(error)) from error


def _cause(error: Exception) -> str:
    said = str(error)
    if isinstance(error, requests.exceptions.ProxyError):
        return "the proxy does not answer"
    if isinstance(error, requests.exceptions.SSLError):
        return "its certificate is not accepted"
    if isinstance(error, requests.Timeout) or "timed out" in said:
        return "no data in time"
    if "refused" in said:
        return "connection refused"
    if "resol" in said:
        return "its name is not known"
    return "connection broken"
