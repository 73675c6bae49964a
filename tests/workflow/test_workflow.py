"""The pipeline as its users run it, on a small archive in a folder."""

import os
import re
import shutil
import signal
import subprocess
import time

import pandas as pd
import pytest
from filelock import FileLock

from prgbench.study.chunks import chunk_of
from prgbench.study.plan import Plan
from workflow_project import ALL_TABLES, TASKS, Project

MODELS = "results/test/models.parquet"
AGREEMENT = "results/test/tables/agreement.csv"


def test_a_run_ends_with_tables_figures_and_report(finished):
    models = pd.read_parquet(finished.results / "models.parquet")
    assert models.groupby("task_id").size().to_dict() == dict.fromkeys(TASKS, 4)
    assert models["rank_auprg"].between(1, 4).all()
    report = (finished.results / "report.md").read_text()
    assert "4 tasks on 3 data sets, 16 models" in report
    assert "\ntest archive · planned " in report
    page = (finished.results / "report" / "index.html").read_text()
    assert "seed: 2015" in page
    assert "OpenML" not in report


def test_a_second_run_finds_nothing_to_do(finished):
    assert "Nothing to be done" in finished.run()


def test_fetched_fetches_and_goes_on_with_what_is_missing(tmp_path):
    project = Project(tmp_path / "project")
    files = [project.results / "fetch" / f"{chunk:03d}.json" for chunk in range(project.chunks)]
    output = project.run("fetched")
    assert output.splitlines()[-1] == (
        "Done. Look at results/test/fetch/000.json and results/test/fetch/001.json"
    )
    assert all(file.exists() for file in files)
    assert not (project.results / "scores").exists()
    files[0].unlink()
    project.run("fetched")
    assert files[0].exists()


def test_two_more_tasks_run_their_chunks_alone(project):
    [chunk] = {chunk_of(task_id, project.chunks) for task_id in (5, 6)}
    project.write(tasks=[*TASKS, 5, 6])
    output = project.run("--verbose", MODELS)
    for rule in ("fetch", "evaluate"):
        ran = re.findall(rf"rule {rule}:.*?wildcards: chunk=(\d+)", output, re.DOTALL)
        assert list(map(int, ran)) == [chunk]
    assert len(pd.read_parquet(project.results / "models.parquet")) == 24


def test_another_seed_changes_the_plan_and_what_depends_on_it(project):
    before = pd.read_parquet(project.results / "models.parquet")
    project.write(seed=2)
    assert set(project.jobs()) >= {"plan", "fetch", "evaluate", "rank", "figures"}
    project.run(MODELS)
    after = pd.read_parquet(project.results / "models.parquet")
    assert set(after["run_id"]) != set(before["run_id"])


def test_another_look_of_the_figures_draws_figures_alone(project):
    style = project.folder / "config" / "figures.mplstyle"
    style.write_text(style.read_text().replace("font.size: 9", "font.size: 8"))
    assert project.jobs() == {"figures": 1, "report": 1, "all": 1}


def test_figures_are_drawn_again_without_the_store(project):
    before = {path.name for path in (project.results / "figures").iterdir()}
    shutil.rmtree(project.results / "figures")
    shutil.rmtree(project.folder / "resources")
    assert project.jobs("figures") == {"figures": 1}
    project.run("figures")
    assert {path.name for path in (project.results / "figures").iterdir()} == before
    figures = {"answer.png", "area_scatter.png", "rank_heatmap.png", "standings.png"}
    assert figures | {"who_wins_where.png", "choosing.png", "if_alike.png"} <= before


def test_a_plan_gives_somebody_else_the_same_study(finished, tmp_path):
    other = Project(tmp_path / "other")
    shutil.copy(finished.results / "plan" / "plan.json", other.folder / "handed.json")
    other.write(tasks=[6], seed=99, more="plan: handed.json")
    other.run(MODELS, AGREEMENT)
    for name in (MODELS, AGREEMENT):
        assert (other.folder / name).read_bytes() == (finished.folder / name).read_bytes()


