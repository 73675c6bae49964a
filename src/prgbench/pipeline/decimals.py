"""Numbers as files spell them: decimal, in ASCII, as Arrow's CSV reader takes them."""

import re

UNSIGNED = r"(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
DECIMAL = rf"[+-]?{UNSIGNED}"

is_unsigned_decimal = re.compile(UNSIGNED).fullmatch
_is_decimal = re.compile(DECIMAL).fullmatch
_is_decimal_in_blanks = re.compile(rf"[ \t]*+{DECIMAL}[ \t]*+").fullmatch


def is_decimal(text: str) -> bool:
    """Tell whether a text spells a finite decimal number, which may be beyond all doubles.

    Examples
    --------
    >>> [is_decimal(text) for text in ("1", "-.5", "5.", "1E+05", "1e999")]
    [True, True, True, True, True]
    >>> [is_decimal(text) for text in ("", "1_0", "0x1", "nan", "\u0661", "1,5")]
    [False, False, False, False, False, False]
    """
    return _is_decimal(text) is not None


def number(text: str) -> float | None:
    """Return the double nearest to a number, None where the text is none.

    Examples
    --------
    >>> number(" 1e-1 "), number("1_0")
    (0.1, None)
    """
    return float(text) if _is_decimal_in_blanks(text) else None
