"""What a Snakemake command takes in total, in Snakemake itself and in the jobs of each stage.

The total processor time is that of the command and all processes it has waited for, as the kernel
counts it. Each job logs what it takes; the rest is Snakemake's own: it reads the workflow, decides
what is to be done, starts the jobs and imports what they need. Memory is sampled five times a
second, over all processes together, with shared memory counted once.
"""

import os
import re
import signal
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

DONT_WRITE = "PYTHONDONTWRITEBYTECODE"
LOOK_SECONDS = 0.2
TELL_SECONDS = 30.0
END = re.compile(r" end: ([\d.]+) s, processors ([\d.]+) s, memory at most (\d+) MB$")
CHUNK = re.compile(r"[/-]?[0-9]+$")


@dataclass
class Stage:
    """What the jobs of a stage take; ``seconds`` are the sum over its jobs."""

    jobs: int = 0
    seconds: float = 0.0
    cpu: float = 0.0
    peak: float = 0.0


@dataclass
class Command:
    """What a command takes; ``own`` is the processor time of all but the jobs."""

    wall: float
    cpu: float
    own: float
    peak: int
    stages: dict[str, Stage]


def run(command: Sequence[str], folder: Path, printed: Path, logs: Path) -> Command:
    """Run a command in a folder, print how far it is, and return what it took.

    Raises
    ------
    SystemExit
        If it fails, with the end of what it printed.
    """
    begun = time.time()
    with printed.open("w", encoding="utf-8") as output:
        process = subprocess.Popen(
            command,
            cwd=folder,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            env=with_compiled_modules(),
        )
        start = time.perf_counter()
        try:
            status, cpu, peak = _watched(process.pid, printed)
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            raise
        wall = time.perf_counter() - start
    if status != 0:
        end = "\n".join(printed.read_text(encoding="utf-8").splitlines()[-40:])
        sys.exit(f"{end}\n{' '.join(command)} failed; all that it printed: {printed}")
    stages = _stages(logs, begun)
    return Command(wall, cpu, cpu - sum(stage.cpu for stage in stages.values()), peak, stages)


def with_compiled_modules() -> dict[str, str]:
    """Return the environment in which Python keeps compiled modules, as it usually does.

    Where a variable forbids it, as in many containers, each process compiles all modules of a
    checkout again: a fifth of the time of another style.
    """
    return {name: value for name, value in os.environ.items() if name != DONT_WRITE}


def _watched(pid: int, printed: Path) -> tuple[int, float, int]:
    """Wait for a process; return its exit status, processor time and the most memory."""
    peak = 0
    start = told = time.perf_counter()
    while True:
        ended, status, usage = os.wait4(pid, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, peak
        peak = max(peak, _memory(pid))
        now = time.perf_counter()
        if now - told >= TELL_SECONDS:
            told = now
            say(f"  {now - start:6.0f} s  {_last_line(printed)}")
        time.sleep(LOOK_SECONDS)


def _memory(pid: int) -> int:
    """Return the memory of a process and all that have come of it."""
    memory = 0
    with suppress(psutil.Error):
        main = psutil.Process(pid)
        for process in (main, *main.children(recursive=True)):
            with suppress(psutil.Error):
                memory += process.memory_full_info().pss
    return memory


def _stages(logs: Path, begun: float) -> dict[str, Stage]:
    """Return what the jobs took that have ended since a time, by the names of their logs."""
    stages: dict[str, Stage] = defaultdict(Stage)
    for log in logs.rglob("*.log"):
        if log.stat().st_mtime < begun:
            continue
        if found := END.search(log.read_text(encoding="utf-8").rstrip()):
            seconds, cpu, memory = map(float, found.groups())
            stage = stages[CHUNK.sub("", str(log.relative_to(logs).with_suffix("")))]
            stage.jobs += 1
            stage.seconds += seconds
            stage.cpu += cpu
            stage.peak = max(stage.peak, memory * 1e6)
    return dict(stages)


def say(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _last_line(printed: Path) -> str:
    lines = [line for line in printed.read_text(encoding="utf-8").splitlines() if line.strip()]
    return lines[-1].strip()[:100] if lines else ""
