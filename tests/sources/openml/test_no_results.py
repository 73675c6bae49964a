"""What the server calls no results: an empty list, or a query that failed."""

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from archive_server import ArchiveServer, Content, GeneratedArchive, failing, faults
from prgbench.run.errors import PrgbenchError
from prgbench.sources.interface import ArchiveUnreachableError, Reason, Run, Task, TaskQuery
from prgbench.sources.openml.source import OpenMLSource
from prgbench.study.plan import describe, make_plan
from prgbench.study.selection import Selection

ALL = TaskQuery()
ALWAYS = float("inf")

OpenArchive = Callable[..., OpenMLSource]


@pytest.fixture(autouse=True)
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("prgbench.sources.openml.listings.FIRST_WAIT", 0.001)


@pytest.fixture
def generated(tmp_path: Path) -> GeneratedArchive:
    return GeneratedArchive(
        tmp_path / "generated", n_tasks=60, n_flows=3, n_instances=20, evaluated=False
    )


def found(archive: OpenMLSource, server: ArchiveServer) -> dict[int, list[Run]]:
    """Return the runs of all tasks of the server."""
    tasks = list(server.content.tasks.values())
    return {task.task_id: runs for task, runs in archive.candidate_runs(tasks)}


def there(server: ArchiveServer) -> dict[int, list[Run]]:
    return {task_id: server.content.runs_of([task_id]) for task_id in server.content.tasks}


def empty(server: ArchiveServer, tasks: range | list[int]) -> None:
    for run in server.content.runs_of(tasks):
        del server.content.runs[run.run_id]


@pytest.mark.parametrize("most", [1, 3, 12])
def test_queries_for_many_tasks_that_fail(
    most: int, archive: OpenMLSource, server: ArchiveServer
) -> None:
    server.routes.failing = [failing.many_tasks(most)]
    assert found(archive, server) == there(server)


@pytest.mark.parametrize("times", [1, 2, 5, 30])
def test_first_queries_that_fail(times: int, archive: OpenMLSource, server: ArchiveServer) -> None:
    server.routes.failing = [failing.first("evaluation", times)]
    assert found(archive, server) == there(server)


def test_tasks_that_an_answer_for_many_lacks(archive: OpenMLSource, server: ArchiveServer) -> None:
    server.routes.left_out = {2, 3, 30, 60}
    assert found(archive, server) == there(server)
    assert server.count("evaluation/list") == 3 + 4


def test_a_task_whose_query_is_too_much_in_big_pages(
    archive: OpenMLSource, server: ArchiveServer
) -> None:
    server.routes.left_out = {7}
    server.routes.failing = [
        lambda kind, filters: (
            filters.get("task") == "7" and failing.big_pages("evaluation", 5_000)(kind, filters)
        )
    ]
    assert found(archive, server) == there(server)


def test_that_a_task_has_no_run_is_believed_when_two_lists_say_so(
    archive: OpenMLSource, server: ArchiveServer
) -> None:
    empty(server, [5])
    assert found(archive, server) == there(server)
    assert server.count("evaluation/list/.*/task/5/limit/10000/") == 1
    assert server.count("run/list/task/5/limit/1/") == 1


def test_that_no_run_was_evaluated_is_believed_after_smaller_pages(
    archive: OpenMLSource, server: ArchiveServer
) -> None:
    server.content.engines = {run.run_id: () for run in server.content.runs_of([5])}
    assert found(archive, server) == there(server) | {5: []}
    assert server.count("run/list/task/5/limit/1/") == 1
    assert server.count("evaluation/list/.*/task/5/limit/1000/") == 3


@pytest.fixture
def small_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("prgbench.sources.openml.listings.PAGE_ROWS", (30, 27))


@pytest.mark.usefixtures("small_pages")
def test_a_page_that_fails_after_a_full_one_is_asked_again(
    archive: OpenMLSource, server: ArchiveServer
) -> None:
    later = failing.later_pages("evaluation")
    server.routes.failing = [failing.first("evaluation", 2, later)]
    task = server.content.tasks[1]
    _more_runs(server, task, 100)
    ((_, runs),) = archive.candidate_runs([task])
    assert runs == server.content.runs_of([1])
    offsets = [request.path.rsplit("/", 1)[1] for request in server.requests]
    assert offsets == ["0", "29", "29", "29", "58", "87"]


