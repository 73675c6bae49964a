"""Links between the pages lead somewhere on a forge, where no site is made of them."""

import re

import pytest

from markdown_pages import PAGES, links, read


def anchor(heading):
    """Return the name by which a forge links to a heading."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def headings(page):
    return {anchor(line.lstrip("# ")) for line in read(page).splitlines() if line[:1] == "#"}


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_to_files_and_headings(page):
    for path, place in links(page):
        assert path.exists(), f"{page} links to {path}"
        if place:
            assert place[1:] in headings(path)
