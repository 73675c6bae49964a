"""Bodies and headers end: in bytes, in time, and when nothing comes."""

import socket
from contextlib import ExitStack

import pytest

from prgbench.sources.openml.answers import NoAnswerError
from prgbench.sources.openml.retries import BoundedResponse, Bounds, TooMuchError, bounds

OK = b"HTTP/1.1 200 OK\r\n"


class Clock:
    """Time that passes only while nothing comes."""

    def __init__(self):
        self.now = 100.0

    def monotonic(self):
        return self.now

    def passes(self, seconds):
        """Return what lets so much time pass."""

        def let_pass():
            self.now += seconds

        return let_pass


@pytest.fixture
def opened():
    """Open a response on bytes that have been sent; the connection then ends or stays open."""
    with ExitStack() as stack:

        def open_response(
            sent,
            most_bytes=100,
            seconds=60.0,
            on_silence=lambda: None,
            patience=60.0,
            *,
            ends=True,
        ):
            near, far = socket.socketpair()
            stack.callback(near.close)
            stack.callback(far.close)
            near.settimeout(patience)
            far.sendall(sent)
            if ends:
                far.shutdown(socket.SHUT_WR)
            token = bounds.set(Bounds(most_bytes, seconds, on_silence))
            try:
                return BoundedResponse(near)
            finally:
                bounds.reset(token)

        yield open_response


def test_a_body_as_big_as_allowed_is_read(opened):
    response = opened(OK + b"Content-Length: 100\r\n\r\n" + b"x" * 100)
    response.begin()
    assert response.read() == b"x" * 100


def test_a_body_may_be_as_big_as_allowed_beside_its_headers(opened, monkeypatch):
    monkeypatch.setattr("prgbench.sources.openml.retries.HEADER_BYTES", 10_000)
    head = OK + b"\r\n"
    sound = opened(head + b"x" * (20_000 - len(head)), most_bytes=10_000)
    sound.begin()
    assert len(sound.read(30_000)) == 20_000 - len(head)
    bigger = opened(head + b"x" * (20_001 - len(head)), most_bytes=10_000)
    bigger.begin()
    with pytest.raises(TooMuchError, match=r"^more than 10,000 bytes$") as raised:
        bigger.read(30_000)
    assert raised.value.certain


def test_headers_end(opened, monkeypatch):
    monkeypatch.setattr("prgbench.sources.openml.retries.HEADER_BYTES", 1000)
    with pytest.raises(NoAnswerError, match=r"^headers of more than 1,000 bytes$") as raised:
        opened(OK + b"X: " + b"0" * 1000).begin()
    assert raised.value.damaged


@pytest.fixture
def silence(monkeypatch):
    """Let every wait for bytes pass at once, as if it had been ten seconds."""
    clock = Clock()
    monkeypatch.setattr("prgbench.sources.openml.retries.time", clock)
    monkeypatch.setattr("prgbench.sources.openml.retries.SILENCE", 0.001)
    return clock


def test_silence_is_told_and_ends_after_the_patience(opened, silence):
    told = []

    def tell():
        silence.now += 10.0
        told.append(silence.now)

    with pytest.raises(NoAnswerError, match=r"^no data for 30 s$"):
        opened(b"", patience=30.0, on_silence=tell, ends=False).begin()
    assert told == [110.0, 120.0, 130.0]


@pytest.mark.parametrize(
    ("sent", "patience", "seconds", "why", "after"),
    [
        # Without a timeout of the socket the whole time counts.
        (b"", None, 50.0, "no data for 50 s", 50.0),
        (OK, 600.0, 600.0, "fewer than 1 kB/s", 40.0),
        (OK, 600.0, 20.0, "not complete in 20 s", 20.0),
    ],
)
def test_what_comes_too_late_or_too_slowly_is_given_up(
    opened, silence, sent, patience, seconds, why, after
):
    response = opened(
        sent, patience=patience, seconds=seconds, on_silence=silence.passes(10.0), ends=False
    )
    with pytest.raises(NoAnswerError, match=f"^{why}$"):
        response.begin()
    assert silence.now == 100.0 + after


def test_a_chunk_without_end_is_not_read_at_once(opened):
    response = opened(OK + b"Transfer-Encoding: chunked\r\n\r\n-1\r\nabc")
    response.begin()
    with pytest.raises(NoAnswerError, match=r"^connection broken$"):
        response.read()
