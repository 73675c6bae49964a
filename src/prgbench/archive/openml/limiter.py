"""A limit on connections and on requests per second that all processes of a run share."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

from filelock import FileLock, Timeout

POLL_SECONDS = 0.05
LONGEST_PLAUSIBLE_WAIT = 60.0


class SharedLimiter:
    """Limit the requests of all processes that use the same folder.

    A connection is a lock file that is held during the request; the operating system lets
    go of it when a process is killed. The rate is kept by a file that says when the next
    request may start.

    Parameters
    ----------
    folder : Path
        Where the lock files are.
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
            slot.release()

    def _free_slot(self) -> FileLock:
        while True:
            for path in self._slots:
                lock = FileLock(path, thread_local=False)
                try:
                    lock.acquire(blocking=False)
                except Timeout:
                    continue
                return lock
            time.sleep(POLL_SECONDS)

    def _wait_for_turn(self) -> float:
        lock = FileLock(self._turn.with_suffix(".lock"), thread_local=False)
        with lock.acquire(poll_interval=POLL_SECONDS):
            now = time.time()
            turn = max(now, self._stated_turn(now))
            self._turn.write_text(repr(turn + self._interval))
        return turn - now

    def _stated_turn(self, now: float) -> float:
        """Return the time in the file unless the file is damaged or the clock was set back."""
        try:
            turn = float(self._turn.read_text())
        except (FileNotFoundError, ValueError):
            return now
        return turn if turn < now + LONGEST_PLAUSIBLE_WAIT else now
