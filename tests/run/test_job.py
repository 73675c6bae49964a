import errno
import os
import re
import subprocess
import sys

import pytest

from prgbench.run.errors import PrgbenchError, extra, one_sentence
from prgbench.run.job import check_made, hold, job, left_over, look_at, why_stopped

HOLD = """
import sys
from pathlib import Path
from prgbench.run.job import hold
hold(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


def test_a_users_mistake_is_one_sentence_in_the_log_and_status_1(tmp_path, capsys):
    with pytest.raises(SystemExit) as stop, job(tmp_path / "log", "Working"):
        raise PrgbenchError("The file x\nis missing.")
    assert stop.value.code == 1
    assert capsys.readouterr().err == "Working\n"
    assert why_stopped(tmp_path / "log") == "The file x is missing."


def test_a_defect_keeps_its_traceback_in_the_log(tmp_path, capsys):
    with pytest.raises(SystemExit) as stop, job(tmp_path / "log"):
        1 / 0  # noqa: B018 - any defect
    assert stop.value.code == 1
    assert capsys.readouterr().err == ""
    assert "Traceback (most recent call last)" in (tmp_path / "log").read_text()
    assert why_stopped(tmp_path / "log") == (
        "Unexpected failure (ZeroDivisionError: division by zero): the traceback is in the log."
    )


def test_begin_and_end_are_logged(tmp_path):
    with job(tmp_path / "deep" / "log"):
        pass
    begin, end = (tmp_path / "deep" / "log").read_text().splitlines()
    assert begin.endswith(" begin")
    assert re.search(r" end: 0\.\d\d s, processors \d+\.\d\d s, memory at most \d+ MB$", end)
    assert why_stopped(tmp_path / "deep" / "log") is None


def test_a_full_disk_is_one_sentence_and_a_status_of_its_own(tmp_path, capsys):
    with pytest.raises(SystemExit) as stop, job(tmp_path / "log"):
        raise OSError(errno.ENOSPC, "No space left on device", "results/x.parquet")
    assert stop.value.code == errno.ENOSPC
    assert capsys.readouterr().err == ""
    assert why_stopped(tmp_path / "log") == (
        "The disk is full ([Errno 28] No space left on device: 'results/x.parquet'): "
        "free some space and start again; finished work is kept."
    )
    assert "Traceback" not in (tmp_path / "log").read_text()


def test_an_interrupted_job_ends_without_a_traceback(tmp_path, capsys):
    with pytest.raises(SystemExit) as stop, job(tmp_path / "log"):
        raise KeyboardInterrupt
    assert stop.value.code == 130
    assert capsys.readouterr().err == ""
    assert why_stopped(tmp_path / "log") is None


def test_a_log_of_an_earlier_run_says_nothing_of_this_one(tmp_path):
    with pytest.raises(SystemExit), job(tmp_path / "log"):
        raise PrgbenchError("No.")
    begun = (tmp_path / "log").stat().st_mtime
    assert why_stopped(tmp_path / "log", begun) == "No."
    os.utime(tmp_path / "log", (begun - 60, begun - 60))
    assert why_stopped(tmp_path / "log", begun) is None
    assert why_stopped(tmp_path / "missing") is None


def test_a_folder_is_held_until_the_process_ends(tmp_path):
    folder = tmp_path / "results"
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(folder)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as other:  # fmt: skip
        assert other.stdout.readline() == "held\n"
        with pytest.raises(PrgbenchError, match=rf"Another run is using {folder}: wait"):
            hold(folder)
        other.kill()
        other.wait()
    hold(folder)


def test_few_files_are_named_and_many_are_a_folder():
    files = ["results/a/report.md", "results/a/answer.json"]
    figures = [f"results/a/figures/{number}.png" for number in range(4)]
    assert look_at([*files, *figures]) == (
        "Done. Look at results/a/answer.json, results/a/figures/ and results/a/report.md"
    )
    assert look_at(files[:1]) == "Done. Look at results/a/report.md"
    assert look_at([files[0], files[0]]) == "Done. Look at results/a/report.md"
    assert look_at([]) == "Done."


def test_a_run_without_what_was_asked_for_has_not_succeeded(tmp_path):
    (tmp_path / "there").touch()
    check_made([tmp_path / "there"])
    files = [tmp_path / "there", *(tmp_path / name for name in "abcde")]
    with pytest.raises(PrgbenchError, match=r"The run ended without .*/a, .*/b, .*/c and 2 more"):
        check_made(files)


def test_a_known_failure_ends_the_process_with_its_sentence():
    with pytest.raises(SystemExit) as ended, one_sentence():
        raise PrgbenchError("The file is missing: give another one.")
    assert ended.value.code == "The file is missing: give another one."
    assert ended.value.__cause__ is None


def test_a_defect_is_no_sentence():
    with pytest.raises(KeyError), one_sentence():
        raise KeyError("x")


def test_a_missing_module_names_its_package_and_the_extra():
    with pytest.raises(ModuleNotFoundError) as caught, extra("compare"):
        raise ModuleNotFoundError("No module named 'lib.part'", name="lib.part")
    assert str(caught.value) == 'lib is not installed: pip install "prgbench[compare]"'
    assert caught.value.name == "lib"


@pytest.mark.parametrize("name", [None, "prgbench.gone"])
def test_a_fault_of_our_own_stays_as_it_is(name):
    fault = ModuleNotFoundError("of our own", name=name)
    with pytest.raises(ModuleNotFoundError) as caught, extra("compare"):
        raise fault
    assert caught.value is fault


def test_other_errors_and_none_pass():
    with pytest.raises(KeyError), extra("compare"):
        raise KeyError("x")
    with extra("compare"):
        found = 1
    assert found == 1


def test_a_lack_of_memory_is_one_sentence(tmp_path):
    with pytest.raises(SystemExit) as stop, job(tmp_path / "log"):
        raise MemoryError("Unable to allocate 8 GiB for an array with shape (2, 3)")
    assert stop.value.code == 1
    assert (why_stopped(tmp_path / "log") or "").startswith(
        "Not enough memory (Unable to allocate 8 GiB): use a machine with more memory"
    )
    assert "Traceback" not in (tmp_path / "log").read_text()


def test_figures_of_other_settings_are_named(tmp_path):
    paths = [tmp_path / f"{name}.png" for name in "abcde"]
    for path in [*paths, tmp_path / ".hidden"]:
        path.touch()
    files = [*map(str, paths)]
    assert left_over(tmp_path, files) == ""
    assert left_over(tmp_path / "none", files) == ""
    assert left_over(tmp_path, files[4:]) == (
        f"Left over from other settings, and out of date: {', '.join(files[:3])} and 1 more; "
        "delete them."
    )
