"""Averages and totals among scores: which are left out, and which are counted and named."""

import time
from itertools import combinations

import numpy as np
import pandas as pd
import pytest

from prgbench.sources.scores.averages import aggregates
from prgbench.sources.scores.table import read_scores


def written(tmp_path, text):
    path = tmp_path / "scores.csv"
    path.write_text(text)
    return path


def of_accuracy(table):
    """Read a table with a row for each model and a column for each data set."""
    models = [f"m{n}" for n in range(len(table))]
    return read_scores(table.assign(model=models), measures=["accuracy"])


WORD_ERRORS = """model,Average,RTFx,earnings21,earnings22,tedlium,coraal_avg,Avg (without CORAAL)
m1,5.896666667,-1,6.35,9.03,2.31,,5.896666667
m2,7.315,-1,6.48,9.99,2.12,10.67,6.196666667
m3,8.1775,20,7.48,10.99,2.52,11.72,6.996666667
m4,11.1775,30,12,14,6,12.71,10.66666667
m5,11.43,33,13,14,5,13.72,10.66666667
"""
COUNTED = (
    "as it is not the mean of the others: the data set coraal_avg; leave it out if it is an "
    "average."
)


def test_an_average_with_ten_significant_digits_is_one(tmp_path):
    """Values of 10 or more have a decimal less than the others, as spreadsheets export them."""
    read = read_scores(written(tmp_path, WORD_ERRORS), measures=["wer"])
    assert set(read.scores["dataset"]) == {"coraal_avg", "earnings21", "earnings22", "tedlium"}
    assert read.notes[1:] == [
        f"Counted although its name says average, {COUNTED}",
        "Not used: the columns Average, RTFx, Avg (without CORAAL).",
    ]


@pytest.mark.parametrize("format_", ["{:.3g}", "{:.6g}", "{:.2f}", "{:.9f}", "{:.10g}", "{}"])
def test_averages_are_recognised_as_they_are_rounded(format_):
    rng = np.random.default_rng(0)
    scores = pd.DataFrame(rng.uniform(1, 40, (9, 6)).round(2), columns=[*"abcdef"])
    mean = scores.mean(axis=1)
    with_mean = scores.assign(mean=[float(format_.format(value)) for value in mean])
    assert aggregates(with_mean) == ["mean"]
    assert aggregates(scores.assign(mean=mean + 0.02)) == []


def test_data_sets_that_all_models_solve_do_not_make_averages_of_others():
    """Their scores, 1, have no decimals, but say nothing of how others are rounded."""
    rng = np.random.default_rng(0)
    scores = pd.DataFrame(rng.uniform(0.8, 0.84, (3, 60)), columns=[f"t{n}" for n in range(60)])
    solved = scores.assign(**{f"t{n}": 1.0 for n in range(20)})
    near = solved.mean(axis=1) + 0.002
    assert aggregates(solved.assign(AllGesture=near)) == []


SCORES = {
    "LANG_a": [0.6, 0.85, 0.5, 0.4],
    "LANG_b": [0.8, 0.79, 0.6, 0.5],
    "ALIGN_x": [0.95, 0.8, 0.7, 0.6],
    "ALIGN_y": [0.85, 0.72, 0.6, 0.3],
    "ALIGN_z": [1.0, 0.8, 0.65, 0.2],
}


def with_groups(rounded=4):
    table = pd.DataFrame(SCORES)
    lang = table.iloc[:, :2].mean(axis=1)
    align = table.iloc[:, 2:].mean(axis=1)
    averages = {"TOTAL_SCORE": (lang + align) / 2, "LANG_AVG": lang, "AVG_ALIGN": align}
    return table.assign(**{name: column.round(rounded) for name, column in averages.items()})


def test_averages_of_groups_and_their_total_are_no_data_sets():
    assert aggregates(with_groups()) == ["TOTAL_SCORE", "LANG_AVG", "AVG_ALIGN"]
    read = of_accuracy(with_groups())
    assert set(read.scores["dataset"]) == {*SCORES}
    assert read.notes == ["Not used: the columns TOTAL_SCORE, LANG_AVG, AVG_ALIGN."]


