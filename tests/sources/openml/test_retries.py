"""How long a request is tried, by a clock that only waits move."""

import threading
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from prgbench.sources.openml.answers import BusyError, NoAnswerError, RefusedError
from prgbench.sources.openml.calls import Kind
from prgbench.sources.openml.retries import (
    LONGEST_PAUSE,
    MOST_SAMPLES,
    AloneError,
    Contact,
    Retries,
)
from prgbench.sources.openml.transport import TooMuchError

HOURS = 6 * 3600.0
KIND = Kind.TASK_LISTS

really_sleep = time.sleep


class Clock:
    """A clock and what its thread waited for; threads that other tests have left really sleep."""

    def __init__(self) -> None:
        self.now = 1_700_000_000.0
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
    monkeypatch.setattr(time, "time", lambda: clock.now)
    monkeypatch.setattr("prgbench.sources.openml.retries.LONGEST_SLEEP", 10.0)
    return clock


class Server:
    """A server by a clock: requests fail with an error until it is well."""

    def __init__(
        self, clock: Clock, folder: Path, error: NoAnswerError, patience: float = HOURS
    ) -> None:
        self.clock = clock
        self.error = error
        self.well = float("inf")
        self.others_answered = False
        self.asked: list[float] = []
        self.controls: list[float] = []
        self.told: list[str] = []
        self.retries = Retries(Contact(folder), patience, 1.0)

    def contact(self) -> None:
        self.retries.contact.answered(KIND, self.clock.now, "task/list")
        self.clock.now += 1.0

    def attempt(self) -> str:
        self.asked.append(self.clock.now)
        self.clock.now += 0.1
        if self.clock.now < self.well:
            raise self.error
        return "answer"

    def probe(self) -> None:
        self.controls.append(self.clock.now)
        self.clock.now += 0.1
        if not (self.others_answered or self.clock.now >= self.well):
            raise NoAnswerError("HTTP 503")
        self.retries.contact.answered(KIND, self.clock.now, "task/list")

    def run(self, attempts: int | None = None) -> str:
        return self.retries.run(
            KIND,
            self.attempt,
            self.probe,
            attempts=attempts,
            on_wait=lambda why, *_: self.told.append(why),
        )

    def give_up(self, error: type[Exception] = NoAnswerError) -> float:
        """Return after how many seconds a request that always fails is given up."""
        start = self.clock.now
        with pytest.raises(error):
            self.run()
        return self.clock.now - start


@pytest.fixture
def server(clock: Clock, tmp_path: Path) -> Callable[..., Server]:
    return lambda error, **more: Server(clock, tmp_path, error, **more)


def test_the_first_contact_is_given_up_within_a_minute(server: Callable[..., Server]) -> None:
    asked = server(NoAnswerError("HTTP 503"))
    assert asked.give_up() <= 60.0
    assert len(asked.asked) + len(asked.controls) >= 5


def test_a_server_that_has_answered_is_waited_for_for_hours(
    server: Callable[..., Server],
) -> None:
    asked = server(BusyError("busy"))
    asked.contact()
    assert HOURS - 1.0 <= asked.give_up() <= HOURS + 60.0
    assert len(asked.asked) + len(asked.controls) <= 30
    assert asked.told
    assert set(asked.told) == {"busy"}


def test_when_patience_is_over_the_next_run_asks_at_once_and_not_for_long(
    server: Callable[..., Server],
) -> None:
    first = server(NoAnswerError("HTTP 503"))
    first.contact()
    first.give_up()
    again = server(NoAnswerError("HTTP 503"))
    start = again.clock.now
    assert again.give_up() <= 60.0
    assert again.asked[0] == start


def test_the_end_of_an_outage_is_noticed_in_half_an_hour(server: Callable[..., Server]) -> None:
    asked = server(NoAnswerError("HTTP 503"))
    asked.contact()
    asked.well = asked.clock.now + 3 * 3600.0
    assert asked.run() == "answer"
    assert asked.clock.now - asked.well <= LONGEST_PAUSE + 1.0
    assert asked.retries.contact.failing == set()


@pytest.mark.parametrize(
    ("error", "times"),
    [(NoAnswerError("HTTP 500"), 10), (NoAnswerError("half", damaged=True), 6),
     (RefusedError("HTTP 404"), 2)],
)  # fmt: skip
def test_a_request_that_alone_is_not_answered_is_given_up_soon(
    error: NoAnswerError, times: int, server: Callable[..., Server]
) -> None:
    asked = server(error)
    asked.contact()
    asked.others_answered = True
    assert asked.give_up(AloneError) <= 2100.0
    assert len(asked.asked) == times
    assert len(asked.controls) <= 2


