"""The client: calls and files of an OpenML server, with retries and a cache of answers."""

import gzip
import hashlib
import re
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar
from xml.etree import ElementTree

from prgbench.run.files import atomic_path
from prgbench.run.listener import Listener
from prgbench.sources.interface import ArchiveUnreachableError
from prgbench.sources.openml.address import checked
from prgbench.sources.openml.answers import (
    SOUND,
    MissingFileError,
    NoAnswerError,
    ServerError,
    TooBigError,
    UnansweredCallError,
    beginning,
    check_not_busy,
    read_answer,
)
from prgbench.sources.openml.retries import Bounds, Retries, TooMuchError
from prgbench.sources.openml.transport import Reply, SharedLimiter, Transport, Waits

Result = TypeVar("Result")
OnSilence = Callable[[], None]
DAY = 24 * 3600.0
MOST_BYTES = 1 << 26
FIRST_CALL = "estimationprocedure/list"
MISSING_FILE = {403, 404, 410}
FIRST_CONTACT_TIMEOUT = (10.0, 15.0)
MOST_ANSWER_BYTES = 1 << 26
MOST_FILE_BYTES = 1 << 31
ANSWER_SECONDS = 900.0
SLOWEST_BYTES_PER_SECOND = 20_000.0
KEPT = "what has been fetched is kept and the same command goes on"

_ARFF = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:%|@relation|@attribute)", re.IGNORECASE)


class AnswerCache:
    """Keep the bodies of answers by their questions for ``seconds``."""

    def __init__(self, folder: Path, seconds: float = DAY) -> None:
        self._folder = folder
        self._seconds = seconds
        remove_older(folder, seconds)

    def get(self, question: str) -> bytes | None:
        """Return the body of a recent answer, if there is one."""
        path = self._path(question)
        try:
            if path.stat().st_mtime > time.time() - self._seconds:
                with gzip.open(path) as file:
                    body = file.read(MOST_BYTES + 1)
                return body if 0 < len(body) <= MOST_BYTES else None
        except (OSError, EOFError, zlib.error):
            pass
        return None

    def put(self, question: str, body: bytes) -> None:
        """Keep the body of an answer."""
        with atomic_path(self._path(question), durable=False) as temporary:
            temporary.write_bytes(gzip.compress(body, 1))

    def _path(self, question: str) -> Path:
        return self._folder / f"{hashlib.sha256(question.encode()).hexdigest()[:32]}.xml.gz"


def remove_older(folder: Path, seconds: float) -> None:
    """Delete the files of a folder that were written more than ``seconds`` ago."""
    oldest = time.time() - seconds
    for path in folder.glob("*"):
        with suppress(OSError):
            if path.stat().st_mtime < oldest:
                path.unlink()


@dataclass(frozen=True, slots=True)
class Downloaded:
    """Checksum and size of a body that has been written to a file."""

    sha256: str
    n_bytes: int


