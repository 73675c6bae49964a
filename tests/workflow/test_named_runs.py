"""A study that names its runs in a file, on a server that has no lists: from check to page."""

import pytest

from archive_server import SMALL, ArchiveServer, Content, GeneratedArchive, faults
from prgbench.study.plan import Plan
from workflow_project import OfServer


@pytest.fixture
def server(tmp_path):
    with ArchiveServer(Content.of(GeneratedArchive(tmp_path / "generated", **SMALL))) as started:
        started.fail("/list", faults.html(404), float("inf"))
        yield started


@pytest.mark.timeout(900)
@pytest.mark.parametrize("api", ["v1", pytest.param("v2", marks=pytest.mark.slow)])
def test_a_study_of_named_runs_needs_no_list(tmp_path, server, api):
    server.routes.api = api
    settings = (f"server={server.address}", "requests_per_second=1000", f"api={api}")
    project = OfServer(tmp_path / "of-server", settings=settings)
    named = project.folder / "runs.csv"
    rows = [f"{run.task_id},{run.run_id}" for run in server.content.runs_of({2, 4})]
    named.write_text("\n".join(["task_id,run_id", *rows]))
    project.write(tasks="null", more="  runs: runs.csv")
    checked = project.run("check")
    assert "- lists: the server does not send those of " in checked
    assert "This study names its runs;" in checked
    n_lists = server.count("/list")

    project.run()
    assert server.count("/list") == n_lists
    plan = Plan.read(project.results / "plan" / "plan.json")
    # The study asks for four models of each task.
    assert [(task.task_id, len(task.candidates)) for task in plan.tasks] == [(2, 6), (4, 6)]
    assert "4 models" in (project.results / "report.md").read_text(encoding="utf-8")
    assert project.jobs() == {}

    named.write_text("\n".join(["task_id,run_id", *rows[:-1]]))
    assert "plan" in project.jobs()
