"""Damaged HTTP: an answer or none, soon, and never anything else."""

import gzip
import socket
import threading
import time

import pytest

from fuzz.mutators import mutated
from fuzz.trial import LONGEST_SECONDS, Tally
from prgbench.sources.openml.answers import NoAnswerError
from prgbench.sources.openml.transport import Bounds, Transport

pytestmark = pytest.mark.fuzz

INPUTS = 1_000
LIMITS = Bounds(10_000, 5.0)
BODY = b"@relation x\n" + b"0,1,2\n" * 20
PACKED = gzip.compress(BODY)
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nSet-Cookie: a=b\r\n"
ANSWERS = {
    "length": HEAD + b"Content-Length: %d\r\n\r\n" % len(BODY) + BODY,
    "chunks": HEAD
    + b"Transfer-Encoding: chunked\r\n\r\n40\r\n%b\r\n%x\r\n%b\r\n0\r\n\r\n"
    % (BODY[:64], len(BODY) - 64, BODY[64:]),
    "gzip": HEAD + b"Content-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(PACKED) + PACKED,
    "busy": b"HTTP/1.1 503 Busy\r\nRetry-After: 120\r\nContent-Length: 0\r\n\r\n",
    "elsewhere": b"HTTP/1.1 302 Found\r\nLocation: /data/download/1/x.arff\r\n"
    b"Content-Length: 0\r\n\r\n",
}


class Wire:
    """A server that sends the same bytes to everybody and hangs up."""

    def __init__(self):
        self.answer = b""
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self):
        while True:
            connection, _ = self._socket.accept()
            with connection:
                connection.recv(65536)
                connection.sendall(self.answer)


@pytest.fixture
def wire():
    return Wire()


def fetched(transport, wire):
    """Return the body, or why there is none."""
    try:
        with transport.get(f"{wire.address}/x", (2.0, 2.0), LIMITS) as reply:
            return b"".join(reply.chunks), ""
    except NoAnswerError as error:
        return b"", error.detail


@pytest.mark.timeout(300)
@pytest.mark.parametrize("kind", ANSWERS)
def test_damaged_http(kind, wire):
    transport, tally = Transport(wire.address), Tally()
    for damage, answer in mutated(ANSWERS[kind], INPUTS, 17):
        wire.answer = answer
        start = time.monotonic()
        body, refusal = fetched(transport, wire)
        assert refusal.isprintable(), damage
        assert len(refusal) < 200, damage
        assert len(body) <= LIMITS.most_bytes, damage
        tally["refused" if refusal else "same" if body == BODY else "read otherwise"] += 1
        assert time.monotonic() - start < LONGEST_SECONDS, damage
    tally.say(f"HTTP, {kind}")
