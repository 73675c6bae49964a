"""Names of data sets that are texts of tuples: results on splits are none on other data sets."""

import pandas as pd

from prgbench.sources.scores.table import read_scores

TABLE = pd.DataFrame(
    {
        "forest": [0.9, 0.8, 0.7, 0.6],
        "tree": [0.5, 0.6, 0.7, 0.8],
    }
)


def of(names):
    return read_scores(TABLE.assign(name=names), measures=["accuracy"])


def test_a_tuple_names_a_data_set_and_a_subset():
    names = ["('heart', 0.0, 1)", "('heart', 0.0, 2)", "('liver (B, C)', 0.0, 1)", "('liver', 1)"]
    read = of(names)
    of_forest = read.scores[read.scores["model"] == "forest"]
    assert of_forest[["dataset", "subset", "accuracy"]].to_numpy().tolist() == [
        ["heart", "0.0, 1", 0.9],
        ["heart", "0.0, 2", 0.8],
        ["liver (B, C)", "0.0, 1", 0.7],
        ["liver", "1", 0.6],
    ]


def test_an_index_of_tuples_is_read_as_its_text():
    table = TABLE.set_axis([str(("heart", n)) for n in range(4)])
    read = read_scores(table, measures=["accuracy"])
    assert {*read.scores["dataset"]} == {"heart"}
    assert read.scores["subset"].nunique() == 4


def test_other_texts_in_brackets_are_names():
    for names in (
        ["('heart')", "('liver')", "('lung')", "('skin')"],
        ["(heart, 1)", "(heart, 2)", "(lung, 1)", "(skin, 1)"],
        ["('heart', 1)", "('heart', 2)", "lung", "skin"],
    ):
        read = of(names)
        assert sorted(read.scores["dataset"].unique()) == sorted(names)
        assert read.scores.get("subset", pd.Series("")).eq("").all()
