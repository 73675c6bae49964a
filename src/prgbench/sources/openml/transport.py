"""How a server is asked: its address, the rate of requests, waits, and HTTP within bounds."""

import math
import re
import time
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import cache
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import SplitResult, urljoin, urlsplit

import requests
from urllib3.exceptions import HTTPError

from prgbench import __version__
from prgbench.run.safe_text import plain
from prgbench.sources.openml.address import LOCAL_HOSTS, PORTS, names_of, same_archive
from prgbench.sources.openml.answers import NoAnswerError, NoConnectionError, RefusedError
from prgbench.sources.openml.deadlines import Deadline, WatchedAdapter

if TYPE_CHECKING:
    from filelock import BaseFileLock

HEADERS = {"Accept": "*/*", "Accept-Encoding": "gzip"}
POLL_SECONDS = (0.002, 0.05)
LONGEST_PLAUSIBLE_WAIT = 60.0
MOMENT_SECONDS = 0.05
MOST_AT_ONCE = 1_000_000
CHUNK_BYTES = 1 << 18
MOST_REDIRECTS = 5
REDIRECTS = {301, 302, 303, 307, 308}
CODINGS = {"identity", "gzip", "x-gzip"}
SLOW_AFTER = 30.0
LEAST_BYTES_PER_SECOND = 1000.0
NOT_IN_TIME = "no data in time"
GZIP = 16 + zlib.MAX_WBITS

_SECONDS = re.compile(r"[0-9]{1,9}")


class SharedLimiter:
    """Limit the requests of all processes that use the same folder.

    A connection is a lock that is held during the request; the operating system releases it when
    a process is killed. A file holds the time at which the next request may start. Where there are
    many turns in a moment, a process takes those of a moment at once.

    Whether a lock of another process is free can only be tried again and again. So the threads of
    a process queue for its `threading.Lock`, and one of them at a time tries the locks of files.
    """

    def __init__(self, folder: Path, connections: int, requests_per_second: float) -> None:
        from filelock import FileLock

        folder.mkdir(parents=True, exist_ok=True)
        paths = [folder / f"connection-{index}.lock" for index in range(connections)]
        # Those that no thread of this process holds; another thread may release what one acquired.
        self._idle: list[BaseFileLock] = [FileLock(path, thread_local=False) for path in paths]
        self._looking = Lock()
        self._turn = folder / "next-request"
        self._turn_lock = FileLock(f"{self._turn}.lock", thread_local=False)
        self._turning = Lock()
        self._interval = 1.0 / requests_per_second
        self._at_once = max(1, int(min(MOMENT_SECONDS * requests_per_second, MOST_AT_ONCE)))
        # The next of the turns that were taken, and when the one after them would be.
        self._next = 0.0
        self._end = 0.0

    @contextmanager
    def request(self) -> Iterator[None]:
        """Wait for a free connection and for this request's turn."""
        with self._looking:
            connection = self._free_connection()
        try:
            time.sleep(self._wait_for_turn())
            yield
        finally:
            connection.release()
            self._idle.append(connection)

    def _free_connection(self) -> "BaseFileLock":
        from filelock import Timeout

        pause, longest = POLL_SECONDS
        while True:
            for place, connection in enumerate(self._idle):
                with suppress(Timeout):
                    connection.acquire(blocking=False)
                    return self._idle.pop(place)
            time.sleep(pause)
            pause = min(2 * pause, longest)

    def _wait_for_turn(self) -> float:
        """Return the seconds until the next turn of this process."""
        with self._turning:
            now = time.time()
            is_left = self._next < self._end - self._interval / 2
            # Those that were not used in their moment are forgone, as requests would come in a
            # burst; those far ahead are of before the clock was set back.
            is_near = now - MOMENT_SECONDS < self._next < now + LONGEST_PLAUSIBLE_WAIT
            turn = self._next if is_left and is_near else self._take_turns()
            self._next = turn + self._interval
        return max(turn - time.time(), 0.0)

    def _take_turns(self) -> float:
        """Take the turns of a moment and return the first."""
        with self._turn_lock.acquire(poll_interval=POLL_SECONDS[0]):
            now = time.time()
            turn = max(now, self._stated_turn(now))
            self._end = turn + self._at_once * self._interval
            # The next request's time is noted before this one waits, so that turns never meet.
            self._turn.write_text(repr(self._end), encoding="ascii")
        return turn

    def _stated_turn(self, now: float) -> float:
        """Return the time that is written; now if it is damaged or the clock was set back."""
        try:
            turn = float(self._turn.read_text(encoding="ascii"))
        except (OSError, ValueError):
            return now
        return turn if turn < now + LONGEST_PLAUSIBLE_WAIT else now


