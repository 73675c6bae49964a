"""What a person sees while a study is planned, and the sentences about what is not there."""

from dataclasses import replace
from pathlib import Path

import pytest

from archive_server import ArchiveServer, Content, GeneratedArchive, failing, faults
from prgbench.run.errors import PrgbenchError
from prgbench.run.listener import Listener
from prgbench.sources.interface import Exclusion, Reason, TaskQuery
from prgbench.sources.openml.source import OpenMLSource
from prgbench.study.plan import make_plan
from prgbench.study.selection import Selection

Step = tuple[str, int, int | None]


class Noting(Listener):
    """Note all steps."""

    def __init__(self) -> None:
        self.steps: list[Step] = []

    def step(self, what: str, done: int, total: int | None = None) -> None:
        self.steps.append((what, done, total))


@pytest.fixture(autouse=True)
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("prgbench.sources.openml.listings.FIRST_WAIT", 0.001)


def test_planning_tells_what_it_does(archive: OpenMLSource, server: ArchiveServer) -> None:
    archive.listener = listener = Noting()
    for run in server.content.runs_of([2, 3]):
        del server.content.runs[run.run_id]
    selection = Selection(
        tasks=(1, 2, 3, 4, 99), estimation_procedures=(1, 3), min_flows=2, models=2, spares=0
    )
    make_plan(archive, "test", selection)
    assert listener.steps == [
        ("listing tasks", 1, None),
        ("asking for classes", 1, 2),
        ("asking for classes", 2, 2),
        ("asking for unlisted tasks", 1, 1),
        ("asking for evaluated runs", 1, 1),
        ("asking again for evaluated runs", 1, 2),
        ("asking again for evaluated runs", 2, 2),
    ]


def test_pages_of_the_list_of_tasks_are_told(
    archive: OpenMLSource, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("prgbench.sources.openml.listings.PAGE_ROWS", (2,))
    archive.listener = listener = Noting()
    assert len(archive.tasks(TaskQuery()).tasks) == 4
    pages = [step for step in listener.steps if step[0] == "listing tasks"]
    assert pages == [("listing tasks", number, None) for number in (1, 2, 3, 4)]


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        (
            TaskQuery(suite="CC19"),
            "{} has no suite 'CC19' (Study does not exist.): correct `suite` in the study file.",
        ),
        (
            TaskQuery(suite="empty"),
            "The suite 'empty' of {} has no tasks: correct `suite` in the study file.",
        ),
        (
            TaskQuery(suite="few", task_ids=(4,)),
            "None of the tasks asked for is in the suite 'few': correct `tasks` or `suite` in the "
            "study file.",
        ),
        (
            TaskQuery(tags=("study_1", "nothing")),
            "{} has no classification task with the tag 'nothing': correct `tags` in the study "
            "file, or try again later.",
        ),
        (
            TaskQuery(tags=("study_1", "study_2")),
            "{} has no classification task with all that is asked for: correct `tags`, `suite` "
            "or `tasks` in the study file.",
        ),
        (
            TaskQuery(task_ids=(99,)),
            "{} has no classification task 99: correct `tasks` or `suite` in the study file.",
        ),
        (
            TaskQuery(task_ids=tuple(range(91, 100))),
            "{} has no classification task 91, 92, 93, 94, 95, ...: correct `tasks` or `suite` in "
            "the study file.",
        ),
    ],
)
def test_what_is_not_there_is_one_sentence(
    query: TaskQuery, sentence: str, archive: OpenMLSource, server: ArchiveServer
) -> None:
    server.content.suites |= {"few": (1, 2), "empty": ()}
    server.content.tags |= {"study_1": {1}, "study_2": {2}}
    with pytest.raises(PrgbenchError) as caught:
        archive.tasks(query)
    assert str(caught.value) == sentence.format(server.address)


def test_a_tag_whose_query_fails_once_is_known(
    archive: OpenMLSource, server: ArchiveServer
) -> None:
    server.content.tags["study_1"] = {2}
    server.routes.failing = [failing.first("task", 2)]
    assert [task.task_id for task in archive.tasks(TaskQuery(tags=("study_1",))).tasks] == [2]


def test_tasks_that_the_list_lacks_describe_themselves(
    archive: OpenMLSource, server: ArchiveServer
) -> None:
    task = server.content.tasks[3]
    target = 'the "class" <of 3>'
    server.content.tasks[3] = expected = replace(task, target=target)
    server.content.datasets[1002].nominal[target] = task.classes
    listing = archive.tasks(TaskQuery(task_ids=(1, 3, 99)))
    assert listing.tasks == [server.content.tasks[1], expected]
    assert listing.excluded == [Exclusion(99, None, Reason.NO_SUCH_TASK)]


def test_tasks_of_another_type_are_no_classification_tasks(
    archive: OpenMLSource, server: ArchiveServer
) -> None:
    def regression(body: bytes) -> bytes:
        return body.replace(b"<oml:task_type_id>1<", b"<oml:task_type_id>2<")

    server.routes.failing = [lambda kind, _: kind == "task"]
    server.fail("/task/3$", faults.changed(regression))
    listing = archive.tasks(TaskQuery(task_ids=(1, 3)))
    assert [task.task_id for task in listing.tasks] == [1]
    assert listing.excluded == [Exclusion(3, None, Reason.NO_SUCH_TASK)]


def test_versions_of_an_algorithm_are_one_flow_by_name(tmp_path: Path) -> None:
    generated = GeneratedArchive(
        tmp_path / "versions", n_tasks=2, n_flows=12, evaluated=False, n_versions=3
    )
    selection = Selection(distinct_flows_by="name", min_flows=4, models="all")
    with ArchiveServer(Content.of(generated)) as server:
        archive = OpenMLSource(tmp_path / "store", server.address, requests_per_second=1e3)
        plan = make_plan(archive, "test", selection)
    (planned,) = plan.tasks
    assert planned.n_flows == 4
    assert sorted(run.flow_name.split("(")[0] for run in planned.candidates) == [
        f"weka.J48_{number}" for number in range(4)
    ]
    assert plan.excluded_runs == {Reason.SAME_FLOW: 8}


def test_runs_without_a_date_and_runs_left_out_are_counted(
    archive: OpenMLSource, server: ArchiveServer
) -> None:
    for run_id, time in ((200_001, ""), (200_002, "0000-00-00 00:00:00")):
        run = server.content.runs[run_id]
        server.content.runs[run_id] = replace(run, upload_time=time)
    selection = Selection(
        tasks=(2,), uploaded_until="2014-12-31", min_flows=2, excluded_runs=(200_003, 400_001)
    )
    plan = make_plan(archive, "test", selection)
    assert plan.excluded_runs == {Reason.UNDATED: 2, Reason.LEFT_OUT: 1}
    assert plan.tasks[0].n_flows == 3