def test_totals_and_averages_of_groups_are_known_by_name_if_weighted():
    weighted = with_groups().assign(
        TOTAL_SCORE=[0.71, 0.69, 0.5, 0.3],
        LANG_AVG=[0.64, 0.83, 0.53, 0.43],
        other_avg=[0.1, 0.2, 0.3, 0.1],
        AVG_else=[0.3, 0.2, 0.1, 0.1],
    )
    read = of_accuracy(weighted)
    assert set(read.scores["dataset"]) == {*SCORES, "other_avg", "AVG_else"}
    assert read.notes == [
        "Left out as aggregates: the data sets TOTAL_SCORE, LANG_AVG.",
        "Counted although their names say average, as they are not means of the others: the data "
        "sets other_avg, AVG_else; leave out those that are averages.",
        "Not used: the column AVG_ALIGN.",
    ]


def test_a_single_data_set_is_no_average_whatever_its_file_is_called(tmp_path):
    path = tmp_path / "overall-performance.csv"
    pd.DataFrame({"model": [*"ab"], "accuracy": [0.5, 0.6]}).to_csv(path, index=False)
    assert read_scores(path).notes == []


def test_a_model_that_is_called_as_an_average_is_counted_and_named():
    table = pd.DataFrame({"dataset": [*"xyz"], "a": [0.5, 0.6, 0.7], "mean": [0.5, 0.4, 0.5]})
    read = read_scores(table, measures=["accuracy"])
    assert set(read.scores["model"]) == {"a", "mean"}
    assert read.notes == [
        "Counted although its name says average, as it is not the mean of the others: the model "
        "mean; leave it out if it is an average."
    ]


def test_all_but_one_or_two_are_looked_for_as_by_trying_each():
    rng = np.random.default_rng(1)
    scores = pd.DataFrame(rng.random((5, 7)).round(3), columns=[*"abcdefg"])
    scores.iloc[1, 2] = np.nan
    for few in (1, 2, 3):
        for left_out in combinations(scores.columns, few):
            average = scores.drop(columns=[*left_out]).mean(axis=1).round(3)
            found = aggregates(scores.assign(**{"Avg (without some)": average}))
            assert found == (["Avg (without some)"] if few < 3 else []), left_out
    median = scores.drop(columns=["a", "b"]).median(axis=1)
    assert aggregates(scores.assign(median=median, avg=np.nan)) == ["median"]


def test_many_columns_that_are_called_as_averages_take_no_time():
    """All ways to leave out two of 38 columns took 93 s for six averages."""
    rng = np.random.default_rng(0)
    table = pd.DataFrame(rng.random((60, 38)).round(4), columns=[f"t{n}" for n in range(38)])
    averages = {f"AVG_{n}": rng.random(60).round(4) for n in range(6)}
    true = table.drop(columns=["t3", "t7"]).mean(axis=1).round(4)
    start = time.process_time()
    found = aggregates(table.assign(**averages, **{"AVG (without t3, t7)": true}))
    assert found == ["AVG (without t3, t7)"]
    assert time.process_time() - start < 2


@pytest.mark.parametrize(
    "name", ["Mean win rate", "Average (56 datasets)", "Mean (Task)", "Mean (TaskType)"]
)
def test_the_averages_of_leaderboards_are_none_of_their_data_sets(name):
    """Those of HELM and MTEB are over data sets, or pairs of models, that the table lacks."""
    scores = {"MMLU": [0.8, 0.7], "IMDB": [0.9, 0.8], "RAFT": [0.7, 0.5]}
    read = of_accuracy(pd.DataFrame({name: [0.95, 0.1], **scores}))
    assert set(read.scores["dataset"]) == set(scores)
    assert read.notes == [f"Left out as aggregates: the data set {name}."]


def test_the_average_of_a_group_of_so_many_data_sets_is_named():
    scores = {"Banking77Classification": [0.8, 0.7], "ArguAna": [0.9, 0.8], "SciFact": [0.7, 0.5]}
    average = "Classification Average (12 datasets)"
    read = of_accuracy(pd.DataFrame({average: [0.95, 0.1], **scores}))
    assert read.notes == [
        "Counted although its name says average, as it is not the mean of the others: the data "
        f"set {average}; leave it out if it is an average."
    ]
    group = {"ImdbClassification": [0.6, 0.65]}
    of_group = of_accuracy(pd.DataFrame({average: [0.95, 0.1], **scores, **group}))
    assert of_group.notes == [f"Left out as aggregates: the data set {average}."]
