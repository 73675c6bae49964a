"""A study that asks for a second opinion: its runs are listed again, its files read again."""

import json
from dataclasses import replace

import pytest

from archive_server import SMALL, ArchiveServer, Content, GeneratedArchive, faults
from openml_package import openml_package
from workflow_project import OfServer

PLAN = "results/test/plan/taken.json"


@pytest.fixture
def server(tmp_path):
    with ArchiveServer(Content.of(GeneratedArchive(tmp_path / "generated", **SMALL))) as started:
        yield started


@pytest.fixture
def project(tmp_path, server):
    project = OfServer(tmp_path / "of-server")
    project.settings = (f"server={server.address}", "requests_per_second=1000", "patience=0.001")
    project.write(more="second_opinion: true\n")
    with openml_package(tmp_path / "package", server.address):
        yield project


def page(project):
    return (project.results / "report" / "index.html").read_text(encoding="utf-8")


def report(project):
    return (project.results / "report.md").read_text(encoding="utf-8")


def halved(body):
    """Halve the scores of the first row of a prediction file."""
    header, data, rows = body.decode().partition("@data\n")
    first, *rest = rows.splitlines(keepends=True)
    cells = first.split(",")
    cells[3:5] = [repr(float(score) / 2) for score in cells[3:5]]
    return "".join([header, data, ",".join(cells), *rest]).encode()


@pytest.mark.timeout(600)
def test_the_report_says_how_many_runs_and_models_agree(project):
    project.run()
    for text in (report(project), page(project)):
        assert "A second opinion" in text
        assert "12 runs of the plan were listed again from 127.0.0.1 by the package openml" in text
        assert "12 of 12 agree" in text
        assert "8 of 8 agree" in text
        assert "listed otherwise" not in text
    assert project.jobs() == {}
    assert "8 of 8 models agree" in project.run("verify")
    # A plan of other runs is listed again, by itself.
    project.write(more="second_opinion: true\n", seed=2)
    assert {"listed_again", "second_opinion", "report"} < set(project.jobs())


@pytest.mark.timeout(600)
def test_a_wrong_listing_and_a_wrong_file_are_found(project, server):
    project.run("results/test/models.parquet")
    plan = json.loads((project.results / "plan" / "taken.json").read_text())
    listed, read, *_ = (task["candidates"][0]["run_id"] for task in plan["tasks"])
    server.content.runs[listed] = replace(server.content.runs[listed], setup_id=99)
    server.fail(f"/data/download/{read + 7}/", faults.changed(halved), float("inf"))
    project.run()
    for text in (report(project), page(project)):
        assert "11 of 12 agree" in text
        assert f"run {listed} of task " in text
        assert "setup 99, in the plan " in text
        assert "7 of 8 agree" in text
        assert f"run {read} of task " in text
        assert "1 of 12 runs of the plan was listed otherwise" in text
        assert "1 of 8 models disagrees" in text
    last = project.run("verify", code=1).splitlines()[-1]
    assert "disagree with the second opinion, the first: run " in last


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_server_that_is_gone_leaves_a_page_and_is_asked_again_if_wanted(project, server):
    project.run("results/test/models.parquet")
    server.fail("", faults.html(503), float("inf"))
    project.run()
    assert "0 of 0 agree" in report(project)
    assert "Not listed (12)" in report(project)
    server.heal()
    assert project.jobs() == {}
    project.settings = (*project.settings, "again=1")
    project.run()
    assert "12 of 12 agree" in report(project)
    assert project.jobs() == {}


def test_a_study_of_a_table_cannot_ask_for_one(project):
    (project.folder / "scores.csv").write_text("model,dataset,score\n")
    study = project.folder / "config" / "studies" / "test.yaml"
    study.write_text(study.read_text().replace("archive: openml", "archive: scores.csv"))
    output = project.run("--dry-run", code=1)
    assert "has no second opinion: `verify` rereads only the prediction files" in output
