"""A signal that comes at a bad moment stops nothing for ever."""

import signal
import time
from concurrent.futures import ThreadPoolExecutor
from threading import Lock

import pytest

from prgbench.run.signals import handle_in_a_thread


@pytest.fixture(autouse=True)
def as_before():
    before = signal.getsignal(signal.SIGTERM)
    yield
    signal.signal(signal.SIGTERM, before)


def test_a_handler_waits_for_a_lock_of_the_main_thread_without_stopping_it():
    lock, heard = Lock(), []

    def handler(number, _frame):
        # In the main thread this would wait for itself.
        with lock:
            heard.append(number)

    signal.signal(signal.SIGTERM, handler)
    handle_in_a_thread(signal.SIGTERM)
    with lock:
        signal.raise_signal(signal.SIGTERM)
        assert heard == []
    end = time.monotonic() + 10
    while not heard and time.monotonic() < end:
        time.sleep(0.01)
    assert heard == [signal.SIGTERM]


@pytest.mark.parametrize("handler", [signal.SIG_DFL, signal.SIG_IGN])
def test_a_signal_without_a_handler_stays_as_it_is(handler):
    signal.signal(signal.SIGTERM, handler)
    handle_in_a_thread(signal.SIGTERM)
    assert signal.getsignal(signal.SIGTERM) == handler


def test_another_thread_than_the_main_one_changes_no_handler():
    signal.signal(signal.SIGTERM, handler := lambda *_: None)
    with ThreadPoolExecutor(1) as threads:
        threads.submit(handle_in_a_thread, signal.SIGTERM).result()
    assert signal.getsignal(signal.SIGTERM) is handler
