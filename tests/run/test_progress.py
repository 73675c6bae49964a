import math
import os
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, closing

import pytest

from prgbench.run.progress import Counts, SharedProgress, begin_stages

COUNT = """
import sys, time
from pathlib import Path
from prgbench.run.progress import SharedProgress
folder, part = Path(sys.argv[1]), sys.argv[2]
progress = SharedProgress(folder / "fetch", part, 200, "Fetching", seconds=0.3)
for _ in range(50):
    time.sleep(0.02)
    progress.done()
progress.close()
"""


@pytest.fixture
def progress():
    """Begin parts, which are closed after the test."""
    with ExitStack() as parts:

        def begin(folder, part="a", total=10, seconds=0.0, **given):
            stage = folder / "progress" / "fetch"
            begun = SharedProgress(stage, part, total, "Fetching", seconds=seconds, **given)
            return parts.enter_context(closing(begun))

        yield begin


@pytest.fixture
def clock(monkeypatch):
    """Return a function that sets the clock on by some seconds."""
    real, shift = time.time, [0.0]

    def set_on(seconds):
        shift[0] += seconds

    monkeypatch.setattr(time, "time", lambda: real() + shift[0])
    return set_on


def lines(capsys):
    return capsys.readouterr().err.splitlines()


def test_a_stage_begins_once_for_all_its_parts(progress, tmp_path, capsys):
    progress(tmp_path, "a")
    progress(tmp_path, "b")
    assert lines(capsys) == ["Fetching 10 tasks"]


def test_parts_are_counted_together(progress, tmp_path, capsys):
    first, second = progress(tmp_path, "a"), progress(tmp_path, "b")
    first.done()
    first.done()
    second.done()
    counts = [line.split(", ")[0] for line in lines(capsys)[1:]]
    assert counts == [f"Fetching: {done} of 10 tasks" for done in (1, 2, 3)]


def test_files_bytes_and_what_is_left_out_are_those_of_all_parts(
    progress, tmp_path, capsys, clock
):
    first = progress(tmp_path, "a", total=100, files_of_unit=30)
    second = progress(tmp_path, "b", total=100, files_of_unit=30)
    first.report(Counts(units=2, files=60, stored=30, n_bytes=1_000, left_out=1))
    clock(1)
    second.report(Counts(units=1, files=40, n_bytes=2_000, left_out=4))
    line = lines(capsys)[-1]
    assert line.startswith("Fetching: 3 of 100 tasks, 100 of 3,000 files, 5 left out, ")
    rate, left = line.split(", ")[-2:]
    # 3,000 bytes and 70 received files in a second; 2,900 files are left.
    assert 2.5 <= float(rate.removesuffix(" kB/s")) <= 3
    assert 41 <= int(left.removesuffix(" seconds left")) <= 50


def test_a_part_that_begins_anew_has_no_negative_rate(progress, tmp_path, capsys, clock):
    first = progress(tmp_path, "a", total=100, files_of_unit=30)
    first.report(Counts(units=2, files=60, n_bytes=900_000))
    clock(1)
    again = progress(tmp_path, "a", total=100, files_of_unit=30)
    again.report(Counts(files=1, n_bytes=3))
    assert "-" not in lines(capsys)[-1]


def test_a_clock_that_is_set_back_stops_no_line(progress, tmp_path, capsys, clock):
    clock(43_200)
    first = progress(tmp_path)
    clock(-43_200)
    first.done()
    assert lines(capsys)[-1] == "Fetching: 1 of 10 tasks"


def test_tasks_without_files_have_a_time_left_too(progress, tmp_path, capsys, clock):
    one = progress(tmp_path)
    clock(1)
    one.done()
    assert lines(capsys)[-1] in {f"Fetching: 1 of 10 tasks, {n} seconds left" for n in (9, 10)}


def test_the_time_left_does_not_jump(progress, tmp_path, capsys, clock):
    one = progress(tmp_path, total=1_000)
    left = []
    for number in range(60):
        clock(1)
        one.report(Counts(units=number + number % 2))
        left.append(lines(capsys)[-1].split(", ")[-1])
    minutes = [float(text.split()[0]) for text in left[20:]]
    assert max(minutes) - min(minutes) <= 3, left


def test_lines_come_at_intervals_and_at_the_end(progress, tmp_path, capsys):
    one = progress(tmp_path, total=5, seconds=60)
    for _ in range(5):
        one.done()
    assert lines(capsys) == ["Fetching 5 tasks"]
    one.close()
    assert lines(capsys) == ["Fetching: 5 of 5 tasks"]


