import xml.etree.ElementTree as ElementTree

from made_up_page import SVG
from prgbench.report.html.markup import inline_svg


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
