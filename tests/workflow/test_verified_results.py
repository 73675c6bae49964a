"""A run leaves the results that a first run would leave, whatever has become of the old ones."""

import json
import os
import shutil

import pandas as pd
import pytest

from prgbench.command_line import main
from workflow_project import ALL_TABLES, MEASURE, Project

DAY = 24 * 3600


def flip(path, place):
    content = bytearray(path.read_bytes())
    content[place] ^= 1
    path.write_bytes(content)


def set_back(folder, seconds=DAY):
    """Make all files of a folder newer by a day: as after the clock was set back by one."""
    for path in [folder, *folder.rglob("*")]:
        now = path.lstat().st_mtime
        os.utime(path, (now + seconds, now + seconds), follow_symlinks=False)


def exchange_scores(project):
    """Exchange the scores of run 1001, whose AUROC is then another one than the stored."""
    path = project.folder / "archive" / "predictions" / "1001.arff"
    lines = path.read_text().splitlines()
    first = lines.index("@data") + 1
    lines[first:] = [
        ",".join([*(cells := line.split(","))[:3], cells[4], cells[3], *cells[5:]])
        for line in lines[first:]
    ]
    path.write_text("\n".join(lines) + "\n")


def runs_of(project):
    return set(pd.read_parquet(project.results / "models.parquet")["run_id"])


@pytest.mark.parametrize(
    "name",
    [
        "models.parquet",
        "tables/example_scores.parquet",
        "tables/task_agreement.csv",
        "answer.json",
    ],
)
def test_a_bit_that_was_flipped_is_said_and_the_result_made_anew(project, name):
    before = project.contents() | {"answer.json": (project.results / "answer.json").read_bytes()}
    flip(project.results / name, 60)
    output = project.run(*ALL_TABLES)
    assert f"Altered since it was written, so recomputed: {name}." in output
    after = project.contents() | {"answer.json": (project.results / "answer.json").read_bytes()}
    assert after == before


