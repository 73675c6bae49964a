"""Sizes, times and numbers with the unit that suits a reader."""

import time

SIZES = ("B", "kB", "MB", "GB", "TB")
TIMES = ((60, "second"), (60, "minute"), (24, "hour"))


def size(n_bytes: float) -> str:
    """Return a size in the unit that suits it; a kB is 1,000 bytes."""
    amount = float(round(n_bytes))
    for unit in SIZES[:-1]:
        if round(amount) < 1000:
            return f"{amount:.0f} B" if unit == "B" else f"{_two_digits(amount)} {unit}"
        amount /= 1000
    return f"{_two_digits(amount)} {SIZES[-1]}"


def duration(seconds: float) -> str:
    """Return a time in the unit that suits it."""
    if seconds <= 0.5:
        return "under a second"
    amount = float(seconds)
    for longest, unit in TIMES:
        text = _two_digits(amount) if unit == "hour" else f"{amount:.0f}"
        if float(text.replace(",", "")) < longest:
            return counted(text, unit)
        amount /= longest
    return counted(_two_digits(amount), "day")


def moment(seconds: float) -> str:
    """Return the time of day of seconds since the epoch, with the date if it is not today."""
    then = time.localtime(seconds)
    today = then[:3] == time.localtime()[:3]
    return time.strftime("%H:%M" if today else "%-d %b %H:%M", then)


def counted(text: str, unit: str) -> str:
    """Return a number with its unit, in the plural unless it is 1."""
    text = text.removesuffix(".0")
    return f"{text} {unit}{'' if text == '1' else 's'}"


def _two_digits(amount: float) -> str:
    return f"{amount:.1f}" if amount < 9.95 else f"{amount:,.0f}"
