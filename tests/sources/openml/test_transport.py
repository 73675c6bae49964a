"""Redirects, waits that a server asks for, and packed bodies."""

import gzip
from datetime import UTC, datetime, timedelta
from email.message import Message
from email.utils import format_datetime

import pytest

from prgbench import __version__
from prgbench.sources.openml.answers import NoAnswerError
from prgbench.sources.openml.transport import (
    CHUNK_BYTES,
    redirected,
    retry_after,
    unpacked,
    user_agent,
)

URL = "http://archive.test/api/v1/xml/run/1"


@pytest.mark.parametrize(
    ("urls", "agent"),
    [
        ([], f"prgbench/{__version__}"),
        (
            ["Issues, https://a.b/c/issues", "Source, https://a.b/c"],
            f"prgbench/{__version__} (+https://a.b/c)",
        ),
    ],
)
def test_the_user_agent_has_the_address_of_the_package(urls, agent, monkeypatch):
    stated = Message()
    for url in urls:
        stated["Project-URL"] = url
    monkeypatch.setattr("prgbench.sources.openml.transport.metadata", lambda _: stated)
    assert user_agent.__wrapped__() == agent


@pytest.mark.parametrize(
    ("location", "target"),
    [
        ("/data/1", "http://archive.test/data/1"),
        ("2", "http://archive.test/api/v1/xml/run/2"),
        ("http://archive.test:80/data/1", "http://archive.test:80/data/1"),
        ("https://archive.test/data/1", "https://archive.test/data/1"),
        ("//archive.test/data/1", "http://archive.test/data/1"),
    ],
)
def test_a_redirect_of_the_same_host_is_followed(location, target):
    assert redirected(URL, location) == target


@pytest.mark.parametrize(
    ("url", "location"),
    [
        (URL, "http://elsewhere.test/data/1"),
        (URL, "http://archive.test:8080/data/1"),
        (URL, "http://sub.archive.test/data/1"),
        (URL, "http://me@archive.test/data/1"),
        (URL, "ftp://archive.test/data/1"),
        (URL, "http://[/"),
        (URL, "http://archive.test:99999/"),
        ("https://archive.test/data/1", "http://archive.test/data/1"),
        ("http://archive.test:8080/data/1", "https://archive.test/data/1"),
        (URL, "https://archive.test:8443/data/1"),
    ],
)
def test_a_redirect_to_another_place_is_refused_for_good(url, location):
    with pytest.raises(NoAnswerError, match="redirects to") as raised:
        redirected(url, location)
    assert raised.value.final


def test_a_wait_may_be_a_date():
    soon = datetime.now(UTC) + timedelta(seconds=90)
    assert 80 < retry_after(format_datetime(soon, usegmt=True)) <= 90
    assert retry_after(format_datetime(soon - timedelta(days=1), usegmt=True)) == 0.0


@pytest.mark.parametrize("size", [1, 7, 1 << 20])
def test_what_gzip_holds_comes_out_whole_and_a_little_at_a_time(size):
    body = bytes(range(256)) * 4096
    packed = gzip.compress(body)
    pieces = list(unpacked(packed[start : start + size] for start in range(0, len(packed), size)))
    assert b"".join(pieces) == body
    assert max(map(len, pieces)) <= CHUNK_BYTES


@pytest.mark.parametrize(
    ("packed", "why"),
    [
        (gzip.compress(b"abc", mtime=0)[:-1], "truncated gzip"),
        (b"", "truncated gzip"),
        (b"@relation x", "damaged gzip"),
        (gzip.compress(b"abc", mtime=0)[:-8] + b"\0" * 8, "damaged gzip"),
        (gzip.compress(b"abc", mtime=0) + b"more", "gzip followed by other data"),
    ],
)
def test_gzip_that_is_not_whole_is_no_answer(packed, why):
    with pytest.raises(NoAnswerError, match=f"^{why}$"):
        list(unpacked([packed]))