@pytest.mark.usefixtures("small_pages")
def test_pages_that_go_on_to_fail_are_one_sentence(
    archive: OpenMLSource, server: ArchiveServer
) -> None:
    server.routes.failing = [failing.later_pages("evaluation")]
    task = server.content.tasks[1]
    _more_runs(server, task, 100)
    with pytest.raises(ArchiveUnreachableError, match=r'says "no results" of .*which must have'):
        list(archive.candidate_runs([task]))


@pytest.mark.usefixtures("small_pages")
@pytest.mark.parametrize(("n_runs", "n_calls"), [(29, 1), (30, 2), (31, 2), (59, 3), (60, 3)])
def test_a_list_that_ends_at_the_border_of_a_page_costs_no_more_calls(
    n_runs: int, n_calls: int, archive: OpenMLSource, server: ArchiveServer
) -> None:
    task = server.content.tasks[1]
    _more_runs(server, task, n_runs)
    ((_, runs),) = archive.candidate_runs([task])
    assert len(runs) == n_runs
    assert server.count("evaluation/list") == n_calls


def test_nothing_is_asked_twice_on_one_day(
    open_archive: OpenArchive, server: ArchiveServer
) -> None:
    empty(server, [*range(1, 26), 40, 50])
    first = found(open_archive(), server)
    n_requests = len(server.requests)
    assert found(open_archive(), server) == first == there(server)
    assert len(server.requests) == n_requests


@pytest.mark.parametrize(
    ("without", "expected"),
    [
        # 36 calls for 25 tasks each; each task without rows alone, and its runs
        (range(3, 901, 3), {"evaluation": 36 + 300, "run": 300}),
        # 12 calls without any row, in halves down to four tasks: 14 calls more each
        (range(1, 301), {"evaluation": 36 + 12 * 14 + 300, "run": 300}),
    ],
)
def test_how_many_requests_900_tasks_take_of_which_300_have_no_run(
    without: range, expected: dict[str, int], tmp_path: Path
) -> None:
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


def test_the_plan_counts_tasks_without_runs(archive: OpenMLSource, server: ArchiveServer) -> None:
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
    assert "2 no evaluated run" in describe(plan)


@pytest.mark.parametrize("code", [372, 482, 512, 542])
def test_a_list_of_all_tasks_that_fails_once(
    code: int, archive: OpenMLSource, server: ArchiveServer
) -> None:
    server.fail("task/list", faults.error(code, "No results"))
    assert len(archive.tasks(ALL).tasks) == 60
    assert server.count("task/list/type/1/status/all/limit/1000/offset/0") == 1


def test_a_list_of_all_tasks_that_fails_is_one_sentence(
    archive: OpenMLSource, server: ArchiveServer
) -> None:
    server.routes.failing = [lambda kind, _: kind == "task"]
    expected = re.escape(
        f"{server.address} lists no classification task at all, which is also what it says when "
        "its query fails: try again later, or name a few under `tasks` in the study file."
    )
    with pytest.raises(PrgbenchError, match=f"^{expected}$"):
        archive.tasks(ALL)


def test_tasks_that_are_asked_for_by_id_and_not_listed(
    archive: OpenMLSource, server: ArchiveServer, generated: GeneratedArchive
) -> None:
    server.routes.failing = [failing.first("task", 1)]
    assert archive.tasks(TaskQuery(task_ids=(3, 4))).tasks == generated.tasks(ALL).tasks[2:4]
    assert server.count("/task/[34]$") == 2


def _more_runs(server: ArchiveServer, task: Task, n_runs: int) -> None:
    template = server.content.runs_of([task.task_id])[0]
    fields = {name: getattr(template, name) for name in Run.__dataclass_fields__}
    for flow_id in range(1, n_runs + 1):
        run = Run(**fields | {"run_id": 100_000 + flow_id, "flow_id": flow_id})
        server.content.runs[run.run_id] = run
