"""What processes tell each other of a server."""

import pytest

from prgbench.sources.openml import retries
from prgbench.sources.openml.calls import Kind
from prgbench.sources.openml.retries import LONGEST_PAUSE, LONGEST_TURN, Beat, Pulse

NOW = 1_700_000_000.0


class Clock:
    now = NOW


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr("time.time", lambda: clock.now)
    return clock


def fail(which, clock, times, kind=Kind.FILES):
    for _ in range(times):
        clock.now += 1.0
        which.failed(kind, clock.now, "HTTP 503")


def test_what_one_process_hears_another_one_knows(clock, tmp_path):
    first, second = Pulse(tmp_path, 1.0), Pulse(tmp_path, 1.0)
    first.answered(Kind.RUNS, NOW, "run/7")
    assert second.last_answer == NOW
    assert second.beat(Kind.RUNS).known == ("run/7",)
    fail(first, clock, 3)
    beat = second.beat(Kind.FILES)
    assert (beat.failures, beat.why, beat.failing) == (3, "HTTP 503", NOW + 1)


def test_one_request_at_a_time_while_the_server_fails(clock, tmp_path):
    heard, other = Pulse(tmp_path, 1.0), Pulse(tmp_path, 1.0)
    assert [heard.seconds_to_turn(Kind.FILES), other.seconds_to_turn(Kind.FILES)] == [0.0, 0.0]
    fail(heard, clock, 4)
    assert heard.seconds_to_turn(Kind.FILES) == other.seconds_to_turn(Kind.FILES) == 4.0
    clock.now += 4.0
    assert heard.seconds_to_turn(Kind.FILES) == 0.0
    assert other.seconds_to_turn(Kind.FILES) == LONGEST_TURN
    heard.answered(Kind.FILES, clock.now)
    assert other.seconds_to_turn(Kind.FILES) == 0.0


def test_a_new_process_asks_at_once(clock, tmp_path):
    fail(Pulse(tmp_path, 1.0), clock, 9)
    new = Pulse(tmp_path, 1.0)
    assert new.seconds_to_turn(Kind.FILES) == 0.0
    assert new.seconds_to_turn(Kind.FILES) > 0.0


def test_kinds_that_fail_are_asked_as_if_they_were_one(clock, tmp_path):
    heard = Pulse(tmp_path, 1.0)
    for kind in Kind:
        heard.seconds_to_turn(kind)
    fail(heard, clock, 4, Kind.RUNS)
    fail(heard, clock, 4, Kind.FILES)
    assert heard.seconds_to_turn(Kind.RUNS) == heard.seconds_to_turn(Kind.FILES) == 64.0
    assert heard.seconds_to_turn(Kind.TASK_LISTS) == 0.0
    clock.now += 64.0
    heard.seconds_to_turn(Kind.RUNS)
    heard.answered(Kind.RUNS, clock.now)
    assert heard.seconds_to_turn(Kind.FILES) == 0.0
    assert heard.beat(Kind.FILES).fails


def test_pauses_grow_to_half_an_hour(clock, tmp_path):
    heard = Pulse(tmp_path, 1.0)
    heard.seconds_to_turn(Kind.FILES)
    fail(heard, clock, 40)
    assert heard.seconds_to_turn(Kind.FILES) == LONGEST_PAUSE


def test_an_outage_of_which_nobody_has_heard_for_long_is_over(clock, tmp_path):
    heard = Pulse(tmp_path, 1.0)
    fail(heard, clock, 20)
    clock.now += retries.FORGOTTEN_AFTER + 1.0
    fail(heard, clock, 1)
    beat = heard.beat(Kind.FILES)
    assert (beat.failures, beat.failing) == (1, clock.now)


def test_an_answer_to_an_earlier_request_ends_no_outage(clock, tmp_path):
    heard = Pulse(tmp_path, 1.0)
    fail(heard, clock, 2)
    heard.answered(Kind.FILES, NOW)
    assert heard.beat(Kind.FILES).fails
    heard.answered(Kind.FILES, clock.now)
    assert not heard.beat(Kind.FILES).fails
    assert heard.beat(Kind.FILES).recovered == clock.now


def test_what_was_noted_before_the_clock_was_set_back_is_forgotten(clock, tmp_path):
    heard = Pulse(tmp_path, 1.0)
    heard.answered(Kind.FILES, NOW, "data/7")
    fail(heard, clock, 9)
    clock.now -= 43_200.0
    assert heard.beat(Kind.FILES) == Beat(known=("data/7",))
    assert heard.seconds_to_turn(Kind.FILES) == 0.0
    fail(heard, clock, 3)
    heard.answered(Kind.FILES, clock.now)
    assert not heard.beat(Kind.FILES).fails


def test_refusals_are_counted_until_one_is_answered_or_a_run_is_over(clock, tmp_path):
    heard = Pulse(tmp_path, 1.0)
    fail(heard, clock, 9)
    assert [heard.refused(Kind.FILES) for _ in range(3)] == [1, 2, 3]
    assert heard.seconds_to_turn(Kind.FILES) == 0.0
    clock.now += retries.SECONDS_BETWEEN_RUNS
    assert heard.refused(Kind.FILES) == 1
    clock.now += 1.0
    heard.answered(Kind.FILES, clock.now, "data/7")
    assert heard.beat(Kind.FILES).refused == 0


@pytest.mark.parametrize("text", ["", "{", "[]", '{"files": {"next": "soon"}}', "\0"])
def test_a_damaged_file_is_as_if_nothing_was_known(text, tmp_path):
    (tmp_path / "pulse.json").write_text(text)
    heard = Pulse(tmp_path, 1.0)
    assert heard.last_answer == 0.0
    heard.answered(Kind.FILES, NOW, "data/7")
    assert heard.beat(Kind.FILES).known == ("data/7",)
