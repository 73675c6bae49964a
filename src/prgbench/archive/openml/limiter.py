"""A limit on connections and on requests per second that all processes of a run share."""

import errno
import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

POLL_SECONDS = 0.05
LONGEST_PLAUSIBLE_WAIT = 60.0

_TAKEN = {errno.EAGAIN, errno.EACCES}
_WIDTH = 32


class SharedLimiter:
    """Limit the requests of all processes that use the same folder.

    A connection is a file that is locked during the request; the operating system lets go of it
    when a process is killed. The rate is kept by a file that says when the next request may
    start.

    Parameters
    ----------
    folder : Path
        Where the files are.
    connections : int
        How many requests may be under way at the same time.
    requests_per_second : float
        How many may start within a second.
    """

    def __init__(self, folder: Path, connections: int, requests_per_second: float) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._slots = [folder / f"connection-{index}.lock" for index in range(connections)]
        self._turn = folder / "next-request"
        self._interval = 1.0 / requests_per_second
        self._only_one_looks = Lock()

    @contextmanager
    def request(self) -> Iterator[None]:
        """Hold one of the connections, and enter when it is this request's turn."""
        with self._only_one_looks:
            slot = self._free_slot()
        try:
            time.sleep(self._wait_for_turn())
            yield
        finally:
            os.close(slot)

    def _free_slot(self) -> int:
        while True:
            for path in self._slots:
                slot = _locked(path, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if slot is not None:
                    return slot
            time.sleep(POLL_SECONDS)

    def _wait_for_turn(self) -> float:
        handle = None
        while handle is None:
            handle = _locked(self._turn, fcntl.LOCK_EX)
        try:
            now = time.time()
            turn = max(now, _stated_turn(handle, now))
            os.pwrite(handle, repr(turn + self._interval).ljust(_WIDTH).encode(), 0)
        finally:
            os.close(handle)
        return turn - now


def _locked(path: Path, how: int) -> int | None:
    """Return the handle of a file that is locked until it is closed, None if it is taken.

    A lock of the `filelock` package does the same in fifty times the processor time.
    """
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        fcntl.flock(handle, how)
    except OSError as error:
        os.close(handle)
        if error.errno in _TAKEN:
            return None
        raise
    return handle


def _stated_turn(handle: int, now: float) -> float:
    """Return the time in the file unless the file is damaged or the clock was set back."""
    try:
        turn = float(os.pread(handle, _WIDTH, 0))
    except ValueError:
        return now
    return turn if turn < now + LONGEST_PLAUSIBLE_WAIT else now
