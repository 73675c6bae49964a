"""Memory that runs out: one sentence, also where a library ends the process."""

import errno
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import NoReturn

from prgbench.run.errors import PrgbenchError, causes_of

ADDRESS_SPACE = 2_800_000_000
"""What the libraries of a comparison reserve, most of it without using it."""

_WHAT_TO_DO = (
    "use a machine with more of it, fewer processes at once, or a part of the models or data sets."
)
WITHOUT_WORDS = (
    f"The process ended before it could say why, most likely for lack of memory: {_WHAT_TO_DO}"
)
_UNMAPPED = ("failed to map segment", "cannot allocate memory")
_NO_THREAD = "can't start new thread"


def out_of_memory(error: BaseException) -> str | None:
    """Return the sentence for a user if a lack of memory caused an error, otherwise None.

    Examples
    --------
    >>> out_of_memory(MemoryError("Unable to allocate 8 GiB for an array with shape (2, 3)"))
    'Not enough memory (Unable to allocate 8 GiB): use a machine with more of it, fewer processes \
at once, or a part of the models or data sets.'
    >>> out_of_memory(ValueError("x")) is None
    True
    """
    for cause in causes_of(error):
        if _is_lack(cause):
            said = str(cause).partition(" for an array")[0].partition("\n")[0].rstrip(".")
            return f"Not enough memory{said and f' ({said})'}: {_WHAT_TO_DO}"
    return None


def _is_lack(error: BaseException) -> bool:
    from concurrent.futures.process import BrokenProcessPool

    text = str(error).lower()
    return (
        isinstance(error, MemoryError | BrokenProcessPool)
        or (isinstance(error, OSError) and error.errno == errno.ENOMEM)
        or (isinstance(error, ImportError) and any(words in text for words in _UNMAPPED))
        or (isinstance(error, RuntimeError) and _NO_THREAD in text)
    )


def check_address_space() -> None:
    """Refuse a limit (``ulimit -v``) under which libraries would hang or end the process."""
    try:
        import resource
    except ModuleNotFoundError:  # of Unix
        return

    allowed = resource.getrlimit(resource.RLIMIT_AS)[0]
    if allowed != resource.RLIM_INFINITY and allowed < ADDRESS_SPACE:
        raise PrgbenchError(
            f"Not enough memory: processes may reserve {allowed / 1e9:.1f} GB here (`ulimit -v`), "
            f"and a comparison reserves at least {ADDRESS_SPACE / 1e9:.1f} GB, of which a small "
            "one uses 0.4: allow more."
        )


@contextmanager
def last_words() -> Iterator[None]:
    """Have `WITHOUT_WORDS` said if this process is killed or a library ends it in the block.

    To be entered before there are threads.
    """
    if not hasattr(os, "fork"):
        yield
        return
    read, write = os.pipe()
    if os.fork() == 0:
        _wait(read, write)
    os.close(read)
    try:
        yield
    finally:
        with suppress(OSError):
            os.write(write, b".")
        os.close(write)


def _wait(read: int, write: int) -> NoReturn:
    """Wait until the other process says that it ends by itself, or is no more."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    os.close(write)
    if not os.read(read, 1):
        sys.stderr.write(f"prgbench: {WITHOUT_WORDS}\n")
        sys.stderr.flush()
    os._exit(0)
