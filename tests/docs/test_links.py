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


USES = {
    "I have a CSV of scores": "docs/own_predictions.md",
    "I want to replicate the paper": "docs/replication.md",
    "I want a PRG curve with an interval": "docs/metrics.md",
}


@pytest.mark.parametrize("start", ["README.md", "docs/index.md"])
@pytest.mark.parametrize("use", USES)
def test_each_use_is_two_clicks_away(use, start):
    (first,) = [page for page in PAGES if str(page).endswith(start)]
    near = {path.resolve() for path, _ in links(first)}
    pages = {page.resolve(): page for page in PAGES}
    near |= {path.resolve() for page in near & pages.keys() for path, _ in links(pages[page])}
    assert any(str(path).endswith(USES[use]) for path in near)
