"""Numbers, figures and text in the form that the page needs."""

import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

from made_up_page import SVG, decoded
from prgbench.report.html.markup import as_html, encode, inline_svg, line_as_html, numbers
from prgbench.run.safe_text import as_markdown


def test_the_letters_are_deflated_json():
    text = encode({"flow": "</script>", "x": [1, None]})
    assert set(text) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=")
    assert decoded(text) == {"flow": "</script>", "x": [1, None]}


@pytest.mark.parametrize("value", [[], {"ä": "\u2028"}, [0.1, -2, None, True]])
def test_what_was_encoded_is_decoded(value):
    assert decoded(encode(value)) == value


def test_a_number_that_json_cannot_hold_is_refused():
    with pytest.raises(ValueError, match="not JSON compliant"):
        encode(float("nan"))


def test_numbers_are_rounded_and_what_is_not_finite_is_none():
    assert numbers([0.12345678, np.inf, -np.inf, np.nan, 2], 6) == [0.123457, None, None, None, 2]


def test_names_and_style_of_a_figure_stay_its_own():
    element = inline_svg(SVG, "answer", 'A "figure" of <two>')
    root = ElementTree.fromstring(element)
    assert root.attrib["id"] == "answer"
    assert root.attrib["aria-label"] == 'A "figure" of <two>'
    assert root.attrib["width"] == "10pt"
    assert root.attrib["viewBox"] == "0 0 10 5"
    assert "#answer *{stroke-linejoin: round}" in element
    assert 'id="answer-a"' in element
    assert 'xlink:href="#answer-a"' in element
    assert "metadata" not in element
    assert "<?xml" not in element


def test_clip_paths_are_followed_under_their_new_name():
    element = inline_svg('<svg><path clip-path="url(#p1)"/></svg>', "answer", "")
    assert 'clip-path="url(#answer-p1)"' in element


def test_another_font_stands_in_for_one_that_is_missing():
    assert "font: 9px 'DejaVu Sans', Verdana, sans-serif" in inline_svg(SVG, "answer", "")


@pytest.mark.parametrize(
    "name", ["<b>x</b>", "![a](https://x.org/a.png)", "[a](javascript:b)", "https://x.org", "a*b*"]
)
def test_a_foreign_name_stays_text(name):
    html = line_as_html(f"in {as_markdown(name)} tasks")
    assert "<" not in html
    assert html.unescape() == f"in {name} tasks"


def test_even_markdown_that_nobody_escaped_fetches_and_follows_nothing():
    html = as_html("![a](https://x.org/a.png) [b](https://x.org) <https://x.org> <img src=x>")
    assert "<img" not in html
    assert "<a" not in html


def test_lists_and_tables_are_kept():
    html = as_html("- one\n- two\n\n| a | b |\n|---|--:|\n| 1 | 2 |")
    assert html.count("<li>") == 2
    assert '<td style="text-align:right">2</td>' in html
