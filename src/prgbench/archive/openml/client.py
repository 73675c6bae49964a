"""The HTTP client: timeouts, retries, and bodies that are checked before they are used."""

import hashlib
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit
from xml.etree import ElementTree

import requests

from prgbench import __version__
from prgbench.archive.interface import ArchiveUnreachableError
from prgbench.archive.openml.answers import (
    BusyError,
    MissingFileError,
    NoAnswerError,
    ServerError,
    beginning,
    error_of,
    parse_answer,
)
from prgbench.archive.openml.cache import AnswerCache
from prgbench.archive.openml.limiter import SharedLimiter
from prgbench.archive.openml.retries import Retries
from prgbench.pipeline.errors import PrgbenchError

DATABASE_BUSY = 107
DATABASE_BUSY_TEXT = b"Database connection error"
MISSING_FILE = {403, 404, 410}
CHUNK_BYTES = 1 << 18
FIRST_CONTACT_TIMEOUT = (10.0, 15.0)

_ARFF = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:%|@relation|@attribute)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Downloaded:
    """Checksum and size of a body that has been written to a file."""

    sha256: str
    n_bytes: int


class Client:
    """Ask an OpenML server for answers in XML and for files.

    Parameters
    ----------
    server : str
        Address without path, as ``https://www.openml.org``.
    limiter : SharedLimiter
        Passed by every attempt of a request.
    cache : AnswerCache
        Keeps the answers of listings.
    retries : Retries
        How often to try.
    timeout : tuple of float
        Seconds to wait for a connection, and for the next bytes.
    """

    def __init__(
        self,
        server: str,
        limiter: SharedLimiter,
        cache: AnswerCache,
        retries: Retries,
        timeout: tuple[float, float],
    ) -> None:
        self.server = server.rstrip("/")
        address = urlsplit(self.server)
        if address.scheme not in ("http", "https") or not address.hostname:
            raise PrgbenchError(
                f"The server {server!r} is no address: write it as https://www.openml.org."
            )
        self._limiter = limiter
        self._cache = cache
        self._retries = retries
        self._timeout = timeout
        self._session = requests.Session()
        self._session.trust_env = address.hostname not in ("127.0.0.1", "localhost", "::1")
        self._session.headers["User-Agent"] = f"prgbench/{__version__}"

    def ask(
        self, call: str, *, cached: bool = False, attempts: int | None = None
    ) -> ElementTree.Element:
        """Return the answer to a call of the REST interface, as ``run/145651``.

        Raises
        ------
        ServerError
            If OpenML refuses with an error code.
        ArchiveUnreachableError
            If there is no answer after all attempts.
        """
        url = f"{self.server}/api/v1/xml/{call}"
        if cached and (known := self._cache.get(url)) is not None:
            return parse_answer(known)
        try:
            body, root = self._retries.run(lambda: self._ask(url), attempts)
        except NoAnswerError as error:
            raise self._unreachable(call, error) from error
        if cached:
            self._cache.put(url, body)
        return root

    def download(self, path: str, target: Path) -> Downloaded:
        """Write a file of the server to ``target``; it must look like ARFF and be complete.

        Raises
        ------
        MissingFileError
            If the server does not have the file, or goes on to send something else.
        ArchiveUnreachableError
            If there is no answer after all attempts.
        """
        start = time.monotonic()
        try:
            return self._retries.run(lambda: self._download(f"{self.server}/{path}", target))
        except NoAnswerError as error:
            if error.damaged or self._retries.answered_since(start):
                raise MissingFileError(f"{self.server}/{path}: {error.detail}") from error
            raise self._unreachable(path, error) from error

    def _ask(self, url: str) -> tuple[bytes, ElementTree.Element]:
        with self._response(url) as response:
            body = response.content
        _check_not_busy(body)
        root = parse_answer(body)
        error = error_of(root)
        self._retries.answered()
        if error is None:
            return body, root
        if error[0] == DATABASE_BUSY:
            raise BusyError(f"{error[1]} (code {DATABASE_BUSY})")
        raise ServerError(*error, url)

    def _download(self, url: str, target: Path) -> Downloaded:
        digest, n_bytes = hashlib.sha256(), 0
        with self._response(url) as response, target.open("wb") as file:
            if response.status_code in MISSING_FILE:
                self._retries.answered()
                raise MissingFileError(f"HTTP {response.status_code} for {url}")
            for chunk in response.iter_content(CHUNK_BYTES):
                if n_bytes == 0:
                    _check_arff(chunk)
                digest.update(chunk)
                n_bytes += len(chunk)
                file.write(chunk)
            _check_complete(response, n_bytes)
        self._retries.answered()
        return Downloaded(digest.hexdigest(), n_bytes)

    @contextmanager
    def _response(self, url: str) -> Iterator[requests.Response]:
        timeout = self._timeout if self._retries.in_contact else FIRST_CONTACT_TIMEOUT
        timeout = (min(timeout[0], self._timeout[0]), min(timeout[1], self._timeout[1]))
        try:
            with (
                self._limiter.request(),
                self._session.get(url, stream=True, timeout=timeout) as response,
            ):
                status = response.status_code
                if status >= 500 or status in (408, 429):
                    raise NoAnswerError(f"HTTP {status}", retry_after=_retry_after(response))
                yield response
        except requests.RequestException as error:
            raise NoAnswerError(_cause(error)) from error

    def _unreachable(self, call: str, error: NoAnswerError) -> ArchiveUnreachableError:
        return ArchiveUnreachableError(
            f"{self.server} does not answer {call[:80]} ({error.detail}): check the network or "
            "try again later; what has been fetched stays and the same command goes on. "
            "`snakemake --cores 8 --config study=demo` works without network."
        )


def _check_not_busy(body: bytes) -> None:
    if DATABASE_BUSY_TEXT in body[:200]:
        raise BusyError("database connection error")


def _check_arff(start: bytes) -> None:
    _check_not_busy(start)
    if not _ARFF.match(start):
        html = start.lstrip()[:1] == b"<"
        raise NoAnswerError(f"no ARFF but {beginning(start)}", damaged=not html)


def _check_complete(response: requests.Response, n_bytes: int) -> None:
    stated = response.headers.get("Content-Length", "")
    plain = "Content-Encoding" not in response.headers
    if n_bytes == 0 or (plain and stated.isdigit() and int(stated) != n_bytes):
        raise NoAnswerError(f"{n_bytes} of {stated or 'unknown'} bytes", damaged=True)


def _retry_after(response: requests.Response) -> float:
    stated = response.headers.get("Retry-After", "")
    return float(stated) if stated.isdigit() else 0.0


def _cause(error: requests.RequestException) -> str:
    if isinstance(error, requests.Timeout) or "timed out" in str(error):
        return "no data in time"
    if isinstance(error, requests.ConnectionError) and "refused" in str(error):
        return "connection refused"
    if isinstance(error, requests.ConnectionError) and "resol" in str(error):
        return "its name is not known"
    return "connection broken" if isinstance(error, requests.ConnectionError) else str(error)
