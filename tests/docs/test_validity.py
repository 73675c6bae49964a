"""The page of simulated studies has the rows that were measured, of the worlds that are there."""

import re

import numpy as np
import pandas as pd
import pytest
import validity

from worlds import (
    aggregation,
    choices,
    costs,
    estimates,
    items,
    labels,
    leaderboards,
    made,
    mean_costs,
    score_tables,
    stated_costs,
)

ROWS = pd.read_csv(validity.DOCS / "validity.csv")
PAGE = (validity.DOCS / "validity.md").read_text(encoding="utf-8")
SIZE = re.compile(r"(, \d+ models, \d+ data sets|, all sizes|; these|; new)$")


def test_the_page_is_made_of_the_rows():
    assert validity.page(ROWS) == PAGE


@pytest.mark.parametrize(
    ("table", "module"),
    [
        (validity.ESTIMATES, estimates),
        (validity.PREDICTIONS, made),
        (validity.SCORES, score_tables),
        (validity.LEADERBOARDS, leaderboards),
        (validity.LABELS, labels),
        (validity.ITEMS, items),
        (validity.COSTS, costs),
        (validity.STATED, stated_costs),
        (validity.MEANS, mean_costs),
        (validity.RULES, aggregation),
    ],
)
def test_all_worlds_were_measured_and_no_others(table, module):
    measured = {SIZE.sub("", world) for world in ROWS.loc[ROWS["table"] == table, "world"]}
    assert measured == {world.name for world in module.WORLDS}


def test_all_sizes_of_choices_were_measured_and_no_others():
    measured = set(ROWS.loc[ROWS["table"] == validity.CHOICES, "world"])
    sizes = [f"{n} data sets" for n in choices.DATASETS]
    assert measured == {f"{world.name}, {n}" for world in choices.WORLDS for n in sizes}


@pytest.mark.parametrize("world", [w for w in items.WORLDS if w.name.endswith("differ")])
def test_so_many_results_on_items_differ_as_the_name_says(world):
    drawn, _ = world.draw(np.random.default_rng(0), 100_000)
    assert f"{(drawn[:, 0] != drawn[:, 1]).mean():.0%} differ" in world.name


def test_the_text_says_how_many_data_sets_of_thirty_models_were_drawn():
    rows = ROWS[ROWS["table"] == validity.COSTS]
    of_thirty = rows["world"].str.startswith("30 ")
    assert set(rows.loc[of_thirty, "based_on"]) == {"40 data sets"}
    assert set(rows.loc[~of_thirty, "based_on"]) == {"100 data sets"}
    assert "in 100 data sets of each world, 40 of those of 30 models" in " ".join(PAGE.split())
