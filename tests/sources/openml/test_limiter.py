"""The limits hold for threads and processes together, and outlive those that are killed."""

import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from prgbench.sources.openml.transport import SharedLimiter

HOLDER = """
import sys, time
from pathlib import Path
from prgbench.sources.openml.transport import SharedLimiter
with SharedLimiter(Path(sys.argv[1]), 1, 1000.0).request():
    print("held", flush=True)
    time.sleep(60)
"""


def holder(folder):
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(folder)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "held\n"
    return process


def test_no_more_connections_than_allowed_in_several_threads_and_limiters(tmp_path):
    limiters = [SharedLimiter(tmp_path, 3, 10_000.0) for _ in range(2)]
    lock, under_way, most = threading.Lock(), 0, 0

    def request(number):
        nonlocal under_way, most
        with limiters[number % 2].request():
            with lock:
                under_way += 1
                most = max(most, under_way)
            time.sleep(0.1)
            with lock:
                under_way -= 1

    with ThreadPoolExecutor(8) as executor:
        list(executor.map(request, range(12)))
    assert most == 3


@pytest.mark.parametrize(
    ("rate", "requests", "least_turns"),
    # At 200, ten turns are taken at once, of which the other limiter may leave some unused.
    [(50.0, 16, 15), (200.0, 60, 50)],
)
def test_requests_start_at_the_rate_and_no_faster(rate, requests, least_turns, tmp_path):
    limiters = [SharedLimiter(tmp_path, 8, rate) for _ in range(2)]
    starts = []

    def request(number):
        with limiters[number % 2].request():
            starts.append(time.monotonic())

    with ThreadPoolExecutor(8) as executor:
        list(executor.map(request, range(requests)))
    assert max(starts) - min(starts) >= least_turns / rate - 0.02


@pytest.mark.parametrize("rate", [1e300, float("inf")])
def test_without_a_limit_requests_start_at_once(rate, tmp_path):
    limiter = SharedLimiter(tmp_path, 1, rate)
    start = time.monotonic()
    for _ in range(3):
        with limiter.request():
            assert time.monotonic() - start < 1.0


def test_turns_that_were_not_used_in_their_moment_are_forgone(tmp_path):
    limiter = SharedLimiter(tmp_path, 8, 100.0)
    with limiter.request():
        pass
    time.sleep(0.3)
    starts = []
    for _ in range(10):
        with limiter.request():
            starts.append(time.monotonic())
    # No burst of what was left: these have the turns of two moments.
    assert starts[-1] - starts[0] >= 9 / 100 - 0.02


def test_turns_of_before_the_clock_was_set_back_are_forgone(tmp_path, monkeypatch):
    limiter = SharedLimiter(tmp_path, 1, 1000.0)
    with limiter.request():
        pass
    clock = time.time
    monkeypatch.setattr(time, "time", lambda: clock() - 3600.0)
    start = time.monotonic()
    for _ in range(3):
        with limiter.request():
            assert time.monotonic() - start < 1.0


def test_connections_of_a_killed_process_are_free_again(tmp_path):
    process = holder(tmp_path)
    entered = threading.Event()

    def request():
        with SharedLimiter(tmp_path, 1, 1000.0).request():
            entered.set()

    thread = threading.Thread(target=request)
    thread.start()
    assert not entered.wait(0.2)
    process.kill()
    process.communicate()
    assert entered.wait(5.0)
    thread.join()


@pytest.mark.parametrize("content", ["", "nonsense", "é" * 40, "1e300", "nan"])
def test_a_damaged_file_or_a_clock_set_back_does_not_stop_requests(content, tmp_path):
    limiter = SharedLimiter(tmp_path, 1, 100.0)
    (tmp_path / "next-request").write_text(content)
    start = time.monotonic()
    with limiter.request():
        assert time.monotonic() - start < 1.0
