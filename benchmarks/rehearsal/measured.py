"""What a Snakemake command takes: in all, of it Snakemake itself, and each of its scripts.

The processor time in all is that of the command and all processes it has waited for, as the kernel
counts it. That of Snakemake itself is its own process alone: it reads the workflow, decides what
is to be done and starts the jobs, each of which is a process of its own. Whenever a job has ended,
the kernel adds its time to that of Snakemake's children; it is put down to the scripts of the
jobs that have gone since the last look. Memory is looked at five times a second: the resident
memory of all processes together, which counts what they share more than once.
"""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

LOOK_SECONDS = 0.2
TELL_SECONDS = 30.0
SCRIPT = re.compile(r"/scripts/tmp\w+\.(\w+)\.py")


@dataclass
class Script:
    """What the jobs of a script take; ``seconds`` are the sum over its jobs."""

    jobs: int = 0
    seconds: float = 0.0
    cpu: float = 0.0
    peak: int = 0


@dataclass
class Command:
    """What a command takes; ``own`` is the processor time of Snakemake itself."""

    wall: float
    cpu: float
    own: float
    peak: int
    scripts: dict[str, Script]


@dataclass
class _Job:
    """A process that Snakemake has started, with those that it has started, as last seen."""

    script: str
    start: float
    cpu: float = 0.0
    resident: int = 0
    peak: int = 0

    def see(self, tree: Sequence[psutil.Process]) -> None:
        """Look at its processes."""
        self.script = self.script or _script(tree)
        seen = [_seen(process) for process in tree]
        self.cpu = sum(cpu for cpu, _ in seen)
        self.resident = sum(resident for _, resident in seen)
        self.peak = max(self.peak, self.resident)


def run(command: Sequence[str], folder: Path, printed: Path) -> Command:
    """Run a command in a folder, print how far it is, and return what it took.

    Raises
    ------
    SystemExit
        If it fails, with the end of what it printed.
    """
    with printed.open("w", encoding="utf-8") as output:
        process = subprocess.Popen(
            command, cwd=folder, stdout=output, stderr=subprocess.STDOUT, start_new_session=True
        )
        try:
            found, status = _watched(process.pid, printed)
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            raise
    if status != 0:
        end = "\n".join(printed.read_text(encoding="utf-8").splitlines()[-40:])
        sys.exit(f"{end}\n{' '.join(command)} failed; all that it printed: {printed}")
    return found


def _watched(pid: int, printed: Path) -> tuple[Command, int]:
    watch = _Watch(pid)
    start = told = time.perf_counter()
    while True:
        ended, status, usage = os.wait4(pid, os.WNOHANG)
        now = time.perf_counter()
        if ended:
            break
        watch.look(now)
        if now - told >= TELL_SECONDS:
            told = now
            say(f"  {now - start:6.0f} s  {_last_line(printed)}")
        time.sleep(LOOK_SECONDS)
    cpu = usage.ru_utime + usage.ru_stime
    return watch.found(now - start, cpu), os.waitstatus_to_exitcode(status)


class _Watch:
    """What has been seen of a process and the jobs that it has started."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._jobs: dict[int, _Job] = {}
        self._scripts: dict[str, Script] = {}
        self._of_jobs = 0.0
        self._peak = 0

    def look(self, now: float) -> None:
        """Look at all processes."""
        with suppress(psutil.NoSuchProcess):
            main = psutil.Process(self._pid)
            memory, trees = main.memory_info().rss, _trees(main)
            for child, tree in trees.items():
                job = self._jobs.setdefault(child, _Job(_script(tree), now))
                job.see(tree)
                memory += job.resident
            self._peak = max(self._peak, memory)
            gone = [self._jobs.pop(known) for known in self._jobs.keys() - trees.keys()]
            if gone:
                # Looked at after the processes: what has gone from them is counted here.
                times = main.cpu_times()
                of_jobs = times.children_user + times.children_system
                self._end(gone, of_jobs - self._of_jobs, now)

    def found(self, wall: float, cpu: float) -> Command:
        """Return what the command took, once it has ended."""
        last = list(self._jobs.values())
        self._end(last, sum(job.cpu for job in last), time.perf_counter())
        return Command(wall, cpu, cpu - self._of_jobs, self._peak, self._scripts)

    def _end(self, gone: Sequence[_Job], cpu: float, now: float) -> None:
        """Put the processor time of jobs that have ended down to their scripts."""
        self._of_jobs += cpu
        seen = sum(job.cpu for job in gone)
        for job in gone:
            script = self._scripts.setdefault(job.script, Script())
            script.jobs += 1
            script.seconds += now - job.start
            script.cpu += cpu * (job.cpu / seen if seen else 1 / len(gone))
            script.peak = max(script.peak, job.peak)


def say(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _trees(main: psutil.Process) -> dict[int, list[psutil.Process]]:
    """Return, for each process that a process has started, all that have come of it."""
    trees: dict[int, list[psutil.Process]] = {}
    root_of: dict[int, int] = {}
    # Parents come before their children.
    for process in main.children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            root = root_of.get(process.ppid(), process.pid)
            root_of[process.pid] = root
            trees.setdefault(root, []).append(process)
    return trees


def _seen(process: psutil.Process) -> tuple[float, int]:
    """Return the processor time and the memory of a process, 0 if it has just ended."""
    with suppress(psutil.NoSuchProcess):
        return sum(process.cpu_times()[:4]), process.memory_info().rss
    return 0.0, 0


def _script(tree: Sequence[psutil.Process]) -> str:
    """Return the script that a job runs, "" as long as it is not known."""
    for process in tree:
        with suppress(psutil.NoSuchProcess):
            if match := SCRIPT.search(" ".join(process.cmdline())):
                return match[1]
    return ""


def _last_line(printed: Path) -> str:
    lines = [line for line in printed.read_text(encoding="utf-8").splitlines() if line.strip()]
    return lines[-1].strip()[:100] if lines else ""
