"""Lines on progress where stderr is a file: none of what is short, few of what is long."""

import pytest

import prgbench
from fast_settings import FAST
from prgbench.run import listener
from prgbench.run.listener import ProgressBars
from tables_of_predictions import long_table


class Clock:
    """A clock that is set on by hand."""

    now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


def run(bars, clock, n_items, seconds):
    """Work on items of which each takes so many seconds."""
    for _ in bars.each(range(n_items), "computing", n_items, "data set"):
        clock.now += seconds


def lines(capsys):
    return capsys.readouterr().err.splitlines()


def test_a_long_stage_has_a_line_after_half_a_minute_and_then_each_minute(clock, capsys):
    run(ProgressBars(clock=clock), clock, 600, 0.25)
    assert lines(capsys) == [
        "computing: 120 of 600 data sets",
        "computing: 360 of 600 data sets",
        "computing: 600 of 600 data sets",
    ]


def test_stages_of_less_than_half_a_minute_have_none(clock, capsys):
    bars = ProgressBars(clock=clock)
    for _ in range(5):
        run(bars, clock, 29, 1)
        clock.now += 1_000
    assert lines(capsys) == []


@pytest.mark.parametrize("shown", [True, False])
def test_who_asks_for_bars_or_for_none_gets_no_lines(clock, capsys, shown):
    run(ProgressBars(shown, clock), clock, 10, 60)
    assert not [line for line in lines(capsys) if line.startswith("computing: 1 of")]


def test_on_a_terminal_there_are_bars_and_no_lines(clock, capsys, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    run(ProgressBars(clock=clock), clock, 10, 60)
    assert "data sets" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("total", "said"), [(90, "reading: 31 of 90 tables"), (None, "31 tables")]
)
def test_steps_of_a_source_have_lines_too(clock, capsys, total, said):
    bars = ProgressBars(clock=clock)
    for number in range(1, 91):
        bars.step("reading", number, total, "table")
        clock.now += 1
    assert [line.endswith(said) for line in lines(capsys)] == [True]


@pytest.mark.parametrize(("progress", "n_lines"), [(None, 3), (False, 0)])
def test_a_comparison_in_a_file_says_how_far_it_is(monkeypatch, capsys, progress, n_lines):
    monkeypatch.setattr(listener, "SECONDS_TO_THE_FIRST_LINE", 0.0)
    monkeypatch.setattr(listener, "SECONDS_BETWEEN_LINES", 0.0)
    table = long_table(3, 2)
    assert prgbench.compare(table, settings={"comparison": FAST}, progress=progress).answer
    of_tasks = [line for line in lines(capsys) if line.startswith("computing: ")]
    assert of_tasks == [f"computing: {done} of 3 data sets" for done in range(1, n_lines + 1)]