class Client:
    """Ask an OpenML server for answers in XML and for files.

    ``timeout`` has the seconds to wait for a connection and for the next bytes; ``listener``
    returns the one that hears of requests without an answer after ten seconds.
    """

    def __init__(
        self,
        server: str,
        limiter: SharedLimiter,
        cache: AnswerCache,
        retries: Retries,
        timeout: tuple[float, float],
        listener: Callable[[], Listener] = Listener,
    ) -> None:
        self.server = checked(server)
        self._limiter = limiter
        self._cache = cache
        self._retries = retries
        self._timeout = timeout
        self._waits = Waits(listener)
        self._transport = Transport(server)

    def ask(
        self, call: str, *, cached: bool = False, attempts: int | None = None
    ) -> ElementTree.Element:
        """Return the answer to a call of the REST interface, such as ``run/145651``.

        `ServerError` if OpenML refuses with an error code, `UnansweredCallError` if it answers
        other calls, but never this one, `ArchiveUnreachableError` if it answers nothing.
        """
        return self.ask_for(call, lambda root: root, cached=cached, attempts=attempts)

    def ask_for(
        self,
        call: str,
        read: Callable[[ElementTree.Element], Result],
        *,
        cached: bool = False,
        attempts: int | None = None,
    ) -> Result:
        """Return what ``read`` makes of the answer to a call; errors are those of `ask`.

        If ``read`` raises `NoAnswerError`, the answer is not kept and the call is repeated.
        """
        if cached:
            with suppress(NoAnswerError, ServerError):
                return read(read_answer(call, SOUND, self._cache.get(self._url(call)) or b""))

        def attempt(on_silence: OnSilence) -> tuple[bytes, Result]:
            body, root = self._ask(call, on_silence)
            return body, read(root)

        body, result = self._tried(call, attempt, attempts)
        if cached:
            self._cache.put(self._url(call), body)
        return result

    def download(
        self, path: str, target: Path, *, most_bytes: int = MOST_FILE_BYTES
    ) -> Downloaded:
        """Write a file of the server to ``target``; it must look like ARFF and be complete.

        `TooBigError` beyond ``most_bytes``, `MissingFileError` if the server does not have or
        never sends the file, `ArchiveUnreachableError` if it answers nothing.
        """
        try:
            return self._tried(path, partial(self._download, path, target, most_bytes))
        except UnansweredCallError as error:
            too_big = isinstance(error.__cause__, TooMuchError)
            raise (TooBigError if too_big else MissingFileError)(
                f"{self.server}/{path}: {error.detail}"
            ) from error

    def _tried(
        self, what: str, attempt: Callable[[OnSilence], Result], attempts: int | None = None
    ) -> Result:
        start = time.monotonic()

        def tell(why: str, wait: float) -> None:
            waited, left = time.monotonic() - start, self._retries.seconds_left(start)
            self._waits.tell(f"{self.server}/{what[:80]}: {why}", waited + wait, left)

        def on_silence() -> None:
            tell("no data yet", 0.0)

        try:
            return self._retries.run(
                lambda: attempt(on_silence), attempts, lives=self._answers, on_wait=tell
            )
        except NoAnswerError as error:
            sentence = f"{self.server} does not answer {what[:80]}"
            if error.damaged or self._retries.answered_since(start) or self._answers():
                raise UnansweredCallError(
                    f"{sentence} as OpenML does ({error.detail}): check that it is an OpenML "
                    f"server, or try again later; {KEPT}.",
                    error.detail,
                ) from error
            raise ArchiveUnreachableError(
                f"{sentence} ({error.detail}): check the network or try again later; {KEPT}. "
                "`snakemake --cores 8 --config study=demo` works without network."
            ) from error

    def _ask(self, call: str, on_silence: OnSilence) -> tuple[bytes, ElementTree.Element]:
        bounds = Bounds(MOST_ANSWER_BYTES, ANSWER_SECONDS, on_silence)
        with self._reply(self._url(call), bounds) as reply:
            body = b"".join(reply.chunks)
        try:
            root = read_answer(call, reply.status, body)
        except ServerError:
            self._retries.answered()
            raise
        self._retries.answered()
        return body, root

    def _answers(self) -> bool:
        """Ask whether the server answers anything at all."""
        if self._retries.in_contact:
            with suppress(NoAnswerError):
                with suppress(ServerError):
                    self._ask(FIRST_CALL, lambda: None)
                return True
        return False

    def _download(
        self, path: str, target: Path, most_bytes: int, on_silence: OnSilence
    ) -> Downloaded:
        url, digest, n_bytes = f"{self.server}/{path}", hashlib.sha256(), 0
        seconds = ANSWER_SECONDS + most_bytes / SLOWEST_BYTES_PER_SECOND
        bounds = Bounds(most_bytes, seconds, on_silence)
        with self._reply(url, bounds) as reply, target.open("wb") as file:
            if reply.status in MISSING_FILE:
                self._retries.answered()
                raise MissingFileError(f"HTTP {reply.status} for {url}")
            if reply.status != SOUND:
                raise NoAnswerError(f"HTTP {reply.status}", damaged=True)
            for chunk in reply.chunks:
                if n_bytes == 0:
                    check_not_busy(chunk)
                    if not _ARFF.match(chunk):
                        html = chunk.lstrip()[:1] == b"<"
                        raise NoAnswerError(f"no ARFF but {beginning(chunk)}", damaged=not html)
                digest.update(chunk)
                n_bytes += len(chunk)
                file.write(chunk)
            if n_bytes == 0:
                raise NoAnswerError("an empty file", damaged=True)
        self._retries.answered()
        return Downloaded(digest.hexdigest(), n_bytes)

    @contextmanager
    def _reply(self, url: str, bounds: Bounds) -> Iterator[Reply]:
        timeout = self._timeout if self._retries.in_contact else FIRST_CONTACT_TIMEOUT
        timeout = (min(timeout[0], self._timeout[0]), min(timeout[1], self._timeout[1]))
        with self._limiter.request(), self._transport.get(url, timeout, bounds) as reply:
            yield reply

    def _url(self, call: str) -> str:
        return f"{self.server}/api/v1/xml/{call}"
