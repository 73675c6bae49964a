"""Fields of answers that are not what they should be are nothing, or one sentence."""

import re

import pytest

from archive_server import ArchiveServer, faults
from prgbench.run.errors import PrgbenchError
from prgbench.sources.interface import Exclusion, Reason, Run, Task, TaskQuery
from prgbench.sources.openml.answers import count, identifier, share
from prgbench.sources.openml.source import OpenMLSource

ALL = TaskQuery()
NO_IDS = ["", "0", "-1", "1.0", "1e3", "\u00b2", "\u0661", "1_0", "0x1", "9" * 19, "9" * 10_000]
NO_COUNTS = ["", "-1.0", "1e400", "1e300", "nan", "NaN", "inf", "2.5", "1_0", "\u0661", "1 000"]


def with_field(name: str, value: str) -> faults.Fault:
    """Answer soundly but for the value of all elements of a name."""
    pattern = re.compile(rf"<oml:{name}>[^<]*<".encode())
    return faults.changed(lambda body: pattern.sub(f"<oml:{name}>{value}<".encode(), body))


def with_quality(name: str, value: str) -> faults.Fault:
    pattern = re.compile(rf'<oml:quality name="{name}">[^<]*<'.encode())
    replacement = f'<oml:quality name="{name}">{value}<'.encode()
    return faults.changed(lambda body: pattern.sub(replacement, body))


def runs_of(archive: OpenMLSource, task: Task) -> list[Run]:
    ((_, runs),) = archive.candidate_runs([task])
    return runs


@pytest.mark.parametrize("stated", NO_IDS)
def test_what_is_no_id(stated: str) -> None:
    assert identifier(stated) is None


@pytest.mark.parametrize("stated", NO_COUNTS)
def test_what_is_no_count(stated: str) -> None:
    assert count(stated) is None


@pytest.mark.parametrize("stated", [*NO_COUNTS, "1.0000001", "-0.1", "0.5 ", "0,5"])
def test_what_is_no_share(stated: str) -> None:
    assert share(stated) is None


@pytest.mark.parametrize("value", NO_IDS)
@pytest.mark.parametrize("name", ["run_id", "task_id", "flow_id"])
def test_rows_of_runs_without_an_id_are_passed_over(
    name: str, value: str, archive: OpenMLSource, server: ArchiveServer
) -> None:
    server.fail("evaluation/list", with_field(name, value), times=float("inf"))
    assert runs_of(archive, server.content.tasks[1]) == []


@pytest.mark.parametrize("value", NO_IDS)
@pytest.mark.parametrize(("name", "field"), [("setup_id",) * 2, ("uploader", "uploader_id")])
def test_unknown_set_ups_and_uploaders_are_0(
    name: str, field: str, value: str, archive: OpenMLSource, server: ArchiveServer
) -> None:
    server.fail("evaluation/list", with_field(name, value))
    runs = runs_of(archive, server.content.tasks[1])
    assert [getattr(run, field) for run in runs] == [0] * 6


@pytest.mark.parametrize("value", [*NO_COUNTS, "1.5", "-0.5"])
def test_values_that_are_no_auroc(
    value: str, archive: OpenMLSource, server: ArchiveServer
) -> None:
    server.fail("evaluation/list", with_field("value", value))
    runs = runs_of(archive, server.content.tasks[1])
    assert [(run.auroc, run.aurocs) for run in runs] == [(None, ())] * 6


def test_names_that_are_only_shown_are_one_clean_line(
    archive: OpenMLSource, server: ArchiveServer
) -> None:
    server.fail("task/list", with_field("name", "a\n\u202eb" + "c" * 1_000))
    server.fail("evaluation/list", with_field("flow_name", " x\u200b.y\t(1)"))
    (task, *_) = archive.tasks(ALL).tasks
    assert task.dataset_name == "a b" + "c" * 194 + "..."
    assert {run.flow_name for run in runs_of(archive, task)} == {"x.y (1)"}


@pytest.mark.parametrize("value", NO_IDS)
@pytest.mark.parametrize("name", ["task_id", "did"])
def test_rows_of_tasks_without_an_id_are_passed_over(
    name: str, value: str, archive: OpenMLSource, server: ArchiveServer
) -> None:
    server.fail("task/list", with_field(name, value))
    assert archive.tasks(ALL).tasks == []


@pytest.mark.parametrize("value", [*NO_COUNTS, "0"])
def test_sizes_that_are_none_are_asked_for(
    value: str, archive: OpenMLSource, server: ArchiveServer
) -> None:
    server.fail("task/list", with_quality("NumberOfInstances", value))
    assert [task.n_instances for task in archive.tasks(ALL).tasks] == [40] * 4
    server.fail("data/qualities", with_field("value", value), times=float("inf"))
    other = OpenMLSource(archive.store / "other", server.address, requests_per_second=1e3)
    server.fail("task/list", with_quality("NumberOfInstances", value))
    excluded = other.tasks(ALL).excluded
    assert {exclusion.reason for exclusion in excluded} == {Reason.SIZE_UNKNOWN}