class TooMuchError(NoAnswerError):
    """A body is bigger than it may be."""

    def __init__(self, most_bytes: int) -> None:
        super().__init__(f"more than {most_bytes:,} bytes", certain=True)


class Bounds(NamedTuple):
    """The bounds of an answer: the size of its body, packed and unpacked, and the time for it."""

    most_bytes: int
    seconds: float


class Reply(NamedTuple):
    """The status of an answer, the URL after redirects, and its body, which is read once."""

    status: int
    url: str
    chunks: Iterator[bytes]


class Transport:
    """Make requests that keep their bounds.

    Proxies and certificates come from the environment; ``.netrc`` is not read. Cookies are
    not sent: the server answers the requests of a session one after the other.
    """

    def __init__(self, server: str) -> None:
        self._names = names_of(server)
        self._session = requests.Session()
        self._session.trust_env = urlsplit(server).hostname not in LOCAL_HOSTS
        for scheme in ("http://", "https://"):
            self._session.mount(scheme, WatchedAdapter())

    @contextmanager
    def get(self, url: str, timeout: tuple[float, float], limits: Bounds) -> Iterator[Reply]:
        """Yield the answer, after redirects within the same host or among the server's names.

        ``timeout`` has the seconds for a connection and for the next bytes; status line and
        headers of all redirects have their sum, and so has each part of the body, however slowly
        its bytes drip. `NoAnswerError`, also while its chunks are read, if there is none, its
        status is temporary, or it goes beyond its bounds.
        """
        with Deadline() as deadline, self._answer(url, timeout, deadline) as response:
            status = response.status_code
            if status >= 500 or status in (408, 429):
                seconds = retry_after(response.headers.get("Retry-After", ""))
                raise NoAnswerError(f"HTTP {status}", retry_after=seconds)
            chunks = _chunks(response, limits, deadline, sum(timeout))
            yield Reply(status, str(response.request.url), chunks)

    def _answer(
        self, url: str, timeout: tuple[float, float], deadline: Deadline
    ) -> requests.Response:
        deadline.within(sum(timeout))
        for _ in range(MOST_REDIRECTS + 1):
            with _no_answer(deadline):
                response = self._send(url, timeout)
            location = response.headers.get("Location")
            if response.status_code not in REDIRECTS or location is None:
                return response
            response.close()
            url = redirected(url, location, self._names)
        raise RefusedError(f"more than {MOST_REDIRECTS} redirects")

    def _send(self, url: str, timeout: tuple[float, float]) -> requests.Response:
        """Make one request; the session itself would add cookies, passwords and redirects."""
        request = requests.Request("GET", url, HEADERS | {"User-Agent": user_agent()}).prepare()
        settings: Any = self._session.merge_environment_settings(url, {}, True, None, None)
        return self._session.get_adapter(url).send(request, timeout=timeout, **settings)


@cache
def user_agent() -> str:
    """Return the name of the program, with its address if the package has one."""
    urls: list[str] = []
    with suppress(PackageNotFoundError):
        urls = metadata("prgbench").get_all("Project-URL") or []
    sources = [url.partition(", ")[2] for url in urls if url.startswith("Source, ")]
    return " ".join([f"prgbench/{__version__}", *(f"(+{source})" for source in sources)])


@contextmanager
def _no_answer(deadline: Deadline) -> Iterator[None]:
    """Turn the libraries' errors about an answer, or its deadline, into `NoAnswerError`."""
    try:
        yield
        # The libraries take the end of the connection for that of the headers or of the body.
        if deadline.is_over:
            raise NoConnectionError(NOT_IN_TIME)
    except (requests.RequestException, HTTPError, ValueError, OSError) as error:
        if deadline.is_over:
            raise NoConnectionError(NOT_IN_TIME) from error
        raise NoConnectionError(_cause(error)) from error


