"""Into how many jobs a stage is cut changes how long a run takes and nothing else."""

import re

import pandas as pd
import pytest

from folder_archives import make_folder, make_task
from prgbench.study.chunks import chunk_of
from workflow_project import ALL_TABLES, MEASURE, TASKS, Project

MODELS = "results/test/models.parquet"
LARGEST_COMPARED = 1_000_000
"""Larger files, in bytes, Snakemake compares by their times alone, unless told otherwise."""


class LargePlan(Project):
    """A project whose flows have names so long that a task takes 400,000 bytes of the plan."""

    def make(self) -> None:
        make_folder(self.folder / "archive", [make_task(task_id) for task_id in range(1, 7)], 45)
        runs = self.folder / "archive" / "runs.csv"
        long = runs.read_text(encoding="utf-8").replace("weka.", f"weka.{'x' * 9_900}")
        runs.write_text(long, encoding="utf-8")
        (self.folder / "mine.py").write_text(MEASURE)
        self.write()


@pytest.mark.slow
def test_another_number_of_chunks_loses_no_task_and_plans_nothing(project):
    before = pd.read_parquet(project.results / "models.parquet")
    for n_chunks in (1, 3):
        project.chunks = n_chunks
        project.write()
        jobs = project.jobs(MODELS)
        assert jobs["chunks"] == 1
        assert "plan" not in jobs
        counts = re.findall(r"Evaluating: (\d+) of 4 tasks", project.run(MODELS))
        assert max(map(int, counts)) == len(TASKS)
        # Those of other chunks are gone: a copy of the study has no times to tell them by.
        assert len(list(project.results.glob("progress/evaluate/*.txt"))) == n_chunks
        pd.testing.assert_frame_equal(pd.read_parquet(project.results / "models.parquet"), before)


def chunks_of(rule, output):
    """Return the chunks for which a rule ran, by what Snakemake printed."""
    ran = re.findall(rf"rule {rule}:.*?wildcards: chunk=(\d+)", output, re.DOTALL)
    return list(map(int, ran))


def test_large_parts_of_a_plan_are_compared_by_what_they_say(tmp_path):
    scores = [f"results/test/scores/{name}.parquet" for name in ("000", "001")]
    project = LargePlan(tmp_path / "project", spares=40)
    project.run(*scores)
    unchanged = project.results / "plan" / "chunks" / f"{chunk_of(1, project.chunks):03d}.json"
    assert unchanged.stat().st_size > LARGEST_COMPARED
    project.write(tasks=[*TASKS, 5])
    assert chunks_of("evaluate", project.run("--verbose", *scores)) == [
        chunk_of(5, project.chunks)
    ]


def test_there_are_as_many_chunks_as_the_tasks_are_worth(tmp_path, project):
    by_default = Project(tmp_path / "by_default", chunks="null")
    # What comes after the plan is known when it is there.
    assert by_default.jobs(MODELS) == {"plan": 1, "chunks": 1, "rank": 1}
    by_default.run(MODELS)
    assert sorted(p.stem for p in (by_default.results / "scores").iterdir()) == ["000", "001"]
    models, same = (pd.read_parquet(p.results / "models.parquet") for p in (by_default, project))
    pd.testing.assert_frame_equal(models, same)
    by_default.write(tasks=[TASKS[0]])
    by_default.run(MODELS)
    assert set(pd.read_parquet(by_default.results / "models.parquet")["task_id"]) == {TASKS[0]}
    assert "evaluate" not in by_default.jobs(MODELS)


def test_half_of_the_tasks_give_results_on_the_way_and_all_the_same_as_ever(project):
    before = project.contents()
    project.settings = ("smallest=50",)
    assert "plan" not in project.jobs(MODELS)
    project.run(MODELS, "results/test/answer.json", "results/test/tables/exclusions.csv")
    assert pd.read_parquet(project.results / "models.parquet")["task_id"].nunique() == 2
    answer = (project.results / "answer.json").read_text(encoding="utf-8")
    assert "These are the 2 tasks with the smallest files of the 4 in the plan" in answer
    counts = (project.results / "tables" / "exclusions.csv").read_text(encoding="utf-8")
    assert "plan,task,left for later by `smallest`,2" in counts
    project.settings = ()
    project.run(*ALL_TABLES)
    assert project.contents() == before
