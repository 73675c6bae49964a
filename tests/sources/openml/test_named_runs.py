"""Runs that a study names by their ids are planned and fetched without any list."""

from dataclasses import replace

import pytest

from archive_server import faults
from prgbench.run.errors import PrgbenchError
from prgbench.sources.errors import ArchiveUnreachableError
from prgbench.sources.exclusions import Reason
from prgbench.sources.store.bundle import BundleStore
from prgbench.sources.tasks import TaskQuery
from prgbench.study.fetching import fetch_plan
from prgbench.study.make_plan import make_plan
from prgbench.study.selection import Selection

BOTH_PROCEDURES = (1, 3)
NO_LISTS = pytest.mark.parametrize(
    "fault", [faults.html(404), faults.error(100, "Function not valid")]
)


@pytest.fixture
def named(server, tmp_path):
    """Return the selection of all runs by a file that names them."""

    def selected(run_ids=None, **keys):
        path = tmp_path / "runs.txt"
        path.write_text("\n".join(map(str, run_ids or server.content.runs)))
        keys = {"estimation_procedures": BOTH_PROCEDURES, "seed": 1} | keys
        return Selection(runs=str(path), **keys)

    return selected


def files_of(fetched):
    return [
        (model.run.run_id, model.file_id, model.sha256, model.auroc) for model in fetched.models
    ]


@NO_LISTS
def test_the_plan_is_the_one_of_the_lists_but_for_dates(open_archive, server, named, fault):
    listed = make_plan(
        open_archive("lists"),
        "test",
        Selection(
            estimation_procedures=BOTH_PROCEDURES, min_flows=2, models="all", spares=0, seed=1
        ),
    )
    server.fail("/list", fault, float("inf"))
    n_lists = server.count("/list")
    given = make_plan(open_archive("named"), "test", named())
    assert server.count("/list") == n_lists
    for ours, theirs in zip(given.tasks, listed.tasks, strict=True):
        assert ours.task == theirs.task
        assert ours.candidates == [replace(run, upload_time="") for run in theirs.candidates]
    assert len(given.tasks) == 4


@NO_LISTS
def test_its_files_are_those_of_the_lists(open_archive, archive, server, named, tmp_path, fault):
    selection = Selection(estimation_procedures=BOTH_PROCEDURES, min_flows=2, models="all")
    wanted = fetch_plan(
        archive, BundleStore(tmp_path / "a"), make_plan(archive, "test", selection)
    )
    server.fail("/list", fault, float("inf"))
    source = open_archive("named")
    fetched = fetch_plan(
        source, BundleStore(tmp_path / "b"), make_plan(source, "test", named(seed=2015))
    )
    assert [files_of(task) for task in fetched] == [files_of(task) for task in wanted]
    assert sum(len(task.models) for task in fetched) == 24


def test_a_run_that_is_not_there_is_a_note(archive, server, named):
    runs = [run.run_id for run in server.content.runs_of({2})]
    plan = make_plan(archive, "test", named([999, *runs, 998]))
    assert plan.notes == [
        "Of the 8 runs that the study names, the server does not have runs 999, 998."
    ]
    assert [run.run_id for task in plan.tasks for run in sorted(task.candidates, key=repr)] == runs


def test_none_of_the_runs_is_one_sentence(archive, named):
    with pytest.raises(PrgbenchError, match=r"has none of the runs .*, runs 999, 998: correct"):
        make_plan(archive, "test", named([999, 998]))


@pytest.mark.parametrize("fault", [faults.html(500), faults.body(b"<oml:run"), faults.reset()])
def test_a_run_that_nobody_answers_for_makes_no_plan(open_archive, server, named, fault):
    lost = sorted(server.content.runs)[3]
    server.fail(f"run/{lost}$", fault, float("inf"))
    with pytest.raises(ArchiveUnreachableError, match=rf"does not describe run {lost} \("):
        make_plan(open_archive(patience=2.0), "test", named())
    server.heal()
    before = server.count("xml/run/")
    make_plan(open_archive(), "test", named())
    # What was answered is not asked for again.
    assert server.count("xml/run/") == before + 1


def test_a_refused_run_is_asked_for_again_once_others_have_come(archive, server, named):
    first = sorted(server.content.runs)[0]
    server.fail(f"run/{first}$", faults.error(236, "Run not found"), 1)
    plan = make_plan(archive, "test", named())
    assert plan.notes == []
    assert sum(len(task.candidates) for task in plan.tasks) == len(server.content.runs)


def test_two_engines_that_differ_leave_no_stored_auroc(archive, server, named):
    task_id = 2
    runs = server.content.runs_of({task_id})
    other = f"<oml:value>{runs[0].auroc!r}</oml:value>".encode()

    def twice(body):
        start, end = body.index(b"<oml:evaluation>"), body.index(b"</oml:evaluation>") + 17
        second = body[start:end].replace(other, b"<oml:value>0.123</oml:value>")
        return body[:end] + second + body[end:]

    server.fail(f"run/{runs[0].run_id}$", faults.changed(twice), float("inf"))
    plan = make_plan(archive, "test", named([run.run_id for run in runs]))
    assert plan.excluded_runs == {Reason.NO_STORED_AUROC: 1}
    assert len(plan.tasks[0].candidates) == len(runs) - 1


def test_a_task_of_another_procedure_is_left_out_with_the_reason(archive, named):
    plan = make_plan(archive, "test", named(estimation_procedures=(1,)))
    assert [task.task_id for task in plan.tasks] == [2, 4]
    assert {e.task_id: e.reason for e in plan.excluded_tasks} == {
        1: Reason.PROCEDURE,
        3: Reason.PROCEDURE,
    }


def test_the_source_with_lists_is_left_as_it_was(archive, server):
    one = archive.of_runs([next(iter(server.content.runs))])
    assert len(one.tasks(TaskQuery()).tasks) == 1
    assert len(archive.tasks(TaskQuery()).tasks) == 4


def test_only_a_server_has_runs_with_ids_that_others_know(generated):
    with pytest.raises(PrgbenchError, match=r"`selection\.runs` names runs of an OpenML server"):
        generated.of_runs([1])
