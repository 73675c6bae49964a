import pandas as pd

from made_up_page import FLOWS, NAMES, TASK_IDS, make_content
from prgbench.report.html.figure_files import FigureFiles
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
    assert first["spearman"][:2] == [1, 0.5]
    assert first["certain"] == [0, 1, 0]
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
    assert found["strength"][:3] == [1, 0, -1]


def test_figures_are_handed_on(tmp_path):
    figure = data(tmp_path)["figures"]["excess"]
    assert figure["csv"] == "panel,value\nleft,0.25\n"
    assert figure["svg"].startswith("<?xml")
