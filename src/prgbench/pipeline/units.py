"""Sizes and times as people say them."""

SIZES = ("B", "kB", "MB", "GB", "TB")
TIMES = ((60, "second"), (60, "minute"), (24, "hour"))


def size(n_bytes: float) -> str:
    """Return a size in the unit that suits it; a kB is 1,000 bytes.

    Parameters
    ----------
    n_bytes : float
        A number of bytes, at least 0.

    Examples
    --------
    >>> [size(n) for n in (0, 999, 2646, 63_400, 999_950, 2.64e9, 3e15)]
    ['0 B', '999 B', '2.6 kB', '63 kB', '1.0 MB', '2.6 GB', '3,000 TB']
    """
    amount = float(round(n_bytes))
    for unit in SIZES[:-1]:
        if round(amount) < 1000:
            return f"{amount:.0f} B" if unit == "B" else f"{_two_digits(amount)} {unit}"
        amount /= 1000
    return f"{_two_digits(amount)} {SIZES[-1]}"


def duration(seconds: float) -> str:
    """Return a time in the unit that suits it.

    Parameters
    ----------
    seconds : float
        At least 0.

    Examples
    --------
    >>> [duration(s) for s in (0.5, 1, 59.6, 200, 5400, 36_000, 200_000)]
    ['under a second', '1 second', '1 minute', '3 minutes', '1.5 hours', '10 hours', '2.3 days']
    """
    if seconds <= 0.5:
        return "under a second"
    amount = float(seconds)
    for longest, unit in TIMES:
        text = _two_digits(amount) if unit == "hour" else f"{amount:.0f}"
        if float(text.replace(",", "")) < longest:
            return _counted(text, unit)
        amount /= longest
    return _counted(_two_digits(amount), "day")


def _two_digits(amount: float) -> str:
    return f"{amount:.1f}" if amount < 9.95 else f"{amount:,.0f}"


def _counted(text: str, unit: str) -> str:
    text = text.removesuffix(".0")
    return f"{text} {unit}{'' if text == '1' else 's'}"
