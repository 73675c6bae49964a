"""A full disk, however a library says so."""

import errno
from collections.abc import Iterator

DISK_IS_FULL = errno.ENOSPC
"""The status of a process that ends for want of space."""

NO_ROOM = "The disk is full: make room and start again; what is done stays."

_NO_SPACE = {errno.ENOSPC, errno.EDQUOT}
_WORDS = ("No space left on device", "Disk quota exceeded", "database or disk is full")


def full_disk(error: BaseException) -> str | None:
    """Return the sentence for a user if an error comes of a full disk, otherwise None.

    Examples
    --------
    >>> full_disk(OSError(errno.ENOSPC, "No space left on device", "x.csv"))
    "The disk is full ([Errno 28] No space left on device: 'x.csv'): make room and start again; \
what is done stays."
    >>> full_disk(ValueError("x")) is None
    True
    """
    for cause in _causes(error):
        if _is_full(cause):
            return f"The disk is full ({cause}): make room and start again; what is done stays."
    return None


def _is_full(error: BaseException) -> bool:
    return getattr(error, "errno", None) in _NO_SPACE or any(w in str(error) for w in _WORDS)


def _causes(error: BaseException) -> Iterator[BaseException]:
    seen: list[BaseException] = []
    current: BaseException | None = error
    while current is not None and current not in seen:
        yield current
        seen.append(current)
        current = current.__cause__ or current.__context__
