"""The client: calls and files of an OpenML server, with retries and a cache of answers."""

import gzip
import hashlib
import itertools
import random
import re
import time
import zlib
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TypeVar
from xml.etree import ElementTree

from prgbench.run.files import atomic_path
from prgbench.run.listener import Listener
from prgbench.run.units import moment
from prgbench.sources.errors import ArchiveUnreachableError
from prgbench.sources.openml import calls
from prgbench.sources.openml.address import checked, names_of, root_of, same_archive
from prgbench.sources.openml.answers import (
    KEPT,
    NO_RESULTS,
    SOUND,
    EmptyError,
    MissingFileError,
    NoAnswerError,
    NoConnectionError,
    RefusedError,
    ServerError,
    TooBigError,
    UnansweredCallError,
    beginning,
    check_not_busy,
)
from prgbench.sources.openml.apis import APIS
from prgbench.sources.openml.calls import COUNTED, Kind
from prgbench.sources.openml.retries import AloneError, Retries
from prgbench.sources.openml.transport import (
    Bounds,
    Reply,
    SharedLimiter,
    TooMuchError,
    Transport,
)

Result = TypeVar("Result")
DAY = 24 * 3600.0
ONE_ROW = "/limit/1/offset/0"
MISSING_FILE = {403, 404, 410}
FIRST_CONTACT_TIMEOUT = (10.0, 15.0)
MOST_ANSWER_BYTES = 1 << 26
MOST_FILE_BYTES = 1 << 31
ANSWER_SECONDS = 900.0
SLOWEST_BYTES_PER_SECOND = 20_000.0
MOST_REFUSED = 10
SILENT_SECONDS = 10.0
LOOKED_AT = 200
NEEDED = "which studies with a plan or with named runs (`selection.runs`) do not need"
OFFLINE = " `snakemake --cores 8 --config study=demo` works without a network."

_PAGE = re.compile("/limit/[0-9]+/offset/[0-9]+$")
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
        with suppress(OSError, EOFError, zlib.error):
            if path.stat().st_mtime > time.time() - self._seconds:
                return gzip.decompress(path.read_bytes()) or None
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


