"""What people read while a run works: lines on stderr that clear up what stands there."""

import sys
from shutil import get_terminal_size

from prgbench.pipeline.foreign_text import plain, plain_lines

_CLEAR = "\r\x1b[2K"


def say(text: str) -> None:
    """Print lines for the user at once.

    Parameters
    ----------
    text : str
        Control characters in it are left out.
    """
    _write(f"{plain_lines(text)}\n")


def show(line: str) -> None:
    """Print a line that the next one replaces on a terminal; in a file it stays.

    Parameters
    ----------
    line : str
        Control characters in it are left out.
    """
    if sys.stderr.isatty():
        _write(plain(line, get_terminal_size().columns - 1))
    else:
        say(line)


def _write(text: str) -> None:
    """Write in one piece, as other processes write too."""
    sys.stderr.write(f"{_CLEAR}{text}" if sys.stderr.isatty() else text)
    sys.stderr.flush()
