"""Runs other people's code: quietly, not for ever, and whatever it raises is a reason."""

import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

from prgbench.pipeline.foreign_text import plain
from prgbench.second_opinion.time_limit import TooLongError, time_limit


class NotReadError(Exception):
    """A model's predictions can't be had or decoded; the message says why."""


class StalledError(NotReadError):
    """It took too long."""


@contextmanager
def other_code(seconds: float) -> Iterator[None]:
    """Run a block that calls a package.

    Parameters
    ----------
    seconds : float
        How long it may take.

    Raises
    ------
    NotReadError
        If it raises anything.
    """
    try:
        with _quiet(), time_limit(seconds):
            yield
    except NotReadError:
        raise
    except TooLongError:
        raise StalledError(f"not done within {seconds:.0f} seconds") from None
    except Exception as error:
        raise NotReadError(plain(f"{type(error).__name__}: {error}")) from None


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep the package's messages from the terminal, where a run says what it does itself."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(before)
