"""Text of others, such as names of data sets and flows, made safe to show.

Text of an archive, a server or a user is cleaned by `plain` where it enters a table or a message.
Each medium then escapes it once: terminals and logs by `plain_lines`, Markdown by `as_markdown`,
commands by `as_shell_word`, tables in `prgbench.run.csv_files`, figures in
`prgbench.plotting.style`. Ids tell things apart, never names: two names may become the same text.
"""

import html
import re
import shlex
from bisect import bisect_right
from collections.abc import Hashable, Iterable, Sequence
from itertools import accumulate
from typing import TypeVar
from unicodedata import east_asian_width

Name = TypeVar("Name", bound=Hashable)

LONGEST = 200
SHOWN_NAMES = 6
_HAIR_SPACE = "\u200a"
# "_" within a word is no emphasis; without "://" and "www." an address is no link.
_MARKUP = re.compile(
    r"[\\`*\[\]#!|~$@]|(?<![^\W_])_|_(?![^\W_])|:(?=//)|(?<=www)\.", re.IGNORECASE
)


def plain(text: str, longest: int | None = LONGEST) -> str:
    r"""Return a text on one line, without control characters, and not too long."""
    line = " ".join(_visible(text).split())
    return line if longest is None or len(line) <= longest else f"{line[: longest - 3]}..."


def plain_lines(text: str) -> str:
    """Return a text whose lines, line breaks and indents are kept, without control characters."""
    return "\n".join(_visible(line) for line in text.splitlines())


def legend_label(text: str) -> str:
    """Return a text for a legend; Matplotlib leaves out texts that begin with "_"."""
    return f"{_HAIR_SPACE}{text}" if text.startswith("_") else text


def some_of(names: Sequence[str], most: int = SHOWN_NAMES) -> str:
    """List the first names, at most so many, and say how many more there are.

    Examples
    --------
    >>> some_of(["a", "b"]), some_of(list("abcdefgh")), some_of(list("abcd"), 3)
    ('a, b', 'a, b, c, d, e, f and 2 more', 'a, b, c and 1 more')
    """
    more = len(names) - most
    listed = plain(", ".join(names[:most]), None)
    return f"{listed} and {more:,} more" if more > 0 else listed


def first_repeated(names: Iterable[Name]) -> Name | None:
    """Return the first name that is among those before it, None if each occurs once.

    Examples
    --------
    >>> first_repeated(["a", "b", "b", "a"]), first_repeated(["a", "b"])
    ('b', None)
    """
    seen: set[Name] = set()
    for name in names:
        if name in seen:
            return name
        seen.add(name)
    return None


def shortened(text: str, longest: int) -> str:
    """Return a text, cut if it is wider than so many Latin letters.

    Chinese letters or emoji are twice as wide: as many of them would leave a figure no room.

    Examples
    --------
    >>> shortened("logistic regression", 10), shortened("数据集数据集", 10)
    ('logistic …', '数据集数…')
    """
    widths = list(accumulate(map(_width, text)))
    if not widths or widths[-1] <= longest:
        return text
    return f"{text[: bisect_right(widths, longest - 1)]}…"


def _width(character: str) -> int:
    return 2 if east_asian_width(character) in "WF" else 1


def as_markdown(text: str) -> str:
    r"""Return a text as Markdown that shows it as it is, within a line or a cell of a table.

    Examples
    --------
    >>> print(as_markdown("<b> a_b *c* | [x](http://y)"))
    &lt;b&gt; a_b \*c\* \| \[x\](http\://y)
    """
    without_tags = html.escape(plain(text, None), quote=False)
    return _MARKUP.sub(lambda mark: f"\\{mark[0]}", without_tags)


def as_shell_word(text: str) -> str:
    r"""Return a text as a word of a command, as a user may type it or paste it into bash or zsh.

    What can't be seen, such as a control character, is written by the numbers of its bytes.

    Examples
    --------
    >>> print(as_shell_word("credit-g=bad"), as_shell_word("a b=+"), as_shell_word("a\tb"))
    credit-g=bad 'a b=+' $'a\x09b'
    """
    if text.isprintable():
        return shlex.quote(text)
    return f"$'{''.join(map(_typed, text))}'"


def _typed(character: str) -> str:
    if character in "\\'":
        return f"\\{character}"
    if character.isprintable():
        return character
    return "".join(f"\\x{byte:02x}" for byte in character.encode("utf-8", "surrogatepass"))


def as_file_name(text: str) -> str:
    """Return a text as part of a file name without special characters of shells or workflows.

    Examples
    --------
    >>> as_file_name("my {model} <2>.1")
    'my_model_2_.1'
    """
    return re.sub(r"[^\w.-]+", "_", plain(text))


def _visible(text: str) -> str:
    if text.isprintable():
        return text
    return "".join(
        " " if char.isspace() else char for char in text if char.isspace() or char.isprintable()
    )
