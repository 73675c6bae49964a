"""One run at a time: who works on a folder keeps others away from it."""

from pathlib import Path

from filelock import FileLock, Timeout

from prgbench.pipeline.errors import PrgbenchError

_held: list[FileLock] = []


def hold(folder: Path) -> None:
    """Keep other runs away from a folder until this process ends, however it ends.

    Raises
    ------
    PrgbenchError
        If another run works on it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    lock = FileLock(folder / ".lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise PrgbenchError(
            f"Another run works on {folder}: wait for its end, or stop it and start again."
        ) from None
    _held.append(lock)
