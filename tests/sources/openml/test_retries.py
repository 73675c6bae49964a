"""How long a request is tried, by a clock that only waits move."""

import threading
import time

import pytest

from prgbench.sources.openml.answers import BusyError, NoAnswerError
from prgbench.sources.openml.retries import Retries

really_sleep = time.sleep


class Clock:
    """A clock and what its thread waited for; threads that other tests have left really sleep."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.waits: list[float] = []
        self.thread = threading.get_ident()

    def sleep(self, seconds: float) -> None:
        if threading.get_ident() != self.thread:
            really_sleep(seconds)
            return
        self.waits.append(seconds)
        self.now += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(time, "sleep", clock.sleep)
    monkeypatch.setattr(time, "monotonic", lambda: clock.now)
    return clock


def failing(error: NoAnswerError, clock: Clock, seconds: float = 0.0) -> object:
    def attempt() -> None:
        clock.now += seconds
        raise error

    return attempt


def give_up(retries: Retries, clock: Clock, error: NoAnswerError, seconds: float = 0.0) -> float:
    """Return after how many seconds a request that always fails is given up."""
    start = clock.now
    with pytest.raises(type(error)):
        retries.run(failing(error, clock, seconds))
    return clock.now - start


@pytest.mark.parametrize("seconds", [0.0, 1.0, 15.0, 25.0])
def test_the_first_contact_is_given_up_within_a_minute(clock: Clock, seconds: float) -> None:
    assert give_up(Retries(900.0, 1.0), clock, NoAnswerError("no"), seconds) <= 60.0


def test_later_requests_are_tried_for_a_quarter_of_an_hour(clock: Clock) -> None:
    retries = Retries(900.0, 1.0)
    retries.answered()
    assert 800.0 < give_up(retries, clock, BusyError("no")) <= 900.0
    for number, wait in enumerate(clock.waits):
        assert 0.75 * min(60, 2**number) <= wait <= 1.25 * min(60, 2**number)


def test_a_living_server_that_does_not_answer_one_request(clock: Clock) -> None:
    retries = Retries(900.0, 1.0)

    def attempt() -> None:
        clock.now += 1.0
        retries.answered()
        raise NoAnswerError("no")

    with pytest.raises(NoAnswerError):
        retries.run(attempt)
    assert len(clock.waits) == 9


def test_damaged_answers_are_asked_for_ten_times(clock: Clock) -> None:
    retries = Retries(900.0, 1.0)
    retries.answered()
    give_up(retries, clock, NoAnswerError("half", damaged=True))
    assert len(clock.waits) == 9


def test_the_wait_that_the_server_asks_for_has_a_limit(clock: Clock) -> None:
    retries = Retries(900.0, 1.0)
    retries.answered()
    give_up(retries, clock, NoAnswerError("later", retry_after=40.0))
    assert clock.waits[0] == 40.0
    clock.waits.clear()
    give_up(retries, clock, NoAnswerError("much later", retry_after=1e6))
    assert clock.waits[:2] == [300.0, 300.0]


def test_a_number_of_attempts(clock: Clock) -> None:
    retries = Retries(900.0, 1.0)
    retries.answered()
    with pytest.raises(NoAnswerError):
        retries.run(failing(NoAnswerError("no"), clock), attempts=4)
    assert len(clock.waits) == 3


def test_what_asking_again_does_not_help_is_asked_once(clock: Clock) -> None:
    retries = Retries(900.0, 1.0)
    retries.answered()
    assert give_up(retries, clock, NoAnswerError("elsewhere", final=True)) == 0.0
    assert clock.waits == []


@pytest.mark.parametrize("lives", [True, False])
def test_a_server_of_which_nobody_knows_whether_it_lives_is_asked(
    lives: bool, clock: Clock
) -> None:
    retries, asked = Retries(900.0, 1.0), []
    retries.answered()
    clock.now += 1.0

    def answers() -> bool:
        asked.append(clock.now)
        return lives

    with pytest.raises(NoAnswerError):
        retries.run(failing(NoAnswerError("no"), clock), lives=answers)
    assert (len(asked) == 1) == lives
    assert (len(clock.waits) == 9) == lives


def test_who_waits_is_told(clock: Clock) -> None:
    retries, told = Retries(10.0, 1.0), []
    retries.answered()
    start = clock.now
    with pytest.raises(NoAnswerError):
        retries.run(
            failing(NoAnswerError("HTTP 503"), clock),
            on_wait=lambda why, seconds: told.append((why, seconds)),
        )
    assert told == [("HTTP 503", wait) for wait in clock.waits]
    assert retries.seconds_left(start) == pytest.approx(10.0 - sum(clock.waits))


def test_a_thousand_attempts(clock: Clock) -> None:
    retries = Retries(1500.0, 1e-9)
    retries.answered()
    clock.now += 1.0
    assert give_up(retries, clock, NoAnswerError("no")) > 1400.0
    assert len(clock.waits) > 1100