def _cause(error: Exception) -> str:
    text = str(error)
    if isinstance(error, requests.exceptions.ProxyError):
        return "the proxy does not answer"
    if isinstance(error, requests.exceptions.SSLError):
        return "its certificate is not accepted"
    if isinstance(error, requests.Timeout) or "timed out" in text:
        return NOT_IN_TIME
    if "refused" in text:
        return "connection refused"
    if "resol" in text:
        return "its host name is unknown"
    return "connection broken"


def redirected(url: str, location: str, names: frozenset[str] = frozenset()) -> str:
    """Return where a redirect leads: not from https to http, nor to another host.

    ``names`` are the addresses of one server, among which it may redirect.
    """
    try:
        target = urljoin(url, location)
        old = urlsplit(url)
        new = urlsplit(target)
        same = _origin(new) == _origin(old) or (
            _origin(old) == ("http", old.hostname, 80)
            and _origin(new) == ("https", old.hostname, 443)
        )
    except ValueError:
        raise RefusedError(f"redirects to {plain(location, 80)!r}") from None
    if same and new.username is None:
        return target
    other_name = same_archive(target, names)
    if other_name is None:
        raise RefusedError(f"redirects to another server, {plain(target, 80)}")
    return other_name


def _origin(url: SplitResult) -> tuple[str, str | None, int | None]:
    return url.scheme, url.hostname, url.port or PORTS.get(url.scheme)


def retry_after(stated: str) -> float:
    """Return the seconds that a ``Retry-After`` asks for; 0 if it makes no sense."""
    if _SECONDS.fullmatch(stated):
        return float(stated)
    try:
        moment = parsedate_to_datetime(stated)
        return max(0.0, (moment - datetime.now(moment.tzinfo and UTC)).total_seconds())
    except (ValueError, TypeError, OverflowError, IndexError):
        return 0.0


def _chunks(
    response: requests.Response, limits: Bounds, deadline: Deadline, seconds: float
) -> Iterator[bytes]:
    """Yield the body, unpacked if it is packed."""
    coding = response.headers.get("Content-Encoding", "identity").strip().lower()
    if coding not in CODINGS:
        raise NoAnswerError(
            f"compressed as {plain(coding, 40)}, which was not requested", damaged=True
        )
    chunks = _received(response, limits, deadline, seconds)
    n_bytes = 0
    for chunk in chunks if coding == "identity" else unpacked(chunks):
        n_bytes += len(chunk)
        if n_bytes > limits.most_bytes:
            raise TooMuchError(limits.most_bytes)
        yield chunk


def _received(
    response: requests.Response, limits: Bounds, deadline: Deadline, longest_wait: float
) -> Iterator[bytes]:
    """Yield the body as it comes, unless it is too much, too late or too slow.

    The sizes of chunks and the trailers are read by the library, which may wait for a part of the
    body for at most ``longest_wait`` seconds.
    """
    began = time.monotonic()
    n_bytes = 0
    while True:
        deadline.within(longest_wait)
        with _no_answer(deadline):
            # Whatever has come: a read of a whole chunk waits as long as a byte comes in time.
            chunk = response.raw.read1(CHUNK_BYTES, decode_content=False)
        if not chunk:
            return
        # What is done with it takes its own time.
        deadline.within(math.inf)
        n_bytes += len(chunk)
        seconds = time.monotonic() - began
        if n_bytes > limits.most_bytes:
            raise TooMuchError(limits.most_bytes)
        if seconds > limits.seconds:
            raise NoAnswerError(f"not complete within {limits.seconds:.0f} s")
        if seconds > SLOW_AFTER + n_bytes / LEAST_BYTES_PER_SECOND:
            raise NoAnswerError("fewer than 1 kB/s")
        yield chunk


def unpacked(packed: Iterable[bytes]) -> Iterator[bytes]:
    """Yield what gzip holds, a little at a time.

    The library's own reader takes truncated data as complete.
    """
    unpacker = zlib.decompressobj(GZIP)
    for chunk in packed:
        left = chunk
        while left:
            try:
                piece = unpacker.decompress(left, CHUNK_BYTES)
            except zlib.error:
                raise NoAnswerError("damaged gzip", damaged=True) from None
            if unpacker.unused_data:
                raise NoAnswerError("gzip followed by other data", damaged=True)
            if piece:
                yield piece
            left = unpacker.unconsumed_tail
    if not unpacker.eof:
        raise NoAnswerError("truncated gzip", damaged=True)
