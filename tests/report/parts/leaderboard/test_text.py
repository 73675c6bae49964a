import pandas as pd

from made_up_facts import make_facts
from prgbench.report.parts.leaderboard import paragraphs

BOARD = {
    "measure": "aupr",
    "mean_relative_rank": 0.5,
    "tasks": 60,
    "datasets": 30,
    "note": "",
    "lower": 0.5,
    "upper": 2.0,
    "rank_lower": 1,
    "rank_upper": 12,
}
FLOWS = [
    {**BOARD, "flow_id": 1, "flow": "weka.trees.J48(1)", "rank": 1, "strength": 1.25},
    {**BOARD, "flow_id": 2, "flow": "weka.bayes.NaiveBayes(2)", "rank": 2, "strength": 1.0},
    {**BOARD, "flow_id": 3, "flow": "weka.rules.ZeroR(3)", "rank": 3, "strength": -2.0},
    {**BOARD, "flow_id": 4, "flow": "weka.lazy.IBk(3)", "rank": 4, "strength": -2.0},
]
MOVES = {
    "measure_a": "aupr",
    "measure_b": "auroc",
    "flows": 4,
    "tasks": 60,
    "datasets": 30,
    "left_out": 1,
    "unconnected": 0,
    "fewest_tasks": 10,
    "resamples": 200,
    "halvings": 50,
    "tau": 0.8,
    "lower": 0.7,
    "upper": 0.9,
    "first_a": "weka.trees.J48(1)",
    "first_b": "weka.bayes.NaiveBayes(2)",
    "first_differs": True,
    "first_differs_resampled": 0.6,
    "two_measures": 0.75,
    "one_measure": 0.5,
    "excess": 0.25,
    "tau_two_measures": 0.41,
    "tau_one_measure": 0.52,
    "moved_flow": "weka.lazy.IBk(3)",
    "moved_from": 4.0,
    "moved_to": 1.0,
}
NAN = float("nan")


def text_of(**changes):
    tables = {
        "leaderboard": pd.DataFrame(FLOWS),
        "leaderboard_moves": pd.DataFrame([MOVES | changes]),
    }
    return "\n".join(paragraphs(tables, make_facts()))


def test_the_order_and_its_moves_are_told():
    text = text_of()
    assert "4 flows drawn in at least 10 tasks (1 other left out); 60 tasks on 30 data" in text
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines()]
    assert ["AUPR", "J48(1)", "1.25 [0.50, 2.00]", "1 to 12", "NaiveBayes(2) and ZeroR(3)"] in rows
    assert ["AUPR – AUROC", "0.800 [0.700, 0.900]", "75.0%", "50.0%"] in rows
    assert "never met" not in text


def test_flows_that_never_met():
    text = text_of(left_out=0, unconnected=2)
    assert "left out" not in text
    assert "2 flows never met the others" in text


def test_one_data_set_has_no_halves():
    text = text_of(two_measures=NAN, one_measure=NAN, excess=NAN, lower=NAN, upper=NAN)
    assert "| 0.800 [no interval]" in text
    assert "| undefined" in text


def test_too_few_tasks_are_said():
    tables = {
        "leaderboard": pd.DataFrame(FLOWS).iloc[:0],
        "leaderboard_moves": pd.DataFrame([MOVES]),
    }
    assert paragraphs(tables, make_facts()) == ["No two flows are drawn in at least 10 tasks."]


def test_names_are_no_markup():
    hostile = "<b>|a|[x](http://y)"
    flows = [row | {"flow": hostile} if row["flow_id"] == 1 else row for row in FLOWS]
    tables = {
        "leaderboard": pd.DataFrame(flows),
        "leaderboard_moves": pd.DataFrame([MOVES | {"first_a": hostile}]),
    }
    text = "\n".join(paragraphs(tables, make_facts()))
    shown = r"&lt;b&gt;\|a\|\[x\](http\://y)"
    assert f"| {shown} |" in text
    assert hostile not in text
