"""A study whose memory is gone or of another time never gives numbers of another draw."""

import shutil

import pandas as pd
import pytest

from forked_snakemake import run_snakemake
from workflow_project import Project

RECORD = "records/plan/plan.json.json"
MODELS = "results/test/models.parquet"


def runs_of(project):
    return set(pd.read_parquet(project.folder / MODELS)["run_id"])


def outcome(project):
    """Run the study; return its exit code and what it printed."""
    path = [str(project.code / "src"), *map(str, project.path)]
    return run_snakemake(project.arguments(MODELS), path, project.folder)


@pytest.fixture(scope="module")
def redrawn(finished, tmp_path_factory):
    """Return a copy of the finished project that was drawn again with another seed."""
    folder = tmp_path_factory.mktemp("redrawn") / "project"
    project = Project(shutil.copytree(finished.folder, folder))
    project.write(seed=2)
    status, output = outcome(project)
    assert status == 0, output
    assert runs_of(project) != runs_of(finished)
    return project


@pytest.mark.parametrize("form", ["lost", "empty", "damaged"])
def test_a_plan_without_its_record_is_drawn_again(project, redrawn, form):
    record = project.results / RECORD
    if form == "lost":
        record.unlink()
    else:
        record.write_bytes(b"" if form == "empty" else record.read_bytes()[:-9])
    project.write(seed=2)
    status, output = outcome(project)
    assert status == 0, output
    assert runs_of(project) == runs_of(redrawn)


@pytest.mark.parametrize(
    "restored",
    [("plan",), ("records",), ("plan", "records/plan"), ("scores", "models.parquet")],
    ids=" and ".join,
)
def test_a_partly_restored_backup_is_refused_or_made_good(redrawn, finished, tmp_path, restored):
    project = Project(shutil.copytree(redrawn.folder, tmp_path / "copy"))
    for name in restored:
        source = finished.results / name
        target = project.results / name
        if source.is_dir():
            shutil.rmtree(target)
            shutil.copytree(source, target)
        else:
            shutil.copy2(source, target)
    for _ in range(2):
        status, output = outcome(project)
        if status == 0:
            assert runs_of(project) == runs_of(redrawn)
        else:
            assert "plan/plan.json was altered after it was written" in output
