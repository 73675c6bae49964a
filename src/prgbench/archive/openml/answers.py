"""What the server answers: XML, told from errors and from what is no answer of OpenML."""

import re
from collections.abc import Iterator
from xml.etree import ElementTree

from prgbench.pipeline.errors import PrgbenchError

NAMESPACE = "{http://openml.org/openml}"

_BARE_AMPERSAND = re.compile(rb"&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[0-9A-Fa-f]+);)")
_BARE_LESS_THAN = re.compile(rb"<(?!/?oml:|\?xml|!--|!\[CDATA\[)")
_CONTROL = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]")


class NoAnswerError(Exception):
    """The server did not answer as OpenML does, which may pass.

    ``retry_after`` are the seconds to wait that the server asks for; ``damaged`` says that
    it did answer this request, but not soundly.
    """

    def __init__(self, detail: str, *, retry_after: float = 0.0, damaged: bool = False) -> None:
        super().__init__(detail)
        self.detail = detail
        self.retry_after = retry_after
        self.damaged = damaged


class BusyError(NoAnswerError):
    """OpenML itself says that it has too much to do at the moment."""


class ServerError(PrgbenchError):
    """OpenML refuses a request, with its error code."""

    def __init__(self, code: int, message: str, url: str) -> None:
        super().__init__(f"OpenML refuses {url}: {message} (code {code}).")
        self.code = code
        self.message = message


class MissingFileError(Exception):
    """The server does not have a file, or does not send it, for now."""


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
        return ElementTree.fromstring(body)
    except ElementTree.ParseError:
        mended = _BARE_AMPERSAND.sub(b"&amp;", _CONTROL.sub(b"", body))
        mended = _BARE_LESS_THAN.sub(b"&lt;", mended)
        try:
            return ElementTree.fromstring(mended.decode("utf-8", "replace"))
        except ElementTree.ParseError as error:
            raise NoAnswerError(f"damaged XML ({error})", damaged=True) from error


def beginning(body: bytes) -> str:
    """Quote the first characters of a body for a message."""
    return repr(body[:60].decode("utf-8", "replace"))


def error_of(root: ElementTree.Element) -> tuple[int, str] | None:
    """Return code and message if the answer is an error."""
    if root.tag != f"{NAMESPACE}error":
        return None
    parts = [text(root, name) for name in ("message", "additional_information")]
    return int(text(root, "code") or 0), " - ".join(part for part in parts if part)


def records(root: ElementTree.Element, name: str) -> Iterator[ElementTree.Element]:
    """Yield the elements of that name, wherever they are."""
    return root.iter(f"{NAMESPACE}{name}")


def text(element: ElementTree.Element, name: str) -> str:
    """Return the text of a child, "" where it is absent or empty."""
    return (element.findtext(f"{NAMESPACE}{name}") or "").strip()
