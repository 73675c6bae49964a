"""Columns beside scores that describe the data sets or the models: shares, sizes and flags."""

import pandas as pd
import pytest

from prgbench.run.errors import PrgbenchError
from prgbench.sources.scores.table import read_scores

DATA = {
    "Data": ["arrhythmia", "cardio", "glass", "letter"],
    "#Samples": [452, 1831, 214, 1600],
    "# Dimensions": [274, 21, 9, 32],
}
TIMES = {
    "KNN": [0.1075, 0.2249, 0.0173, 0.17],
    "LOF": [0.0743, 0.0993, 0.0025, 0.12],
    "PCA": [0.0596, 0.0035, 0.0011, 0.0052],
}
SHARE = [14.6, 9.6, 4.2, 35.9]


def read(columns, measure):
    return read_scores(pd.DataFrame(columns), measures=[measure])


@pytest.mark.parametrize("measure", ["time", "rmse", "auroc"])
@pytest.mark.parametrize(
    "title", ["Outlier Perc", "outlier_percentage", "Outliers (percent)", "Imbalance ratio"]
)
def test_shares_of_the_data_are_no_model(measure, title):
    found = read({**DATA, title: SHARE, **TIMES}, measure)
    assert set(found.scores["model"]) == {"KNN", "LOF", "PCA"}
    assert found.notes == [f"Not used: the columns #Samples, # Dimensions, {title}."]


def test_percent_in_most_titles_is_the_unit_of_the_scores():
    table = {"model": [*"abcd"], "cars (percent)": SHARE, "birds (percent)": SHARE, "size": SHARE}
    found = read(table, "accuracy")
    assert set(found.scores["dataset"]) == {"cars (percent)", "birds (percent)"}


@pytest.mark.parametrize("title", ["Samples", "n_features", "No. of classes", "observations"])
def test_titles_of_sizes_alone_are_no_models_whatever_the_values(title):
    large = {name: [1000 * value for value in values] for name, values in TIMES.items()}
    found = read({"Data": DATA["Data"], title: [150, 90, 120, 70], **large}, "rmse")
    assert set(found.scores["model"]) == {"KNN", "LOF", "PCA"}


def test_a_column_that_may_be_a_ratio_or_a_model_is_named():
    found = read({"Data": DATA["Data"], "density ratio": [0.1, 0.2, 0.02, 0.1], **TIMES}, "rmse")
    assert "density ratio" in set(found.scores["model"])
    assert found.notes == [
        "Counted although the column density ratio may describe the data: leave out what is not "
        "a score."
    ]


def test_the_column_with_values_on_another_scale_is_named():
    with pytest.raises(PrgbenchError) as raised:
        read({**DATA, "Outl.": SHARE, **TIMES}, "auroc")
    assert str(raised.value) == (
        "auroc has the value 35.9, outside its range [0, 1] (model Outl., data set letter): "
        "percent beside fractions (KNN, LOF, PCA): leave out the model Outl. if it is not one, "
        "write all values alike, or give --higher-is-better auroc "
        "(`higher_is_better={'auroc': True}`) if they are alike."
    )


def with_flag(flag):
    scores = {"LANG_a": [0.61, 0.86, 0.5, 0.45], "LANG_b": [0.8, 0.9, 0.6, 0.55]}
    return {"model": [*"abcd"], "JA": flag, **scores}


@pytest.mark.parametrize("flag", [[1, 0, 1, 0], [True, False, True, False], ["1", "0", "", "0"]])
def test_a_flag_of_the_models_is_no_data_set(flag):
    """Of these, b is the best on all data sets, and the flag made a the best."""
    found = read(with_flag(flag), "accuracy")
    assert set(found.scores["dataset"]) == {"LANG_a", "LANG_b"}
    assert found.notes == ["Not used: the column JA."]


def test_data_sets_that_all_models_solve_or_some_do_in_part_are_no_flags():
    for scores in ([1, 1, 1, 1], [0, 0, 0, 0], [0, 1, 0.5, 1]):
        assert "JA" in set(read(with_flag(scores), "accuracy").scores["dataset"])


def test_as_many_columns_of_0_and_1_as_of_fractions_may_be_items():
    table = {**with_flag([1, 0, 1, 0]), "q2": [0, 1, 1, 1]}
    with pytest.raises(
        PrgbenchError, match="only 0 and 1 in JA, q2, and fractions in LANG_a, LAN"
    ):
        read(table, "accuracy")
    long = pd.DataFrame(table).melt("model", var_name="dataset", value_name="accuracy")
    assert set(read_scores(long).scores["dataset"]) == {"JA", "q2", "LANG_a", "LANG_b"}
    assert set(read({n: table[n] for n in ("model", "JA", "q2")}, "rmse").scores["dataset"]) == {
        "JA", "q2",
    }  # fmt: skip


def test_likes_and_emissions_on_the_hub_are_no_scores():
    """The likes of models, called by a heart, hid that their emissions are unlike scores."""
    scores = {"BBH": [61.2, 55.1, 40.3], "GPQA": [50.5, 45.2, 33.1], "MUSR": [44.4, 41.0, 35.2]}
    others = {"Hub ❤️": [3, 40, 12], "CO₂ cost (kg)": [1.2, 3.3, 0.8]}
    table = pd.DataFrame({"Model": ["a", "b", "c"], **scores, **others})
    read = read_scores(table, measures=["accuracy"])
    assert set(read.scores["dataset"]) == set(scores)
    assert read.notes == ["Not used: the columns Hub ❤️, CO₂ cost (kg)."]


def test_a_rank_by_a_measure_is_none_beside_it():
    table = pd.DataFrame({"model": ["a", "b"], "auc": [0.9, 0.8], "auc_rank": [1, 2]})
    read = read_scores(table)
    assert read.measures == {"auc": True}
    assert read.notes == ["Not used: the column auc_rank."]
    stated = read_scores(table, stated={"auc_rank": False})
    assert stated.measures["auc_rank"] is False


def test_the_numbers_of_wins_below_a_table_are_no_data_set():
    table = pd.DataFrame(
        {"dataset": ["adult", "bank", "Wins"], "net": [0.9, 0.8, 2], "tree": [0.7, 0.6, 0]}
    )
    read = read_scores(table, measures=["auc"])
    assert set(read.scores["dataset"]) == {"adult", "bank"}
    assert read.notes == ["Left out as aggregates: the data set Wins."]
