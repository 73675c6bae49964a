"""Requests to one server: no cookies, no passwords, no other host, nothing without bounds."""

import re
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import SplitResult, urljoin, urlsplit

import requests
from requests.adapters import HTTPAdapter
from urllib3 import HTTPConnectionPool, HTTPSConnectionPool, ProxyManager
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import HTTPError

from prgbench import __version__
from prgbench.archive.openml.address import LOCAL_HOSTS
from prgbench.archive.openml.answers import NoAnswerError
from prgbench.archive.openml.bounded import BoundedResponse, Bounds, TooMuchError, bounds
from prgbench.pipeline.foreign_text import plain

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
