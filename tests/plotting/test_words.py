import sys
from itertools import pairwise

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib import pyplot as plt

from prgbench.metrics import measures
from prgbench.plotting.words import (
    bounds,
    count,
    decimal,
    listing,
    measure_label,
    natural_key,
    p_value,
    pair_labels,
    percent,
    points,
    prevalence,
    sample_size,
    share_of,
    short_flow_name,
)
from prgbench.run.safe_text import legend_label
from prgbench.study.measures import load_measures

NAN = float("nan")
TABLE = pd.DataFrame({"name": ["one", "two"], "tasks": [1200, 17], "datasets": [9, 12]})


@pytest.mark.parametrize(
    ("written", "text"),
    [
        (percent(0.2437), "24.4%"),
        (percent(1.0), "100.0%"),
        (percent(NAN), "undefined"),
        # Two positives among 5,000 rows are not none, nor are 4,998 all.
        (prevalence(2 / 5000), "0.04%"),
        (prevalence(4998 / 5000), "99.96%"),
        (prevalence(1 / 1_000_000), "0.0001%"),
        (prevalence(0.0005), "0.1%"),
        (prevalence(NAN), "undefined"),
        (points(0.5), "+50.0"),
        (points(-0.029), "−2.9"),
        (points(NAN), "undefined"),
        # From fifty on a share has its percentage: 7 of 50 are 14%.
        (share_of(7, 49), "7 of 49"),
        (share_of(7, 50), "7 of 50 (14.0%)"),
        (share_of(9, 26_535), "9 of 26,535 (< 0.1%)"),
        (share_of(0, 26_535), "0 of 26,535 (0.0%)"),
        (share_of(1500, 6000), "1,500 of 6,000 (25.0%)"),
        (decimal(0.0), "0"),
        (decimal(-2.220446049250313e-16), "0"),
        (decimal(-1e-12), "> −0.001"),
        (decimal(NAN), "undefined"),
        (decimal(-0.5), "−0.500"),
        # A thousandth is written, less is not.
        (decimal(0.001), "0.001"),
        (decimal(0.00099), "< 0.001"),
        (decimal(-0.00099), "> −0.001"),
        (decimal(0.004, digits=2), "< 0.01"),
        (decimal(2 / 3, digits=1), "0.7"),
        # Halves away from 0, also where the binary number lies below: 3.41 / 4.
        (decimal((0.95 + 0.6 + 0.9 + 0.96) / 4), "0.853"),
        (decimal(-0.0625), "−0.063"),
        (percent(1 / 16), "6.3%"),
        (points(-1 / 16), "−6.3"),
        (decimal(float("inf")), "inf"),
        (p_value(0.0009), "p < 0.001"),
        (p_value(0.001), "p = 0.001"),
        (p_value(0.25), "p = 0.250"),
        (p_value(1 / 16), "p = 0.063"),
        (p_value(NAN), "no p-value"),
        (bounds(-0.1, 0.25), "[-10.0%, 25.0%]"),
        (bounds(-0.1, 0.25, points), "[−10.0, +25.0]"),
        (bounds(-0.1, 0.2, decimal), "[−0.100, 0.200]"),
        (bounds(0.1, NAN), "[no interval]"),
        (bounds(NAN, 0.1), "[no interval]"),
        (count(0, "task"), "0 tasks"),
        (count(1, "task"), "1 task"),
        (count(2, "task"), "2 tasks"),
        (count(1200, "task"), "1,200 tasks"),
        (listing([]), ""),
        (listing(["a"]), "a"),
        (listing(["a", "b"]), "a and b"),
        (listing(["a", "b", "c"]), "a, b and c"),
        (sample_size(TABLE), "1,200 tasks on 12 data sets"),
    ],
)
def test_numbers_as_a_reader_sees_them(written, text):
    assert written == text


def test_every_measure_has_a_label_of_its_own():
    labels = [measure_label(name) for name in measures()]
    assert len(set(labels)) == len(labels)


@pytest.mark.parametrize(
    ("function", "label"),
    [("top", "top"), pytest.param("_top_ten_", "top_ten", id="no emphasis, and in legends")],
)
def test_a_users_measure_is_called_the_same_whether_it_can_be_imported_or_not(
    tmp_path, monkeypatch, function, label
):
    module = f"measures_with_{function}"
    (tmp_path / f"{module}.py").write_text(f"def {function}(y_true, y_score):\n    return 0.0\n")
    name = f"{module}:{function}"
    assert measure_label(name) == label
    monkeypatch.syspath_prepend(tmp_path)
    [measure] = load_measures([name])
    assert measure_label(name) == measure.label == label
    sys.modules.pop(module)


def test_the_pairs_of_a_table_are_labelled_row_by_row():
    table = pd.DataFrame(
        {"measure_a": ["aupr", "aupr"], "measure_b": ["auroc", "x:own"]}, index=[5, 3]
    )
    assert pair_labels(table).to_dict() == {5: "AUPR – AUROC", 3: "AUPR – own"}


def test_measures_that_would_be_called_the_same_are_refused(tmp_path, monkeypatch):
    for module in ("first_user", "second_user"):
        (tmp_path / f"{module}.py").write_text("def top(y_true, y_score):\n    return 0.0\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(Exception, match="would call 2 of the measures 'top'"):
        load_measures(["first_user:top", "second_user:top"])


VERSIONS = ["TabPFN v2.5", "LightGBM 4.6.0", "gpt-4.1-mini", "v1.Large", "weka.v2", "a.b.C"]


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("weka.AdaBoostM1_DecisionStump(3)", "AdaBoostM1_DecisionStump(3)"),
        ("sklearn.pipeline.Pipeline(a=sklearn.svm.SVC)(1)", "Pipeline(a=sklearn.svm.SVC)(1)"),
        ("mlr.classif.rpart", "rpart"),
        ("xgboost.sklearn.XGBClassifier(7)", "XGBClassifier(7)"),
        *((name, name) for name in VERSIONS),
        ("x" * 50, "x" * 33 + "…"),
    ],
)
def test_flow_names_are_short(name, short):
    assert short_flow_name(name) == short


def test_a_legend_shows_what_begins_with_an_underscore():
    _, axes = plt.subplots()
    axes.plot([0, 1], label=legend_label("_hidden"))
    axes.plot([1, 0], label=legend_label("shown_"))
    texts = [text.get_text().strip() for text in axes.legend().get_texts()]
    assert texts == ["_hidden", "shown_"]


@given(
    st.lists(st.integers(0, 10**30), min_size=2), st.text(st.characters(exclude_categories=["Nd"]))
)
def test_names_with_a_number_are_in_the_order_of_the_numbers(numbers, word):
    names = sorted((f"{word}{number}" for number in numbers), key=natural_key)
    assert [int(name.removeprefix(word)) for name in names] == sorted(numbers)


@given(st.lists(st.text("aB2 10-²٣")))
def test_any_names_have_one_order_whatever_order_they_come_in(names):
    found = sorted(names, key=natural_key)
    names.reverse()
    assert found == sorted(names, key=natural_key)
    assert all(natural_key(a) <= natural_key(b) for a, b in pairwise(found))


def test_a_reader_finds_names_where_he_looks_for_them():
    names = ["v10.2", "kNN", "v9.10", "SVC", "v9.9", "Random forest", "v09.9"]
    found = ["kNN", "Random forest", "SVC", "v09.9", "v9.9", "v9.10", "v10.2"]
    assert sorted(names, key=natural_key) == found
