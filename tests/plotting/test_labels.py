import sys

import pandas as pd
import pytest
from matplotlib import pyplot as plt

from prgbench.metrics import measures
from prgbench.metrics.registry import SELF_TESTS
from prgbench.plotting.words import (
    legend_label,
    measure_label,
    pair_labels,
    short_flow_name,
)
from prgbench.study.measures import load_measures


def test_every_measure_has_a_label_of_its_own():
    labels = [measure_label(name) for name in (*measures(), *SELF_TESTS)]
    assert len(set(labels)) == len(labels)
    assert measure_label("aupr_above_chance") == "AUPR above chance"


def test_a_users_measure_is_called_the_same_whether_it_can_be_imported_or_not(
    tmp_path, monkeypatch
):
    module = "measures_of_one_user"
    (tmp_path / f"{module}.py").write_text("def top(y_true, y_score):\n    return 0.0\n")
    name = f"{module}:top"
    assert measure_label(name) == "top"
    monkeypatch.syspath_prepend(tmp_path)
    [measure] = load_measures([name])
    assert measure_label(name) == measure.label == "top"
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
    with pytest.raises(Exception, match="2 measures that tables and figures would call 'top'"):
        load_measures(["first_user:top", "second_user:top"])


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("weka.AdaBoostM1_DecisionStump(3)", "AdaBoostM1_DecisionStump(3)"),
        ("sklearn.pipeline.Pipeline(a=sklearn.svm.SVC)(1)", "Pipeline(a=sklearn.svm.SVC)(1)"),
        ("mlr.classif.rpart", "rpart"),
        ("x" * 50, "x" * 33 + "…"),
    ],
)
def test_flow_names_are_short(name, short):
    assert short_flow_name(name) == short


def test_a_measure_is_no_emphasis_and_not_left_out_of_legends(tmp_path, monkeypatch):
    module = "measures_between_underscores"
    (tmp_path / f"{module}.py").write_text("def _top_ten_(y_true, y_score):\n    return 0.0\n")
    name = f"{module}:_top_ten_"
    assert measure_label(name) == "top_ten"
    monkeypatch.syspath_prepend(tmp_path)
    [measure] = load_measures([name])
    assert measure_label(name) == measure.label == "top_ten"
    sys.modules.pop(module)


def test_a_legend_shows_what_begins_with_an_underscore():
    _, axes = plt.subplots()
    axes.plot([0, 1], label=legend_label("_hidden"))
    axes.plot([1, 0], label=legend_label("shown_"))
    texts = [text.get_text().strip() for text in axes.legend().get_texts()]
    assert texts == ["_hidden", "shown_"]