def test_the_last_part_that_ends_says_that_all_is_done_and_says_it_once(
    progress, tmp_path, capsys
):
    one, other = (progress(tmp_path, part, total=2, seconds=60) for part in "ab")
    one.done()
    one.close()
    assert lines(capsys) == ["Fetching 2 tasks"]
    other.done()
    other.close()
    one.close()
    assert lines(capsys) == ["Fetching: 2 of 2 tasks"]


def test_a_slower_process_does_not_print_an_older_number_after_the_last(
    progress, tmp_path, capsys, monkeypatch
):
    one, other = (progress(tmp_path, part, total=2) for part in "ab")
    count = one._everything

    def end():
        other.done()
        other.close()

    ending = threading.Thread(target=end)

    def count_slowly():
        counts = count()
        if ending.ident is None:
            ending.start()
            # Long enough for the other one, which has to wait for its turn.
            ending.join(0.3)
        return counts

    monkeypatch.setattr(one, "_everything", count_slowly)
    one.done()
    ending.join()
    said = [line.partition(",")[0] for line in lines(capsys)]
    assert said == ["Fetching 2 tasks", "Fetching: 1 of 2 tasks", "Fetching: 2 of 2 tasks"]
    # A part that begins anew counts from 0.
    progress(tmp_path).report(Counts(units=0))
    assert lines(capsys) == []


def test_another_look_for_a_line_is_not_due_at_once(progress, tmp_path, capsys, monkeypatch):
    one = progress(tmp_path, seconds=0.5)
    one.done()
    os.utime(tmp_path / "progress" / "fetch" / ".line", (time.time() - 1,) * 2)
    one.done()
    assert lines(capsys) == ["Fetching 10 tasks"]
    monkeypatch.setattr("prgbench.run.progress._LOOKS", math.inf)
    one.done()
    assert lines(capsys)[0].startswith("Fetching: 3 of 10 tasks, ")


@pytest.mark.parametrize(("stays", "seconds"), [(True, 60), (False, 2)])
def test_where_lines_stay_they_are_rarer(
    progress, tmp_path, capsys, monkeypatch, clock, *, stays, seconds
):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: not stays, raising=False)
    one = progress(tmp_path, total=100, seconds=None)
    printed = []
    for after in (seconds / 2, seconds):
        clock(after)
        one.done()
        printed.append("Fetching: " in capsys.readouterr().err)
    assert printed == [False, True]


def test_files_of_an_unfinished_unit_are_told(progress, tmp_path, capsys):
    one = progress(tmp_path, files_of_unit=30)
    one.report(Counts(files=7))
    assert lines(capsys)[-1].startswith("Fetching: 0 of 10 tasks, 7 of 300 files")


def test_one_task_and_one_file_are_singular(progress, tmp_path, capsys):
    one = progress(tmp_path, total=1)
    one.report(Counts(units=1, files=1))
    assert lines(capsys) == ["Fetching 1 task", "Fetching: 1 of 1 task, 1 file"]


def test_several_processes_print_whole_lines_and_not_too_many(tmp_path):
    with (tmp_path / "said").open("w") as said:
        parts = [
            subprocess.Popen([sys.executable, "-c", COUNT, str(tmp_path), part], stderr=said)
            for part in "abcd"
        ]
        assert [part.wait() for part in parts] == [0] * 4
    first, *between, last = (tmp_path / "said").read_text().splitlines()
    assert first == "Fetching 200 tasks"
    assert last == "Fetching: 200 of 200 tasks"
    counts = [int(line.removeprefix("Fetching: ").split()[0]) for line in between]
    assert counts == sorted(counts)
    assert len(counts) < 30


def test_a_part_begins_anew(progress, tmp_path, capsys):
    old = progress(tmp_path)
    old.done()
    old.done()
    progress(tmp_path).done()
    assert lines(capsys)[-1].startswith("Fetching: 1 of 10 tasks")


def test_a_new_run_says_again_what_begins_and_what_is_done(progress, tmp_path, capsys):
    progress(tmp_path).done()
    begin_stages(tmp_path / "progress")
    capsys.readouterr()
    progress(tmp_path, "b")
    assert lines(capsys) == ["Fetching 10 tasks (1 done before)"]


@pytest.mark.parametrize("damage", [b"", b"1 2 3", b"1 2 3 4 5 6", b"1 x 3 4 5", b"\xff"])
def test_a_damaged_part_counts_nothing(progress, tmp_path, capsys, damage):
    (tmp_path / "progress" / "fetch").mkdir(parents=True)
    one = progress(tmp_path)
    (tmp_path / "progress" / "fetch" / "b.txt").write_bytes(damage)
    one.done()
    assert lines(capsys)[-1].startswith("Fetching: 1 of 10 tasks")
