"""XML as the server should send it, and as it does."""

import pytest

from prgbench.sources.openml.answers import NoAnswerError, mended, parse


def test_sound_xml_is_read_as_it_is():
    root = parse("<a><b>ä &amp; &lt;</b></a>".encode())
    assert root.findtext("b") == "ä & <"


@pytest.mark.parametrize(
    ("inner", "text"),
    [
        ("a & b", "a & b"),
        ("a &copy; b", "a &copy; b"),
        ("a < b", "a < b"),
        ("p<0.05&q", "p<0.05&q"),
        ("x ]]> y", "x ]]> y"),
        ("bell \x07", "bell \ufffd"),
        ("&#7;", "\ufffd"),
        ("&#x1F600; &#128512;", "😀 😀"),
        ("&#99999999; &", "\ufffd &"),
    ],
)
def test_what_is_not_escaped_is_mended(inner, text):
    body = f'<oml:a xmlns:oml="http://x.example">{inner}</oml:a>'.encode()
    assert parse(body).text == text


def test_bytes_that_are_no_text_are_marked():
    assert parse(b'<oml:a xmlns:oml="x">\xff &</oml:a>').text == "\ufffd &"


def test_the_end_of_a_section_stays_where_there_is_a_section():
    text = "<oml:a><![CDATA[ a & b ]]></oml:a>"
    assert mended(text) == "<oml:a><![CDATA[ a &amp; b ]]></oml:a>"


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>", "a document type, which no answer has"),
        (b"<a>" + b"<b/>" * 4_000_000 + b"</a>", "more than 4,000,000 tags"),
        (b"<oml:a>", "unclosed|no element|unbound"),
        (b"", "no element found"),
        (b"<?xml version='1.0' encoding='no-such'?><a>&</a>", "unknown encoding"),
    ],
)
def test_what_can_not_be_mended_is_refused(body, why):
    with pytest.raises(NoAnswerError, match=why):
        parse(body)
