import re
from dataclasses import replace

import pandas as pd
import pytest

from made_up_opinion import make_opinion
from prgbench.report.html.markup import as_html
from prgbench.run.files import sha256_of
from prgbench.second_opinion.opinion import Finding, opinion_page, opinion_section, write_opinion

HARM = "<b>*x*</b> | [y](http://z)"
TABLE = pd.DataFrame(
    {
        "task_id": [3, 4],
        "dataset_name": "d",
        "run_id": [31, 41],
        "flow_name": [HARM, ""],
        "verdict": ["agrees", "not compared"],
        "why": ["", HARM],
        "largest_difference": [2.22e-16, None],
        "rows": [1728, None],
        "auroc": [0.75, None],
        "average_precision": [0.5, None],
    }
)


@pytest.fixture
def opinion(tmp_path):
    (tmp_path / "models.parquet").write_bytes(b"models")
    return make_opinion(
        how="fetched from http://server and decoded again by the package openml 0.15.1",
        knows_runs=True,
        drawn=2,
        agreeing=1,
        stored_difference=None,
        not_compared=[Finding(4, 41, HARM)],
        models_sha256=sha256_of(tmp_path / "models.parquet"),
    )


@pytest.fixture
def section(opinion, tmp_path):
    def made(**changes):
        write_opinion(tmp_path, replace(opinion, **changes), TABLE)
        return opinion_section(tmp_path)

    return made


def test_it_says_what_was_done_and_what_came_out(section):
    done, found, _, _, table, rest = section().split("\n\n")
    assert done.startswith("2 of the 1,830 models, drawn over the tasks with seed 7, were fetched")
    assert "evaluated by scikit-learn 1.9.1 (" in done
    assert found == (
        "**1 of 1 agree** in task, data set, flow, instances, true classes, scores and areas. "
        "The areas differ by at most 2.2e-16 (1e-09 is allowed)."
    )
    _, _, compared, missing = (re.split(r" *(?<!\\)\| *", row) for row in table.splitlines())
    assert compared[1:3] == ["3", "31"]
    assert compared[4:-1] == [
        "1,728", "0.750000", "0.500000", "2.2e-16", "agrees",
    ]  # fmt: skip
    assert missing[4:-1] == ["", "", "", "", "not compared"]
    assert rest.startswith("Each number by each code: tables/verification.csv.")


def test_a_folder_states_no_tasks_and_flows(section):
    text = section(knows_runs=False, stored_difference=4.6e-7)
    assert "**1 of 1 agree** in instances, true classes, scores and areas." in text
    assert "AUROC from the stored one by at most 4.6e-07 (1e-05 is allowed)." in text


def test_findings_are_listed_by_run(section):
    text = section(agreeing=0, disagreeing=[Finding(3, 31, "other instances")])
    assert "**0 of 1 agree**" in text
    assert "Disagreeing:\n\n- run 31 of task 3: other instances\n\nNot compared:\n\n" in text


def test_names_that_mean_harm_are_text(section):
    page = str(as_html(section()))
    assert "&lt;b&gt;*x*&lt;/b&gt; | [y](http://z)" in page
    assert page.count("<tr>") == 3
    assert "<b>" not in page
    assert "<a" not in page


def test_an_opinion_on_earlier_models_says_so(section, tmp_path):
    assert "Of earlier models" not in section()
    (tmp_path / "models.parquet").write_bytes(b"other models")
    assert section().startswith("**Of earlier models**: this was made on 2026-11-22, and")


def test_the_page_of_its_own_has_a_title(section, tmp_path):
    text = section()
    assert opinion_page(tmp_path) == f"# A second opinion on the study test\n\n{text}\n"
