import os
import time

from prgbench.pipeline.progress import SharedProgress


def progress(tmp_path, part, total=10, seconds=0.0):
    n_tasks = tmp_path / "n_tasks.txt"
    if not n_tasks.exists():
        n_tasks.write_text(f"{total}\n")
        os.utime(n_tasks, (time.time() - 60,) * 2)
    return SharedProgress(tmp_path / "progress", part, n_tasks, "fetch", seconds=seconds)


def test_parts_are_counted_together(tmp_path, capsys):
    first, second = progress(tmp_path, "a"), progress(tmp_path, "b")
    first.done()
    first.done()
    second.done("3 left out")
    lines = capsys.readouterr().err.splitlines()
    assert [line.split("|")[2].split()[0] for line in lines] == ["1/10", "2/10", "3/10"]
    assert "3 left out" in lines[-1]


def test_lines_come_at_intervals_and_at_the_end(tmp_path, capsys):
    one = progress(tmp_path, "a", total=5, seconds=60)
    for _ in range(5):
        one.done()
    assert capsys.readouterr().err.count("\n") == 1


def test_a_part_begins_anew_and_parts_older_than_the_plan_do_not_count(tmp_path, capsys):
    old = progress(tmp_path, "a")
    old.done()
    old.done()
    again = progress(tmp_path, "a")
    again.done()
    assert "1/10" in capsys.readouterr().err.splitlines()[-1]
    os.utime(tmp_path / "n_tasks.txt", (time.time() + 60,) * 2)
    progress(tmp_path, "b").done()
    assert "1/10" not in capsys.readouterr().err
