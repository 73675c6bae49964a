"""Runs one job of a pipeline: its log, and failures as one sentence."""

import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from prgbench.errors import PrgbenchError
from prgbench.progress import say


@contextmanager
def job(log: str | Path, title: str = "") -> Iterator[None]:
    """Say what is done, log begin and end; leave with status 1 and one sentence on a `PrgbenchError`.

    Any other exception is a defect of the project: its traceback is logged and it is raised again.
    """
    if title:
        say(title)
    path = Path(log)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8") as file:

        def note(text: str) -> None:
            file.write(f"{datetime.now(UTC).isoformat(timespec='seconds')} {text}\n")

        note("begin")
        try:
            yield
        except PrgbenchError as error:
            note(f"stopped: {error}")
            say(f"prgbench: {error}")
            sys.exit(1)
        except Exception:
            note(f"failed: {traceback.format_exc()}")
            raise
        note("end")
