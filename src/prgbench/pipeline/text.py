"""Foreign text, as names of data sets and flows, made fit for what people look at."""

import unicodedata

LONGEST = 200
_INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def plain(text: str, longest: int = LONGEST) -> str:
    r"""Return a text on one line, without control characters, and not too long.

    Examples
    --------
    >>> plain("a\x1b[31m red\n\u202ename")
    'a[31m red name'
    """
    visible = "".join(
        " " if char.isspace() else char
        for char in text
        if char.isspace() or unicodedata.category(char) not in _INVISIBLE
    )
    line = " ".join(visible.split())
    return line if len(line) <= longest else f"{line[: longest - 3]}..."
