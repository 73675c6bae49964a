"""The answers of the server: their errors, markup and fields."""

import re
from collections.abc import Iterator
from math import isfinite
from xml.etree import ElementTree

from prgbench.run.decimals import is_unsigned_decimal
from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import plain
from prgbench.sources.errors import ArchiveUnreachableError
from prgbench.sources.openml.calls import Kind

NAMESPACE = "{http://openml.org/openml}"
SOUND = 200
DATABASE_BUSY = 107
DATABASE_BUSY_TEXT = b"Database connection error"
MOST_TAGS = 4_000_000
NO_CHARACTER = "\ufffd"
LARGEST = 10**9
UNDEFINED = {"NaN", "?", "\ufffd"}
NO_RESULTS = {372, 482, 512, 542}
LISTS_OF_IDS = {f"{NAMESPACE}tasks", f"{NAMESPACE}data"}

SINGLE_FIELDS = (
    "array_data", "code", "data_set_id", "did", "evaluation_engine_id", "file_id", "flow_id",
    "flow_name", "folds", "id", "input", "message", "name", "number_of_missing_values", "quality",
    "repeats", "run_id", "setup_id", "target_feature", "task_id", "ttid", "type", "upload_time",
    "uploader", "url", "value",
)  # fmt: skip

KEPT = "fetched files are kept, and the same command continues from there"

_DOCUMENT_TYPE = b"<!DOCTYPE"
_OTHER_ENCODING = re.compile(rb"\s*<\?xml[^>]{0,100}encoding\s*=\s*[\"'](?!utf-8[\"'])", re.I)
_NO_CHARACTERS = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_REFERENCE = re.compile(r"&#(?:([0-9]{1,8})|x([0-9A-Fa-f]{1,8}));")
_BARE_AMPERSAND = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#[0-9]{1,8}|#x[0-9A-Fa-f]{1,8});)")
_BARE_LESS_THAN = re.compile(r"<(?!/?oml:|\?xml|!--|!\[CDATA\[)")
_WHOLE_NUMBER = re.compile(r"[0-9]{1,18}")


class NoAnswerError(Exception):
    """The server did not answer as OpenML does; a later request may succeed.

    It may be ``damaged``: something came that can't be the answer; ``final``: the server refuses,
    so that asking again soon is no use; or ``certain``: the fault of what was asked for. Else it
    is a failure of the server. ``retry_after`` is the wait in seconds that the server asks for.
    """

    def __init__(
        self,
        detail: str,
        *,
        retry_after: float = 0.0,
        damaged: bool = False,
        final: bool = False,
        certain: bool = False,
    ) -> None:
        super().__init__(detail)
        self.detail = detail
        self.retry_after = retry_after
        self.damaged = damaged or final or certain
        self.final = final
        self.certain = certain


class NoConnectionError(NoAnswerError):
    """The server is not reached; the network may be the reason."""


class BusyError(NoAnswerError):
    """OpenML says that it is too busy at the moment."""


class RefusedError(NoAnswerError):
    """The server refuses a request: with the error code ``code``, if OpenML says so itself."""

    def __init__(self, detail: str, code: int | None = None) -> None:
        super().__init__(detail, final=True)
        self.code = code


class EmptyError(NoAnswerError):
    """A listing that must have rows has none, as after a failed query."""

    def __init__(self) -> None:
        super().__init__('"no results", as when its query fails')


class ServerError(PrgbenchError):
    """OpenML refuses a request, with its error code."""

    def __init__(self, code: int, message: str, call: str) -> None:
        super().__init__(
            f"OpenML refuses {call[:80]}: {message[:120]} (code {code}), which is not a known "
            f"answer to this call: try again later; {KEPT}."
        )
        self.code = code
        self.message = message
        self.call = call


class UnansweredCallError(ArchiveUnreachableError):
    """The server answers other calls, but not this one, for the ``cause``."""

    def __init__(self, sentence: str, call: str, cause: NoAnswerError) -> None:
        super().__init__(sentence)
        self.call = call
        self.cause = cause
        self.detail = cause.detail


class MissingFileError(Exception):
    """The server does not have a file or does not send it for now."""


class TooBigError(MissingFileError):
    """A file of the server is bigger than requested."""


def read_answer(call: str, status: int, body: bytes) -> ElementTree.Element:
    """Return the data that answer a call of the REST interface.

    `ServerError` if OpenML refuses with an error code, `NoAnswerError` if the body is neither its
    answer to this call nor an error.
    """
    check_not_busy(body)
    try:
        root = parse_answer(body)
    except NoAnswerError as problem:
        if status == SOUND:
            raise
        new = ", in JSON as from OpenML's new API: use --config api=v2"
        in_json = body.lstrip().startswith(b'{"')
        raise NoAnswerError(f"HTTP {status}{new if in_json else ''}", damaged=True) from problem
    error = error_of(root)
    if error is not None:
        if error[0] == DATABASE_BUSY:
            raise BusyError(f"{error[1]} (code {DATABASE_BUSY})")
        raise ServerError(*error, call)
    if status != SOUND:
        raise NoAnswerError(f"HTTP {status}", damaged=True)
    expected = Kind.of(call).root
    name = root.tag.removeprefix(NAMESPACE)
    if expected not in ("", name):
        raise NoAnswerError(f"{plain(name, 40)} instead of {expected}", damaged=True)
    contradiction = contradicted(root)
    if contradiction is not None:
        raise NoAnswerError(contradiction, damaged=True)
    return root


def check_not_busy(start: bytes) -> None:
    """Raise `BusyError` if a body says that the server's database is out of reach."""
    if DATABASE_BUSY_TEXT in start[:200]:
        raise BusyError("database connection error")


