import json
import math
import os
import pty
import subprocess
import sys
import time

import pytest
from filelock import FileLock

from prgbench.run.listener import (
    Listener,
    Pace,
    ProgressBars,
    SpeakingListener,
    WaitingListener,
    say,
    show,
)
from prgbench.run.progress import Counts, Rate, SharedProgress, begin_stages

COUNT = """
import sys, time
from pathlib import Path
from prgbench.run.progress import SharedProgress
folder, part = Path(sys.argv[1]), sys.argv[2]
progress = SharedProgress(folder / "fetch", part, folder / "n.txt", "Fetching", seconds=0.3)
for _ in range(50):
    time.sleep(0.02)
    progress.done()
progress.close()
"""


def progress(folder, part="a", total=10, seconds=0.0, **given):
    n_tasks = folder / "n_tasks.txt"
    if not n_tasks.exists():
        n_tasks.write_text(f"{total}\n")
        os.utime(n_tasks, (time.time() - 60,) * 2)
    return SharedProgress(
        folder / "progress" / "fetch", part, n_tasks, "Fetching", seconds=seconds, **given
    )


def lines(capsys):
    return capsys.readouterr().err.splitlines()


def test_parts_are_counted_together(tmp_path, capsys):
    first, second = progress(tmp_path, "a"), progress(tmp_path, "b")
    first.done()
    first.done()
    second.done()
    counts = [line.split(", ")[0] for line in lines(capsys)[1:]]
    assert counts == [f"Fetching: {done} of 10 tasks" for done in (1, 2, 3)]


def test_files_bytes_and_what_is_left_out_are_those_of_all_parts(tmp_path, capsys):
    first = progress(tmp_path, "a", total=100, files_of_unit=30)
    second = progress(tmp_path, "b", files_of_unit=30)
    first.report(Counts(units=2, files=60, found=30, n_bytes=1_000, left_out=1))
    wait_a_second(tmp_path)
    second.report(Counts(units=1, files=40, n_bytes=2_000, left_out=4))
    line = lines(capsys)[-1]
    assert line.startswith("Fetching: 3 of 100 tasks, 100 of 3,000 files, 5 left out, ")
    rate, left = line.split(", ")[-2:]
    # 3,000 bytes and 70 received files in a second; 2,900 files are left.
    assert rate in {"2.9 kB/s", "3.0 kB/s"}
    assert left in {"41 seconds left", "42 seconds left"}


def wait_a_second(folder):
    """Put all that was said one second back."""
    stage = folder / "progress" / "fetch" / ".stage.json"
    said = json.loads(stage.read_text())
    stage.write_text(json.dumps(said | {"said": said["said"] - 1}))


def test_the_last_part_that_ends_says_that_all_is_done_and_says_it_once(tmp_path, capsys):
    one, other = (progress(tmp_path, part, total=2, seconds=60) for part in "ab")
    one.done()
    one.close()
    assert lines(capsys) == ["Fetching 2 tasks"]
    other.done()
    other.close()
    one.close()
    assert lines(capsys) == ["Fetching: 2 of 2 tasks"]


