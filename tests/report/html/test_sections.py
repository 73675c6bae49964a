from dataclasses import replace

import pandas as pd
from markupsafe import Markup

from made_up_answer import make_answer
from made_up_page import make_content
from prgbench.replication.statements import Statement, statement_table
from prgbench.report.html.sections import (
    MOST_LISTED,
    answer_section,
    exclusions_section,
    explorer_section,
    paper_section,
    replicated_section,
    with_intervals,
)
from prgbench.report.replicated import Replicated


def test_the_answer_leads_to_the_tasks_of_each_pair(tmp_path):
    links = answer_section(make_content(tmp_path))["pair_links"]
    assert [(link["label"], link["count"]) for link in links] == [
        ("AUPR – AUPRG", 2),
        ("AUPR – AUROC", 3),
        ("AUPRG – AUROC", 1),
    ]
    assert links[0]["route"] == "#tasks?pair=aupr~auprg&show=differs"


def test_intervals_are_marked_and_other_brackets_are_not():
    text = with_intervals(Markup("a &lt;b [0.1, 0.2] and [no <b>"))
    assert text == 'a &lt;b <span class="interval">[0.1, 0.2]</span> and [no <b>'


def test_without_noise_alone_there_are_no_columns_of_it(tmp_path):
    content = make_content(tmp_path)
    assert paper_section(content)["has_null"]
    assert not paper_section(replace(content, tables={}))["has_null"]


def test_only_a_replication_has_statements_and_guesses(tmp_path):
    content = make_content(tmp_path)
    assert replicated_section(content)["statements"] == []
    statements = statement_table([Statement("Models | <i>", "30", "29", False, 12)])
    guesses = pd.DataFrame({"guess": ["<b>folds"], "how": ["the part multiverse"]})
    found = replicated_section(replace(content, replicated=Replicated(statements, guesses)))
    assert found["statements"] == [
        {
            "statement": "Models | <i>", "printed": "30", "found": "29", "holds": "no",
            "route": "#task?id=12",
        }
    ]  # fmt: skip
    assert "<td>&lt;b&gt;folds</td>" in found["guesses_table"]


def test_the_explorer_offers_what_the_study_has(tmp_path):
    found = explorer_section(make_content(tmp_path))
    assert [pair["value"] for pair in found["pairs"]] == [
        "aupr~auprg",
        "aupr~auroc",
        "auprg~auroc",
    ]
    assert found["first_pair"] == ("aupr", "auprg")
    assert found["has_certain"]
    assert found["has_leaderboard"]


def test_a_long_list_of_what_was_left_out_is_counted_only(tmp_path):
    listed = pd.DataFrame({"run_id": range(MOST_LISTED + 1), "detail": None, "gap": 0.25})
    content = make_content(tmp_path, listed=listed)
    assert exclusions_section(content)["listed"]["rows"] == []
    content = replace(content, listed=listed.head(MOST_LISTED))
    assert exclusions_section(content)["listed"]["rows"][:2] == [
        ["0", "", "0.25"],
        ["1", "", "0.25"],
    ]


def test_verdicts_are_those_of_the_answer(tmp_path):
    content = replace(make_content(tmp_path), answer=make_answer())
    assert answer_section(content)["verdicts"] == [
        "AUPR – AUPRG: more than noise",
        "AUPR – AUROC: not shown",
    ]
    without = make_answer().model_copy(
        update={
            "pairs": [pair.model_copy(update={"halves": None}) for pair in make_answer().pairs]
        }
    )
    assert answer_section(replace(content, answer=without))["verdicts"] == []