def test_plan_stops_after_the_plan_and_prints_the_cost(tmp_path):
    project = Project(tmp_path / "project")
    output = project.run("plan")
    assert "4 tasks on 3 data sets, 6 flows, 16 prediction files" in output
    assert len(Plan.read(project.results / "plan" / "plan.json").tasks) == 4
    assert not (project.results / "fetch").exists()


def test_a_measure_of_ones_own_takes_one_function_and_one_line(finished):
    report = (finished.results / "report.md").read_text()
    assert "top_ten" in report
    assert "mine:top_ten" not in report
    models = pd.read_parquet(finished.results / "models.parquet")
    assert models["mine:top_ten"].between(0, 1).all()
    best = models[models["rank_mine:top_ten"] < 1.5]
    greatest = models.groupby("task_id")["mine:top_ten"].max()
    assert best["mine:top_ten"].tolist() == greatest[best["task_id"]].tolist()


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (
            "chunk: 3",
            "config/studies/test.yaml: unknown key 'chunk'. Did you mean chunks?",
        ),
        ("ranking: {decimals: many}", "ranking.decimals: 'many' is not allowed; it should be a"),
        ("chunks: 4", "the key 'chunks' appears twice"),
    ],
)
def test_a_wrong_study_file_stops_with_one_sentence(project, more, sentence):
    project.write(more=more)
    output = project.run(code=1)
    assert sentence in output.splitlines()[-1]
    assert "Traceback" not in output


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (
            b"study: demo\nstudy: paper\n",
            "config/config.yaml is not YAML: the key 'study' appears twice",
        ),
        (b"study: caf\xe9\n", "config/config.yaml is not in UTF-8 (byte 10)"),
    ],
)
def test_a_wrong_configuration_stops_with_one_sentence(project, content, sentence):
    (project.folder / "config" / "config.yaml").write_bytes(content)
    output = project.run(code=1)
    assert sentence in output.splitlines()[-1]
    assert "Traceback" not in output


def test_failures_of_jobs_are_one_sentence_too(project):
    project.write(tasks=[77])
    output = project.run(code=1)
    last = output.splitlines()[-1]
    assert last.startswith("prgbench: Study test: no task of the test archive is left")
    assert "6 not among the tasks asked for" in last
    assert "Traceback" not in output


@pytest.mark.parametrize(
    ("how", "last"),
    [
        (signal.SIGINT, "Interrupted: the same command continues from here."),
        (signal.SIGKILL, None),
    ],
)
def test_an_interrupted_run_goes_on_to_the_same_end(finished, tmp_path, how, last):
    project = Project(tmp_path / "project")
    with (tmp_path / "said.txt").open("w+") as said:
        process = subprocess.Popen(project.command(), start_new_session=True, stderr=said)
        bundles = project.store / "bundles"
        while process.poll() is None and len(list(bundles.glob("*.parquet"))) < 2:
            time.sleep(0.02)
        os.killpg(process.pid, how)
        assert process.wait() == (-how if last is None else 1)
        said.seek(0)
        assert last is None or said.read().splitlines()[-1] == last
    written = {path.name: path.stat().st_mtime_ns for path in bundles.glob("*.parquet")}
    assert not (project.results / "report.md").exists()
    project.run(*ALL_TABLES)
    assert project.contents() == finished.contents()
    for name, mtime in written.items():
        assert (bundles / name).stat().st_mtime_ns == mtime


def test_two_runs_of_a_study_do_not_meet(project):
    shutil.rmtree(project.results / "figures")
    with FileLock(project.results / ".lock"):
        output = project.run("figures", code=1)
    assert output.splitlines()[-1].startswith("Another run is using results/test")
    assert not (project.results / "figures").exists()


def test_a_run_that_ends_without_its_targets_does_not_end_with_0(tmp_path):
    # Snakemake 9 forgets the jobs of a rule that `--until` names once a checkpoint has ended.
    output = Project(tmp_path / "project").run("--until", "fetch", code=1)
    assert output.splitlines()[-1].startswith("The run ended without results/test/fetch/00")
