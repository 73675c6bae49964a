import re
from dataclasses import replace
from types import SimpleNamespace

import pandas as pd
import pytest
from markupsafe import Markup

from made_up_facts import make_facts
from made_up_page import make_content
from prgbench.report.html.page import (
    answer_section,
    exclusions_section,
    explorer_section,
    first_figure,
    paper_section,
    short_answer_of,
    with_intervals,
)


def test_the_answer_leads_to_the_tasks_of_each_pair(tmp_path):
    content = make_content(tmp_path)
    _, found, *_ = answer_section(content, short_answer_of(content))["paragraphs"]
    assert re.findall('([A-Z]+ and [A-Z]+) <a href="([^"]*)">([^<]*)</a>', found["text"]) == [
        (
            "AUPR and AUPRG",
            "#tasks?pair=aupr~auprg&amp;show=differs",
            "2 of 3, 1 of them with a common winner",
        ),
        (
            "AUPR and AUROC",
            "#tasks?pair=aupr~auroc&amp;show=differs",
            "3 of 3, 1 of them with a common winner",
        ),
        ("AUPRG and AUROC", "#tasks?pair=auprg~auroc&amp;show=differs", "1 of 3"),
    ]


def test_intervals_are_marked_and_other_brackets_are_not():
    text = with_intervals(Markup("a &lt;b [0.1, 0.2] and [no <b>"))
    assert text == 'a &lt;b <span class="interval">[0.1, 0.2]</span> and [no <b>'


def test_only_a_replication_has_statements_and_numbers_of_the_paper(tmp_path):
    nothing = paper_section(make_content(tmp_path))
    assert (nothing["statements"], nothing["paper_lines"]) == ([], [])


def test_the_explorer_offers_what_the_study_has(tmp_path):
    found = explorer_section(make_content(tmp_path))
    assert [pair["value"] for pair in found["pairs"]] == [
        "aupr~auprg",
        "aupr~auroc",
        "auprg~auroc",
    ]
    assert found["first_pair"] == ("aupr", "auprg")
    assert [pair["label"] for pair in found["pairs"]][1] == "AUPR – AUROC"
    assert found["has_certain"]
    assert list(found["views"]) == ["leaderboard", "tasks", "heatmap", "task"]
    assert found["on_new_datasets"]
    assert found["interval"] == "95% interval"
    without = explorer_section(replace(make_content(tmp_path), tables={}))
    assert not without["has_certain"]
    assert list(without["views"]) == ["tasks", "heatmap", "task"]


@pytest.mark.parametrize(
    ("datasets", "names"),
    [
        (1, ["leaderboard", "task"]),
        (2, ["leaderboard", "tasks", "task"]),
    ],
)
def test_a_view_needs_enough_data_sets(tmp_path, datasets, names):
    content = make_content(tmp_path)
    few = replace(content, answer=content.answer.model_copy(update={"datasets": datasets}))
    assert list(explorer_section(few)["views"]) == names


def test_views_are_called_what_the_source_has(tmp_path):
    content = make_content(tmp_path)
    assert explorer_section(content)["views"]["tasks"] == "Tasks"
    own = explorer_section(replace(content, facts=make_facts("table")))
    assert (own["views"]["tasks"], own["views"]["task"]) == ("Data sets", "One data set")
    assert (own["several"], own["models_word"]) == ("data sets", "models")


def test_one_measure_has_no_pairs_to_explore(tmp_path):
    content = make_content(tmp_path)
    found = explorer_section(replace(content, summary=content.summary.head(0)))
    assert list(found["views"]) == ["leaderboard", "task"]
    assert found["first_pair"] == ("aupr", "aupr")


@pytest.mark.parametrize(
    ("datasets", "drawn", "first"),
    [
        (20, {"answer", "standings"}, "answer"),
        (3, {"standings", "model_curves"}, "standings"),
        (1, {"standings", "model_curves"}, "standings"),
        (1, {"model_curves"}, "model_curves"),
        (3, set(), None),
    ],
)
def test_the_first_figure_is_one_that_says_something(tmp_path, datasets, drawn, first):
    content = make_content(tmp_path)
    content = replace(content, answer=content.answer.model_copy(update={"datasets": datasets}))
    names = ("answer", "standings", "model_curves")
    figures = {name: SimpleNamespace(name=name, drawn=name in drawn) for name in names}
    found = first_figure(short_answer_of(content), figures)
    assert (found and found.name) == first


def test_ids_beside_empty_cells_stay_whole(tmp_path):
    content = make_content(tmp_path)
    assert exclusions_section(content) == {
        "exclusions": {"columns": ["reason", "count"], "rows": [["gone <i>", "2"]]},
        "listed": {"columns": ["reason", "run_id"], "rows": [["gone <i>", "1"], ["gone <i>", ""]]},
    }


def test_a_long_list_of_what_was_left_out_is_counted_only(tmp_path):
    listed = pd.DataFrame({"run_id": range(201), "detail": None, "gap": 0.25})
    content = make_content(tmp_path, listed=listed)
    assert exclusions_section(content)["listed"]["rows"] == []
    content = replace(content, listed=listed.head(200))
    assert exclusions_section(content)["listed"]["rows"][:2] == [
        ["0", "", "0.25"],
        ["1", "", "0.25"],
    ]
