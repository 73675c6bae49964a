"""What is wrong with a file, in words."""

from prgbench.archive.interface import Reason, RunUnusableError
from prgbench.pipeline.foreign_text import plain

LOOKED_AT = 200
LONGEST_QUOTE = 60


def unreadable(what: str, text: str) -> RunUnusableError:
    r"""Return the error that says what is wrong and quotes the beginning of the place.

    Examples
    --------
    >>> print(unreadable("3 values instead of 4 in", "1,2,\x1b3"))
    prediction file not readable: 3 values instead of 4 in '1,2,3'
    """
    quoted = plain(text[:LOOKED_AT], LONGEST_QUOTE)
    return RunUnusableError(Reason.UNREADABLE, f"{what} '{quoted}'")
