import xml.etree.ElementTree as ElementTree
from pathlib import Path

from made_up_page import DATA, make_content
from prgbench.report.html.page import PAGE, write_page


def test_data_and_vector_graphics_are_downloaded_without_the_files(at):
    part = (page := at("#part-choosing")).locator("#part-choosing")
    texts = {}
    for ending in ("csv", "svg"):
        with page.expect_download() as download:
            part.locator(f'a[data-ending="{ending}"]').click()
        assert download.value.suggested_filename == f"choosing.{ending}"
        texts[ending] = Path(download.value.path()).read_text()
    assert texts["csv"] == DATA
    assert ElementTree.fromstring(texts["svg"]).tag == "{http://www.w3.org/2000/svg}svg"
    assert part.locator('a[data-ending="pdf"]').get_attribute("href") == "../figures/choosing.pdf"


def test_pixels_are_downloaded_where_there_are_no_vector_graphics(open_page, tmp_path):
    write_page(tmp_path / "report", make_content(tmp_path, formats=("png",)))
    page = open_page((tmp_path / "report" / PAGE).as_uri() + "#part-choosing")
    with page.expect_download() as download:
        page.locator('#part-choosing a[data-ending="png"]').click()
    assert Path(download.value.path()).read_bytes() == b"png of the figure"
