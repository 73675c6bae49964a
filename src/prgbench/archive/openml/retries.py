"""When a request that got no answer is tried again, and when it is given up."""

import random
import time
from collections.abc import Callable
from typing import TypeVar

import tenacity

from prgbench.archive.openml.answers import NoAnswerError

Result = TypeVar("Result")

LONGEST_WAIT = 60.0
LONGEST_REQUESTED_WAIT = 300.0
FIRST_CONTACT_PATIENCE = 30.0
ATTEMPTS_OF_A_LIVING_SERVER = 10


class Retries:
    """Try again with growing waits.

    The first request of all is given up after half a minute, later ones after ``patience``
    seconds; sooner where the server is alive but does not answer this request.

    Parameters
    ----------
    patience : float
        Seconds.
    first_wait : float
        Seconds before the second attempt; the waits double from there to a minute.
    """

    def __init__(self, patience: float, first_wait: float) -> None:
        self._patience = patience
        self._first_wait = first_wait
        self._last_answer: float | None = None

    @property
    def in_contact(self) -> bool:
        """Whether the server has answered anything yet."""
        return self._last_answer is not None

    def answered(self) -> None:
        """Note that the server has just answered, whatever the answer was."""
        self._last_answer = time.monotonic()

    def answered_since(self, start: float) -> bool:
        """Tell whether the server has answered any request since ``start``."""
        return self._last_answer is not None and self._last_answer > start

    def seconds_left(self, start: float) -> float:
        """Return in how many seconds a request that began at ``start`` is given up."""
        patience = self._patience
        if not self.in_contact:
            patience = min(patience, FIRST_CONTACT_PATIENCE)
        return start + patience - time.monotonic()

    def run(
        self,
        attempt: Callable[[], Result],
        attempts: int | None = None,
        *,
        lives: Callable[[], bool] = lambda: False,
        on_wait: Callable[[str, float], None] = lambda *_: None,
    ) -> Result:
        """Return the result of the first attempt that succeeds.

        Parameters
        ----------
        attempt : callable
            Raises `NoAnswerError` where it should be made again.
        attempts : int, optional
            The most attempts.
        lives : callable
            Asks whether the server answers anything else, where no other request has shown it.
        on_wait : callable
            Is told why, and for how many seconds, the next attempt waits.

        Raises
        ------
        NoAnswerError
            That of the last attempt.
        """
        start = time.monotonic()
        retrying = tenacity.Retrying(
            retry=tenacity.retry_if_exception(_may_pass),
            wait=self._wait,
            stop=lambda state: self._gives_up(state, start, attempts, lives),
            before_sleep=lambda state: on_wait(_failure(state).detail, state.upcoming_sleep),
            reraise=True,
        )
        return retrying(attempt)

    def _wait(self, state: tenacity.RetryCallState) -> float:
        wait = min(LONGEST_WAIT, self._first_wait * 2.0 ** min(state.attempt_number - 1, 30))
        wait *= random.uniform(0.75, 1.25)
        return max(wait, min(_failure(state).retry_after, LONGEST_REQUESTED_WAIT))

    def _gives_up(
        self,
        state: tenacity.RetryCallState,
        start: float,
        attempts: int | None,
        lives: Callable[[], bool],
    ) -> bool:
        if attempts is not None and state.attempt_number >= attempts:
            return True
        if state.attempt_number >= ATTEMPTS_OF_A_LIVING_SERVER and (
            _failure(state).damaged or self.answered_since(start) or lives()
        ):
            return True
        return state.upcoming_sleep >= self.seconds_left(start)


def _may_pass(error: BaseException) -> bool:
    return isinstance(error, NoAnswerError) and not error.final


def _failure(state: tenacity.RetryCallState) -> NoAnswerError:
    failure = state.outcome.exception() if state.outcome is not None else None
    return failure if isinstance(failure, NoAnswerError) else NoAnswerError("no attempt")
