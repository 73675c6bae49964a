import pandas as pd

from prgbench.answer.leaderboard import LONGEST, readable
from prgbench.answer.pairwise_wins import distinct_flow_names


def names_of(*flows):
    return readable(pd.DataFrame({"flow_id": range(1, len(flows) + 1), "flow": flows}))


def test_names_are_short_and_their_packages_tell_them_apart():
    names = names_of("weka.trees.J48(1)", "moa.J48(1)", "weka.rules.ZeroR(2)")
    assert names == {
        "weka.trees.J48(1)": "weka.trees.J48(1)",
        "moa.J48(1)": "moa.J48(1)",
        "weka.rules.ZeroR(2)": "ZeroR(2)",
    }


def test_long_names_that_begin_alike_are_cut_and_told_apart_by_ids():
    names = names_of("x" * 500 + "a", "x" * 500 + "b", "y")
    cut = "x" * (LONGEST - 1) + "…"
    assert list(names.values()) == [f"{cut} (flow 1)", f"{cut} (flow 2)", "y"]


def test_flows_are_told_apart_whatever_they_are_called():
    names = distinct_flow_names(["X", "X", "X (flow 1)", "", "Y"], [1, 2, 3, 4, 5])
    assert names == ["X (flow 1) (flow 1)", "X (flow 2)", "X (flow 1) (flow 3)", "(flow 4)", "Y"]
