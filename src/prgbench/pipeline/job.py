"""Runs one job of a pipeline: its log, and failures as one sentence."""

import errno
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from prgbench.pipeline.errors import PrgbenchError
from prgbench.pipeline.progress import say

NO_SPACE = {errno.ENOSPC, errno.EDQUOT}


@contextmanager
def job(log: str | Path, title: str = "") -> Iterator[None]:
    """Say what is done, log begin and end; end with status 1 and one sentence on a known failure.

    Known are every `PrgbenchError` and a full disk. Any other exception is a defect of the
    project: its traceback is logged and it is raised again.
    """
    if title:
        say(title)
    # A user's own measure may be a module in the folder where the run was started.
    if str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    path = Path(log)
    path.parent.mkdir(parents=True, exist_ok=True)
    _note(path, "begin", mode="w")
    try:
        yield
    except PrgbenchError as error:
        _stop(path, str(error))
    except OSError as error:
        if error.errno not in NO_SPACE:
            _note(path, f"failed: {traceback.format_exc()}")
            raise
        _stop(path, f"The disk is full ({error}): make room and start again; what is done stays.")
    except Exception:
        _note(path, f"failed: {traceback.format_exc()}")
        raise
    _note(path, "end")


def _stop(path: Path, sentence: str) -> None:
    _note(path, f"stopped: {sentence}")
    say(f"prgbench: {sentence}")
    sys.exit(1)


def _note(path: Path, text: str, mode: str = "a") -> None:
    with suppress(OSError), path.open(mode, encoding="utf-8") as file:
        file.write(f"{datetime.now(UTC).isoformat(timespec='seconds')} {text}\n")
