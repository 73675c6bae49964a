"""What is believed of an answer, and what is mended."""

import re
from xml.etree import ElementTree

import pytest

from archive_server import faults
from prgbench.sources.openml.answers import (
    BusyError,
    NoAnswerError,
    ServerError,
    contradicted,
    count,
    error_of,
    identifier,
    mended,
    parse,
    parse_answer,
    read_answer,
    share,
    text,
)
from prgbench.sources.openml.transport import retry_after
from prgbench.sources.tasks import TaskQuery

NAMESPACE = b' xmlns:oml="http://openml.org/openml"'


def answer(name, inner=b""):
    return b"<oml:%b%b>%b</oml:%b>" % (name, NAMESPACE, inner, name)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (b"1 < 2 & 3", "1 < 2 & 3"),
        (b"p<0.05&q &copy;", "p<0.05&q &copy;"),
        (b"&#x1F600; \xff", "\U0001f600 \ufffd"),
        (b"1 &lt; 2 &amp; 3 &#169; &#xA9;", "1 < 2 & 3 \xa9 \xa9"),
        (b"a\x00b\x1bc", "a\ufffdb\ufffdc"),
        (b"a&#0;b&#x1B;c&#xD800;d&#1114112;e", "a\ufffdb\ufffdc\ufffdd\ufffde"),
        (b"caf\xe9", "caf\ufffd"),
        (b"a]]>b", "a]]>b"),
        (b"&nbsp;&#xZ;&#;", "&nbsp;&#xZ;&#;"),
        (b"&#123456789;", "&#123456789;"),
    ],
)
def test_text_that_is_mended(written, read):
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
def test_what_is_no_xml(body):
    with pytest.raises(NoAnswerError):
        parse(body)


def test_another_encoding_that_is_declared():
    declaration = b'<?xml version="1.0" encoding="iso-8859-1"?>'
    assert text(parse(declaration + answer(b"run", b"<oml:x>\xe9</oml:x>")), "x") == "\xe9"
    with pytest.raises(NoAnswerError):
        parse(declaration + answer(b"run", b"<oml:x>\xe9 & </oml:x>"))


@pytest.mark.parametrize(
    ("status", "body", "said"),
    [
        (200, b"", "something other than data: ''"),
        (200, b"\x1b[31m", r"something other than data: '\x1b[31m'"),
        (200, b"<?xml version='1.0'?><html/>", "something other than data: \"<?xml version='1.0'"),
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
def test_what_is_no_answer(status, body, said):
    with pytest.raises(NoAnswerError) as caught:
        read_answer("run/1", status, body)
    assert caught.value.detail.startswith(said)
    assert not isinstance(caught.value, BusyError)


def test_errors_are_told_in_one_clean_line():
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
def test_how_long_to_wait(stated, seconds):
    assert retry_after(stated) == seconds


def test_the_end_of_a_section_stays_where_there_is_a_section():
    text = "<oml:a><![CDATA[ a & b ]]></oml:a>"
    assert mended(text) == "<oml:a><![CDATA[ a &amp; b ]]></oml:a>"


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (
            b"<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>",
            "a document type, which no answer should have",
        ),
        (b"<a>" + b"<b/>" * 4_000_000 + b"</a>", "more than 4,000,000 tags"),
        (b"<oml:a>", "unclosed|no element|unbound"),
        (b"", "no element found"),
        (b"<?xml version='1.0' encoding='no-such'?><a>&</a>", "unknown encoding"),
    ],
)
def test_what_can_not_be_mended_is_refused(body, why):
    with pytest.raises(NoAnswerError, match=why):
        parse(body)


RECORD = '<oml:run xmlns:oml="http://openml.org/openml">{}</oml:run>'


@pytest.mark.parametrize(
    ("inner", "said"),
    [
        ("<oml:run_id>1</oml:run_id><oml:task_id>2</oml:task_id>", None),
        ("<oml:run_id>1</oml:run_id><oml:run_id> 1 </oml:run_id>", None),
        ("<oml:run_id>1</oml:run_id><oml:run_id>2</oml:run_id>", "two values of one run_id"),
        ("<oml:tag>a</oml:tag><oml:tag>b</oml:tag>", None),
        ('<oml:quality name="a">1</oml:quality><oml:quality name="b">2</oml:quality>', None),
        (
            '<oml:quality name="a">1</oml:quality><oml:quality name="a">2</oml:quality>',
            "two values of one quality",
        ),
        ("<oml:run><oml:run_id>1</oml:run_id></oml:run>", "one run within another"),
        (
            "<oml:file><oml:name>a</oml:name><oml:name>b</oml:name></oml:file>",
            "two values of one name",
        ),
    ],
)
def test_a_record_has_each_of_its_fields_once(inner, said):
    assert contradicted(ElementTree.fromstring(RECORD.format(inner))) == said


ALL = TaskQuery()
NO_IDS = ["", "0", "-1", "1.0", "1e3", "\u00b2", "\u0661", "1_0", "0x1", "9" * 19, "9" * 10_000]
NO_COUNTS = ["", "-1.0", "1e400", "1e300", "nan", "NaN", "inf", "2.5", "1_0", "\u0661", "1 000"]


def with_field(name, value):
    """Answer soundly but for the value of all elements of a name."""
    pattern = re.compile(rf"<oml:{name}>[^<]*<".encode())
    return faults.changed(lambda body: pattern.sub(f"<oml:{name}>{value}<".encode(), body))


def runs_of(archive, task):
    ((_, runs),) = archive.candidate_runs([task])
    return runs


@pytest.mark.parametrize("stated", NO_IDS)
def test_what_is_no_id(stated):
    assert identifier(stated) is None


@pytest.mark.parametrize("stated", NO_COUNTS)
def test_what_is_no_count(stated):
    assert count(stated) is None


@pytest.mark.parametrize("stated", [*NO_COUNTS, "1.0000001", "-0.1", "0.5 ", "0,5"])
def test_what_is_no_share(stated):
    assert share(stated) is None


def test_names_that_are_only_shown_are_one_clean_line(archive, server):
    server.fail("task/list", with_field("name", "a\n\u202eb" + "c" * 1_000))
    server.fail("evaluation/list", with_field("flow_name", " x\u200b.y\t(1)"))
    (task, *_) = archive.tasks(ALL).tasks
    assert task.dataset_name == "a b" + "c" * 194 + "..."
    assert {run.flow_name for run in runs_of(archive, task)} == {"x.y (1)"}
