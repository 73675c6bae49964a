"""A study's results in a crate: all files, their checksums, the tables' columns."""

import hashlib
import json
import zipfile
from dataclasses import fields
from urllib.parse import unquote

import pandas as pd
import pytest

from made_up_answer import make_answer
from prgbench.command_line import main
from prgbench.robustness.measure_matrix import MeasurePair
from prgbench.run.result_records import ResultRecord, StudyResults

ROW = MeasurePair("auroc", "aupr", 0.25, 0.3, 0.9, 20, 1, 2)


@pytest.fixture
def study(tmp_path):
    """Write a project with a workflow and a study whose results have records."""
    project = tmp_path / ".projects" / "mine"
    folder = project / "results" / "mine"
    tables = folder / "tables" / "robustness"
    tables.mkdir(parents=True)
    pd.DataFrame([ROW]).to_csv(tables / "measure_matrix.csv", index=False)
    (folder / "answer.json").write_text(make_answer().to_json(), encoding="utf-8")
    (folder / "report ä.md").write_text("# Mine\n", encoding="utf-8")
    (folder / "scores").mkdir()
    (folder / "scores" / "000.parquet").write_bytes(b"of a chunk")
    for name, text in {
        "workflow/Snakefile": "rule all:\n",
        "workflow/rules/score.smk": "rule score:\n",
        "workflow/.hidden": "",
        "config/studies/mine.yaml": "title: Mine\n",
        "config/studies/other.yaml": "title: Other\n",
    }.items():
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text(text, encoding="utf-8")
    versions = {"python": "3.12.1", "numpy": "2.1.0"}
    record = ResultRecord("rule", "stage", {}, "settings", "code", versions, {})
    results = StudyResults(folder)
    results.write([tables, folder / "answer.json", folder / "report ä.md"], record)
    chunk = ResultRecord("score", "score", {"chunk": "000"}, "settings", "code", versions, {})
    results.write([folder / "scores" / "000.parquet"], chunk)
    return folder


def packed(study, capsys):
    assert main(["crate", str(study)]) == 0
    path = study.with_name("mine.crate.zip")
    assert capsys.readouterr().out == f"{path}\n"
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def graph(files):
    entities = json.loads(files["ro-crate-metadata.json"])["@graph"]
    assert len({entity["@id"] for entity in entities}) == len(entities)
    return {entity["@id"]: entity for entity in entities}


def test_it_has_the_results_the_settings_and_the_workflow(study, capsys):
    assert packed(study, capsys).keys() == {
        *("ro-crate-metadata.json", "datapackage.json"),
        *("config/studies/mine.yaml", "workflow/Snakefile", "workflow/rules/score.smk"),
        *(
            "results/answer.json",
            "results/report ä.md",
            "results/tables/robustness/measure_matrix.csv",
        ),
    }


def test_every_file_is_described_with_its_checksum(study, capsys):
    files = packed(study, capsys)
    entities = graph(files)
    described = {unquote(name): e for name, e in entities.items() if "sha256" in e}
    assert described.keys() == files.keys() - {"ro-crate-metadata.json", "datapackage.json"}
    for name, entity in described.items():
        assert entity["sha256"] == hashlib.sha256(files[name]).hexdigest()
        assert int(entity["contentSize"]) == len(files[name])
        assert {"@id": entity["@id"]} in entities["./"]["hasPart"]
    assert "results/report%20%C3%A4.md" in entities


def test_the_run_has_what_went_in_and_what_came_out(study, capsys):
    entities = graph(packed(study, capsys))
    run = entities["#run"]
    assert run["instrument"] == entities["./"]["mainEntity"] == {"@id": "workflow/Snakefile"}
    assert run["object"] == [{"@id": "config/studies/mine.yaml"}]
    assert {"@id": "results/answer.json"} in run["result"]
    assert "ComputationalWorkflow" in entities["workflow/Snakefile"]["@type"]
    assert entities["https://pypi.org/project/numpy/2.1.0/"]["softwareVersion"] == "2.1.0"
    for url in ("process", "workflow"):
        wanted = {"@id": f"https://w3id.org/ro/wfrun/{url}/0.5"}
        assert wanted in entities["./"]["conformsTo"]


def test_columns_of_tables_are_those_of_their_files(study, capsys):
    files = packed(study, capsys)
    [resource] = json.loads(files["datapackage.json"])["resources"]
    assert resource["path"] == "results/tables/robustness/measure_matrix.csv"
    assert resource["description"].startswith("How two measures compare over all tasks")
    names = [field["name"] for field in resource["schema"]["fields"]]
    assert names == [field.name for field in fields(MeasurePair)]
    assert files[resource["path"]].decode().splitlines()[0] == ",".join(names)
    kinds = {field["name"]: field["type"] for field in resource["schema"]["fields"]}
    assert (kinds["tasks"], kinds["mean_spearman"], kinds["measure_a"]) == (
        "integer",
        "number",
        "string",
    )


def test_altered_results_and_other_folders_are_refused(study, capsys):
    (study / "report ä.md").write_text("# Altered\n", encoding="utf-8")
    assert main(["crate", str(study)]) == 1
    assert "should be made anew" in capsys.readouterr().err
    for needed in (study.parents[1] / "workflow" / "Snakefile", study / "answer.json"):
        needed.unlink()
        assert main(["crate", str(study)]) == 1
        assert capsys.readouterr().err.startswith(f"prgbench: {needed} does not exist")
    assert not study.with_name("mine.crate.zip").exists()
