"""One sentence for processes that run out of memory, or that would.

An allocation that fails raises different errors in different libraries, and a process that the
system kills says nothing at all. `out_of_memory` knows them; `check_address_space` refuses a limit
under which libraries would hang before they could raise anything.
"""

import errno

from prgbench.run.errors import PrgbenchError, causes_of

ADDRESS_SPACE = 2_800_000_000
"""What the libraries of a comparison reserve, most of it without using it."""

_WHAT_TO_DO = (
    "use a machine with more memory, fewer processes at once, or fewer models or data sets."
)
WITHOUT_WORDS = (
    "A process was killed, or ended before it could say why. Unless somebody killed it, it most "
    f"likely ran out of memory: {_WHAT_TO_DO}"
)
_UNMAPPED = ("failed to map segment", "cannot allocate memory")
_NO_THREAD = "can't start new thread"


def out_of_memory(error: BaseException) -> str | None:
    """Return the sentence for a user if a lack of memory caused an error, otherwise None."""
    from concurrent.futures.process import BrokenProcessPool

    for cause in causes_of(error):
        if isinstance(cause, BrokenProcessPool):
            return WITHOUT_WORDS
        if _is_lack(cause):
            detail = str(cause).partition(" for an array")[0].partition("\n")[0].rstrip(".")
            return f"Not enough memory{detail and f' ({detail})'}: {_WHAT_TO_DO}"
    return None


def _is_lack(error: BaseException) -> bool:
    text = str(error).lower()
    return (
        isinstance(error, MemoryError)
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
            f"but a comparison reserves at least {ADDRESS_SPACE / 1e9:.1f} GB, of which a small "
            "one uses 0.4: raise the limit."
        )
