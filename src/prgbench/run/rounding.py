"""How a number is rounded where people read it: in displays, printed results, answer and page."""

from decimal import ROUND_HALF_UP, Decimal

DECIMALS = 12
"""Values equal at this decimal are written alike."""

_LARGE = 1e9


def rounded(value: float, digits: int) -> str:
    """Write a number with the given decimals, rounding half away from 0, as the page's scripts do.

    Values equal at the 12th decimal are written alike: the mean of 0.95, 0.6, 0.9 and 0.96 is
    0.8525 but for a rounding error.

    Examples
    --------
    >>> rounded(0.8524999999999999, 3), rounded(0.0625, 3), rounded(-2.5, 0)
    ('0.853', '0.063', '-3')
    """
    # Larger numbers have no digits to spare.
    if not abs(value) < _LARGE:
        return f"{value:.{digits}f}"
    exact = Decimal(f"{value:.{DECIMALS}f}")
    return f"{exact.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP):f}"


def three_decimals(value: float) -> str:
    """Write the value of a measure, or a difference of two; a zero has no sign.

    Examples
    --------
    >>> three_decimals(0.8125), three_decimals(-0.0001)
    ('0.813', '0.000')
    """
    return f"{float(rounded(value, 3)):z.3f}"
