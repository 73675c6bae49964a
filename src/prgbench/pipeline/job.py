"""Runs one job of a pipeline: its log, and failures as one sentence that ends it."""

import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NoReturn

from prgbench.pipeline.disk import DISK_IS_FULL, full_disk
from prgbench.pipeline.errors import PrgbenchError
from prgbench.pipeline.foreign_text import plain
from prgbench.pipeline.terminal import say

INTERRUPTED = 130
"""The status of a process that somebody has interrupted."""

_STOPPED = "stopped: "
_LONGEST_SENTENCE = 2000
_CLOCKS_APART = 2.0


@contextmanager
def job(log: str | Path, title: str = "") -> Iterator[None]:
    """Say what is done and log begin and end; on a failure log one sentence, end with status 1.

    The sentence is that of a `PrgbenchError`, or that the disk is full, with a status of its own,
    as the log may have no room for it. Any other exception is a defect: its traceback is logged,
    too. Nothing is printed: who runs the jobs says at its end why they stopped (`why_stopped`).
    """
    # A user's own measure may be a module in the folder where the run was started.
    if str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    path = Path(log)
    path.parent.mkdir(parents=True, exist_ok=True)
    _note(path, "begin", mode="w")
    try:
        if title:
            say(title)
        yield
    except PrgbenchError as error:
        _stop(path, str(error))
    except KeyboardInterrupt:
        _note(path, "interrupted")
        sys.exit(INTERRUPTED)
    except Exception as error:
        if sentence := full_disk(error):
            _stop(path, sentence, DISK_IS_FULL)
        _note(path, f"failed: {traceback.format_exc()}")
        what = f"{type(error).__name__}: {error}".removesuffix(": ")
        _stop(path, f"Unexpected failure ({what}): the traceback is in the log.")
    _note(path, "end")


def why_stopped(log: Path, begun: float = 0.0) -> str | None:
    """Return the sentence with which a job has stopped, if its log has one.

    Parameters
    ----------
    log : Path
        The log of the job.
    begun : float
        When the job began; an older log is one of an earlier run.
    """
    try:
        if log.stat().st_mtime < begun - _CLOCKS_APART:
            return None
        lines = log.read_text(encoding="utf-8").splitlines()
    except OSError:
        return None
    sentences = [line.partition(_STOPPED)[2] for line in lines if _STOPPED in line]
    return sentences[-1] if sentences else None


def _stop(path: Path, sentence: str, status: int = 1) -> NoReturn:
    _note(path, f"{_STOPPED}{plain(sentence, _LONGEST_SENTENCE)}")
    sys.exit(status)


def _note(path: Path, text: str, mode: str = "a") -> None:
    with suppress(OSError), path.open(mode, encoding="utf-8") as file:
        file.write(f"{datetime.now(UTC).isoformat(timespec='seconds')} {text}\n")
