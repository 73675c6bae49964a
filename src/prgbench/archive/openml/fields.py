"""What a field of an answer may hold: an id, a count or a share, and else nothing.

Python's own reading is more lenient than an archive should be: it takes the digits of all scripts,
underscores between digits, and numbers that no computer holds.
"""

from math import isfinite

from prgbench.archive.openml.answers import whole_number
from prgbench.pipeline.decimals import is_unsigned_decimal

LARGEST = 10**9


def identifier(stated: str | None) -> int | None:
    """Return the id that is stated: a whole number from 1, in ASCII digits.

    Examples
    --------
    >>> identifier("145651"), identifier("0"), identifier("²"), identifier("1e3")
    (145651, None, None, None)
    """
    return whole_number(stated or "") or None


def count(stated: str | None, most: int = LARGEST) -> int | None:
    """Return the count that is stated, perhaps as ``768.0`` or ``1.0E7``.

    Examples
    --------
    >>> count("768.0"), count("1.0E7"), count("0"), count("768.5"), count("1e300")
    (768, 10000000, 0, None, None)
    """
    number = _number(stated)
    if number is None or not number.is_integer() or number > most:
        return None
    return int(number)


def share(stated: str | None) -> float | None:
    """Return the number from 0 to 1 that is stated.

    Examples
    --------
    >>> share("0.806142"), share("1"), share("1.5"), share("-0.5"), share("NaN")
    (0.806142, 1.0, None, None, None)
    """
    number = _number(stated)
    return number if number is not None and number <= 1.0 else None


def _number(stated: str | None) -> float | None:
    if stated is None or not is_unsigned_decimal(stated):
        return None
    number = float(stated)
    return number if isfinite(number) else None
