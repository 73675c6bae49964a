"""What the tests of the workflow start instead of an interpreter ends as one does."""

import subprocess
import sys
from multiprocessing import get_context

import pytest

from forked_jobs import interpreter

SCRIPT = """\
import atexit, os, sys

atexit.register(print, "at the end")
print(os.getcwd(), os.environ["COLOUR"], sys.argv[1:], sys.path[:2], flush=True)
print("said", file=sys.stderr)
{last}
"""


POOL = """
from concurrent.futures import ProcessPoolExecutor

with ProcessPoolExecutor(2) as pool:
    assert list(pool.map(abs, [-1, -2])) == [1, 2]
"""


@pytest.fixture(scope="module")
def python():
    return interpreter(get_context("forkserver"))


@pytest.mark.parametrize(
    ("last", "status", "said"),
    [
        ("", 0, "said\n"),
        ("sys.exit(3)", 3, "said\n"),
        (POOL, 0, "said\n"),
        ("sys.exit('too bad')", 1, "said\ntoo bad\n"),
        ("os.kill(os.getpid(), 9)", 1, "said\n"),
    ],
)
def test_a_script_runs_as_in_a_process_of_its_own(python, tmp_path, last, status, said):
    script = tmp_path / "script.py"
    script.write_text(SCRIPT.format(last=last), encoding="utf-8")
    for program in (python, sys.executable):
        found = subprocess.run(
            [program, script, "one", "two"],
            cwd=tmp_path,
            env={"COLOUR": "red", "PYTHONPATH": "/of/mine"},
            capture_output=True,
            text=True,
            check=False,
        )
        first, *ends = found.stdout.splitlines()
        assert first == f"{tmp_path} red ['one', 'two'] ['{tmp_path}', '/of/mine']"
        assert found.stderr == said
        if "kill" in last:
            assert found.returncode != 0
            assert ends == []
        else:
            assert found.returncode == status
            assert ends == ["at the end"]


def test_an_error_is_printed_with_its_line(python, tmp_path):
    script = tmp_path / "script.py"
    script.write_text("text = 'no number'\nint(text)\n", encoding="utf-8")
    found = subprocess.run([python, script], capture_output=True, text=True, check=False)
    assert found.returncode == 1
    assert "line 2, in <module>" in found.stderr
    assert found.stderr.endswith("invalid literal for int() with base 10: 'no number'\n")


def test_what_is_no_script_goes_to_the_interpreter_itself(python):
    found = subprocess.run([python, "-c", "print(6 * 7)"], capture_output=True, check=True)
    assert found.stdout == b"42\n"
