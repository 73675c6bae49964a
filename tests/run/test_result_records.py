"""What a record notes, and what is found when results and records are compared."""

import json
import shutil
from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prgbench.run.errors import PrgbenchError
from prgbench.run.fingerprint import own_code_fingerprint
from prgbench.run.result_findings import check_plan, tell_findings
from prgbench.run.result_records import (
    ResultRecord,
    StudyResults,
    recorded,
    settings_digest,
    study_folder,
)

MADE = ResultRecord("rank", {}, "settings", "code", {"numpy": "2.0"}, {})


@pytest.fixture
def study(tmp_path, monkeypatch):
    """Return a study of a table made from an input outside, and a folder made from the table."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "input.txt").write_text("1")
    made("table.csv", "table", ["input.txt"])
    made("tables/a.csv", "folder", ["results/s/table.csv"], output="tables")
    return tmp_path / "results" / "s"


def made(name, rule, inputs, output=None, wildcards=None, top=3):
    """Run a job that writes a file."""
    outputs = [f"results/s/{output or name}"]
    params = {"stage": rule, "top": top, "code": "c", "title": name}
    with recorded(rule, wildcards or {}, params, inputs, outputs):
        file = study_folder(outputs) / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(name)


def found(study, expected=None):
    return [str(finding) for finding in StudyResults(study, expected).findings()]


def test_what_was_just_made_is_what_it_should_be(study):
    assert found(study) == []
    record = StudyResults(study).record(study / "tables")
    assert record.rule == "folder"
    assert list(record.files) == ["a.csv"]
    assert list(record.inputs) == ["table.csv"]
    assert list(StudyResults(study).record(study / "table.csv").inputs) == ["../../input.txt"]


def to_make_again(study, *, stale=True):
    """Return which results are to be made again."""
    return set(StudyResults(study).to_make_again(stale=stale))


def test_what_was_altered_is_to_be_made_again_until_it_is_as_it_was(study):
    assert to_make_again(study) == set()
    (study / "table.csv").write_text("altered")
    assert to_make_again(study) == to_make_again(study, stale=False) == {"table.csv"}
    (study / "table.csv").write_text("table.csv")
    assert to_make_again(study) == set()


def test_what_was_made_from_other_inputs_is_to_be_made_again_if_asked_for(study):
    (study.parents[1] / "input.txt").write_text("2")
    assert to_make_again(study, stale=False) == set()
    assert to_make_again(study) == {"table.csv"}


def test_each_result_that_is_to_be_made_again_has_its_reason(study):
    (study / "table.csv").write_text("altered")
    (study / "notes.txt").write_text("mine")
    assert StudyResults(study).to_make_again(stale=True) == {
        "table.csv": "table.csv is altered",
        "notes.txt": "notes.txt is without a record",
    }


def test_a_folder_that_lost_its_record_and_files_is_made_anew(study):
    made("page.html", "page", ["results/s/tables"])
    (study / "records" / "tables.json").unlink()
    (study / "tables" / "a.csv").unlink()
    assert found(study)[-1] == "tables is without a record"
    assert to_make_again(study) == {"page.html", "tables"}


def test_hidden_files_of_file_browsers_are_no_results_and_no_records(study):
    for path in list(study.rglob("*.*")):
        (path.parent / f"._{path.name}").write_bytes(b"\x00\x05\x16\x07")
    assert found(study) == []
    assert to_make_again(study) == set()


def test_a_plan_without_its_record_is_altered_if_it_is_not_that_of_other_results(study):
    made("plan/plan.json", "plan", ["input.txt"])
    made("plan/taken.json", "chunks", ["results/s/plan/plan.json"])
    plan = study / "plan" / "plan.json"
    (study / "records" / "plan" / "plan.json.json").write_bytes(b"")
    assert found(study) == []
    check_plan(StudyResults(study))
    plan.write_text("altered")
    assert "plan/plan.json is altered" in found(study)
    assert to_make_again(study) == {"plan/taken.json"}
    with pytest.raises(PrgbenchError, match=r"plan/plan\.json was altered"):
        check_plan(StudyResults(study))


def test_a_plan_that_nothing_vouches_for_is_refused(study):
    made("plan/plan.json", "plan", ["input.txt"])
    record = study / "records" / "plan" / "plan.json.json"
    # One that is being made has an empty record.
    record.write_bytes(b"")
    check_plan(StudyResults(study))
    record.unlink()
    with pytest.raises(PrgbenchError, match=r"plan/plan\.json has no record of what made it"):
        check_plan(StudyResults(study))


def test_what_was_made_from_other_contents_is_named_by_its_job(study):
    made("plan/chunks/000.json", "chunks", ["input.txt"])
    made(
        "scores/000.parquet",
        "evaluate",
        ["results/s/plan/chunks/000.json"],
        wildcards={"chunk": "000"},
    )
    chunk = study / "plan" / "chunks" / "000.json"
    assert StudyResults(study).made_from_others([chunk]) == {}
    chunk.write_text("of another draw")
    assert StudyResults(study).made_from_others([chunk]) == {
        ("evaluate", "000"): "plan/chunks/000.json has changed since"
    }


def test_each_kind_of_damage_has_its_name(study):
    (study / "tables" / "a.csv").write_text("b")
    assert found(study) == ["tables is altered: a.csv"]
    (study / "tables" / "b.csv").write_text("b")
    assert found(study) == ["tables is altered: a.csv, b.csv"]
    (study / "table.csv").unlink()
    (study / "more.txt").write_text("b")
    assert found(study) == [
        "more.txt is without a record",
        "table.csv is missing",
        "tables is altered: a.csv, b.csv",
    ]


def test_another_input_makes_stale_what_was_made_of_it_and_all_that_follows(study):
    (study.parents[1] / "input.txt").write_text("2")
    assert found(study) == [
        "table.csv is stale: input.txt has changed since",
        "tables is made from a stale result",
    ]
    (study / "table.csv").unlink()
    assert found(study)[0] == "table.csv is stale: input.txt has changed since"
    (study.parents[1] / "input.txt").unlink()
    assert found(study) == ["table.csv is missing"]


def test_what_was_made_from_an_altered_result_is_stale_if_that_was_of_another_input(study):
    (study / "table.csv").write_text("altered")
    assert found(study) == ["table.csv is altered"]
    # As in a mix of two backups: the record of the table is of another draw, and so is its file.
    (study.parents[1] / "input.txt").write_text("2")
    assert found(study) == ["table.csv is altered", "tables is made from a stale result"]


def test_an_input_that_is_gone_is_unchanged_unless_two_results_state_different_contents(study):
    made("scores/000.parquet", "score", ["input.txt"], wildcards={"chunk": "000"})
    made("models.parquet", "rank", ["results/s/scores/000.parquet"])
    (study / "scores" / "000.parquet").write_text("of another run")
    StudyResults(study).write([study / "scores" / "000.parquet"], MADE)
    made("agreement.csv", "rank", ["results/s/scores/000.parquet"])
    for folder in (study, study / "records"):
        shutil.rmtree(folder / "scores")
    assert found(study) == [
        "agreement.csv is stale: scores/000.parquet has changed since",
        "models.parquet is stale: scores/000.parquet has changed since",
    ]
    assert to_make_again(study) == {"agreement.csv", "models.parquet"}
    (study / "records" / "models.parquet.json").unlink()
    (study / "models.parquet").unlink()
    assert found(study) == []


def test_other_settings_or_code_make_stale(study):
    def expected(settings=None, code=None):
        return lambda _, record: (settings or record.settings, code or record.code)

    assert found(study, expected()) == []
    assert found(study, expected(code="d")) == [
        "table.csv is stale: the code behind it has changed since",
        "tables is stale: the code behind it has changed since",
    ]
    assert found(study, expected("x"))[0] == (
        "table.csv is stale: its settings have changed since"
    )


def test_a_job_that_does_not_end_leaves_its_result_stale(study):
    outputs = ["results/s/table.csv"]
    job = recorded("table", {}, {"stage": "table"}, ["input.txt"], outputs)
    job.__enter__()
    (study / "table.csv").unlink()
    assert found(study)[0] == "table.csv is stale: the job that makes it has not ended"


def test_a_job_refuses_an_input_that_was_altered(study):
    (study / "table.csv").write_text("x")
    with (
        pytest.raises(
            PrgbenchError, match=r"results/s/table\.csv was altered after it was written"
        ),
        recorded("folder", {}, {"stage": "x"}, ["results/s/table.csv"], ["results/s/tables"]),
    ):
        pytest.fail("the job ran")


@pytest.mark.parametrize(
    "damage", [b"", b"[]", b"{}", b'{"rule": 1}', b"\xff", b"[" * 10**5 + b"]" * 10**5]
)
def test_a_damaged_record_is_none(study, damage):
    (study / "records" / "table.csv.json").write_bytes(damage)
    assert found(study) == ["table.csv is without a record"]


@pytest.mark.parametrize("name", [field.name for field in fields(ResultRecord)])
@pytest.mark.parametrize("value", [None, 1.5, [[]], {"a": None}])
def test_a_record_with_a_field_of_another_type_is_none(study, name, value):
    file = study / "records" / "table.csv.json"
    record = json.loads(file.read_text()) | {name: value}
    file.write_text(json.dumps(record))
    # Code that is not known, as in a checkout without the package, is no damage.
    whole = name == "code" and value is None
    assert found(study) == ([] if whole else ["table.csv is without a record"])


def test_two_results_of_a_job_that_changed_places_with_their_records_are_noticed(tmp_path):
    study = tmp_path / "results" / "s"
    files = [study / name for name in ("a.csv", "b.csv")]
    with recorded("rank", {}, {"code": "c"}, [], list(map(str, files))):
        study.mkdir(parents=True)
        for file in files:
            file.write_text(file.name)
    assert found(study) == []
    for one, other in (files, [study / "records" / f"{file.name}.json" for file in files]):
        content = one.read_text()
        one.write_text(other.read_text())
        other.write_text(content)
    assert found(study) == ["a.csv is without a record", "b.csv is without a record"]


def test_a_record_that_is_a_looping_link_is_written_again(study):
    file = study / "records" / "table.csv.json"
    file.unlink()
    file.symlink_to(file.name)
    assert found(study) == ["table.csv is without a record"]
    made("table.csv", "table", ["input.txt"])
    assert found(study) == []


def test_chunks_that_nothing_was_made_from_are_not_looked_at(study):
    made("scores/000.parquet", "score", ["input.txt"], wildcards={"chunk": "000"})
    made("scores/001.parquet", "score", ["input.txt"], wildcards={"chunk": "001"})
    made("models.parquet", "rank", ["results/s/scores/000.parquet"])
    for chunk in ("000", "001"):
        (study / "scores" / f"{chunk}.parquet").write_text("x")
    assert found(study) == ["scores/000.parquet is altered"]


def test_results_are_compared_wherever_they_lie(study, tmp_path):
    moved = study.rename(tmp_path / "elsewhere")
    assert found(moved) == []
    (moved / "table.csv").write_text("x")
    assert found(moved) == ["table.csv is altered"]


def test_what_is_told_ends_with_what_to_do(study):
    lines = []
    tell_findings(study, StudyResults(study).findings(), lines.append)
    assert lines == [f"All results in {study} and their remaining inputs are unmodified."]
    (study.parents[1] / "input.txt").write_text("2")
    del lines[:]
    with pytest.raises(
        PrgbenchError,
        match=r"2 results of .* --config study=s\. Whatever is still listed .* delete it",
    ):
        tell_findings(study, StudyResults(study).findings(), lines.append)
    assert lines == ["table.csv is stale: input.txt has changed since", "1 result made from these"]


def test_settings_of_a_rule_are_those_of_its_jobs():
    params = {"top": 3, "name": lambda wildcards: wildcards["chunk"], "processes": 1 / 3}
    job = {"top": 3, "name": "007", "title": "Scoring", "code": "x", "processes": 8}
    assert settings_digest(params, {"chunk": "007"}) == settings_digest(job)
    assert settings_digest(params, {"chunk": "008"}) != settings_digest(job)


@given(st.binary(max_size=40), st.integers(0, 10_000), st.integers(1, 255))
def test_no_changed_byte_is_overlooked(tmp_path_factory, content, place, change):
    folder = tmp_path_factory.mktemp("results") / "s"
    folder.mkdir()
    file = folder / "x.bin"
    file.write_bytes(content + b"!")
    StudyResults(folder).write([file], MADE)
    assert StudyResults(folder).findings() == []
    changed = bytearray(content + b"!")
    changed[place % len(changed)] ^= change
    file.write_bytes(changed)
    assert [finding.kind for finding in StudyResults(folder).findings()] == ["altered"]
    StudyResults(folder).write([file], replace(MADE, settings="other"))
    assert StudyResults(folder).findings() == []


def test_the_code_of_a_measure_is_its_module_and_the_local_ones_it_imports(tmp_path):
    (tmp_path / "mine.py").write_text("import numpy\nfrom own.inner import f\n")
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "__init__.py").write_text("")
    (tmp_path / "own" / "inner.py").write_text("from . import deep\nf = deep.g\n")
    (tmp_path / "own" / "deep.py").write_text("g = 1\n")
    first = own_code_fingerprint(["mine"], tmp_path)
    for file, text, same in [
        ("mine.py", "# Why.\nimport numpy\nfrom own.inner import f\n", True),
        ("own/deep.py", "g = 2\n", False),
        ("own/deep.py", "g = 1\n", True),
        ("own/__init__.py", "x = 1\n", False),
        ("own/__init__.py", "", True),
        ("own/unused.py", "", True),
        ("own/inner.py", "from .deep import g as f\n", False),
        ("mine.py", "def (\n", False),
    ]:
        (tmp_path / file).write_text(text)
        assert (own_code_fingerprint(["mine"], tmp_path) == first) == same, (file, text)
    assert own_code_fingerprint(["numpy", "not_there"], tmp_path) == ""


def test_files_that_a_measure_reads_count_if_they_are_named(tmp_path):
    costs = tmp_path / "costs.json"
    costs.write_text("[1, 2]")
    first = own_code_fingerprint([], tmp_path, ["costs.json"])
    costs.write_text("[1, 3]")
    assert own_code_fingerprint([], tmp_path, ["costs.json"]) not in (first, "")
    costs.unlink()
    with pytest.raises(PrgbenchError, match=r"costs\.json, named by `depends`, can't be"):
        own_code_fingerprint([], tmp_path, ["costs.json"])


def test_what_was_made_from_a_missing_result_is_to_be_made_again(study):
    (study / "table.csv").unlink()
    assert to_make_again(study) == {"tables"}


def test_the_versions_of_all_results_are_known(study):
    record = study / "records" / "table.csv.json"
    changed = json.loads(record.read_text())
    changed["versions"]["numpy"] = "1.0"
    record.write_text(json.dumps(changed))
    first, second = StudyResults(study).versions([study / "tables"])
    assert first.keys() | second.keys() >= {"python", "numpy"}
    assert "1.0" in (first.get("numpy"), second.get("numpy"))
    assert len(StudyResults(study).versions([study / "table.csv"])) == 1
    assert StudyResults(study).versions([study / "none.csv"]) == []
