from dataclasses import replace

import pandas as pd
import pytest

from made_up_facts import make_facts
from made_up_models import with_columns
from made_up_page import DATASETS, FLOWS, NAMES, TASK_IDS, make_content
from made_up_standings import make_standings
from prgbench.data.models import Models
from prgbench.report.html.assets import FigureFiles
from prgbench.report.html.payload import payload


def data(tmp_path, **changes):
    content = make_content(tmp_path)
    models = Models(content.models.frame.iloc[::-1], NAMES)
    content = make_content(tmp_path, **({"models": models} | changes))
    figure = FigureFiles.read(content.figures, "choosing", content.formats)
    return payload(content, [figure])


def test_tasks_stand_in_order_with_their_numbers(tmp_path):
    tasks = data(tmp_path)["tasks"]
    assert tasks["id"] == TASK_IDS
    assert tasks["n"] == [100, 500, 2000]
    assert tasks["prevalence"] == [0.1, 0.3, 0.45]
    # Of 10 positives and 90 negatives, 150 and 350, 900 and 1,100.
    assert tasks["chance_aupr"] == pytest.approx([0.1202, 0.3042, 0.4510], abs=1e-4)
    assert tasks["chance_auprg"] == pytest.approx([-0.2322, 0, 0], abs=0.004)
    assert tasks["models"] == [3, 3, 3]
    assert tasks["positive"] == ["won", "</td>", "1"]
    assert tasks["dataset"] == DATASETS
    assert tasks["dataset_id"] == [40, 41, 42]


def test_models_follow_their_tasks(tmp_path):
    found = data(tmp_path)
    assert found["flows"] == FLOWS
    assert found["models"]["flow"] == [0, 1, 2] * 3
    # The first run, and the steps from run to run.
    assert found["models"]["run"] == [1100, 1, 1, 98, 1, 1, 98, 1, 1]
    assert found["models"]["rank_aupr"] == [1, 2, 3, 1, 2, 3, 1.5, 1.5, 3]
    assert found["models"]["auprg"][3:6] == [0.8, 0.9, 0.7]


def test_pairs_hold_the_agreement_of_each_task(tmp_path):
    found = data(tmp_path)
    first, second, _ = found["pairs"]
    assert [m["name"] for m in found["measures"]] == list(NAMES)
    assert first["measures"] == ["aupr", "auprg"]
    assert first["best_differs"] == [0, 1, 1]
    assert first["top_differs"] == [0, 1, 1]
    # Ranks 1.5, 1.5 and 3 beside 1, 2 and 3: the square root of 3/4.
    assert first["spearman"] == [1, 0.5, 0.866025]
    assert [first[name] for name in ("certain", "size_a", "size_b", "shared")] == [
        [0, 1, 0],
        [2, 1, 3],
        [2, 1, 2],
        [2, 0, 1],
    ]
    assert second["best_differs"] == [1, 1, 1]


def test_a_task_without_confidence_sets_is_undefined(tmp_path):
    row = {"task_id": 11, "measure_a": "aupr", "measure_b": "auprg", "certain": True}
    certain = pd.DataFrame([row | {"size_a": 1, "size_b": 2, "shared": 0}])
    first, *_ = data(tmp_path, tables={"certain_tasks": certain})["pairs"]
    assert first["certain"] == [1, None, None]
    assert first["size_b"] == [2, None, None]


def test_without_a_comparison_there_are_no_sets_and_no_leaderboard(tmp_path):
    found = data(tmp_path, tables={})
    assert found["leaderboard"] is None
    assert all("certain" not in pair for pair in found["pairs"])


def test_the_leaderboard_is_the_table(tmp_path):
    found = data(tmp_path)["leaderboard"]
    assert found["models"][1:] == ["J48(1)", "__proto__"]
    assert found["measures"] == list(NAMES)
    assert {name: values[1] for name, values in found["standings"]["aupr"].items()} == {
        "rank": 2,
        "rank_lower": 1,
        "rank_upper": 2,
        "rank_lower_new": 1,
        "rank_upper_new": 3,
        "value": 0.8,
        "lower": 0.75,
        "upper": 0.85,
        "lower_new": 0.5,
        "upper_new": 0.99,
        "may_be_best": 1,
        "may_be_best_new": 1,
    }


def test_only_where_something_is_tested_a_model_stands_out(tmp_path):
    tables = make_standings(["a", "b"])
    first = tables["first_models"]
    of_auroc = first["measure"] == "auroc"
    unknown = ["lower", "lower_new", "p_value_new"]
    tested = first.assign(**{name: first[name].mask(of_auroc) for name in unknown})
    found = data(tmp_path, tables=tables | {"first_models": tested})["leaderboard"]["standings"]
    assert found["aupr"]["may_be_best"] == found["aupr"]["may_be_best_new"] == [1, 1]
    assert found["auroc"]["may_be_best"] == found["auroc"]["may_be_best_new"] == [0, 0]


def test_a_model_without_a_value_has_an_empty_place(tmp_path):
    tables = make_standings(["a", "b"])
    standings = tables["standings"]
    without = ~((standings["measure"] == "auroc") & (standings["model"] == "a"))
    found = data(tmp_path, tables=tables | {"standings": standings[without]})["leaderboard"]
    assert found["standings"]["auroc"]["rank"] == [None, 2]
    assert found["standings"]["aupr"]["rank"] == [1, 2]


def test_numbers_have_the_digits_that_the_page_shows(tmp_path):
    content = make_content(tmp_path)
    models = with_columns(content.models, aupr=0.12345678, rank_aupr=1.26, prevalence=0.98765432)
    found = payload(replace(content, models=models), [])
    assert found["models"]["aupr"][0] == 0.123457
    assert found["models"]["rank_aupr"][0] == 1.3
    assert found["tasks"]["prevalence"][0] == 0.987654


def test_models_on_different_data_sets_have_no_leaderboard(tmp_path):
    tables = make_standings(FLOWS, complete=0.4)
    assert data(tmp_path, tables=tables)["leaderboard"] is None
    none = {name: table.head(0) for name, table in tables.items()}
    assert data(tmp_path, tables=none)["leaderboard"] is None


def test_one_measure_has_no_pairs(tmp_path):
    content = make_content(tmp_path)
    columns = ["auprg", "auroc", "rank_auprg", "rank_auroc"]
    models = Models(content.models.frame.drop(columns=columns), ["aupr"])
    alone = replace(content, models=models, agreement=content.agreement.head(0), tables={})
    found = payload(alone, [])
    assert found["pairs"] == []
    assert found["measures"] == [{"name": "aupr", "label": "AUPR"}]


@pytest.mark.parametrize(("openml", "word"), [(True, "flow"), (False, "model")])
def test_only_openml_has_flows(tmp_path, openml, word):
    found = data(tmp_path, facts=make_facts("x", openml=openml))
    assert (found["openml"], found["model_word"]) == (openml, word)


def test_the_data_of_figures_are_handed_on(tmp_path):
    assert data(tmp_path)["figures"] == {"choosing": "panel,value\nleft,0.25\n"}
