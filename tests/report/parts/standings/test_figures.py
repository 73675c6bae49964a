from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from made_up_facts import make_facts
from made_up_standings import make_standings
from prgbench.report.leaderboard import leaderboard_paragraphs
from prgbench.report.parts.standings import (
    MOST_DRAWN,
    NEW,
    THESE,
    critical_differences,
    standings,
    standings_paragraphs,
    tied_groups,
)

FACTS = make_facts("table")
MODELS = ["rf", "gb", "tree"]
DRAW = [standings, critical_differences]


def test_the_means_are_drawn_for_both_targets():
    drawn = standings(make_standings(MODELS), FACTS)
    own = drawn.data[drawn.data["panel"] == "AUPRG"].set_index(["row", "series"])
    numbers = ["value", "lower", "upper"]
    assert own.loc[("gb", THESE), numbers].tolist() == pytest.approx([0.8, 0.75, 0.85])
    assert own.loc[("gb", NEW), numbers].tolist() == pytest.approx([0.8, 0.5, 0.99])
    assert "The 3 models (table): means over 3 data sets with their 95% intervals" in drawn.caption
    assert drawn.alt == "Means by AUPR: place 1 0.900; place 2 0.800; place 3 0.700."


def test_one_data_set_has_no_intervals_for_new_ones():
    drawn = standings(make_standings(MODELS, datasets=1), FACTS)
    assert set(drawn.data["series"]) == {THESE}
    assert "new data sets" not in drawn.caption
    assert "values on one data set with their 95% intervals, for other instances" in drawn.caption
    of_items = standings(make_standings(MODELS, datasets=1), replace(FACTS, units="items"))
    assert "means over the items with their 95% intervals, for other items" in of_items.caption


def test_one_score_for_each_data_set_has_intervals_for_new_ones_only():
    tables = make_standings(MODELS)
    unknown = dict.fromkeys(("lower", "upper"), float("nan"))
    tables["standings"] = tables["standings"].assign(**unknown)
    drawn = standings(tables, FACTS)
    assert set(drawn.data["series"]) == {NEW}
    assert drawn.caption.endswith("with their 95% intervals, for new data sets like these.")
    assert set(critical_differences(tables, FACTS).data["series"]) == {NEW}


def test_bars_join_the_models_that_are_not_told_apart():
    drawn = critical_differences(make_standings(MODELS), FACTS)
    own = drawn.data[drawn.data["panel"] == "AUPR"]
    groups = own[["series", "first_model", "last_model"]].to_numpy().tolist()
    assert groups == [[THESE, "rf", "gb"], [NEW, "rf", "tree"]]
    axes = drawn.figure.axes[0]
    assert axes.get_xticks().tolist() == [1, 2, 3]
    names = [text.get_text() for text in axes.texts]
    assert names == ["rf 0.900", "gb 0.800", "tree 0.700"]


def test_many_models_are_cut():
    many = make_standings([f"model {place}" for place in range(MOST_DRAWN + 5)])
    drawn = critical_differences(many, FACTS)
    assert len(drawn.figure.axes[0].texts) == MOST_DRAWN
    assert f"the first {MOST_DRAWN} of {MOST_DRAWN + 5} models" in drawn.caption


@pytest.mark.parametrize("draw", DRAW)
def test_models_on_different_data_sets_have_no_figure_and_no_words(draw):
    tables = make_standings(MODELS, complete=0.4)
    assert draw(tables, FACTS).figure is None
    assert leaderboard_paragraphs(tables, FACTS) == []


def test_a_table_has_the_probabilities_that_a_model_is_better_on_a_new_data_set():
    *_, note, table = standings_paragraphs(make_standings(MODELS), FACTS)
    assert "than that of the column on a new data set, under AUPR." in note
    _, _, *rows = [line.strip("| ").split(" | ") for line in table.splitlines()]
    assert rows[0] == ["rf", "–", "70.0% [40.0%, 90.0%]", "70.0% [40.0%, 90.0%]"]
    assert rows[1] == ["gb", "30.0% [10.0%, 60.0%]", "–", "70.0% [40.0%, 90.0%]"]


@pytest.mark.parametrize("arguments", [{"datasets": 1}, {"complete": 0.4}])
def test_one_data_set_tells_no_probability_of_new_ones(arguments):
    tables = make_standings(MODELS, **arguments)
    assert standings_paragraphs(tables, FACTS) == leaderboard_paragraphs(tables, FACTS)


@given(st.integers(2, 7).flatmap(lambda n: arrays(bool, (n, n))))
def test_groups_are_the_longest_runs_without_a_difference(better):
    apart = better | better.T
    np.fill_diagonal(apart, False)

    def is_free(first, last):
        inside = first >= 0 and last < len(apart)
        return inside and not apart[first : last + 1, first : last + 1].any()

    runs = [(a, b) for a in range(len(apart)) for b in range(a + 1, len(apart)) if is_free(a, b)]
    longest = [(a, b) for a, b in runs if not is_free(a - 1, b) and not is_free(a, b + 1)]
    assert tied_groups(better) == longest
