"""What is believed of an answer, and what is mended."""

import pytest

from prgbench.sources.openml.answers import (
    BusyError,
    NoAnswerError,
    ServerError,
    error_of,
    parse,
    parse_answer,
    read_answer,
    text,
)
from prgbench.sources.openml.transport import redirected, retry_after

NAMESPACE = b' xmlns:oml="http://openml.org/openml"'


def answer(name: bytes, inner: bytes = b"") -> bytes:
    return b"<oml:%b%b>%b</oml:%b>" % (name, NAMESPACE, inner, name)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (b"1 < 2 & 3", "1 < 2 & 3"),
        (b"1 &lt; 2 &amp; 3 &#169; &#xA9;", "1 < 2 & 3 \xa9 \xa9"),
        (b"a\x00b\x1bc", "a\ufffdb\ufffdc"),
        (b"a&#0;b&#x1B;c&#xD800;d&#1114112;e", "a\ufffdb\ufffdc\ufffdd\ufffde"),
        (b"caf\xe9", "caf\ufffd"),
        (b"a]]>b", "a]]>b"),
        (b"&nbsp;&#xZ;&#;", "&nbsp;&#xZ;&#;"),
        (b"&#123456789;", "&#123456789;"),
    ],
)
def test_text_that_is_mended(written: bytes, read: str) -> None:
    assert text(parse(answer(b"run", b"<oml:x>%b</oml:x>" % written)), "x") == read


@pytest.mark.parametrize(
    "body",
    [
        b'<?xml version="1.0" encoding="utf-16"?>' + answer(b"run"),
        b'<?xml version="1.0" encoding="x-user-defined"?>' + answer(b"run"),
        b'<?xml version="1.0" encoding="idna"?>' + answer(b"run"),
        b"<!DOCTYPE x>" + answer(b"run"),
        answer(b"run", b"<oml:a>" * 100_000),
        answer(b"run")[:-1],
        answer(b"run") * 2,
        b"<oml:run/>",
    ],
)
def test_what_is_no_xml(body: bytes) -> None:
    with pytest.raises(NoAnswerError):
        parse(body)


def test_another_encoding_that_is_declared() -> None:
    declaration = b'<?xml version="1.0" encoding="iso-8859-1"?>'
    assert text(parse(declaration + answer(b"run", b"<oml:x>\xe9</oml:x>")), "x") == "\xe9"
    with pytest.raises(NoAnswerError):
        parse(declaration + answer(b"run", b"<oml:x>\xe9 & </oml:x>"))


@pytest.mark.parametrize(
    ("status", "body", "said"),
    [
        (200, b"", "something else than data: ''"),
        (200, b"\x1b[31m", r"something else than data: '\x1b[31m'"),
        (200, b"<?xml version='1.0'?><html/>", "something else than data: \"<?xml version='1.0'"),
        (200, answer(b"users"), "users instead of run"),
        (404, b"<html>", "HTTP 404"),
        (206, answer(b"run"), "HTTP 206"),
        (200, answer(b"error"), "an error without a code"),
        (412, answer(b"error", b"<oml:code>x</oml:code>"), "an error without a code"),
        (412, answer(b"error", b"<oml:code>\xc2\xb2</oml:code>"), "an error without a code"),
        (
            200,
            answer(b"run", b"<oml:run_id>1</oml:run_id><oml:run_id>2</oml:run_id>"),
            "two values of one run_id",
        ),
        (200, answer(b"run", b"<oml:run/>"), "one run within another"),
    ],
)
def test_what_is_no_answer(status: int, body: bytes, said: str) -> None:
    with pytest.raises(NoAnswerError) as caught:
        read_answer("run/1", status, body)
    assert caught.value.detail.startswith(said)
    assert not isinstance(caught.value, BusyError)


def test_lists_may_have_a_field_many_times() -> None:
    twice = b"<oml:%b>1</oml:%b><oml:%b>2</oml:%b>"
    ids = b"<oml:tasks>%b</oml:tasks>" % (twice % ((b"task_id",) * 4))
    labels = b"<oml:feature>%b</oml:feature>" % (twice % ((b"nominal_value",) * 4))
    assert len(read_answer("study/1", 200, answer(b"study", ids))) == 1
    assert len(read_answer("data/features/1", 200, answer(b"data_features", labels))) == 1


def test_errors_are_told_in_one_clean_line() -> None:
    code, message = b"<oml:code>236</oml:code>", b"<oml:message>Run\x1b[31m\nnot</oml:message>"
    more = b"<oml:additional_information>%b</oml:additional_information>" % (b"x" * 5000)
    body = answer(b"error", code + message + more)
    with pytest.raises(ServerError) as caught:
        read_answer("run/1", 412, body)
    assert caught.value.code == 236
    assert str(caught.value).startswith("OpenML refuses run/1: Run\ufffd[31m not - xxx")
    assert len(str(caught.value)) < 300
    assert error_of(parse_answer(body)) == (236, caught.value.message)


@pytest.mark.parametrize(
    ("stated", "seconds"),
    [
        ("0", 0.0),
        ("999999999", 999999999.0),
        ("9" * 5000, 0.0),
        ("1.5", 0.0),
        ("1e9", 0.0),
        ("inf", 0.0),
        ("\u0661", 0.0),
        ("Wed, 21 Oct 2015 07:28:00 GMT", 0.0),
        ("Wed, 21 Oct 2015 07:28:00 -0000", 0.0),
        ("Wed, 21 Oct 99999 07:28:00 GMT", 0.0),
        ("(" * 5000, 0.0),
    ],
)
def test_how_long_to_wait(stated: str, seconds: float) -> None:
    assert retry_after(stated) == seconds


def test_a_date_to_wait_for() -> None:
    assert 1e9 < retry_after("Fri, 31 Dec 2100 23:59:59 GMT") < 1e10
    assert 1e9 < retry_after("Fri, 31 Dec 2100 23:59:59 -0000") < 1e10


@pytest.mark.parametrize(
    ("location", "target"),
    [
        ("b", "http://host/a/b"),
        ("/b?c", "http://host/b?c"),
        ("//host:80/b", "http://host:80/b"),
        ("HTTP://HOST/b", "http://HOST/b"),
        ("https://host/b", "https://host/b"),
        ("//host.example/b", None),
        ("http://host:81/b", None),
        ("https://host:444/b", None),
        ("http://user@host/b", None),
        ("ftp://host/b", None),
        ("file:///etc/passwd", None),
        ("http://host:port/b", None),
        ("http://[b", None),
    ],
)
def test_redirects(location: str, target: str | None) -> None:
    if target is not None:
        assert redirected("http://host/a/a", location) == target
    else:
        with pytest.raises(NoAnswerError, match="redirects to") as caught:
            redirected("http://host/a/a", location)
        assert caught.value.final


def test_no_redirect_from_https_to_http() -> None:
    with pytest.raises(NoAnswerError, match="redirects to another server, http://host/b"):
        redirected("https://host/a", "http://host/b")
