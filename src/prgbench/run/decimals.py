"""Numbers in texts of other people: ASCII decimals, read strictly.

Python's own ``float`` also takes underscores, digits of other scripts, ``nan`` and ``inf``; in a
table of predictions each of these is a mistake that must not become a score.
"""

import re

UNSIGNED = r"(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
DECIMAL = rf"[+-]?{UNSIGNED}"
is_unsigned_decimal = re.compile(UNSIGNED).fullmatch
_is_decimal = re.compile(DECIMAL).fullmatch
_is_decimal_in_blanks = re.compile(rf"[ \t]*+{DECIMAL}[ \t]*+").fullmatch


def is_decimal(text: str) -> bool:
    """Tell whether a text is a finite decimal number, perhaps beyond all doubles."""
    return _is_decimal(text) is not None


def number(text: str) -> float | None:
    """Return the double nearest to a number, None if the text is none."""
    return float(text) if _is_decimal_in_blanks(text) else None
