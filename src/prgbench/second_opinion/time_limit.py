"""A limit on the time of code that has none of its own."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class TooLongError(Exception):
    """The time is over."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """End a block that takes longer, whatever it waits for; in the main thread of a process only.

    Raises
    ------
    TooLongError
        If it does.
    """

    def stop(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
        raise TooLongError

    before = signal.signal(signal.SIGALRM, stop)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
