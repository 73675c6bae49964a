import json

import pandas as pd
import pytest
import yaml

import prgbench
from fast_settings import FAST
from prgbench.command_line import main
from tables_of_predictions import long_table, wide_table, write_table
from workflow_project import Project

pytestmark = pytest.mark.slow

STUDY = """\
title: Own predictions
archive: {archive}
{more}
comparison: {fast}
"""


class OwnTable(Project):
    """A study of a table of one's own."""

    archive = "predictions.csv"
    more = ""

    def make(self):
        table = long_table(12, 15)
        wide = self.archive.endswith(".parquet")
        write_table(wide_table(table) if wide else table, self.folder / self.archive)
        self.write()

    def write(self):
        text = STUDY.format(archive=self.archive, more=self.more, fast=FAST)
        (self.folder / "config" / "studies" / "test.yaml").write_text(text)


@pytest.fixture(scope="module")
def of_csv(tmp_path_factory):
    project = OwnTable(tmp_path_factory.mktemp("csv") / "project")
    project.run("results/test/answer.json")
    return project


def test_a_csv_file_goes_to_an_answer(of_csv):
    answer = json.loads((of_csv.results / "answer.json").read_text())
    assert (answer["tasks"], answer["models"]) == (12, 180)
    models = pd.read_parquet(of_csv.results / "models.parquet")
    assert sorted(set(models["flow_name"])) == sorted(f"model-{model}" for model in range(15))
    assert models.groupby("dataset_name").size().tolist() == [15] * 12


def test_an_edited_table_is_stale_and_its_path_is_in_nothing_that_is_published(tmp_path):
    table = tmp_path / "home-of-me" / "predictions.csv"
    table.parent.mkdir()
    write_table(long_table(12, 3), table)
    project = OwnTable(tmp_path / "project", archive=str(table))
    project.run()
    published = [path for path in project.results.rglob("*") if path.is_file()]
    named = {
        path.relative_to(project.results).parts[0]
        for path in published
        if b"home-of-me" in path.read_bytes()
    }
    # They are for runs on this machine; results/README.md says to leave them out.
    assert named == {"records", "settings"}
    assert main(["verify-results", str(project.results)]) == 0
    text = table.read_text()
    table.write_text(text.replace(".", ".9", 1))
    assert main(["verify-results", str(project.results)]) == 1
    table.write_text(text)
    assert main(["verify-results", str(project.results)]) == 0


def test_a_wide_parquet_file_gives_the_same_tables(of_csv, tmp_path):
    project = OwnTable(tmp_path / "project", archive="predictions.parquet")
    project.run("results/test/answer.json")
    assert project.contents() == of_csv.contents()


FEW = {"resamples": 100, "replicates": 4, "splits": 2}


def test_one_call_writes_the_tables_of_the_workflow(tmp_path):
    project = OwnTable(tmp_path / "project")
    study = project.folder / "config" / "studies" / "test.yaml"
    # Calls cut nothing into chunks: sums may not depend on these.
    settings = {"comparison": FEW, "robustness": "all", "chunks": 3}
    table = {"title": "test", "archive": "predictions.csv"}
    study.write_text(yaml.safe_dump(table | settings))
    tables = ("tables/examples.json", "tables/exclusions.csv", "tables/robustness", "answer.json")
    project.run(*(f"results/test/{name}" for name in tables))
    compared = prgbench.compare(
        project.folder / "predictions.csv", title="test", settings=settings, n_jobs=2
    )
    page = compared.report(tmp_path / "report")
    folder = page.parents[1]
    files = [folder / "models.parquet", *sorted((folder / "tables").rglob("*.*"))]
    expected = project.contents()
    expected.pop(".snakemake_timestamp")
    assert {file.name: file.read_bytes() for file in files} == expected
    answers = [json.loads((at / "answer.json").read_text()) for at in (folder, project.results)]
    for answer in answers:
        answer.pop("archive")  # a path
    assert answers[0] == answers[1]
