"""Signals whose handler may not wait: what it waits for may be held by the code it interrupts."""

import signal
from threading import Thread, current_thread, main_thread
from types import FrameType


def handle_in_a_thread(number: signal.Signals) -> None:
    """Run the handler of a signal in a new thread each time the signal arrives.

    A handler runs between two steps of the main thread. If it takes a lock that the main thread
    holds at that moment, both wait for ever: so does Snakemake's handler of SIGTERM. In a thread
    it waits until the main thread has gone on.

    Parameters
    ----------
    number : signal.Signals
        The signal. One that is ignored, or ends the process, stays as it is, and so does any where
        this is not the main thread, which alone may change handlers.

    Examples
    --------
    >>> before = signal.signal(signal.SIGTERM, lambda number, frame: None)
    >>> handle_in_a_thread(signal.SIGTERM)
    >>> signal.raise_signal(signal.SIGTERM)
    >>> _ = signal.signal(signal.SIGTERM, before)
    """
    handler = signal.getsignal(number)
    if not callable(handler) or current_thread() is not main_thread():
        return

    def start(received: int, frame: FrameType | None) -> None:
        Thread(target=handler, args=(received, frame)).start()

    signal.signal(number, start)
