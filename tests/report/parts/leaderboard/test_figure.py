import pandas as pd
import pytest

from made_up_facts import make_facts
from prgbench.report.parts.leaderboard import leaderboard

FACTS = make_facts("made-up archive")


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
    assert strengths.get_lines()[-1].get_xdata() == [0, 0]
    # Six flows: ranks 1 to 6, with room at either end.
    assert [text.get_text() for text in ranks.get_xticklabels()] == ["1", "2", "5"]
    assert ranks.get_xlim() == pytest.approx((0.85, 7.2))
    assert ranks.get_xlabel() == "Rank among 6 flows"
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


def test_of_hundreds_of_flows_twelve_are_shown(tables):
    board = tables["leaderboard"]
    own = board[board["measure"] == "aupr"].iloc[:1]
    many = pd.concat(
        own.assign(flow=f"weka.F{place}(1)", rank=place, rank_lower=place, rank_upper=place + 3)
        for place in range(1, 1011)
    )
    moves = tables["leaderboard_moves"].assign(tasks=1040, datasets=426)
    drawn = leaderboard({"leaderboard": many, "leaderboard_moves": moves}, FACTS)
    strengths, ranks = drawn.figure.axes
    labels = [text.get_text() for text in strengths.get_yticklabels()]
    assert labels == [f"F{place}(1)" for place in range(1, 13)]
    # The last rank that a shown flow may have is 12 + 3.
    assert [text.get_text() for text in ranks.get_xticklabels()] == ["1", "2", "5", "10"]
    assert ranks.get_xlim() == pytest.approx((0.85, 18))
    assert ranks.get_xlabel() == "Rank among 1,010 flows"
    assert drawn.caption.startswith(
        "The first 12 flows of 1,010 by AUPR and any that is first by another measure (made-up "
        "archive): Bradley-Terry log-strengths from 1,040 tasks on 426 data sets, 95% interval "
        "over data sets, and the ranks "
    )
    assert drawn.alt.endswith("Ranks of the first flow by AUPR: AUPR 1.")
