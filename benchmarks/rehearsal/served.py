"""The server of the rehearsal in another process."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from measured import say

SERVER = Path(__file__).with_name("serve.py")


@contextmanager
def served(n_tasks: int, cap: int) -> Iterator[str]:
    """Start the server, which ends with this process, and yield its address."""
    say(f"Preparing {n_tasks} tasks, files of at most {cap} rows ...")
    start = time.perf_counter()
    command = [sys.executable, str(SERVER), "--prepare", "--with-input"]
    with subprocess.Popen(
        [*command, f"--tasks={n_tasks}", f"--cap={cap}"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdout is not None
        line = server.stdout.readline()
        say(f"  {time.perf_counter() - start:.1f} s: {line.strip()}")
        try:
            yield line.strip().rpartition("server=")[2]
        finally:
            server.kill()
