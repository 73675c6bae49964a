"""What the report says of runs listed again and of models read again."""

from dataclasses import replace

import pandas as pd
import pytest

from prgbench.report.html.markup import as_html
from prgbench.report.second_opinion import doubts, second_opinion
from prgbench.run.files import sha256_of
from prgbench.second_opinion.listing import Listing, write_listing
from prgbench.second_opinion.opinion import Opinion, write_opinion

OPINION = Opinion(
    study="test",
    made="2026-11-22T05:00:00+00:00",
    how="decoded again by a reader",
    scikit_learn="1.9.1",
    seed=7,
    models=1830,
    drawn=3,
    disagreeing=["run 12 of task 1 (another true class in 9 rows)"],
    not_read=["run 11 of task 1 (<b>gone</b>)"],
    models_sha256="abc",
)
LISTING = Listing("test", "2026-11-22T05:00:00+00:00", "listed again by other code", 1800)
ROWS = pd.DataFrame({"task_id": [1], "flow_name": ["=1+1"], "why": [""]})


@pytest.fixture
def models(tmp_path):
    path = tmp_path / "models.parquet"
    path.write_bytes(b"models")
    return path


def test_no_second_opinion_is_no_section(tmp_path):
    assert second_opinion(tmp_path) == ""
    assert doubts(tmp_path) == []


def test_models_are_counted_and_listed_and_the_section_says_of_which_it_is(tmp_path, models):
    write_opinion(tmp_path, replace(OPINION, models_sha256=sha256_of(models)), ROWS)
    section = second_opinion(tmp_path)
    assert section.startswith(
        "3 of the 1,830 models, drawn over the tasks with seed 7, were decod"
    )
    assert "by scikit-learn 1.9.1 (2026-11-22)" in section
    assert "**1 of 2 agree**" in section
    disagreeing = (
        "Disagreeing (1):\n\n- run 12 of task 1 (another true class in 9 rows)\n\nNot read"
    )
    assert disagreeing in section
    page = str(as_html(section))
    assert "gone" in page
    assert "<b>" not in page
    models.write_bytes(b"other models")
    assert second_opinion(tmp_path).startswith("**Out of date**: this was made on 2026-11-22")


def test_runs_are_counted_and_those_that_differ_are_named(tmp_path):
    write_listing(tmp_path, LISTING)
    assert second_opinion(tmp_path).startswith(
        "The 1,800 runs of the plan were listed again by other code (2026-11-22). **1,800 of "
        "1,800 agree** in task, flow, setup, uploader, time of upload and AUROC.\n\nNot covered"
    )
    assert doubts(tmp_path) == []
    differing = ["run 7 of task 1 (<b>AUROC</b> 0.5, in the plan 0.6)"]
    left = ["run 8 of task 1 (HTTP 500)"]
    wrong = replace(
        LISTING, n_differing=1, n_not_read=2, for_now=200, differing=differing, not_read=left
    )
    write_listing(tmp_path, wrong)
    section = second_opinion(tmp_path)
    assert "**1,597 of 1,598 agree**" in section
    assert "Listed otherwise (1):\n\n- run 7 of task 1 (&lt;b&gt;AUROC" in section
    assert "Not listed (202):\n\n- run 8 of task 1 (HTTP 500)" in section
    assert doubts(tmp_path) == [
        "1 of 1,598 runs of the plan was listed otherwise when other code asked again. "
        "See a second opinion."
    ]


def test_a_model_that_disagrees_is_on_the_first_screen(tmp_path, models):
    write_opinion(tmp_path, replace(OPINION, models_sha256=sha256_of(models)), ROWS)
    assert doubts(tmp_path) == [
        "1 of 2 models disagrees with what other code made of their files. See a second opinion."
    ]
