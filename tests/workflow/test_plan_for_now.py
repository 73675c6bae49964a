"""A plan that lacks tasks because nobody answered for them is drawn anew if asked for."""

import pytest

from archive_server import ArchiveServer, Content, GeneratedArchive, faults
from prgbench.study.plan import Plan
from workflow_project import OfServer

SENTENCE = "which is left out for now: a new plan asks again. To ask now, add --config"


@pytest.fixture
def server(tmp_path):
    archive = GeneratedArchive(
        tmp_path / "generated", n_tasks=84, n_flows=6, n_instances=40, evaluated=False
    )
    with ArchiveServer(Content.of(archive)) as started:
        yield started


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_plan_that_lacks_a_task_is_drawn_anew_at_once(tmp_path, server):
    settings = (f"server={server.address}", "requests_per_second=1000")
    project = OfServer(tmp_path / "of-server", settings=settings)
    path = project.results / "plan" / "plan.json"
    # Those with an odd number have another estimation procedure.
    tasks = [task_id for task_id in server.content.tasks if task_id % 2 == 0]
    lost = server.content.tasks[tasks[-1]]
    project.write(tasks=tasks)
    server.fail(f"task/([0-9,]+,)?{lost.task_id}(,[0-9,]+)?/limit", faults.html(404), float("inf"))
    first = project.run("results/test/plan/plan.json")
    assert SENTENCE in first
    assert lost.task_id not in {task.task_id for task in Plan.read(path).tasks}

    server.heal()
    assert "plan" not in project.jobs("results/test/plan/plan.json")
    project.settings = (*project.settings, "again=1")
    assert SENTENCE not in project.run("results/test/plan/plan.json")
    assert [task.task_id for task in Plan.read(path).tasks] == tasks
    assert "plan" not in project.jobs("results/test/plan/plan.json")
