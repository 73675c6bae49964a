"""Who is told of requests that have no answer yet, and how often."""

import time
from collections.abc import Callable
from threading import Lock

from prgbench.pipeline.listener import Listener

SECONDS = 10.0


class Waits:
    """Tell a listener of long waits: each after ten seconds, one of all threads in ten seconds.

    Parameters
    ----------
    listener : callable
        Returns who listens now.
    """

    def __init__(self, listener: Callable[[], Listener]) -> None:
        self._listener = listener
        self._lock = Lock()
        self._silent_until = 0.0

    def tell(self, why: str, waited: float, left: float) -> None:
        """Tell, unless it is too early, why there is no answer and for how long it is tried.

        Parameters
        ----------
        why : str
            The request, and what the server did.
        waited, left : float
            Seconds since the request began and until it is given up.
        """
        now = time.monotonic()
        with self._lock:
            if waited < SECONDS or now < self._silent_until:
                return
            self._silent_until = now + SECONDS
        self._listener().waiting(why, max(left, 0.0))
