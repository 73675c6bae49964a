"""A packed page holds the page, and shows it."""

import pytest

from docs_modules import docs_module
from places import ROOT

packing = docs_module("packed")

EXAMPLE = ROOT / "docs" / "example" / "example.html"
MOST_BYTES = 1_500_000
PAGE = (
    "<!doctype html><title>A &amp; B</title><script>document.title = 'ran'</script><p>naïve −1\n"
)


def test_a_page_comes_out_as_it_went_in():
    page = packing.packed(PAGE)
    assert packing.unpacked(page) == PAGE
    assert "<title>A &amp; B</title>" in page


def test_a_page_that_is_not_packed_is_refused():
    with pytest.raises(ValueError, match="holds no other one"):
        packing.unpacked(PAGE)


def test_the_example_is_a_small_page_of_a_study_with_a_verdict():
    assert EXAMPLE.stat().st_size < MOST_BYTES
    page = packing.unpacked(EXAMPLE.read_text(encoding="utf-8"))
    assert "Does the choice of the measure change which model wins?" in page
    assert "too few data sets" not in page.partition('<section id="paper"')[0]


def test_a_browser_shows_a_page(browser, tmp_path):
    path = tmp_path / "page.html"
    path.write_text(packing.packed(PAGE), encoding="utf-8")
    page = browser.new_page()
    page.goto(path.as_uri())
    assert page.locator("p").inner_text() == "naïve −1"
    assert page.title() == "ran"


def test_a_browser_shows_the_example(browser):
    page = browser.new_page()
    page.goto(EXAMPLE.as_uri())
    # The page's own script shows the explorer when it has read the tables.
    page.locator("#explorer").wait_for()