def test_every_damaged_result_is_made_anew_and_no_other(project):
    chunk = next((project.results / "scores").iterdir()).name
    for damaged, renewed in [
        (project.results / "scores" / chunk, "evaluate"),
        (project.results / "curves" / chunk, "evaluate"),
        (project.results / "fetch" / chunk.replace("parquet", "json"), "fetch"),
    ]:
        whole = damaged.read_bytes()
        flip(damaged, len(whole) // 2)
        assert project.jobs()[renewed] == 1
        damaged.write_bytes(whole)
    assert project.jobs() == {}


def test_a_table_that_was_edited_or_deleted_is_made_anew(project):
    table = next(path for path in (project.results / "tables" / "answer").iterdir())
    whole = table.read_text()
    table.write_text(whole.replace("1", "2", 1))
    assert project.jobs()["answer"] == 1
    table.unlink()
    assert project.jobs()["answer"] == 1
    shutil.rmtree(table.parent)
    assert project.jobs("results/test/answer.json")["answer"] == 1
    project.run(*ALL_TABLES)
    assert table.read_text() == whole


def test_a_plan_that_is_gone_hides_no_edit(tmp_path):
    # Where their number depends on the plan, nothing is known of chunks before it is there.
    project = Project(tmp_path / "project", chunks="null")
    project.run(*ALL_TABLES)
    before = project.contents()
    shutil.rmtree(project.results / "plan")
    table = project.results / "tables" / "answer" / "standings.csv"
    table.write_bytes(table.read_bytes()[:80])
    project.run(*ALL_TABLES)
    assert project.contents() == before
    assert project.jobs(*ALL_TABLES) == {}


def test_figures_are_drawn_without_the_results_of_chunks(project):
    for name in ("fetch", "scores", "curves", "comparison"):
        shutil.rmtree(project.results / name)
    shutil.rmtree(project.folder / "resources")
    (project.results / "figures" / "answer.png").unlink()
    assert set(project.jobs("figures")) == {"figures"}


def test_a_reader_refuses_what_was_altered_while_the_run_went_on(project):
    models = project.results / "models.parquet"
    flip(models, 60)
    # Without the look at all results that begins a run.
    common = project.results / "records" / "models.parquet.json"
    assert json.loads(common.read_text())["rule"] == "rank"
    from prgbench.run.errors import PrgbenchError
    from prgbench.run.result_records import StudyResults

    with pytest.raises(PrgbenchError, match=r"models\.parquet was altered after it was written"):
        StudyResults(project.results).read_inputs([models])


def test_a_failed_run_in_between_leaves_no_old_number(project):
    before = runs_of(project)
    exchange_scores(project)
    runs = project.folder / "archive" / "runs.csv"
    whole = runs.read_text()
    runs.write_text(whole.replace("1001,", "x1001,", 1))
    project.run(code=1)
    runs.write_text(whole)
    project.run(*ALL_TABLES)
    assert before - runs_of(project) == {1001}


@pytest.mark.parametrize("forget", [False, True])
def test_a_clock_that_was_set_back_and_a_folder_of_snakemake_that_is_gone_hide_no_edit(
    project, forget
):
    before = runs_of(project)
    if forget:
        shutil.rmtree(project.folder / ".snakemake")
        assert project.jobs() == {}
    else:
        set_back(project.results)
        assert project.jobs() == {}
    exchange_scores(project)
    project.run(*ALL_TABLES)
    assert before - runs_of(project) == {1001}
    assert project.jobs(*ALL_TABLES) == {}


@pytest.mark.slow
def test_results_of_a_rule_that_is_no_longer_there_are_made_anew(project):
    before = project.contents()
    for name in ("models.parquet", "scores/000.parquet"):
        record = project.results / "records" / f"{name}.json"
        record.write_text(json.dumps(json.loads(record.read_text()) | {"rule": "renamed"}))
    assert "models.parquet is stale" in project.run("verify_results", code=1)
    jobs = project.jobs(*ALL_TABLES)
    assert (jobs["evaluate"], jobs["rank"]) == (1, 1)
    project.run(*ALL_TABLES)
    assert project.contents() == before
    assert project.jobs(*ALL_TABLES) == {}


def test_settings_that_changed_without_the_folder_of_snakemake_are_noticed(project):
    shutil.rmtree(project.folder / ".snakemake")
    project.write(more="ranking: {top: 2}")
    assert "rank" in project.jobs()


def test_an_edit_of_a_measure_of_ones_own_or_of_what_it_imports_scores_again(project):
    (project.folder / "helper.py").write_text("SHOWN = 10\n")
    own = project.folder / "mine.py"
    own.write_text("from helper import SHOWN\n" + MEASURE.replace("[:10]", "[:SHOWN]"))
    assert project.jobs()["evaluate"] == 2
    project.run(*ALL_TABLES)
    before = pd.read_parquet(project.results / "models.parquet")["mine:top_ten"]
    own.write_text(own.read_text() + "# a comment\n")
    assert project.jobs(*ALL_TABLES) == {}
    (project.folder / "helper.py").write_text("SHOWN = 3\n")
    jobs = project.jobs()
    assert jobs["evaluate"] == 2
    # The edit may differ only on parts of the data, which jobs after the scores may draw.
    assert {"rank", "answer", "figures", "report"} < set(jobs)
    project.run(*ALL_TABLES)
    assert not pd.read_parquet(project.results / "models.parquet")["mine:top_ten"].equals(before)


def test_a_file_that_a_measure_reads_counts_if_it_is_named(project):
    shown = project.folder / "shown.txt"
    shown.write_text("10")
    (project.folder / "mine.py").write_text(
        MEASURE.replace("[:10]", '[:int(open("shown.txt").read())]')
    )
    project.write(more="depends: [shown.txt]")
    project.run(*ALL_TABLES)
    before = project.contents()
    shown.write_text("3")
    jobs = project.jobs()
    assert jobs["evaluate"] == 2
    assert {"rank", "answer", "figures", "report"} < set(jobs)
    assert "models.parquet is stale: the code behind it" in project.run("verify_results", code=1)
    project.run(*ALL_TABLES)
    changed = {name for name, content in project.contents().items() if content != before[name]}
    assert {"models.parquet", "standings.csv", "task_agreement.csv"} < changed
    shown.unlink()
    assert (
        project.run(code=1)
        .splitlines()[-1]
        .endswith(
            "shown.txt, named by `depends`, can't be read (No such file or directory): correct it."
        )
    )


def test_the_index_of_a_folder_is_looked_at_by_every_run(project):
    tasks = project.folder / "archive" / "tasks.csv"
    whole = tasks.read_text()
    tasks.write_text(whole.replace("no|yes", "yes|no"))
    assert project.jobs()["plan"] == 1
    tasks.write_text(whole)
    assert project.jobs() == {}


def test_a_plan_that_was_edited_ends_in_one_sentence(project):
    plan = project.results / "plan" / "plan.json"
    plan.write_text(plan.read_text().replace("weka", "weko", 1))
    output = project.run(code=1)
    assert "results/test/plan/plan.json was altered after it was written: restore it" in output
    assert "Traceback" not in output


def test_verify_results_says_what_is_altered_missing_and_stale(project, capsys, monkeypatch):
    told = project.run("verify_results")
    assert "All results in results/test and their remaining inputs are unmodified" in told
    monkeypatch.chdir(project.folder)
    assert main(["verify-results", "results/test"]) == 0
    flip(project.results / "models.parquet", 60)
    (project.results / "tables" / "tasks.csv").unlink()
    (project.results / "notes.txt").write_text("mine")
    capsys.readouterr()
    assert main(["verify-results", "results/test"]) == 1
    printed = capsys.readouterr()
    assert printed.out.splitlines() == [
        "models.parquet is altered",
        "notes.txt is without a record",
        "tables/tasks.csv is missing",
    ]
    assert "3 results of results/test should be recomputed" in printed.err
    project.write(more="ranking: {top: 2}")
    output = project.run("verify_results", code=1)
    assert "tables/agreement.csv is stale: its settings have changed since" in output
    project.write()
    study = project.folder / "config" / "studies" / "test.yaml"
    study.write_text(study.read_text().replace("{formats:", "{scatter_tasks: [1, 2], formats:"))
    output = project.run("verify_results", code=1)
    assert "tables/examples.json is stale: its settings have changed since" in output
    assert " results made from these" in output


def test_what_nobody_ran_has_no_records(tmp_path, capsys):
    assert main(["verify-results", str(tmp_path)]) == 1
    assert "has no records of results: run the study to write them" in capsys.readouterr().err


def test_records_name_the_versions_that_decide_numbers(finished):
    record = json.loads((finished.results / "records" / "models.parquet.json").read_text())
    assert record["versions"]["pandas"] == pd.__version__


def test_results_of_several_versions_are_said_to_be(project):
    record = project.results / "records" / "scores" / "000.parquet.json"
    record.write_text(record.read_text().replace(pd.__version__, "1.5.3"))
    (project.results / "answer.json").unlink()
    project.run("results/test/answer.json")
    [warning] = json.loads((project.results / "answer.json").read_text())["warnings"]
    assert f"with several versions of pandas (1.5.3, {pd.__version__})" in warning["text"]


def test_a_pipe_in_the_place_of_a_note_on_progress_is_not_waited_for(project):
    # The jobs of a stage read the notes of each other.
    [note, *_] = sorted((project.results / "progress" / "fetch").glob("*.txt"))
    note.unlink()
    os.mkfifo(note)
    flip(project.results / "fetch" / f"{note.stem}.json", 5)
    output = project.run("--dry-run", code=1)
    assert output.splitlines()[-1].endswith(
        "is a pipe, a socket or a device: remove it; a run that is not a dry run removes it, too."
    )
    output = project.run(*ALL_TABLES)
    assert f"{note.relative_to(project.folder)} was no file, so it was removed." in output
    assert project.jobs(*ALL_TABLES) == {}
