"""XML from a server that forgets to escape, within bounds and without entities."""

import re
from xml.etree import ElementTree

NAMESPACE = "{http://openml.org/openml}"
MOST_TAGS = 4_000_000
NO_CHARACTER = "\ufffd"

_DOCUMENT_TYPE = b"<!DOCTYPE"
_OTHER_ENCODING = re.compile(rb"\s*<\?xml[^>]{0,100}encoding\s*=\s*[\"'](?!utf-8[\"'])", re.I)
_NO_CHARACTERS = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_REFERENCE = re.compile(r"&#(?:([0-9]{1,8})|x([0-9A-Fa-f]{1,8}));")
_BARE_AMPERSAND = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#[0-9]{1,8}|#x[0-9A-Fa-f]{1,8});)")
_BARE_LESS_THAN = re.compile(r"<(?!/?oml:|\?xml|!--|!\[CDATA\[)")


class MarkupError(Exception):
    """A body is no XML, not even when it is mended, or XML that no answer needs."""


def parse(body: bytes) -> ElementTree.Element:
    """Parse XML; where it is none, once more without what the server forgot to escape.

    Raises
    ------
    MarkupError
        If it is still none, has a document type (and with it entities) or too many tags.
    """
    if _DOCUMENT_TYPE in body:
        raise MarkupError("a document type, which no answer has")
    if body.count(b"<") > MOST_TAGS:
        raise MarkupError(f"more than {MOST_TAGS:,} tags")
    try:
        return ElementTree.fromstring(body)
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        if _OTHER_ENCODING.match(body):
            raise MarkupError(str(error)) from error
    try:
        return ElementTree.fromstring(mended(body.decode("utf-8", "replace")))
    except (ElementTree.ParseError, ValueError) as error:
        raise MarkupError(str(error)) from error


def mended(text: str) -> str:
    r"""Escape what can only be text, and mark what is no character of XML.

    Examples
    --------
    >>> mended("<oml:error>a<b & c ]]> \x1b &#27; &amp;</oml:error>")
    '<oml:error>a&lt;b &amp; c ]]&gt; \ufffd \ufffd &amp;</oml:error>'
    """
    text = _NO_CHARACTERS.sub(NO_CHARACTER, text)
    text = _REFERENCE.sub(_sound_reference, text)
    text = _BARE_LESS_THAN.sub("&lt;", _BARE_AMPERSAND.sub("&amp;", text))
    return text if "<![CDATA[" in text else text.replace("]]>", "]]&gt;")


def _sound_reference(match: re.Match[str]) -> str:
    number = int(match[1]) if match[1] else int(match[2], 16)
    is_character = number <= 0x10FFFF and not _NO_CHARACTERS.match(chr(number))
    return match[0] if is_character else NO_CHARACTER
