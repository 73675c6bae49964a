"""A server that sends a byte at a time, of any part of an answer, is not waited for for ever."""

import os
import subprocess
import sys
import threading
import time
from contextlib import ExitStack

import pytest

from archive_server import faults
from prgbench.sources.openml.answers import NoAnswerError
from prgbench.sources.openml.deadlines import Deadline
from prgbench.sources.openml.transport import Bounds, Transport

OK = b"HTTP/1.1 200 OK\r\n"
CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n"
BOUNDS = Bounds(1_000_000, 900.0)
TIMEOUT = (0.3, 0.3)
MOST_SECONDS = 30.0
"""On a busy machine; what is waited for without end takes the minutes of the test's own limit."""

DRIPS = {
    "a status line": faults.drip(b"HTTP/1.1 200 ", b"x", 0.05),
    "statuses that go on": faults.drip(b"", b"HTTP/1.1 100 Continue\r\n\r\n", 0.05),
    "headers": faults.drip(OK + b"X: ", b"x", 0.05),
    "more headers": faults.drip(OK, b"X: x\r\n", 0.05),
    "a body": faults.drip(OK + b"Content-Length: 999999\r\n\r\n", b"", 0.05),
    "the size of a chunk": faults.drip(CHUNKED, b"0", 0.05),
    "what may follow the size": faults.drip(CHUNKED + b"5;", b"x", 0.05),
    "trailers": faults.drip(CHUNKED + b"1\r\nx\r\n0\r\nX: ", b"x", 0.05),
    "more trailers": faults.drip(CHUNKED + b"1\r\nx\r\n0\r\n", b"X: x\r\n", 0.05),
    "redirects": faults.drip(b"HTTP/1.1 302 Found\r\nLocation: /x", b"x", 0.05),
}


def received(server):
    """Return what comes of an answer."""
    with Transport(server.address).get(f"{server.address}/x", TIMEOUT, BOUNDS) as reply:
        return b"".join(reply.chunks)


@pytest.mark.timeout(120)
@pytest.mark.parametrize("part", DRIPS)
def test_drips_end_at_the_deadline(part, server):
    server.fail("/x", DRIPS[part], times=float("inf"))
    began = time.monotonic()
    with pytest.raises(NoAnswerError, match="no data in time"):
        received(server)
    assert time.monotonic() - began < MOST_SECONDS


def test_an_answer_in_time_is_whole_however_long_it_is_looked_at(server):
    server.fail("/x", faults.body(b"0123456789" * 30_000), times=float("inf"))
    with Transport(server.address).get(f"{server.address}/x", TIMEOUT, BOUNDS) as reply:
        first = next(reply.chunks)
        time.sleep(1.0)
        assert first + b"".join(reply.chunks) == b"0123456789" * 30_000


def test_a_connection_that_comes_too_late_is_ended_at_once(server):
    with Deadline() as deadline:
        deadline.within(0.0)
        while not deadline.is_over:
            time.sleep(0.01)
        server.fail("/x", faults.stall(MOST_SECONDS), times=float("inf"))
        transport = Transport(server.address)
        with pytest.raises(NoAnswerError, match="no data in time"):
            transport._answer(f"{server.address}/x", (5.0, 600.0), deadline)


def test_a_shorter_time_holds_after_a_longer_one():
    with Deadline() as deadline:
        deadline.within(3600.0)
        time.sleep(0.05)  # Now the thread waits for the hour.
        deadline.within(0.05)
        until = time.monotonic() + MOST_SECONDS
        while not deadline.is_over:
            assert time.monotonic() < until
            time.sleep(0.01)


def test_a_longer_time_holds_after_a_shorter_one():
    with Deadline() as deadline:
        deadline.within(0.1)
        time.sleep(0.02)
        deadline.within(3600.0)
        time.sleep(0.3)
        assert not deadline.is_over


FORKING = """
import os, socket, time
from prgbench.sources.openml.deadlines import Deadline

ends, of_others = socket.socketpair()
with Deadline() as deadline:
    deadline.watch(ends)
    if os.fork() == 0:
        deadline.within(0.0)
        with Deadline() as own:
            own.within(0.0)
            while not own.is_over:
                time.sleep(0.01)
        time.sleep(0.3)
        os._exit(deadline.is_over)
    assert os.wait()[1] == 0
    deadline.within(0.0)
    assert of_others.recv(1) == b""
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes can't be forked here")
def test_a_fork_looks_after_its_own_requests_alone():
    subprocess.run([sys.executable, "-c", FORKING], check=True, timeout=MOST_SECONDS)


def test_many_requests_have_one_thread():
    before = threading.active_count()
    with ExitStack() as stack:
        deadlines = [stack.enter_context(Deadline()) for _ in range(20)]
        assert threading.active_count() <= before + 1
        for deadline in deadlines[::2]:
            deadline.within(0.0)
        until = time.monotonic() + MOST_SECONDS
        while not all(deadline.is_over for deadline in deadlines[::2]):
            assert time.monotonic() < until
            time.sleep(0.01)
    assert not any(deadline.is_over for deadline in deadlines[1::2])
