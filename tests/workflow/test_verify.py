"""A second opinion on a finished study, and how it comes into the page."""

import json
import re

import pandas as pd
import pytest

OPINION_ALONE = ("--allowed-rules", "second_opinion", "verify")
"""Without it, an archive of other content is fetched anew, and the two readers agree."""


def verified(project):
    return pd.read_csv(project.results / "tables" / "verification.csv")


def halve_a_score(project, run_id):
    """Halve the first score of the positive class in a run's file."""
    path = project.folder / "archive" / "predictions" / f"{run_id}.arff"
    header, data, rows = path.read_text().partition("@data\n")
    first, *rest = rows.splitlines(keepends=True)
    cells = first.split(",")
    cells[4] = repr(float(cells[4]) / 2)
    path.write_text("".join([header, data, ",".join(cells), *rest]))


def page(project):
    return (project.results / "report" / "index.html").read_text(encoding="utf-8")


def test_models_are_drawn_and_agree_and_the_page_takes_it_over(project):
    assert "A second opinion" not in page(project)
    assert "verification.csv" not in (project.results / "report.md").read_text()
    project.settings = ("verified_models=6",)
    output = project.run("verify")
    assert "\n6 of 6 models agree with the second opinion.\n" in output
    assert output.splitlines()[-1] == (
        "Done. Look at results/test/tables/verification.csv and results/test/verification.json"
    )
    table = verified(project)
    assert sorted(table.groupby("task_id").size()) == [1, 1, 2, 2]
    assert table["verdict"].tolist() == ["agrees"] * 6
    record = json.loads((project.results / "verification.json").read_text())
    assert (record["study"], record["models"], record["drawn"], record["seed"]) == (
        "test",
        16,
        6,
        1,
    )

    project.settings = ()
    assert project.jobs() == {"report": 1, "all": 1}
    project.run()
    assert "<strong>6 of 6 agree</strong>" in page(project)
    assert 'href="../tables/verification.csv"' in page(project)
    assert "(tables/verification.csv)" in (project.results / "report.md").read_text()


@pytest.mark.slow
def test_new_models_ask_for_no_new_opinion_and_the_page_says_so(project):
    project.run("verify")
    project.write(seed=2)
    assert "second_opinion" not in project.jobs()
    project.run("results/test/report/index.html")
    assert "<strong>Out of date</strong>" in page(project)
    project.run("verify")
    project.run("results/test/report/index.html")
    assert "<strong>Out of date</strong>" not in page(project)


def test_a_model_that_disagrees_ends_the_run_and_the_table_stays(project):
    run_id = pd.read_parquet(project.results / "models.parquet")["run_id"].iloc[5]
    halve_a_score(project, run_id)
    for _ in range(2):
        output = project.run("verify", *OPINION_ALONE, code=1)
        last = output.splitlines()[-1]
        assert last.startswith("prgbench: Study test: 1 of 16 models disagree with the second ")
        assert re.search(rf"run {run_id} of task \d \(scores differ by up to \d\.\de-0\d", last)
    table = verified(project).set_index("run_id")
    assert table["verdict"].to_dict() == {
        run: "disagrees" if run == run_id else "agrees" for run in table.index
    }


def test_no_model_that_can_be_read_leaves_nothing(project):
    for path in (project.folder / "archive" / "predictions").iterdir():
        path.unlink()
    output = project.run("verify", *OPINION_ALONE, code=1)
    assert "none of 16 models could be read a second time, the first: " in output.splitlines()[-1]
    assert not (project.results / "verification.json").exists()
    assert not (project.results / "tables" / "verification.csv").exists()
