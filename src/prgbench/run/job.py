"""One job of a run: its log, its lock, and what a run ends with."""

import os
import sys
import time
import traceback
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from prgbench.run.disk_errors import DISK_IS_FULL, full_disk, not_allowed
from prgbench.run.errors import PrgbenchError
from prgbench.run.memory import check_address_space, out_of_memory
from prgbench.run.printing import say
from prgbench.run.safe_text import plain, some_of

if TYPE_CHECKING:
    from filelock import FileLock

INTERRUPTED = 130
"""The exit status of an interrupted process."""

_STOPPED = "stopped: "
_LONGEST_SENTENCE = 2000
_CLOCKS_APART = 2.0
_FEW = 3
_held: "list[FileLock]" = []


@contextmanager
def job(log: str | Path, title: str = "") -> Iterator[None]:
    """Say what is done and log begin and end; on a failure log one sentence, end with status 1.

    The end is logged with the seconds that it took, those of the processors, and the memory.

    The sentence is that of a `PrgbenchError`, or says that memory ran out or which file may not be
    used. A full disk has its own exit status, as the log may have no room for a sentence. Any
    other exception is a defect, logged with its traceback.
    Nothing is printed: the end of the run says why jobs stopped (`why_stopped`).
    """
    # A user's own measure may be a module in the folder where the run was started.
    if str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    path = Path(log)
    path.parent.mkdir(parents=True, exist_ok=True)
    _note(path, "begin", mode="w")
    begun = time.perf_counter()
    try:
        check_address_space()
        if title:
            say(title)
        yield
    except PrgbenchError as error:
        _stop(path, str(error))
    except KeyboardInterrupt:
        _note(path, "interrupted")
        sys.exit(INTERRUPTED)
    except Exception as error:
        # A full disk first: what it does to a job may look like any other failure.
        if sentence := full_disk(error):
            _stop(path, sentence, DISK_IS_FULL)
        if sentence := out_of_memory(error) or not_allowed(error):
            _stop(path, sentence)
        _note(path, f"failed: {traceback.format_exc()}")
        summary = f"{type(error).__name__}: {error}".removesuffix(": ")
        _stop(path, f"Unexpected failure ({summary}): the traceback is in the log.")
    _note(path, f"end: {time.perf_counter() - begun:.2f} s{_processors_and_memory()}")


def why_stopped(log: Path, begun: float = 0.0) -> str | None:
    """Return the sentence with which a job has stopped, if it has logged one since it began."""
    try:
        if log.stat().st_mtime < begun - _CLOCKS_APART:
            return None
        lines = log.read_text(encoding="utf-8").splitlines()
    except OSError:
        return None
    sentences = [line.partition(_STOPPED)[2] for line in lines if _STOPPED in line]
    return sentences[-1] if sentences else None


def _processors_and_memory() -> str:
    """Return what this process and those that it has waited for took, where it is known."""
    if os.name == "nt":
        return ""
    import resource

    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    seconds = sum(usage.ru_utime + usage.ru_stime for usage in usages)
    unit = 1 if sys.platform == "darwin" else 1024
    peak = max(usage.ru_maxrss for usage in usages) * unit
    return f", processors {seconds:.2f} s, memory at most {peak / 1e6:.0f} MB"


def _stop(path: Path, sentence: str, status: int = 1) -> NoReturn:
    _note(path, f"{_STOPPED}{plain(sentence, _LONGEST_SENTENCE)}")
    sys.exit(status)


def _note(path: Path, text: str, mode: str = "a") -> None:
    with suppress(OSError), path.open(mode, encoding="utf-8") as file:
        file.write(f"{datetime.now(UTC).isoformat(timespec='seconds')} {text}\n")


def hold(folder: Path) -> None:
    """Keep other runs away from a folder until this process ends, however it ends."""
    from filelock import FileLock, Timeout

    folder.mkdir(parents=True, exist_ok=True)
    lock = FileLock(folder / ".lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise PrgbenchError(
            f"Another run is using {folder}: wait until it ends, or stop it and start again."
        ) from None
    _held.append(lock)


def held_by_another(folder: Path) -> bool:
    """Tell whether another run is using a folder, without keeping anyone away from it."""
    from filelock import FileLock, Timeout

    file = folder / ".lock"
    # A dry run makes no lock, and the folder may be one that may not be written.
    if not file.is_file() or any(Path(lock.lock_file) == file for lock in _held):
        return False
    try:
        with FileLock(file, timeout=0):
            return False
    except Timeout:
        return True
    except (OSError, NotImplementedError):
        return False


def check_made(files: Iterable[str | Path]) -> None:
    """Raise a `PrgbenchError` if a run that says it succeeded has not made what was asked for."""
    if lacking := [str(file) for file in files if not Path(file).exists()]:
        more = f" and {len(lacking) - _FEW} more" if len(lacking) > _FEW else ""
        raise PrgbenchError(
            f"The run ended without {', '.join(lacking[:_FEW])}{more}: run the same command "
            "again to continue."
        )


def look_at(files: Iterable[str | Path]) -> str:
    """Return where the results are: a folder where there are many, each file otherwise."""
    folders = defaultdict(list)
    for file in dict.fromkeys(map(Path, files)):
        folders[file.parent].append(file)
    results = [
        str(result)
        for folder, inside in folders.items()
        for result in (inside if len(inside) <= _FEW else [f"{folder}/"])
    ]
    if not results:
        return "Done."
    *most, last = sorted(results)
    return f"Done. Look at {', '.join(most)} and {last}" if most else f"Done. Look at {last}"


def left_over(folder: Path, made: Collection[str]) -> str:
    """Name what other settings have left in a folder beside what is ``made`` now; "" if nothing.

    Nobody sees from a figure in another format that it shows measures of an earlier run.
    """
    others = [str(path) for path in sorted(folder.glob("[!.]*")) if str(path) not in made]
    if not others:
        return ""
    return f"Left over from other settings, and out of date: {some_of(others, _FEW)}; delete them."