def parse_answer(body: bytes) -> ElementTree.Element:
    """Parse the XML of an answer; `NoAnswerError` if it is not OpenML's."""
    if body.lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"<oml:", b"<?xml")):
        root = parse(body)
        if root.tag.startswith(NAMESPACE):
            return root
    raise NoAnswerError(f"something other than data: {beginning(body)}")


def beginning(body: bytes) -> str:
    """Quote the first characters of a body for a message."""
    return repr(body[:60].decode("utf-8", "replace"))


def error_of(root: ElementTree.Element) -> tuple[int, str] | None:
    """Return code and message if the answer is an error; `NoAnswerError` if it has no code."""
    if root.tag != f"{NAMESPACE}error":
        return None
    code = whole_number(text(root, "code"))
    if code is None:
        raise NoAnswerError("an error without a code", damaged=True)
    parts = [plain(text(root, name)) for name in ("message", "additional_information")]
    return code, " - ".join(part for part in parts if part)


def contradicted(root: ElementTree.Element) -> str | None:
    """Say which record is nested in its own kind or has two values of a field, if any."""
    for record in root.iter():
        if len(record) == 0 or record.tag in LISTS_OF_IDS:
            continue
        stated: dict[tuple[str, str | None], str] = {}
        for field in record:
            if field.tag == record.tag:
                return f"one {field.tag.removeprefix(NAMESPACE)} within another"
            if len(field) == 0 and field.tag.removeprefix(NAMESPACE) in SINGLE_FIELDS:
                value = (field.text or "").strip()
                if stated.setdefault((field.tag, field.get("name")), value) != value:
                    return f"two values of one {field.tag.removeprefix(NAMESPACE)}"
    return None


def parse(body: bytes) -> ElementTree.Element:
    """Parse XML, if necessary after `mended`.

    `NoAnswerError` if that fails, or for a document type (and with it entities) or too many tags.
    """
    try:
        # Entities of a document type can make a few bytes into gigabytes.
        if _DOCUMENT_TYPE in body:
            raise ValueError("a document type, which no answer should have")
        if body.count(b"<") > MOST_TAGS:
            raise ValueError(f"more than {MOST_TAGS:,} tags")
        try:
            return ElementTree.fromstring(body)
        except (ElementTree.ParseError, ValueError, LookupError):
            # Only UTF-8 can be mended; read as such, another encoding would give wrong names.
            if _OTHER_ENCODING.match(body):
                raise
        return ElementTree.fromstring(mended(body.decode("utf-8", "replace")))
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        raise NoAnswerError(f"damaged XML ({error})", damaged=True) from error


def mended(text: str) -> str:
    """Escape what can only be text, and mark what XML does not allow."""
    text = _NO_CHARACTERS.sub(NO_CHARACTER, text)
    text = _REFERENCE.sub(_sound_reference, text)
    text = _BARE_LESS_THAN.sub("&lt;", _BARE_AMPERSAND.sub("&amp;", text))
    return text if "<![CDATA[" in text else text.replace("]]>", "]]&gt;")


def _sound_reference(match: re.Match[str]) -> str:
    number = int(match[1]) if match[1] else int(match[2], 16)
    is_character = number <= 0x10FFFF and not _NO_CHARACTERS.match(chr(number))
    return match[0] if is_character else NO_CHARACTER


def records(root: ElementTree.Element, name: str) -> Iterator[ElementTree.Element]:
    """Yield all elements of that name."""
    return root.iter(f"{NAMESPACE}{name}")


def text(element: ElementTree.Element, name: str) -> str:
    """Return the text of a child, "" if it is absent or empty."""
    return (element.findtext(f"{NAMESPACE}{name}") or "").strip()


def whole_number(stated: str) -> int | None:
    """Return the number that ASCII digits state, None for anything else."""
    return int(stated) if _WHOLE_NUMBER.fullmatch(stated) else None


def identifier(stated: str | None) -> int | None:
    """Return the id that is stated: a positive whole number in ASCII digits."""
    return whole_number(stated or "") or None


def count(stated: str | None, most: int = LARGEST) -> int | None:
    """Return the count that is stated, also as ``768.0`` or ``1.0E7``.

    Examples
    --------
    >>> count("768.0"), count("1.0E7"), count("0"), count("768.5"), count("1e300")
    (768, 10000000, 0, None, None)
    """
    number = _number(stated)
    return int(number) if number is not None and number.is_integer() and number <= most else None


def share(stated: str | None) -> float | None:
    """Return the number from 0 to 1 that is stated."""
    number = _number(stated)
    return number if number is not None and number <= 1.0 else None


def per_class(stated: str, n_classes: int) -> tuple[float, ...]:
    """Return the AUROCs of the ``n_classes`` that occur, in the order of their declaration.

    ``stated`` has the values of all declared labels, undefined for those that do not occur.
    If it says anything else, the result is ().

    Examples
    --------
    >>> per_class("[0.75, NaN, 0.8]", 2), per_class("[0.75,0.8,0.9]", 2), per_class("[2,0]", 2)
    ((0.75, 0.8), (), ())
    """
    entries = _entries(stated)
    defined = [share(entry) for entry in entries if entry not in UNDEFINED]
    shares = tuple(value for value in defined if value is not None)
    return shares if len(shares) == len(defined) == n_classes else ()


def _entries(stated: str) -> list[str]:
    """Return the entries of a list in brackets, none of anything else."""
    if not (stated.startswith("[") and stated.endswith("]")):
        return []
    return [entry.strip() for entry in stated[1:-1].split(",")]


def _number(stated: str | None) -> float | None:
    if stated is None or not is_unsigned_decimal(stated):
        return None
    number = float(stated)
    return number if isfinite(number) else None
