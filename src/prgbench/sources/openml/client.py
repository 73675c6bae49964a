"""The client: calls and files of an OpenML server, with retries and a cache of answers."""

import gzip
import hashlib
import itertools
import re
import time
import zlib
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar
from xml.etree import ElementTree

from prgbench.run.files import atomic_path
from prgbench.run.listener import Listener, moment
from prgbench.sources.interface import ArchiveUnreachableError
from prgbench.sources.openml import calls
from prgbench.sources.openml.address import checked, names_of, same_archive
from prgbench.sources.openml.answers import (
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
    read_answer,
)
from prgbench.sources.openml.calls import COUNTED, Kind
from prgbench.sources.openml.retries import (
    AloneError,
    Beat,
    NotNeededError,
    Retries,
    Turn,
)
from prgbench.sources.openml.transport import (
    Bounds,
    Reply,
    SharedLimiter,
    TooMuchError,
    Transport,
)

Result = TypeVar("Result")
DAY = 24 * 3600.0
MOST_BYTES = 1 << 26
ONE_ROW = "/limit/1/offset/0"
MISSING_FILE = {403, 404, 410}
FIRST_CONTACT_TIMEOUT = (10.0, 15.0)
MOST_ANSWER_BYTES = 1 << 26
MOST_FILE_BYTES = 1 << 31
ANSWER_SECONDS = 900.0
SLOWEST_BYTES_PER_SECOND = 20_000.0
MOST_REFUSED = 10
SILENT_SECONDS = 10.0
KEPT = "fetched files are kept, and the same command continues"
OFFLINE = " `snakemake --cores 8 --config study=demo` works without network."

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
        question = f"{self.server}/{calls.API}/{call}"
        if cached:
            with suppress(NoAnswerError, ServerError):
                root = read_answer(call, SOUND, self._cache.get(question) or b"")
                check(root)
                return root

        attempt = partial(self._ask, call, check, nonempty)
        body, root = self._tried(Kind.of(call), call, attempt, attempts)
        if cached:
            self._cache.put(question, body)
        return root

    def download(
        self, path: str, target: Path, *, most_bytes: int = MOST_FILE_BYTES, stated: str = ""
    ) -> Downloaded:
        """Write a file of the server to ``target``; it must look like ARFF and be complete.

        If its path is refused, the URL that a description ``stated`` is tried, if it is one of
        the server's; whichever has worked last comes first.

        `TooBigError` beyond ``most_bytes``, `MissingFileError` if the server does not have or
        never sends the file, `ArchiveUnreachableError` if it answers nothing.
        """
        built = f"{self.server}/{path}"
        try:
            return self._tried(
                Kind.of(path), path, partial(self._download, path, stated, target, most_bytes)
            )
        except UnansweredCallError as error:
            too_big = isinstance(error.cause, TooMuchError)
            raise (TooBigError if too_big else MissingFileError)(
                f"{built}: {error.detail}"
            ) from error

    def check_refusals(self) -> None:
        """Raise `ArchiveUnreachableError` if runs or files were refused and none ever came.

        A refusal counts for one run if the server sends others. Where it has never sent any, it
        may be broken.
        """
        for kind in (Kind.RUNS, Kind.FILES):
            beat = self._retries.pulse.beat(kind)
            if beat.refused and not beat.known:
                self._raise_all_refused(kind)

    def _raise_all_refused(self, kind: Kind) -> None:
        n_refused = self._retries.pulse.beat(kind).refused
        raise ArchiveUnreachableError(
            f"{self.server} has sent no {COUNTED[kind]} yet and has refused {n_refused} in a row: "
            f"it may be out of order, try again later; {KEPT}."
        )

    def _tried(
        self,
        kind: Kind,
        call: str,
        attempt: Callable[[Turn], Result],
        attempts: int | None = None,
    ) -> Result:
        start, pulse = time.time(), self._retries.pulse

        def tell(why: str, since: float) -> None:
            left, beat = self._retries.seconds_left(kind, start), pulse.beat(kind)
            sentence = f"{self.server}/{call[:80]}: {why}"
            if beat.fails:
                since = beat.failing
                sentence = (
                    f"{self.server} has not answered since {moment(since)}, asked "
                    f"{beat.failures} times: {why}"
                )
            if time.time() - since >= SILENT_SECONDS:
                self._listener().waiting(sentence, max(left, 0.0))

        try:
            return self._retries.run(kind, attempt, self._lives, attempts=attempts, on_wait=tell)
        except NoAnswerError as error:
            sentence = f"{self.server} does not answer {call[:80]}"
            cause = error.cause if isinstance(error, AloneError) else error
            if isinstance(cause.__cause__, ServerError) and kind is not Kind.RUNS:
                raise cause.__cause__ from None
            if isinstance(error, AloneError) or (error.damaged and not self._retries.in_contact):
                raise UnansweredCallError(
                    f"{sentence} as OpenML does ({error.detail}): check that it is an OpenML "
                    f"server, or try again later; {KEPT}.",
                    cause,
                ) from error
            beat, since = pulse.beat(kind), ""
            if beat.fails and pulse.last_answer:
                since = f"; not since {moment(beat.failing)}, asked {beat.failures} times"
            advice = "it is reached but out of order, try again later"
            if isinstance(error, NoConnectionError):
                advice = "check the network or try again later"
            raise ArchiveUnreachableError(
                f"{sentence} ({error.detail}{since}): {advice}; {KEPT}."
                f"{'' if pulse.last_answer else OFFLINE}"
            ) from error

    def _ask(
        self,
        call: str,
        check: Callable[[ElementTree.Element], object],
        nonempty: bool,
        turn: Turn,
    ) -> tuple[bytes, ElementTree.Element]:
        bounds = Bounds(MOST_ANSWER_BYTES, ANSWER_SECONDS, turn.on_silence)
        url = f"{self._names[0]}/{calls.API}/{call}"
        with self._reply(url, bounds, turn) as reply:
            body = b"".join(reply.chunks)
        try:
            root = read_answer(call, reply.status, body)
        except ServerError as error:
            if error.code in NO_RESULTS and nonempty:
                raise EmptyError from None
            # While lists fail, that one is empty may be the same fault.
            if error.code in NO_RESULTS and not self._retries.pulse.beat(Kind.of(call)).fails:
                raise
            raise RefusedError(f"{error.message} (code {error.code})", error.code) from error
        self._retries.pulse.answered(Kind.of(call), turn.began, _PAGE.sub(ONE_ROW, call))
        check(root)
        return body, root

    def _lives(self, turn: Turn) -> bool:
        """Tell whether the server answers requests of a kind.

        It is asked for what it has answered before. If that is nothing, a refusal is taken to
        mean what was asked for, but not ten in a row, and a failure is waited for.
        """
        pulse, kind = self._retries.pulse, turn.kind
        beat = pulse.beat(kind)
        unknown = not pulse.has_answered(kind)
        try:
            self._ask_for_known(beat, turn)
        except NotNeededError:
            return True
        except NoAnswerError as error:
            pulse.failed(kind, turn.began, error.detail, in_earnest=True)
            return False
        if not unknown:
            pulse.answered(kind, turn.began)
        elif beat.fails and turn.patient:
            pulse.failed(kind, turn.began, beat.why)
            return False
        elif pulse.refused(kind) >= MOST_REFUSED:
            self._raise_all_refused(kind)
        return True

    def _ask_for_known(self, beat: Beat, turn: Turn) -> None:
        """Ask for what was answered before; `NoAnswerError` unless it is again.

        Some of it may be gone since, so all of it is tried, the latest first; while the server
        fails, another request each time.
        """
        requests = beat.known[::-1] or (calls.PROCEDURES,)
        first = beat.failures % len(requests)
        *earlier, last = [requests[first]] if beat.fails else requests
        for request in earlier:
            try:
                return self._ask_once(request, turn)
            except RefusedError as error:
                # It is gone, or the server has failed until now: then the next answer ends that.
                why = error.detail
                self._retries.pulse.failed(turn.kind, turn.began, why, in_earnest=True)
        return self._ask_once(last, turn)

    def _ask_once(self, request: str, turn: Turn) -> None:
        if request.startswith("http"):
            self._check_sent(request, turn)
        else:
            self._ask(request, lambda _: None, True, turn)

    def _check_sent(self, url: str, turn: Turn) -> None:
        """Raise `NoAnswerError` unless the server begins to send a file."""
        bounds = Bounds(MOST_FILE_BYTES, ANSWER_SECONDS, turn.on_silence)
        with self._file(url, bounds, turn) as chunks:
            next(chunks)
        self._retries.pulse.answered(turn.kind, turn.began, url)

    def _download(
        self, path: str, stated: str, target: Path, most_bytes: int, turn: Turn
    ) -> Downloaded:
        built = f"{self._names[0]}/{path}"
        other = same_archive(stated, names_of(self.server))
        urls = [built] if other in (None, built) else [built, str(other)]
        if self._stated_first:
            urls.reverse()
        seconds = ANSWER_SECONDS + most_bytes / SLOWEST_BYTES_PER_SECOND
        bounds = Bounds(most_bytes, seconds, turn.on_silence)
        for url in urls:
            try:
                downloaded = self._write(url, target, bounds, turn)
            except RefusedError:
                if url == urls[-1]:
                    raise
            else:
                self._stated_first = url != built
                self._retries.pulse.answered(turn.kind, turn.began, url)
                return downloaded
        raise AssertionError

    def _write(self, url: str, target: Path, bounds: Bounds, turn: Turn) -> Downloaded:
        digest, n_bytes = hashlib.sha256(), 0
        with self._file(url, bounds, turn) as chunks, target.open("wb") as file:
            for chunk in chunks:
                digest.update(chunk)
                n_bytes += len(chunk)
                file.write(chunk)
        return Downloaded(digest.hexdigest(), n_bytes)

    @contextmanager
    def _file(self, url: str, bounds: Bounds, turn: Turn) -> Iterator[Iterator[bytes]]:
        """Yield the chunks of a file, which has begun as an ARFF file does."""
        with self._reply(url, bounds, turn) as reply:
            if reply.status in MISSING_FILE:
                raise RefusedError(f"HTTP {reply.status}")
            if reply.status != SOUND:
                raise NoAnswerError(f"HTTP {reply.status}", damaged=True)
            first = next(reply.chunks, b"")
            if not first:
                raise NoAnswerError("an empty file", damaged=True)
            check_not_busy(first)
            if not _ARFF.match(first):
                raise NoAnswerError(f"no ARFF but {beginning(first)}", damaged=True)
            yield itertools.chain([first], reply.chunks)

    @contextmanager
    def _reply(self, url: str, bounds: Bounds, turn: Turn) -> Iterator[Reply]:
        with self._limiter.request(), self._other_name_next():
            turn.take()
            connect, read = self._timeout
            # Whoever has just started a run does not wait long for a server that is not there.
            if not self._retries.in_contact:
                first_connect, first_read = FIRST_CONTACT_TIMEOUT
                connect, read = min(connect, first_connect), min(read, first_read)
            with self._transport.get(url, (connect, read), bounds) as reply:
                yield reply

    @contextmanager
    def _other_name_next(self) -> Iterator[None]:
        """Use another name of the server, if it has any, after one that failed or was silent."""
        name = self._names[0]
        try:
            yield
        except NoAnswerError as error:
            if not error.damaged and self._names[0] == name:
                self._names.rotate(-1)
            raise
