import errno
import os
import signal
import subprocess
import sys
from concurrent.futures.process import BrokenProcessPool

import numpy as np
import pyarrow as pa
import pytest
from joblib import Parallel, delayed

from prgbench import command_line
from prgbench.run.memory import ADDRESS_SPACE, WITHOUT_WORDS, out_of_memory
from prgbench.run.processes import map_in_processes

HUGE = 2**55

LIMITED = """
import os, resource, sys
most = int(sys.argv.pop(1))
resource.setrlimit(resource.RLIMIT_AS, (most, most))
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""


def allocated_by_arrow():
    pa.allocate_buffer(HUGE)


def square(shared, number):
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return shared * number


def by_joblib():
    Parallel(2, timeout=60)(delayed(os._exit)(1) for _ in range(2))


@pytest.mark.parametrize(
    "run", [by_joblib, lambda: map_in_processes(square, 2, range(9), 2)], ids=["joblib", "ours"]
)
def test_a_killed_helper_process_is_one_sentence(run):
    with pytest.raises(BrokenProcessPool) as error:
        run()
    assert out_of_memory(error.value) == WITHOUT_WORDS


@pytest.mark.parametrize("lack", [lambda: np.empty(HUGE), allocated_by_arrow])
def test_each_librarys_error_is_known(lack):
    with pytest.raises(Exception) as error:  # noqa: PT011 - each library has its own
        lack()
    sentence = out_of_memory(error.value)
    assert sentence.startswith("Not enough memory (")
    assert sentence.count("\n") == 0
    assert sentence.endswith(
        "): use a machine with more memory, fewer processes at once, or fewer models or data sets."
    )


@pytest.mark.parametrize(
    "error",
    [
        OSError(errno.ENOMEM, "Cannot allocate memory"),
        ImportError("x.so: failed to map segment from shared object"),
        RuntimeError("can't start new thread"),
    ],
)
def test_what_the_system_refuses_is_known_also_as_a_cause(error):
    later = ValueError("not computed")
    later.__cause__ = error
    assert f"Not enough memory ({error})" in (out_of_memory(later) or "")


@pytest.mark.parametrize(
    "error", [OSError(errno.EPERM, "no"), ImportError("no x"), RuntimeError("x"), ValueError("x")]
)
def test_other_errors_are_none(error):
    assert out_of_memory(error) is None


def test_the_command_says_that_memory_ran_out_and_keeps_other_tracebacks(monkeypatch, capsys):
    def compute(_options):
        np.empty(HUGE)

    monkeypatch.setattr(command_line, "_power", compute)
    assert command_line.main(["power"]) == 1
    told = capsys.readouterr().err
    assert told.startswith("prgbench: Not enough memory (Unable to allocate 256. PiB): use a ")
    assert told.count("\n") == 1

    monkeypatch.setattr(command_line, "_power", lambda _options: {}["x"])
    with pytest.raises(KeyError):
        command_line.main(["power"])


@pytest.mark.parametrize("share", [0.2, 0.5, 0.95])
def test_a_limit_on_addresses_is_told_before_libraries_are_loaded(share, tmp_path):
    allowed = str(int(share * ADDRESS_SPACE))
    command = [sys.executable, "-c", LIMITED, allowed, "-m", "prgbench", "compare", "none.csv"]
    ended = subprocess.run(
        [*command, "--out", tmp_path / "x"],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr == (
        f"prgbench: Not enough memory: processes may reserve {share * 2.8:.1f} GB here (`ulimit "
        "-v`), but a comparison reserves at least 2.8 GB, of which a small one uses 0.4: raise "
        "the limit.\n"
    )
