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
    figure, caption = leaderboard(tables, FACTS)
    strengths, ranks = figure.axes
    board = tables["leaderboard"]
    order = board.loc[board["measure"] == "aupr", "flow"].tolist()
    labels = [text.get_text() for text in strengths.get_yticklabels()]
    assert labels == [flow.removeprefix("weka.") for flow in order]
    for axes, value in ((strengths, "strength"), (ranks, "rank")):
        drawn = {line.get_label(): list(line.get_xdata()) for line in axes.get_lines()}
        for measure, label in (("aupr", "AUPR"), ("auprg", "AUPRG")):
            own = board[board["measure"] == measure]
            assert drawn[label] == own[value].tolist()
    assert "The first 6 flows of 6 by AUPR" in caption
    assert "40 tasks on 40 data sets" in caption


def test_a_flow_first_by_another_measure_is_shown_too(tables):
    board = tables["leaderboard"].copy()
    copies = [board.assign(flow=board["flow"] + f" {copy}", rank=1 + copy) for copy in range(1, 4)]
    many = [board[board["measure"] == "aupr"]] + [
        copy[copy["measure"] == "aupr"] for copy in copies
    ]
    last = board[(board["measure"] == "auprg") & (board["rank"] == 1)].assign(flow="weka.Last(1)")
    shown, _ = leaderboard({**tables, "leaderboard": pd.concat([*many, last])}, FACTS)
    labels = [text.get_text() for text in shown.axes[0].get_yticklabels()]
    assert len(labels) == 13
    assert labels[-1] == "Last(1)"


def test_names_that_would_be_shared_stay_long(tables):
    board = tables["leaderboard"].copy()
    board["flow"] = board["flow"].replace("weka.Flow2(1)", "mlr.Flow1(1)")
    figure, _ = leaderboard({**tables, "leaderboard": board}, FACTS)
    labels = [text.get_text() for text in figure.axes[0].get_yticklabels()]
    assert {"weka.Flow1(1)", "mlr.Flow1(1)", "Flow0(1)"} <= set(labels)


def test_an_empty_leaderboard_says_so(tables):
    figure, caption = leaderboard({**tables, "leaderboard": tables["leaderboard"].iloc[:0]}, FACTS)
    assert caption == "No two flows are drawn in enough tasks."
    figure.canvas.draw()