def test_where_lines_stay_they_become_rarer(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("prgbench.run.progress._LOOKS", math.inf)
    one = progress(tmp_path, total=100, seconds=2)
    stage = tmp_path / "progress" / "fetch" / ".stage.json"
    said = json.loads(stage.read_text())
    for ago, printed in ((3, 1), (29, 0), (31, 1)):
        capsys.readouterr()
        begun = time.time() - (10 if ago == 3 else 600)
        stage.write_text(json.dumps(said | {"begun": begun, "said": time.time() - ago}))
        one.done()
        assert len(lines(capsys)) == printed


def test_several_processes_print_whole_lines_and_not_too_many(tmp_path):
    (tmp_path / "n.txt").write_text("200\n")
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


def test_a_part_begins_anew_and_parts_older_than_the_plan_do_not_count(tmp_path, capsys):
    old = progress(tmp_path)
    old.done()
    old.done()
    progress(tmp_path).done()
    assert lines(capsys)[-1].startswith("Fetching: 1 of 10 tasks")
    os.utime(tmp_path / "progress" / "fetch" / "a.txt", (time.time() - 120,) * 2)
    progress(tmp_path, "b").done()
    assert lines(capsys)[-1].startswith("Fetching: 1 of 10 tasks")


def test_a_new_run_says_again_what_begins_and_what_is_done(tmp_path, capsys):
    progress(tmp_path).done()
    begin_stages(tmp_path / "progress")
    capsys.readouterr()
    progress(tmp_path, "b")
    assert lines(capsys) == ["Fetching 10 tasks (1 done before)"]


@pytest.mark.parametrize("damage", ["", "{", "[]", "{}"])
def test_a_killed_process_leaves_nothing_that_stops_another(tmp_path, capsys, damage):
    one = progress(tmp_path)
    (tmp_path / "progress" / "fetch" / ".stage.json").write_text(damage)
    one.done()
    assert lines(capsys)[-1].startswith("Fetching: 1 of 10 tasks")


@pytest.mark.parametrize("damage", [b"", b"1 2 3", b"1 2 3 4 5 6", b"1 x 3 4 5", b"\xff"])
def test_a_damaged_part_counts_nothing(tmp_path, capsys, damage):
    (tmp_path / "progress" / "fetch").mkdir(parents=True)
    one = progress(tmp_path)
    (tmp_path / "progress" / "fetch" / "b.txt").write_bytes(damage)
    one.done()
    assert lines(capsys)[-1].startswith("Fetching: 1 of 10 tasks")


def test_a_constant_rate_is_found_at_once_and_stays():
    rate = Rate()
    for seconds in (2, 3, 2, 40):
        rate = rate.after(seconds, work=5 * seconds, n_bytes=7 * seconds)
        assert rate.per_second() == pytest.approx(5)
        assert rate.bytes_per_second() == pytest.approx(7)


def test_a_burst_fades_and_a_pause_slows_without_a_jump():
    steady = Rate()
    for _ in range(100):
        steady = steady.after(2, work=2, n_bytes=0)
    burst = steady.after(2, work=20, n_bytes=0)
    assert 1.2 < burst.per_second() < 1.5
    assert 0.95 < steady.after(2, work=0, n_bytes=0).per_second() < 1
    for _ in range(200):
        burst = burst.after(2, work=2, n_bytes=0)
    assert burst.per_second() == pytest.approx(1, abs=0.01)


def test_steps_are_said_with_calls_done_of_all(tmp_path, capsys):
    listener = SpeakingListener("Planning", tmp_path, seconds=0)
    listener.step("listing tasks", 2)
    listener.step("listing evaluations", 1_003, 2_000)
    assert capsys.readouterr().err.splitlines() == [
        "Planning: listing tasks, 2 calls",
        "Planning: listing evaluations, 1,003 of 2,000 calls",
    ]


def test_steps_do_not_flood(tmp_path, capsys):
    listener = SpeakingListener("Planning", tmp_path, seconds=60)
    for done in range(100):
        listener.step("listing tasks", done, 100)
    assert capsys.readouterr().err == "Planning: listing tasks, 0 of 100 calls\n"


def test_waiting_says_why_and_until_when_once_for_all_that_wait(tmp_path, capsys):
    for _ in range(3):
        WaitingListener("Fetching", tmp_path).waiting("evaluation/list: HTTP 503\x1b[2J", 240)
    assert capsys.readouterr().err == (
        "Fetching: still waiting (evaluation/list: HTTP 503[2J); it is tried again for 4 minutes\n"
    )


def test_a_wait_is_said_though_a_step_was_said_just_now(tmp_path, capsys):
    listener = SpeakingListener("Planning", tmp_path)
    listener.step("listing tasks", 1)
    listener.waiting("no answer", 30)
    assert len(capsys.readouterr().err.splitlines()) == 2


SPEAK = """
from prgbench.run.listener import say, show
show("one of two")
show("two of two" + 200 * ".")
say("done\\x1b[31m")
"""


def test_elsewhere_than_on_a_terminal_every_line_stays(capsys):
    say("first\nsecond \x1b[2Jname")
    show("1 of 2")
    assert capsys.readouterr().err == "first\nsecond [2Jname\n1 of 2\n"


def test_on_a_terminal_a_line_takes_the_place_of_the_one_before():
    ours, theirs = pty.openpty()
    environment = os.environ | {"COLUMNS": "40"}
    subprocess.run([sys.executable, "-c", SPEAK], stderr=theirs, check=True, env=environment)
    os.close(theirs)
    pieces = os.read(ours, 10_000).decode().split("\r\x1b[2K")
    os.close(ours)
    assert pieces == ["", "one of two", f"two of two{26 * '.'}...", "done[31m\r\n"]


def test_one_of_all_that_share_a_file_is_due_once_in_a_while(tmp_path):
    one, other = (Pace(tmp_path / "new" / "turn", 60) for _ in range(2))
    assert [one.due(), one.due(), other.due()] == [True, False, False]
    past = (tmp_path / "new" / "turn").stat().st_mtime - 61
    os.utime(tmp_path / "new" / "turn", (past, past))
    assert [other.due(), one.due()] == [True, False]


def test_nobody_waits_for_the_turn_of_another(tmp_path):
    pace = Pace(tmp_path / "turn", 0)
    with FileLock(tmp_path / "turn.lock"):
        assert not pace.due()
    assert pace.due()


def shown(capsys):
    """Return the last state of each bar."""
    lines = capsys.readouterr().err.split("\n")
    return [line.split("\r")[-1] for line in lines if line.strip()]


def test_items_are_counted_and_handed_on(capsys):
    assert list(ProgressBars(True).each("abc", "scoring", 3)) == ["a", "b", "c"]
    [line] = shown(capsys)
    assert line.startswith("scoring: 100%")
    assert "| 3/3 [" in line


def test_each_step_of_a_source_has_a_bar(capsys):
    bars = ProgressBars(True)
    for done in (1, 3):
        bars.step("listing", done, None, "page")
    for done in (2, 5):
        bars.step("reading", done, 5)
    listing, reading = shown(capsys)
    assert listing.startswith("listing: 3 page [")
    assert reading.startswith("reading: 100%")
    assert "| 5/5 [" in reading
    assert "call" in reading


@pytest.mark.parametrize("wanted", [False, None])
def test_nothing_is_shown_unasked_where_there_is_no_terminal(capsys, wanted):
    bars = ProgressBars(wanted)
    assert list(bars.each([7], "scoring")) == [7]
    bars.step("listing", 1, 1)
    assert capsys.readouterr().err == ""


def test_nobody_is_told_by_default(capsys):
    Listener().step("listing tasks", 1)
    Listener().waiting("no route", 60)
    assert capsys.readouterr().err == ""


def test_lines_come_at_intervals_and_at_the_end(tmp_path, capsys):
    one = progress(tmp_path, total=5, seconds=60)
    for _ in range(5):
        one.done()
    assert lines(capsys) == ["Fetching 5 tasks"]
    one.close()
    assert lines(capsys) == ["Fetching: 5 of 5 tasks"]


def test_on_a_terminal_where_lines_do_not_stay_they_do_not_become_rarer(
    tmp_path, capsys, monkeypatch
):
    monkeypatch.setattr("prgbench.run.progress._LOOKS", math.inf)
    one = progress(tmp_path, total=100, seconds=2)
    stage = tmp_path / "progress" / "fetch" / ".stage.json"
    said = json.loads(stage.read_text())
    capsys.readouterr()
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    for ago, printed in ((1, False), (3, True)):
        begun = time.time() - 600
        stage.write_text(json.dumps(said | {"begun": begun, "said": time.time() - ago}))
        one.done()
        assert ("Fetching: " in capsys.readouterr().err) is printed


def test_one_task_and_one_file_are_singular(tmp_path, capsys):
    one = progress(tmp_path, total=1)
    one.report(Counts(units=1, files=1))
    assert lines(capsys) == ["Fetching 1 task", "Fetching: 1 of 1 task, 1 file"]
