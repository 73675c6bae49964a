"""Kills a study at many moments, starts it again, and looks whether the numbers are the same.

A run of the demo is interrupted, terminated or killed with all its processes, and continued by the
same command, several times until it ends. Its results are then compared with those of a run that
nobody touched: each table byte by byte, and the names of all files. After each kill, no process
may be left. What is killed is ``snakemake`` or ``make demo``; what is printed are the exit codes
and all that was not as it should be.

    nice python benchmarks/kills.py snakemake
    nice python benchmarks/kills.py make --kills 20
"""

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
LINKED = (
    ".venv", "Makefile", "Snakefile", "docs", "packages", "profiles", "pyproject.toml",
    "requirements.lock", "src", "workflow",
)  # fmt: skip
COMMANDS = {
    "snakemake": [".venv/bin/snakemake", "--cores", "2", "--config", "study=demo"],
    # As if the environment were made: a copy must not install itself into it.
    "make": ["make", "-o", ".venv/.installed", "-o", ".venv/.compiled", "demo", "CORES=2"],
}
HOW = (signal.SIGINT, signal.SIGTERM, signal.SIGKILL)
"""As by Ctrl-C, by a system that shuts down, and by one that lacks memory."""
SECONDS_TO_END = 60.0
SECONDS_FOR_OTHERS = 10.0
WITHOUT_RESULTS = ("logs", "log", "progress")
"""Folders of what a run says; a stage that was done before says nothing."""


def main() -> int:
    """Kill and continue runs, and return 1 if something was not as it should be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("command", choices=COMMANDS)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--of-a-run", type=int, default=5, help="kills before a run may end")
    parser.add_argument("--longest", type=float, help="seconds to a kill; else 0.4 of a run")
    parser.add_argument("--untouched", type=Path, help="a folder with results of a run before")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    # What a shell starts in the background ignores Ctrl-C, and so would all that is started here.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    command = COMMANDS[options.command]
    rng = random.Random(options.seed)
    problems: list[str] = []
    codes: Counter[tuple[str, int]] = Counter()
    with TemporaryDirectory() as folder:
        began = time.monotonic()
        if options.untouched is None:
            finish(command, project(Path(folder) / "untouched"))
        wanted = results_of(options.untouched or Path(folder) / "untouched")
        seconds = options.longest or 0.4 * (time.monotonic() - began)
        print(f"A run that nobody touched has {len(wanted)} files.", flush=True)
        left = options.kills
        while left:
            killed = project(Path(folder) / f"killed-{left}")
            of_this_run = min(left, options.of_a_run)
            for number in range(of_this_run):
                how = HOW[(left - number) % len(HOW)]
                moment = rng.uniform(0.5, seconds)
                code, problem = kill(command, killed, how, moment)
                codes[how.name, code] += 1
                problems += problem
                print(f"{how.name} after {moment:.1f} s: {code}. {' '.join(problem)}", flush=True)
            left -= of_this_run
            finish(command, killed)
            differing = differences(results_of(killed), wanted)
            problems += differing
            print(f"Continued to its end. {' '.join(differing) or 'The same.'}", flush=True)
            shutil.rmtree(killed)
    for (name, code), count in sorted(codes.items()):
        print(f"{name}: {count} times the exit code {code}")
    print("\n".join(problems) or "Each run came to the same files, and left no process.")
    return bool(problems)


def project(folder: Path) -> Path:
    """Make a folder in which the workflow runs with the code of this one."""
    folder.mkdir()
    for name in LINKED:
        (folder / name).symlink_to(ROOT / name)
    shutil.copytree(ROOT / "config", folder / "config")
    return folder


def finish(command: Sequence[str], folder: Path) -> None:
    """Run a command to its end."""
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if ended.returncode:
        sys.exit(f"{' '.join(command)} ended with {ended.returncode}:\n{ended.stderr}")


def kill(
    command: Sequence[str], folder: Path, how: signal.Signals, moment: float
) -> tuple[int, list[str]]:
    """Start a command, send a signal to all its processes, and return its exit code and problems.

    Processes of a session are known by its leader, whatever has become of their parents.
    """
    with (folder / "printed.txt").open("w") as printed:
        process = subprocess.Popen(
            command, cwd=folder, stdout=printed, stderr=printed, start_new_session=True
        )
        try:
            return process.wait(moment), ["It ended before that."]
        except subprocess.TimeoutExpired:
            for pid in session(process.pid):
                with suppress(ProcessLookupError):
                    os.kill(pid, how)
        problems = []
        try:
            code = process.wait(SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            problems.append(f"It was still there {SECONDS_TO_END:.0f} s later.")
            process.kill()
            code = process.wait()
    end = time.monotonic() + SECONDS_FOR_OTHERS
    while (others := session(process.pid)) and time.monotonic() < end:
        time.sleep(0.1)
    for pid in others:
        problems.append(f"It left the process {pid} ({program(pid)}).")
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    said = (folder / "printed.txt").read_text(encoding="utf-8", errors="replace")
    if "Traceback" in said:
        problems.append(f"It printed a traceback:\n{said[said.index('Traceback') :]}")
    return code, problems


def session(leader: int) -> list[int]:
    """Return the processes of a session that have not ended."""
    return [pid for pid, of, state in processes() if of == leader and state != "Z"]


def processes() -> Iterator[tuple[int, int, str]]:
    """Yield the id, session and state of each process."""
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            yield int(folder.name), int(fields[3]), fields[0]


def program(pid: int) -> str:
    """Return the command of a process."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ").strip()[:120]
    except OSError:
        return "gone"


def results_of(folder: Path) -> dict[str, bytes]:
    """Return the files of a study by name, logs aside; of tables also what is in them."""
    files = {}
    for root in ("results", "resources"):
        for path in sorted((folder / root).rglob("*")):
            name = path.relative_to(folder)
            if path.is_file() and not set(WITHOUT_RESULTS) & set(name.parts):
                # Records have checksums of the code, which an edit meanwhile changes.
                is_table = "records" not in name.parts and (
                    path.suffix in (".csv", ".parquet") or path.name == "answer.json"
                )
                files[str(name)] = path.read_bytes() if is_table else b""
    return files


def differences(ours: dict[str, bytes], wanted: dict[str, bytes]) -> list[str]:
    """Say which files are missing, left behind, or of other content."""
    return [
        *(f"{name} is missing." for name in sorted(wanted.keys() - ours.keys())),
        *(f"{name} was left behind." for name in sorted(ours.keys() - wanted.keys())),
        *(
            f"{name} has other contents."
            for name in sorted(ours.keys() & wanted.keys())
            if ours[name] != wanted[name]
        ),
    ]


if __name__ == "__main__":
    sys.exit(main())