class Client:
    """Ask an OpenML server for answers, by its ``api``, and for files.

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
        api: str = "v1",
    ) -> None:
        self._api = APIS[api]
        self.server = checked(server)
        self.limiter = limiter
        self._cache = cache
        self._retries = retries
        self._contact = retries.contact
        self._refused = Counter[Kind]()
        self._timeout = timeout
        self._listener = listener
        self._transport = Transport(server)
        self._names = deque([server, *sorted(names_of(server) - {server})])
        self._stated_first = False

    def ask(
        self,
        call: str,
        *,
        check: Callable[[ElementTree.Element], object] = lambda _: None,
        cached: bool = False,
        attempts: int | None = None,
        nonempty: bool = False,
    ) -> ElementTree.Element:
        """Return the answer to a call of the REST interface, such as ``run/145651``.

        If ``check`` raises `NoAnswerError`, the answer is not kept and the call is repeated.
        OpenML says "no results" also when a query fails: of what must be ``nonempty``, that is no
        answer.

        `ServerError` if OpenML refuses with an error code, `UnansweredCallError` if it answers
        other calls, but never this one, `ArchiveUnreachableError` if it answers nothing.
        """
        question = f"{self.server}/{self._api.path(call) or call}"
        if cached:
            with suppress(NoAnswerError, ServerError):
                root = self._api.read(call, SOUND, self._cache.get(question) or b"")
                check(root)
                return root

        attempt = partial(self._ask, call, check, nonempty)
        body, root = self._tried(Kind.of(call), call, attempt, attempts)
        if cached:
            self._cache.put(question, body)
        return root

    def download(
        self, path: str, target: Path, *, most_bytes: int = MOST_FILE_BYTES, stated: str = ""
    ) -> tuple[str, int]:
        """Write a file of the server to ``target`` and return its checksum and size.

        It must look like ARFF and be complete. If its path is refused, the URL that a description
        ``stated`` is tried, if it is one of the server's; whichever has worked last comes first.

        `TooBigError` beyond ``most_bytes``, `MissingFileError` if the server does not have or
        never sends the file, `ArchiveUnreachableError` if it answers nothing.
        """
        built = f"{self.server}/{path}"
        try:
            return self._tried(
                Kind.of(path), path, partial(self._download, path, stated, target, most_bytes)
            )
        except UnansweredCallError as error:
            detail = f"{built}: {error.detail}"
            if isinstance(error.cause, TooMuchError):
                raise TooBigError(detail) from error
            raise MissingFileError(detail) from error

    def check_refusals(self) -> None:
        """Raise `ArchiveUnreachableError` if runs or files were refused and none ever came.

        A refusal counts for one run if the server sends others. Where it has never sent any, it
        may be broken.
        """
        for kind in (Kind.RUNS, Kind.FILES):
            if self._refused[kind] and not self._contact.samples(kind):
                self._raise_all_refused(kind)

    def _raise_all_refused(self, kind: Kind) -> None:
        raise ArchiveUnreachableError(
            f"{self.server} has sent no {COUNTED[kind]} yet and has refused "
            f"{self._refused[kind]} in a row; it may be down. Try again later; {KEPT}."
        )

    def _tried(
        self,
        kind: Kind,
        call: str,
        attempt: Callable[[], Result],
        attempts: int | None = None,
    ) -> Result:
        def tell(why: str, since: float, attempts_left: int | None) -> None:
            if time.time() - since >= SILENT_SECONDS:
                left = self._retries.seconds_left(since)
                sentence = f"{self.server}/{call[:80]}: {why}{self._not_since(kind)}"
                self._listener().waiting(sentence, max(left, 0.0), attempts_left)

        began = time.time()
        try:
            probe = partial(self._probe, kind)
            return self._retries.run(kind, attempt, probe, attempts=attempts, on_wait=tell)
        except AloneError as error:
            if not error.cause.certain and not self._contact.has_answered(kind):
                self._refused[kind] += 1
                if self._refused[kind] >= MOST_REFUSED:
                    self._raise_all_refused(kind)
            if isinstance(error.cause.__cause__, ServerError) and kind is not Kind.RUNS:
                raise error.cause.__cause__ from None
            raise self._unanswered(call, error.cause) from error
        except NoAnswerError as error:
            if isinstance(error.__cause__, ServerError) and kind is not Kind.RUNS:
                raise error.__cause__ from None
            # It was refused at once, when nothing had been answered; others may have been since.
            at_once = error.final and self._retries.seconds_left(began) > 0.0
            if error.damaged and (at_once or not self._retries.in_contact):
                raise self._unanswered(call, error) from error
            advice = "it responds but is not working, so try again later"
            if isinstance(error, NoConnectionError):
                advice = "check the network or try again later"
            raise ArchiveUnreachableError(
                f"{self.server} does not answer {call[:80]} "
                f"({error.detail}{self._not_since(kind)}): {advice}; {KEPT}."
                f"{'' if self._contact.last_answer() else OFFLINE}"
            ) from error

    def _not_since(self, kind: Kind) -> str:
        last = self._contact.last_answer(kind) or self._contact.last_answer()
        return f"; not since {moment(last)}" if last and kind in self._contact.failing else ""

    def _unanswered(self, call: str, cause: NoAnswerError) -> UnansweredCallError:
        return UnansweredCallError(
            f"{self.server} does not answer {call[:80]} as OpenML does ({cause.detail}): check "
            f"that it is an OpenML server, or try again later; {KEPT}.",
            call,
            cause,
        )

    def _ask(
        self, call: str, check: Callable[[ElementTree.Element], object], nonempty: bool
    ) -> tuple[bytes, ElementTree.Element]:
        kind = Kind.of(call)
        began = time.time()
        path = self._api.path(call)
        if path is None:
            raise NoAnswerError(f"{self._api.words} has none, {NEEDED}", certain=True)
        url = f"{self._names[0]}/{path}"
        with self._reply(url, Bounds(MOST_ANSWER_BYTES, ANSWER_SECONDS)) as reply:
            body = b"".join(reply.chunks)
        try:
            root = self._api.read(call, reply.status, body)
        except ServerError as error:
            if error.code in NO_RESULTS and nonempty:
                raise EmptyError from None
            # While lists fail, that one is empty may be the same fault.
            if error.code in NO_RESULTS and kind not in self._contact.failing:
                raise
            raise RefusedError(f"{error.message} (code {error.code})", error.code) from error
        self._contact.answered(kind, began, _PAGE.sub(ONE_ROW, call))
        check(root)
        return body, root

    def _probe(self, kind: Kind) -> None:
        """Ask for what was answered before; `NoAnswerError` unless it is again."""
        # One of several, as some may be gone since.
        request = random.choice(self._samples(kind))
        if not request.startswith("http"):
            self._ask(request, lambda _: None, True)
            return
        began = time.time()
        with self._file(request, Bounds(MOST_FILE_BYTES, ANSWER_SECONDS)) as chunks:
            next(chunks)
        self._contact.answered(kind, began, request)

    def _samples(self, kind: Kind) -> list[str]:
        """Return what the server has answered before, of a kind if there is any of it.

        Of other kinds the list of procedures comes first, which is small; but a server may lack
        all lists.
        """
        for answered in (kind, Kind.PROCEDURES, *Kind):
            if samples := self._contact.samples(answered):
                return samples
        return [calls.PROCEDURES]

    def _download(self, path: str, stated: str, target: Path, most_bytes: int) -> tuple[str, int]:
        built = f"{self._names[0]}/{path}"
        other = same_archive(stated, names_of(self.server))
        urls = [built] if other in (None, built) else [built, str(other)]
        if self._stated_first:
            urls.reverse()
        seconds = ANSWER_SECONDS + most_bytes / SLOWEST_BYTES_PER_SECOND
        bounds = Bounds(most_bytes, seconds)
        for url in urls:
            began = time.time()
            try:
                downloaded = self._write(url, target, bounds)
            except RefusedError:
                if url == urls[-1]:
                    raise
            else:
                self._stated_first = url != built
                self._contact.answered(Kind.of(path), began, url)
                return downloaded
        raise AssertionError

    def _write(self, url: str, target: Path, bounds: Bounds) -> tuple[str, int]:
        digest = hashlib.sha256()
        n_bytes = 0
        with self._file(url, bounds) as chunks, target.open("wb") as file:
            for chunk in chunks:
                digest.update(chunk)
                n_bytes += len(chunk)
                file.write(chunk)
        return digest.hexdigest(), n_bytes

    @contextmanager
    def _file(self, url: str, bounds: Bounds) -> Iterator[Iterator[bytes]]:
        """Yield the chunks of a file, which has begun as an ARFF file does."""
        with self._reply(url, bounds) as reply:
            if reply.status in MISSING_FILE:
                raise RefusedError(f"HTTP {reply.status}")
            if reply.status != SOUND:
                raise NoAnswerError(f"HTTP {reply.status}", damaged=True)
            start = b""
            # A chunk is what has come, which may be a few bytes.
            for chunk in reply.chunks:
                start += chunk
                if len(start) >= LOOKED_AT:
                    break
            if not start:
                raise NoAnswerError("an empty file", damaged=True)
            check_not_busy(start)
            if not _ARFF.match(start):
                raise NoAnswerError(f"not ARFF but {beginning(start)}", damaged=True)
            yield itertools.chain([start], reply.chunks)

    @contextmanager
    def _reply(self, url: str, bounds: Bounds) -> Iterator[Reply]:
        with self.limiter.request():
            name = self._names[0]
            connect, read = self._timeout
            # Whoever has just started a run does not wait long for a server that is not there.
            if not self._retries.in_contact:
                first_connect, first_read = FIRST_CONTACT_TIMEOUT
                connect = min(connect, first_connect)
                read = min(read, first_read)
            try:
                with self._transport.get(url, (connect, read), bounds) as reply:
                    arrived = root_of(reply.url) or ""
                    # Where a redirect has led to, the next requests go at once.
                    if url.startswith(name) and arrived in self._names:
                        self._names.rotate(-self._names.index(arrived))
                    yield reply
            except NoAnswerError as error:
                # Another name of the server, if it has any, after one that failed or was silent.
                if not error.damaged and self._names[0] == name:
                    self._names.rotate(-1)
                raise
