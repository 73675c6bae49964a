"""A server that wants to harm: every request ends in bounded time and memory, without a traceback.

Each attack is made on a listing, on the description of one run, and on one prediction file.
"""

import gzip
import resource
import time
import zlib
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest

from archive_server import faults
from prgbench.sources.errors import ArchiveUnreachableError, RunUnusableError
from prgbench.sources.exclusions import Reason
from prgbench.sources.openml import client
from prgbench.sources.openml.source import OpenMLSource
from prgbench.sources.tasks import TaskQuery

ALL = TaskQuery()
FILE = "/data/download/100008/"
RUN = "/run/100001"
OK = b"HTTP/1.1 200 OK\r\n"
CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n"
ENDLESS = OK + b"Content-Length: 999999999999\r\n\r\n"
MILLION = b"0" * 1_000_000
LAUGHS = (
    b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "ha">'
    + b"".join(b'<!ENTITY %c "%s">' % (98 + n, b"&%c;" % (97 + n) * 10) for n in range(9))
    + b']><oml:error xmlns:oml="http://openml.org/openml"><oml:code>&j;</oml:code></oml:error>'
)
DEEP = b'<oml:run xmlns:oml="http://openml.org/openml">' + b"<oml:a>" * 5_000_000

# A busy machine may send the description, which nobody attacks, too late for so little patience.
BUSY = 5


def gzip_of_nothing(_):
    """Make a packed body that never unpacks to anything."""
    return gzip.compress(b"")[:10] + b"\x00\x00\x00\xff\xff" * 1_000_000


ATTACKS = {
    "a body by drips": faults.drip(ENDLESS + b"@relation ", b"x", 0.05),
    "chunks by drips": faults.drip(CHUNKED, b"1\r\nx\r\n", 0.05),
    "a header without end": faults.pour(OK + b"X: ", MILLION),
    "headers without end": faults.pour(OK, b"X: " + b"0" * 60_000 + b"\r\n"),
    "a body without end": faults.pour(ENDLESS + b"@relation x\n", MILLION),
    "a body without end or length": faults.pour(OK + b"\r\n@relation x\n", MILLION),
    "chunks without end": faults.pour(CHUNKED, b"f4240\r\n" + MILLION + b"\r\n"),
    "a chunk's size without end": faults.pour(CHUNKED, MILLION),
    "a negative chunk": faults.pour(CHUNKED + b"-1\r\n", MILLION),
    "chunks that break off": faults.raw(CHUNKED + b"ff\r\nabc"),
    "gzip of a gigabyte": faults.encoded("gzip", lambda _: gzip.compress(bytes(1 << 30), 1)),
    "gzip of gzip": faults.encoded("gzip, gzip", lambda body: gzip.compress(gzip.compress(body))),
    "a hundred codings": faults.encoded(", ".join(["gzip"] * 100), gzip.compress),
    "gzip that is none": faults.encoded("gzip", lambda body: body),
    "truncated gzip": faults.encoded("gzip", lambda body: gzip.compress(body)[:-30]),
    "gzip without its checksum": faults.encoded("gzip", lambda body: gzip.compress(body)[:-8]),
    "gzip that goes on": faults.encoded("gzip", lambda body: gzip.compress(body) * 2),
    "gzip of nothing": faults.encoded("gzip", gzip_of_nothing),
    "a coding that nobody knows": faults.encoded("zip", zlib.compress),
    "a status that is none": faults.raw(b"HTTP/1.1 OK 200\r\n\r\n"),
    "two lengths": faults.raw(OK + b"Content-Length: 3\r\nContent-Length: 5\r\n\r\nabc"),
    "a length that lies": faults.raw(OK + b"Content-Length: 5000\r\n\r\n@relation x\n"),
    "HTTP 206": faults.raw(
        b"HTTP/1.1 206 Partial Content\r\nContent-Length: 12\r\n\r\n@relation x\n"
    ),
    "another host": faults.redirect("http://localhost.example/secret"),
    "another port": faults.redirect("http://127.0.0.1:1/"),
    "a file here": faults.redirect("file:///etc/passwd"),
    "a redirect to itself": faults.redirect("/data/download/100008/predictions.arff"),
    "a redirect to nonsense": faults.redirect("http://[::1"),
    "a redirect with a password": faults.redirect("//user:secret@127.0.0.1/"),
    "a redirect of a gigabyte": faults.pour(
        b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\n\r\n", MILLION
    ),
    "a redirect without an aim": faults.html(302),
    "superscripts": faults.html(503, Retry_After="\xb9"),
    "no number": faults.html(429, Retry_After="nan"),
    "a negative wait": faults.html(503, Retry_After="-1"),
    "the day before": faults.html(503, Retry_After="Wed, 21 Oct 2015 07:28:00 GMT"),
    "no day": faults.html(503, Retry_After="Wed, 99 Oct 99999999999 99:99:99 GMT"),
    "entities": faults.body(LAUGHS, "text/xml"),
    "depth": faults.body(DEEP, "text/xml"),
    "XHTML": faults.body(b'<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>'),
    "another answer": faults.body(
        b'<oml:users xmlns:oml="http://openml.org/openml"><oml:user/></oml:users>'
    ),
    "an error without a code": faults.body(
        b'<oml:error xmlns:oml="http://openml.org/openml"><oml:code>\xc2\xb2</oml:code></oml:error>'
    ),
}


