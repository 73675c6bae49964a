from dataclasses import replace

import pandas as pd

from made_up_page import DATASETS, FLOWS, NAMES, TASK_IDS, make_content
from prgbench.report.html.assets import FigureFiles
from prgbench.report.html.payload import payload


def data(tmp_path, **changes):
    content = make_content(tmp_path)
    models = content.models.iloc[::-1]
    content = make_content(tmp_path, **({"models": models} | changes))
    figure = FigureFiles.read(content.figures, "excess", content.formats)
    return payload(content, [figure])


def test_tasks_stand_in_order_with_their_numbers(tmp_path):
    tasks = data(tmp_path)["tasks"]
    assert tasks["id"] == TASK_IDS
    assert tasks["n"] == [100, 500, 2000]
    assert tasks["prevalence"] == [0.1, 0.3, 0.45]
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
    assert found["flow"] == FLOWS * 3
    assert found["measure"] == [name for name in NAMES for _ in FLOWS]
    assert {name: values[1] for name, values in found.items()} == {
        "measure": "aupr",
        "flow": "weka.J48(1)",
        "rank": 2,
        "rank_lower": 1,
        "rank_upper": 3,
        "strength": 0,
        "lower": -0.5,
        "upper": 0.5,
        "mean_relative_rank": 0.5,
        "tasks": 3,
        "datasets": 3,
    }


def test_numbers_have_the_digits_that_the_page_shows(tmp_path):
    content = make_content(tmp_path)
    models = content.models.assign(aupr=0.12345678, rank_aupr=1.26, prevalence=0.98765432)
    row = content.tables["leaderboard"].iloc[0]
    numbers = dict.fromkeys(["strength", "lower", "upper", "mean_relative_rank"], 0.123456)
    counts = dict.fromkeys(["rank", "rank_lower", "rank_upper"], 2.6)
    table = pd.DataFrame([row.to_dict() | numbers | counts])
    found = payload(replace(content, models=models, tables={"leaderboard": table}), [])
    assert found["models"]["aupr"][0] == 0.123457
    assert found["models"]["rank_aupr"][0] == 1.3
    assert found["tasks"]["prevalence"][0] == 0.987654
    assert {found["leaderboard"][name][0] for name in numbers} == {0.123}
    assert {found["leaderboard"][name][0] for name in counts} == {3}


def test_an_empty_leaderboard_is_none(tmp_path):
    empty = make_content(tmp_path).tables["leaderboard"].head(0)
    assert data(tmp_path, tables={"leaderboard": empty})["leaderboard"] is None


def test_the_data_of_figures_are_handed_on(tmp_path):
    assert data(tmp_path)["figures"] == {"excess": "panel,value\nleft,0.25\n"}
