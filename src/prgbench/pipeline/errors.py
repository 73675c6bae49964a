"""The error that users see."""

from collections.abc import Iterator
from contextlib import contextmanager


class PrgbenchError(Exception):
    """A mistake or failure that one sentence explains, without a traceback.

    The message names the file, task, run or key concerned and says what to do.
    """


@contextmanager
def one_sentence() -> Iterator[None]:
    """End the process with the sentence of a `PrgbenchError`, where no job has begun yet."""
    try:
        yield
    except PrgbenchError as error:
        raise SystemExit(str(error)) from None
