"""The rank heat map: which models share a cell, and what is said of it."""

import pytest

from made_up_page import RANKS

COUNT = "#heatmap-count"


@pytest.fixture
def heatmap(at):
    page = at("#heatmap?x=aupr&y=auprg")
    page.wait_for_selector("#heatmap-chart svg")
    return page


def cells(page):
    """Return what the cells say to those who can't see them: two ranks and a number of models."""
    labels = page.locator("#heatmap-chart [aria-roledescription=rect]").all()
    texts = [label.get_attribute("aria-label") for label in labels]
    return {tuple(value.rpartition(": ")[2] for value in text.split("; ")[-3:]) for text in texts}


def test_each_pair_of_ranks_has_its_models(heatmap):
    # In task 13 two models share the rank 1.5 by AUPR, which is rounded up.
    assert RANKS[2]["aupr"] == (1.5, 1.5, 3)
    assert cells(heatmap) == {
        ("1", "1", "1"),
        ("1", "2", "1"),
        ("2", "1", "2"),
        ("2", "2", "2"),
        ("3", "3", "3"),
    }
    assert heatmap.inner_text(COUNT) == "6 of 9 models have the same rank by AUPR and AUPRG."


def test_other_measures_are_chosen_and_remembered(heatmap):
    heatmap.select_option("#heatmap-controls [name=y]", "aupr")
    heatmap.wait_for_url("**#heatmap?x=aupr&y=aupr")
    assert heatmap.inner_text(COUNT) == "9 of 9 models have the same rank by AUPR and AUPR."


def test_numbers_stand_under_the_pointer(heatmap):
    heatmap.locator("#heatmap-chart [aria-roledescription=rect]").first.hover()
    tooltip = heatmap.locator("#vg-tooltip-element.visible")
    tooltip.wait_for()
    rows = [row.split("\t") for row in tooltip.inner_text().splitlines()]
    assert [row[0].rstrip(":") for row in rows if row] == [
        "Rank by AUPR",
        "Rank by AUPRG",
        "Models",
    ]