def test_a_refusal_by_a_broken_server_is_not_believed(server: Callable[..., Server]) -> None:
    asked = server(RefusedError("HTTP 404"))
    asked.contact()
    asked.well = asked.clock.now + 3600.0
    assert asked.run() == "answer"
    assert len(asked.asked) == 2
    assert len(asked.controls) <= 16


def test_a_refusal_at_first_contact_is_believed(server: Callable[..., Server]) -> None:
    asked = server(RefusedError("redirects to another server"))
    assert asked.give_up(RefusedError) <= 1.0
    assert asked.controls == []


def test_what_is_too_big_is_no_fault_of_the_server(server: Callable[..., Server]) -> None:
    asked = server(TooMuchError(100))
    asked.contact()
    assert asked.give_up(AloneError) <= 1.0
    assert (len(asked.asked), asked.controls) == (1, [])


def test_a_number_of_attempts(server: Callable[..., Server]) -> None:
    asked = server(NoAnswerError("HTTP 503"))
    asked.contact()
    asked.others_answered = True
    with pytest.raises(AloneError):
        asked.run(attempts=4)
    assert len(asked.asked) == 4


def test_the_wait_that_the_server_asks_for_has_a_limit(server: Callable[..., Server]) -> None:
    asked = server(NoAnswerError("later", retry_after=1e6))
    asked.contact()
    asked.well = asked.clock.now + 1.0
    assert asked.run() == "answer"
    assert asked.asked[1] - asked.asked[0] == pytest.approx(3600.1, abs=11.0)


def test_what_one_process_has_heard_another_one_knows(clock: Clock, tmp_path: Path) -> None:
    first, second = Contact(tmp_path), Contact(tmp_path)
    assert (second.last_answer(), second.samples(Kind.RUNS)) == (0.0, [])
    for number in range(MOST_SAMPLES + 1):
        first.answered(Kind.RUNS, clock.now, f"run/{number}")
        clock.now += 10.0
    assert second.samples(Kind.RUNS) == ["run/1", "run/2", "run/3"]
    assert second.last_answer(Kind.RUNS) == second.last_answer() == clock.now - 10.0
    assert second.last_answer(Kind.FILES) == 0.0


def test_processes_share_the_pauses_of_an_outage(clock: Clock, tmp_path: Path) -> None:
    contacts = [Contact(tmp_path) for _ in range(4)]
    start = clock.now
    probes: list[float] = []
    while clock.now < start + 5 * LONGEST_PAUSE:
        waits = [contact.seconds_to_probe(start, 1.0) for contact in contacts]
        probes += [clock.now - start] * waits.count(0.0)
        clock.now += max(waits)
    assert probes[:8] == [0.0, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0]
    assert max(later - earlier for earlier, later in pairwise(probes)) == LONGEST_PAUSE


def test_an_answer_ends_the_long_pauses(clock: Clock, tmp_path: Path) -> None:
    contact = Contact(tmp_path)
    while clock.now < 1_700_001_000.0:
        clock.now += contact.seconds_to_probe(1_700_000_000.0, 1.0)
    contact.answered(Kind.RUNS, clock.now, "run/1")
    assert contact.seconds_to_probe(1_700_000_000.0, 1.0) <= 1.0


def test_times_before_the_clock_was_set_back_are_forgotten(clock: Clock, tmp_path: Path) -> None:
    contact = Contact(tmp_path)
    contact.answered(Kind.RUNS, clock.now, "run/1")
    clock.now -= 1000.0
    assert contact.last_answer() == 0.0
    assert contact.samples(Kind.RUNS) == ["run/1"]


@pytest.mark.parametrize("content", [b"", b"\0", b"\xff"])
def test_a_damaged_file_is_no_outage(content: bytes, tmp_path: Path) -> None:
    contact = Contact(tmp_path)
    contact.answered(Kind.RUNS, time.time(), "run/1")
    (tmp_path / "answered-runs").write_bytes(content)
    contact.answered(Kind.RUNS, time.time(), "run/2")
    assert contact.samples(Kind.RUNS)[-1] == "run/2"
