"""What an answer of OpenML says, by a scanner of tags and strict fields of its own."""

import re
from dataclasses import dataclass, field
from html import unescape

_TAG = re.compile(r"<(/?)oml:([a-z_]+)((?:\s+[\w:.-]+\s*=\s*(?:\"[^\"]*\"|'[^']*'))*)\s*(/?)>")
_ATTRIBUTE = re.compile(r"([\w:.-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_NO_CHARACTER = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ID = re.compile(r"[0-9]{1,18}")
_COUNT = re.compile(r"[0-9]{1,30}(\.0*)?")
_SCIENTIFIC = re.compile(r"[0-9.]{1,60}[eE][+-]?[0-9]{1,4}")


@dataclass
class Element:
    """A tag, its attributes, the text before its first child, its children."""

    name: str
    attributes: dict[str, str]
    text: str = ""
    children: list["Element"] = field(default_factory=list)

    def all(self, name: str) -> list["Element"]:
        """Return the elements of that name, in it and below it."""
        below = [found for child in self.children for found in child.all(name)]
        return [self, *below] if self.name == name else below

    def texts(self, name: str) -> list[str]:
        return [child.text.strip() for child in self.children if child.name == name]

    def one(self, name: str) -> str:
        """Return the text of the children of that name, "" if there are none."""
        texts = set(self.texts(name))
        if len(texts) > 1:
            raise ContradictionError(name)
        return texts.pop() if texts else ""


class ContradictionError(Exception):
    """A record says two things of one field."""


def said(body: bytes) -> Element | None:
    """Return what an answer says, None if its tags do not fit together."""
    text = _COMMENT.sub("", body.decode("utf-8", "replace")).removeprefix("\ufeff")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    outer = Element("", {})
    stack, end = [outer], 0
    for tag in _TAG.finditer(text):
        between = text[end : tag.start()]
        end = tag.end()
        if not stack[-1].children:
            stack[-1].text += _characters(between)
        if tag[1]:
            if len(stack) == 1 or stack.pop().name != tag[2]:
                return None
            continue
        attributes = {a[1]: _characters(a[2] or a[3] or "") for a in _ATTRIBUTE.finditer(tag[3])}
        stack[-1].children.append(Element(tag[2], attributes))
        if not tag[4]:
            stack.append(stack[-1].children[-1])
    if len(stack) > 1 or len(outer.children) != 1:
        return None
    return outer.children[0]


def identifier(stated: str) -> int | None:
    return int(stated) or None if _ID.fullmatch(stated) else None


def count(stated: str, most: int = 10**9) -> int | None:
    if _SCIENTIFIC.fullmatch(stated):
        try:
            number = float(stated)
        except ValueError:
            return None
        return int(number) if number <= most and number == int(number) else None
    if not _COUNT.fullmatch(stated):
        return None
    number = int(stated.partition(".")[0])
    return number if number <= most else None


def share(stated: str) -> float | None:
    if not re.fullmatch(r"[0-9.]+([eE][+-]?[0-9]{1,4})?", stated):
        return None
    try:
        number = float(stated)
    except ValueError:
        return None
    return number if number <= 1 else None


def _characters(text: str) -> str:
    legal = re.sub(r"&#(\d{1,8}|x[0-9A-Fa-f]{1,8});", _reference, text)
    legal = _NO_CHARACTER.sub("\ufffd", legal)
    return re.sub(r"&(amp|lt|gt|quot|apos);", lambda match: unescape(match[0]), legal)


def _reference(match: re.Match[str]) -> str:
    digits = match[1]
    number = int(digits[1:], 16) if digits[0] in "xX" else int(digits)
    return chr(number) if number < 0x110000 and not 0xD800 <= number < 0xE000 else "\ufffd"
