"""A packed page holds the page, and shows it."""

import os
import shutil
import subprocess

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


@pytest.mark.parametrize("made", [PAGE, None], ids=["page", "example"])
def test_a_browser_shows_it(made, tmp_path):
    browser = shutil.which("chromium")
    if browser is None:
        if os.environ.get("PRGBENCH_BROWSER") == "required":
            pytest.fail("chromium is not installed")
        pytest.skip("chromium is not installed")
    path = EXAMPLE
    if made is not None:
        path = tmp_path / "page.html"
        path.write_text(packing.packed(made), encoding="utf-8")
    shown = subprocess.run(
        [
            *(browser, "--headless=new", "--no-sandbox", "--disable-gpu"),
            *(f"--user-data-dir={tmp_path / 'profile'}", "--virtual-time-budget=10000"),
            *("--dump-dom", path.as_uri()),
        ],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    if made is not None:
        assert "<title>ran</title>" in shown
        assert "<p>naïve −1" in shown
    else:
        # The page's own script shows the explorer when it has read the tables.
        assert '<div id="explorer">' in shown
