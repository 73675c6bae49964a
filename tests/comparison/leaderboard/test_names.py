import pandas as pd

from prgbench.comparison.leaderboard.names import LONGEST, readable


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
