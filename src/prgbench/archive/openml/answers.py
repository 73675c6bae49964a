"""What the server answers: data, told from errors and from what is no answer of OpenML."""

import re
from collections.abc import Iterator
from xml.etree import ElementTree

from prgbench.archive.interface import ArchiveUnreachableError
from prgbench.archive.openml.contradictions import contradicted
from prgbench.archive.openml.markup import NAMESPACE, MarkupError, parse
from prgbench.pipeline.errors import PrgbenchError
from prgbench.pipeline.foreign_text import plain

SOUND = 200
DATABASE_BUSY = 107
DATABASE_BUSY_TEXT = b"Database connection error"
ROOTS = {
    "estimationprocedure/list": "estimationprocedures",
    "task/list/": "tasks",
    "task/": "task",
    "evaluation/list/": "evaluations",
    "run/list/": "runs",
    "run/": "run",
    "data/features/": "data_features",
    "data/qualities/": "data_qualities",
    "data/": "data_set_description",
    "study/": "study",
}

_WHOLE_NUMBER = re.compile(r"[0-9]{1,18}")


class NoAnswerError(Exception):
    """The server did not answer as OpenML does, which may pass.

    ``retry_after`` are the seconds to wait that the server asks for; ``damaged`` says that
    it did answer this request, but not soundly; ``final`` that asking again is no use.
    """

    def __init__(
        self, detail: str, *, retry_after: float = 0.0, damaged: bool = False, final: bool = False
    ) -> None:
        super().__init__(detail)
        self.detail = detail
        self.retry_after = retry_after
        self.damaged = damaged or final
        self.final = final


class BusyError(NoAnswerError):
    """OpenML itself says that it has too much to do at the moment."""


class ServerError(PrgbenchError):
    """OpenML refuses a request, with its error code."""

    def __init__(self, code: int, message: str, call: str) -> None:
        super().__init__(f"OpenML refuses {call[:80]}: {message} (code {code}).")
        self.code = code
        self.message = message


class UnansweredCallError(ArchiveUnreachableError):
    """The server answers other calls, but not this one."""

    def __init__(self, sentence: str, detail: str) -> None:
        super().__init__(sentence)
        self.detail = detail


class MissingFileError(Exception):
    """The server does not have a file, or does not send it, for now."""


class TooBigError(MissingFileError):
    """A file of the server is bigger than was asked for."""


def read_answer(call: str, status: int, body: bytes) -> ElementTree.Element:
    """Return the data that answer a call of the REST interface.

    Raises
    ------
    ServerError
        If OpenML refuses with an error code.
    NoAnswerError
        If the body is neither OpenML's answer to this call nor an error.
    """
    check_not_busy(body)
    try:
        root = parse_answer(body)
    except NoAnswerError as problem:
        if status == SOUND:
            raise
        raise NoAnswerError(f"HTTP {status}", damaged=True) from problem
    error = error_of(root)
    if error is not None:
        if error[0] == DATABASE_BUSY:
            raise BusyError(f"{error[1]} (code {DATABASE_BUSY})")
        raise ServerError(*error, call)
    if status != SOUND:
        raise NoAnswerError(f"HTTP {status}", damaged=True)
    expected = next((name for start, name in ROOTS.items() if call.startswith(start)), None)
    name = root.tag.removeprefix(NAMESPACE)
    if expected not in (None, name):
        raise NoAnswerError(f"{plain(name, 40)} instead of {expected}", damaged=True)
    contradiction = contradicted(root)
    if contradiction is not None:
        raise NoAnswerError(contradiction, damaged=True)
    return root


def check_not_busy(start: bytes) -> None:
    """Raise `BusyError` if a body is the text that stands for a database out of reach."""
    if DATABASE_BUSY_TEXT in start[:200]:
        raise BusyError("database connection error")


def parse_answer(body: bytes) -> ElementTree.Element:
    """Parse the XML of an answer, mending characters that the server forgot to escape.

    Raises
    ------
    NoAnswerError
        If the body is not OpenML's XML.
    """
    if not body.lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"<oml:", b"<?xml")):
        raise NoAnswerError(f"something else than data: {beginning(body)}")
    try:
        root = parse(body)
    except MarkupError as error:
        raise NoAnswerError(f"damaged XML ({error})", damaged=True) from error
    if not root.tag.startswith(NAMESPACE):
        raise NoAnswerError(f"something else than data: {beginning(body)}")
    return root


def beginning(body: bytes) -> str:
    """Quote the first characters of a body for a message."""
    return repr(body[:60].decode("utf-8", "replace"))


def error_of(root: ElementTree.Element) -> tuple[int, str] | None:
    """Return code and message if the answer is an error.

    Raises
    ------
    NoAnswerError
        If it is one without a code.
    """
    if root.tag != f"{NAMESPACE}error":
        return None
    code = whole_number(text(root, "code"))
    if code is None:
        raise NoAnswerError("an error without a code", damaged=True)
    parts = [plain(text(root, name)) for name in ("message", "additional_information")]
    return code, " - ".join(part for part in parts if part)


def records(root: ElementTree.Element, name: str) -> Iterator[ElementTree.Element]:
    """Yield the elements of that name, wherever they are."""
    return root.iter(f"{NAMESPACE}{name}")


def text(element: ElementTree.Element, name: str) -> str:
    """Return the text of a child, "" where it is absent or empty."""
    return (element.findtext(f"{NAMESPACE}{name}") or "").strip()


def whole_number(stated: str) -> int | None:
    """Return the number that digits stand for; None for all else, as digits of other scripts.

    Examples
    --------
    >>> whole_number("145651"), whole_number("-1"), whole_number("²"), whole_number("")
    (145651, None, None, None)
    """
    return int(stated) if _WHOLE_NUMBER.fullmatch(stated) else None
