"""What the server calls no results: an empty list, or a query that failed."""

import itertools
import time
from collections import Counter

import pytest

from archive_server import ArchiveServer, Content, GeneratedArchive, failing, faults
from prgbench.sources.errors import ArchiveUnreachableError
from prgbench.sources.exclusions import Reason
from prgbench.sources.openml.source import OpenMLSource
from prgbench.sources.tasks import TaskQuery
from prgbench.study.make_plan import make_plan
from prgbench.study.plan_text import describe
from prgbench.study.selection import Selection

ALL = TaskQuery()


@pytest.fixture
def generated(tmp_path):
    return GeneratedArchive(
        tmp_path / "generated", n_tasks=60, n_flows=3, n_instances=20, evaluated=False
    )


def found(archive, server):
    """Return the runs of all tasks of the server."""
    tasks = list(server.content.tasks.values())
    return {task.task_id: runs for task, runs in archive.candidate_runs(tasks)}


def there(server):
    return {task_id: server.content.runs_of([task_id]) for task_id in server.content.tasks}


def empty(server, tasks):
    for run in server.content.runs_of(tasks):
        del server.content.runs[run.run_id]


@pytest.mark.parametrize("most", [1, 3, 12])
def test_queries_for_many_tasks_that_fail(most, archive, server):
    server.routes.failing = [failing.many_tasks(most)]
    assert found(archive, server) == there(server)


@pytest.mark.parametrize("times", [1, 2, 5])
def test_first_queries_that_fail(times, archive, server):
    server.routes.failing = [failing.first("evaluation", times)]
    assert found(archive, server) == there(server)


def test_queries_that_fail_from_the_first_one_on_stop_the_plan(archive, server):
    server.routes.failing = [failing.first("evaluation", 60)]
    with pytest.raises(ArchiveUnreachableError, match="as when its query fails"):
        found(archive, server)
    server.routes.failing.clear()
    assert found(archive, server) == there(server)


def test_a_task_whose_query_fails_is_left_out_and_named(archive, server):
    def fails(kind, filters):
        return kind == "evaluation" and "6" in filters["task"].split(",")

    server.routes.failing = [fails]
    listed = there(server)
    assert found(archive, server) == {t: runs for t, runs in listed.items() if t != 6}
    plan = make_plan(archive, "test", Selection(min_flows=3, models=3, spares=0))
    left_out = {e.task_id for e in plan.excluded_tasks if e.reason is Reason.NOT_LISTED}
    assert left_out == {6}
    assert (
        "The server did not answer for task 6, which is left out for now: a new plan asks again. "
        "To ask now, add `--config again=1` to the command." in describe(plan)
    )
    server.routes.failing.clear()
    assert found(archive, server) == listed


@pytest.mark.parametrize("status", [500, 404])
def test_a_task_whose_query_fails_otherwise_is_left_out_too(status, archive, server):
    server.fail(r"/task/([0-9,]+,)?7(,[0-9,]+)?/", faults.html(status), float("inf"))
    listed = there(server)
    assert found(archive, server) == {t: runs for t, runs in listed.items() if t != 7}


def test_queries_that_fail_for_a_part_of_the_plan_stop_it(archive, server):
    def heavy(kind, filters):
        return kind == "evaluation" and {7, 20, 30, 45} & set(map(int, filters["task"].split(",")))

    server.routes.failing = [heavy]
    with pytest.raises(ArchiveUnreachableError, match=r"no evaluated runs of task (7|20|30|45),"):
        found(archive, server)


def test_lost_tables_are_waited_for(archive, server):
    n_calls = itertools.count()
    lost = []

    def rule(kind, _):
        if kind == "task" or (kind == "evaluation" and next(n_calls) < 1):
            return False
        lost.append(time.monotonic())
        return time.monotonic() - lost[0] < 1.0

    server.routes.failing = [rule]
    assert found(archive, server) == there(server)
    assert len(lost) > 2


def test_tasks_that_an_answer_for_many_lacks(archive, server):
    server.routes.left_out = {2, 3, 30, 60}
    assert found(archive, server) == there(server)
    assert server.count("evaluation/list") == 3 + 4


@pytest.mark.parametrize(
    ("without", "expected"),
    [
        # 36 calls for 25 tasks each; each task without rows alone, and beside another
        (range(3, 901, 3), {"evaluation": 36 + 2 * 300}),
        (range(1, 301), {"evaluation": 36 + 2 * 300}),
    ],
)
def test_how_many_requests_900_tasks_take_of_which_300_have_no_run(without, expected, tmp_path):
    generated = GeneratedArchive(
        tmp_path / "many", n_tasks=900, n_flows=1, n_instances=20, evaluated=False
    )
    with ArchiveServer(Content.of(generated)) as server:
        empty(server, without)
        archive = OpenMLSource(tmp_path / "store", server.address, requests_per_second=1e4)
        runs = found(archive, server)
        assert [task_id for task_id in sorted(runs) if not runs[task_id]] == list(without)
        asked = Counter(request.path.split("/")[4] for request in server.requests)
        assert asked == expected


def test_the_plan_counts_tasks_without_runs(archive, server):
    empty(server, [2, 4])
    empty_but_one = server.content.runs_of([6])[1:]
    for run in empty_but_one:
        del server.content.runs[run.run_id]
    plan = make_plan(archive, "test", Selection(min_flows=3, models=3, spares=0))
    reasons = {exclusion.task_id: exclusion.reason for exclusion in plan.excluded_tasks}
    assert {task: reasons[task] for task in (2, 4, 6)} == {
        2: Reason.NO_RUNS,
        4: Reason.NO_RUNS,
        6: Reason.FEW_FLOWS,
    }
    assert "2 without evaluated runs" in describe(plan)