@pytest.fixture
def hurried(open_archive, monkeypatch):
    """Open an archive that gives up soon, and has had an answer."""
    monkeypatch.setattr("prgbench.sources.openml.transport.SLOW_AFTER", 0.2)
    monkeypatch.setattr(client, "MOST_ANSWER_BYTES", 20_000_000)
    archive = open_archive(timeout=(5.0, 0.3), patience=0.2)
    for _ in range(20):
        with suppress(ArchiveUnreachableError):
            archive.tasks(ALL)
            break
    return archive


def send(archive, server):
    return archive.send(server.content.tasks[1], server.content.runs[100_001]).path


@pytest.mark.timeout(30)
@pytest.mark.parametrize("attack", list(ATTACKS)[::6])
def test_a_listing(attack, hurried, server):
    server.fail("evaluation/list", ATTACKS[attack], times=float("inf"))
    start = time.monotonic()
    with pytest.raises(ArchiveUnreachableError, match=r"evaluat.*the same command continues"):
        list(hurried.candidate_runs([server.content.tasks[1]]))
    assert time.monotonic() - start < 15.0


@pytest.mark.timeout(30)
@pytest.mark.parametrize("attack", ATTACKS)
def test_the_description_of_a_run(attack, hurried, server):
    server.fail(RUN, ATTACKS[attack], times=float("inf"))
    start = time.monotonic()
    with pytest.raises(RunUnusableError) as caught:
        send(hurried, server)
    assert caught.value.reason is Reason.NOT_DESCRIBED
    assert time.monotonic() - start < 15.0
    server.heal()
    assert send(hurried, server).stat().st_size > 1000


@pytest.mark.timeout(30)
@pytest.mark.parametrize("attack", ATTACKS)
def test_a_prediction_file(attack, hurried, server):
    downloads = hurried._connection.downloads
    server.fail(FILE, ATTACKS[attack], times=float("inf"))
    for _ in range(BUSY):
        start = time.monotonic()
        with pytest.raises(RunUnusableError) as caught:
            downloads.get(server.content.runs[100_001], most_bytes=20_000_000)
        if caught.value.reason is not Reason.NOT_DESCRIBED:
            break
    assert caught.value.reason in {Reason.NOT_FOUND, Reason.TOO_BIG}
    assert time.monotonic() - start < 15.0
    assert not list(hurried.store.glob("downloads/*100001*"))
    server.heal()
    assert send(hurried, server).stat().st_size > 1000


def test_memory(hurried, server):
    assert len(hurried.tasks(ALL).tasks) == 4
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for attack in ("a negative chunk", "a body without end", "a header without end"):
        server.fail(RUN, ATTACKS[attack], times=float("inf"))
        with pytest.raises(RunUnusableError):
            send(hurried, server)
        server.heal()
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000


def test_redirects_of_the_same_host(archive, server, generated):
    for _ in range(5):
        server.fail("estimationprocedure", faults.redirect("list"))
    assert archive.tasks(ALL).tasks == generated.tasks(ALL).tasks
    assert server.count("estimationprocedure/list") == 6


def test_no_cookie_is_sent_back(open_archive, server, generated):
    archive = open_archive(connections=4)
    archive.tasks(ALL)
    server.seconds_per_answer = 0.3
    task = generated.tasks(ALL).tasks[0]
    runs = server.content.runs_of([task.task_id])[:4]
    start = time.monotonic()
    with ThreadPoolExecutor(4) as executor:
        list(executor.map(lambda run: archive.send(task, run), runs))
    assert time.monotonic() - start < 1.5
    assert not any("Cookie" in request.headers for request in server.requests)


def test_no_password_is_looked_for(open_archive, server, tmp_path, monkeypatch):
    netrc = tmp_path / "netrc"
    netrc.write_text("default login me password secret\n")
    monkeypatch.setenv("NETRC", str(netrc))
    monkeypatch.setattr("prgbench.sources.openml.address.LOCAL_HOSTS", set())
    open_archive().tasks(ALL)
    assert not any("Authorization" in request.headers for request in server.requests)
    assert {request.headers["Accept-Encoding"] for request in server.requests} == {"gzip"}


def test_connections_are_kept(archive, server):
    for run_id in range(100_001, 100_006):
        archive.send(server.content.tasks[1], server.content.runs[run_id])
    assert len({request.connection for request in server.requests}) == 1


def test_proxies_of_the_environment_are_bounded_too(server, tmp_path, monkeypatch):
    monkeypatch.setenv("http_proxy", server.address)
    monkeypatch.setattr("prgbench.sources.openml.transport.SLOW_AFTER", 0.2)
    archive = OpenMLSource(
        tmp_path,
        "http://openml.example",
        requests_per_second=1000.0,
        patience=0.2,
        first_wait=0.01,
    )
    assert len(archive.tasks(ALL).tasks) == 4
    server.fail(RUN, ATTACKS["a body by drips"], times=float("inf"))
    with pytest.raises(RunUnusableError, match="fewer than 1 kB/s"):
        send(archive, server)
