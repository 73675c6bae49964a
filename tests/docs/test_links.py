"""Links between the pages lead somewhere on a forge, where no site is made of them."""

import re

import pytest

from markdown_pages import PAGES, links, read
from places import ROOT


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
    near = clicked([start])
    assert USES[use] in near | clicked(near)


def clicked(pages):
    """Return the pages that pages link to."""
    linked = {path.resolve() for page in pages for path, _ in links(page)}
    return {path.relative_to(ROOT).as_posix() for path in linked} & set(PAGES)
