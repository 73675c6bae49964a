import pandas as pd
import pytest
from matplotlib import pyplot as plt

from made_up_facts import make_facts
from prgbench.comparison.leaderboard.figure import leaderboard

FACTS = make_facts("made-up archive")


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")


def test_each_flow_has_its_strength_and_rank_by_each_measure(tables):
    drawn = leaderboard(tables, FACTS)
    strengths, ranks = drawn.figure.axes
    board = tables["leaderboard"]
    order = board.loc[board["measure"] == "aupr", "flow"].tolist()
    labels = [text.get_text() for text in strengths.get_yticklabels()]
    assert labels == [flow.removeprefix("weka.") for flow in order]
    for axes, value in ((strengths, "strength"), (ranks, "rank")):
        points = {line.get_label(): list(line.get_xdata()) for line in axes.get_lines()}
        for measure, label in (("aupr", "AUPR"), ("auprg", "AUPRG")):
            own = board[board["measure"] == measure]
            assert points[label] == own[value].tolist()
    assert "The first 6 flows of 6 by AUPR" in drawn.caption
    assert "40 tasks on 40 data sets" in drawn.caption
    # Names of flows are foreign and stay out of the alternative text.
    own = board[board["flow"] == order[0]].set_index("measure")["rank"]
    ranks = f"AUPR {own['aupr']:g}; AUPRG {own['auprg']:g}"
    assert f"Ranks of the first flow by AUPR: {ranks}" in drawn.alt
    assert "Flow" not in drawn.alt


def test_a_flow_first_by_another_measure_is_shown_too(tables):
    board = tables["leaderboard"].copy()
    copies = [board.assign(flow=board["flow"] + f" {copy}", rank=1 + copy) for copy in range(1, 4)]
    many = [board[board["measure"] == "aupr"]] + [
        copy[copy["measure"] == "aupr"] for copy in copies
    ]
    last = board[(board["measure"] == "auprg") & (board["rank"] == 1)].assign(flow="weka.Last(1)")
    drawn = leaderboard({**tables, "leaderboard": pd.concat([*many, last])}, FACTS)
    labels = [text.get_text() for text in drawn.figure.axes[0].get_yticklabels()]
    assert len(labels) == 13
    assert labels[-1] == "Last(1)"


def test_names_that_would_be_shared_stay_long(tables):
    board = tables["leaderboard"].copy()
    board["flow"] = board["flow"].replace("weka.Flow2(1)", "mlr.Flow1(1)")
    drawn = leaderboard({**tables, "leaderboard": board}, FACTS)
    labels = [text.get_text() for text in drawn.figure.axes[0].get_yticklabels()]
    assert {"weka.Flow1(1)", "mlr.Flow1(1)", "Flow0(1)"} <= set(labels)


def test_an_empty_leaderboard_says_so(tables):
    drawn = leaderboard({**tables, "leaderboard": tables["leaderboard"].iloc[:0]}, FACTS)
    assert drawn.figure is None
    assert drawn.caption == "No two flows are drawn in enough tasks."
