"""The rank heat map: which models share a cell, and what is said of it."""

import pytest

from made_up_page import RANKS

COUNT = "#heatmap-count"
CELL = "#heatmap-chart [aria-roledescription='rect mark']"


@pytest.fixture
def heatmap(at):
    page = at("#heatmap?x=aupr&y=auprg")
    page.wait_for_selector("#heatmap-chart svg")
    return page


def cells(page):
    """Return what the cells say to those who can't see them."""
    labels = page.locator(CELL).all()
    return {label.get_attribute("aria-label") for label in labels}


def test_each_pair_of_ranks_has_its_models(heatmap):
    # In task 13 two models share the rank 1.5 by AUPR, which is rounded up.
    assert RANKS[2]["aupr"] == (1.5, 1.5, 3)
    assert cells(heatmap) == {
        "rank 1 by AUPR, rank 1 by AUPRG: 1 model",
        "rank 1 by AUPR, rank 2 by AUPRG: 1 model",
        "rank 2 by AUPR, rank 1 by AUPRG: 2 models",
        "rank 2 by AUPR, rank 2 by AUPRG: 2 models",
        "rank 3 by AUPR, rank 3 by AUPRG: 3 models",
    }
    assert heatmap.inner_text(COUNT) == "6 of 9 models have the same rank by AUPR and AUPRG."


def test_other_measures_are_chosen_and_remembered(heatmap):
    heatmap.select_option("#heatmap-controls [name=y]", "aupr")
    heatmap.wait_for_url("**#heatmap?x=aupr&y=aupr")
    assert heatmap.inner_text(COUNT) == "9 of 9 models have the same rank by AUPR and AUPR."


def test_numbers_stand_under_the_pointer(heatmap):
    heatmap.locator(CELL).first.hover()
    tooltip = heatmap.locator("#vg-tooltip-element.visible")
    tooltip.wait_for()
    shown = " ".join(tooltip.inner_text().split())
    assert shown == "Rank by AUPR 1 Rank by AUPRG 1 Models 1"
