"""What runs jobs in place of the interpreter ends as it does."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from prgbench.run.fork_server import _CLIENT, INTERRUPTED, KILLED, fork_server

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
    with fork_server(["fractions"]) as program:
        yield program


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
            assert found.returncode == (KILLED if program == python else -signal.SIGKILL)
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


def test_its_modules_are_there_before_the_script_begins(python, tmp_path):
    script = tmp_path / "script.py"
    script.write_text("import sys; print('fractions' in sys.modules)", encoding="utf-8")
    assert _printed(python, script) == "True\n"
    assert _printed(sys.executable, script) == "False\n"


def test_who_ends_the_program_ends_the_script(python, tmp_path):
    script, begun = tmp_path / "script.py", tmp_path / "begun"
    code = f"import os, time; open({str(begun)!r}, 'w').write(str(os.getpid())); time.sleep(60)"
    script.write_text(code, encoding="utf-8")
    process = subprocess.Popen([python, script])
    while not begun.exists() or not begun.read_text():
        time.sleep(0.01)
    process.terminate()
    assert process.wait(timeout=30) == KILLED
    script_process = int(begun.read_text())
    while psutil.pid_exists(script_process):
        time.sleep(0.01)


INTERRUPTIBLE = """
import sys, time

print("begun", flush=True)
time.sleep({seconds})
sys.exit(3)
"""


@pytest.mark.parametrize("n_times", [1, 2])
def test_an_interrupt_before_the_fork_is_there_stops_the_script(tmp_path, n_times):
    script = tmp_path / "script.py"
    script.write_text(INTERRUPTIBLE.format(seconds=0), encoding="utf-8")
    with fork_server([]) as program:
        subprocess.run([program, script], check=False)
        [server] = [child for child in psutil.Process().children() if program_of(child) == program]
        server.suspend()
        with subprocess.Popen([program, script], stdout=subprocess.PIPE) as process:
            # It waits for the fork.
            client = psutil.Process(process.pid)
            while "client.py" not in " ".join(client.cmdline()) or client.status() != "sleeping":
                time.sleep(0.01)
            for _ in range(n_times):
                process.send_signal(signal.SIGINT)
                time.sleep(0.05)
            server.resume()
            assert process.communicate(timeout=60) == (b"", None)
            assert process.returncode == INTERRUPTED


def test_an_interrupt_from_the_terminal_stops_the_script_once(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(INTERRUPTIBLE.format(seconds=60), encoding="utf-8")
    with fork_server([]) as program:
        with subprocess.Popen([program, script], stdout=subprocess.PIPE) as process:
            assert process.stdout.readline() == b"begun\n"
            # To the client, the server and its fork.
            [server] = [c for c in psutil.Process().children() if program_of(c) == program]
            for each in (process, server, *server.children()):
                each.send_signal(signal.SIGINT)
            assert process.wait(timeout=60) == INTERRUPTED
        assert subprocess.run([program, "-c", "print(7)"], check=True).returncode == 0
        again = tmp_path / "again.py"
        again.write_text("print(7)", encoding="utf-8")
        assert _printed(program, again) == "7\n"


def test_nothing_is_imported_before_interrupts_are_noted():
    noted = "on_interrupt = signal.signal(signal.SIGINT, lambda *_: interrupted.append(True))\n"
    begin, found, _ = _CLIENT.partition(noted)
    assert found
    loaded = "import sys; print(sorted(sys.modules))"
    before, after = (
        subprocess.run([sys.executable, "-IS", "-c", code], check=True, capture_output=True).stdout
        for code in (loaded, f"{begin}{found}{loaded}")
    )
    assert after == before


def program_of(process):
    """Return the program that a server stands behind."""
    folder = next((word for word in process.cmdline() if "prgbench-" in word), "")
    return str(Path(folder) / "forked-python")


@pytest.mark.parametrize("connected", [False, True])
def test_a_server_that_is_gone_is_a_job_that_was_killed(tmp_path, connected):
    script, client, address = (tmp_path / name for name in ("job.py", "client.py", "socket"))
    script.touch()
    client.write_text(_CLIENT.replace("KILLED", str(KILLED)), encoding="utf-8")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(address))
        if connected:
            listener.listen()
        command = [sys.executable, "-IS", client, sys.executable, address, script]
        job = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        if connected:
            listener.accept()[0].close()
        assert job.communicate(timeout=60) == (None, "")
    assert job.returncode == KILLED


def test_the_time_of_forks_is_that_of_the_process_that_started_the_server(tmp_path):
    script = tmp_path / "script.py"
    script.write_text("import time\nwhile time.process_time() < 0.5: pass\n", encoding="utf-8")
    before = os.times()
    with fork_server([]) as program:
        subprocess.run([program, script], check=True)
    after = os.times()
    assert after.children_user + after.children_system >= (
        before.children_user + before.children_system + 0.5
    )


def test_nothing_is_left_behind():
    with fork_server([]) as program:
        assert Path(program).exists()
    assert not Path(program).parent.exists()


@pytest.mark.parametrize("name", ["with a space", "n" * 100])
def test_without_a_place_for_a_server_it_is_the_interpreter(tmp_path, monkeypatch, name):
    folder = tmp_path / name
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    with fork_server([]) as program:
        assert program == sys.executable
    assert list(folder.iterdir()) == []


def _printed(program, script):
    return subprocess.run([program, script], capture_output=True, text=True, check=True).stdout


KNOCK = """
import os, select, sys

while not os.path.exists({pipe!r}) and not select.select([int(sys.argv[2])], [], [], 0.05)[0]:
    pass
"""


def test_a_job_waits_for_one_of_the_later_modules_at_most(tmp_path, monkeypatch):
    pipe, job = str(tmp_path / "pipe"), tmp_path / "job.py"
    made = f"import os\nos.path.exists({pipe!r}) or os.mkfifo({pipe!r})\n"
    job.write_text(f"{made}open({pipe!r}, 'w').close()", encoding="utf-8")
    (tmp_path / "waits_for_a_job.py").write_text(KNOCK.format(pipe=pipe), encoding="utf-8")
    its_end = f"import time\nwhile not os.path.exists({pipe!r}): time.sleep(0.01)\n"
    its_end = f"import os\n{its_end}open({pipe!r}).read()"
    (tmp_path / "waits_for_its_end.py").write_text(its_end, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with fork_server([], ["waits_for_a_job", "waits_for_its_end"]) as program:
        subprocess.run([program, job], check=True, timeout=60)


def test_a_job_waits_for_what_is_imported_first_whatever_may_be_imported(tmp_path, monkeypatch):
    job = tmp_path / "job.py"
    job.write_text("import sys\nprint('slow_one' in sys.modules)", encoding="utf-8")
    (tmp_path / "broken.py").write_text("raise OSError('no')", encoding="utf-8")
    (tmp_path / "slow_one.py").write_text("import time\ntime.sleep(1)", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with fork_server(["broken", "not.there", "slow_one"]) as program:
        assert _printed(program, job) == "True\n"