def test_rows_of_a_task_that_contradict_each_other_are_settled_by_the_task(
    archive: OpenMLSource, server: ArchiveServer
) -> None:
    def twice(body: bytes) -> bytes:
        rows = body.split(b"<oml:task>")
        other = rows[2].replace(b">1001<", b">1002<").replace(b">1<", b">3<")
        return b"<oml:task>".join([*rows[:3], other, *rows[3:]])

    expected = archive.tasks(ALL).tasks
    server.fail("task/list", faults.changed(twice))
    other = OpenMLSource(archive.store / "other", server.address, requests_per_second=1e3)
    assert other.tasks(ALL).tasks == expected
    assert server.count("/task/2$") == 1


def test_rows_of_a_run_that_contradict_each_other_give_no_auroc(
    archive: OpenMLSource, server: ArchiveServer
) -> None:
    def twice(body: bytes) -> bytes:
        rows = body.split(b"<oml:evaluation>")
        other = re.sub(rb"<oml:value>[^<]*<", b"<oml:value>0.125<", rows[1])
        return b"<oml:evaluation>".join([*rows[:2], other, *rows[2:]])

    server.fail("evaluation/list", faults.changed(twice))
    runs = runs_of(archive, server.content.tasks[1])
    assert [run.run_id for run in runs] == [100_000 + number for number in range(1, 7)]
    assert [run.auroc is None for run in runs] == [True] + [False] * 5


@pytest.mark.parametrize("name", ["repeats", "folds"])
@pytest.mark.parametrize("value", [*NO_COUNTS[1:], "0", "1000000000"])
def test_procedures_that_nobody_computes_are_passed_over(
    name: str, value: str, archive: OpenMLSource, server: ArchiveServer
) -> None:
    def third(body: bytes) -> bytes:
        start = body.index(b"<oml:id>3<")
        pattern = rf"<oml:{name}>[0-9]*<".encode()
        stated = f"<oml:{name}>{value}<".encode()
        changed = re.sub(pattern, stated, body[start:], count=1)
        return body[:start] + changed

    server.fail("estimationprocedure/list", faults.changed(third))
    listing = archive.tasks(ALL)
    assert [task.task_id for task in listing.tasks] == [2, 4]
    assert listing.excluded == [Exclusion(task, None, Reason.PROCEDURE) for task in (1, 3)]


def test_a_suite_of_thousands_of_ids(archive: OpenMLSource, server: ArchiveServer) -> None:
    many = "".join(f"<oml:task_id>{number}</oml:task_id>" for number in range(1, 1_001))
    bad = "".join(f"<oml:task_id>{value}</oml:task_id>" for value in NO_IDS)

    def crowded(body: bytes) -> bytes:
        return body.replace(b"<oml:task_id>1</oml:task_id>", (many + bad).encode())

    server.content.suites["many"] = (1,)
    server.fail("study/many", faults.changed(crowded))
    listing = archive.tasks(TaskQuery(suite="many"))
    assert [task.task_id for task in listing.tasks] == [1, 2, 3, 4]
    assert server.count("task/list") == 5
    assert len(listing.excluded) == 996


def test_a_description_of_another_task_is_asked_for_again(
    archive: OpenMLSource, server: ArchiveServer
) -> None:
    server.content.inputs_left_out = {2}
    server.fail("/task/2$", with_field("task_id", "3"))
    assert [task.task_id for task in archive.tasks(ALL).tasks] == [1, 2, 3, 4]
    assert server.count("/task/2$") == 2


def test_a_listed_task_that_is_gone(archive: OpenMLSource, server: ArchiveServer) -> None:
    server.content.inputs_left_out = {2}
    server.fail("/task/2$", faults.error(151, "Unknown task"))
    listing = archive.tasks(ALL)
    assert listing.excluded == [Exclusion(2, None, Reason.NO_SUCH_TASK)]


def test_a_server_without_procedures_is_no_openml(
    archive: OpenMLSource, server: ArchiveServer
) -> None:
    server.fail("estimationprocedure/list", with_field("ttid", "7"))
    expected = (
        f"{server.address} knows no estimation procedure of classification, so it is no OpenML "
        "server: correct `server`, as in server=https://www.openml.org."
    )
    with pytest.raises(PrgbenchError) as caught:
        archive.tasks(ALL)
    assert str(caught.value) == expected
