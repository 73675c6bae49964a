import re
from pathlib import Path

from playwright.sync_api import expect

from made_up_page import DATA
from prgbench.report.provenance import bibtex


def test_images_come_out_of_the_page(page):
    image = page.locator("#part-excess img")
    image.scroll_into_view_if_needed()
    assert image.get_attribute("alt") == 'What "excess" shows'
    expect(image).to_have_attribute("src", re.compile("^blob:"))
    expect(image).to_have_js_property("complete", True)
    assert image.evaluate("image => image.naturalWidth") > 0


def test_data_and_vector_graphics_are_downloaded_without_the_files(page):
    part = page.locator("#part-excess")
    for ending, begins in (("csv", DATA), ("svg", '<?xml version="1.0"?>')):
        with page.expect_download() as download:
            part.locator(f'a[data-ending="{ending}"]').click()
        assert download.value.suggested_filename == f"excess.{ending}"
        assert Path(download.value.path()).read_text().startswith(begins)
    assert part.locator('a[data-ending="pdf"]').get_attribute("href") == "../figures/excess.pdf"


def test_the_citation_is_copied(open_page, made_page):
    page = open_page(made_page, permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy BibTeX").click()
    expect(page.locator("#copied")).to_have_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()") == bibtex()
