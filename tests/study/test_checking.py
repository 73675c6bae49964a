"""A server is tried before a study, over real HTTP."""

import pytest

from archive_server import faults
from prgbench.run.errors import PrgbenchError
from prgbench.sources.openml import retries
from prgbench.study.checking import check_server
from prgbench.study.make_plan import make_plan
from prgbench.study.selection import Selection

SELECTION = Selection(min_flows=2, models=4, spares=0, estimation_procedures=(1, 3))


@pytest.fixture
def check(open_source, server, tmp_path, monkeypatch):
    monkeypatch.setattr(retries, "LONGEST_WAIT", 0.05)
    monkeypatch.setattr(retries, "LONGEST_PAUSE", 0.05)

    def checked(selection=SELECTION, plan=None, free_bytes=1e12, before=lambda: None):
        made = make_plan(open_source("planned"), "test", selection) if plan else None
        source = open_source("checked")
        server.requests.clear()
        before()
        store = tmp_path / "store"
        return list(check_server(source, selection, made, store=store, free_bytes=free_bytes))

    return checked


def test_one_answer_of_each_kind_and_the_aurocs(check, server):
    runs = sorted(run.run_id for run in server.content.runs_of({2}))
    lines = check(SELECTION.model_copy(update={"pinned_runs": {2: (runs[1], 99_999)}}))
    kinds = [request.path.split("/")[4:] for request in server.requests]
    assert len(kinds) == len({tuple(kind[:2]) for kind in kinds}) <= 7
    assert lines[0].startswith(
        "- lists and labels (REST API v1, in XML): task 2 (data-1, 40 instances), "
    )
    assert lines[1].startswith("- evaluations: 6 runs of it with an AUROC, ")
    assert lines[2] == "- the study asks for runs that the server no longer lists: 99999;"
    stored = f"{server.content.runs[runs[1]].auroc:.6f}"
    assert f"run {runs[1]}, " in lines[3]
    assert lines[3].endswith(f"AUROC {stored} here, {stored} stored.")
    assert lines[4].startswith("The plan says what the study takes: the same command")


def test_the_cost_of_a_plan_is_that_of_its_tasks(check):
    *_, cost, room = check(plan=True, free_bytes=10)
    assert cost.startswith("Cost of the study, estimated from its plan. If none")
    assert room == "Free on the disk: 10 B, not enough: free some."


@pytest.mark.parametrize(
    ("pattern", "fault", "sentence"),
    [
        ("data/download", faults.html(404), r"without a prediction file for now, .*HTTP 404"),
        ("", faults.html(503), "HTTP 503"),
    ],
)
def test_what_does_not_answer_is_one_sentence(check, server, pattern, fault, sentence):
    server.fail(pattern, fault, 10_000)
    with pytest.raises(PrgbenchError, match=sentence):
        check(SELECTION.model_copy(update={"tasks": (2,)}))


def test_a_task_that_cannot_be_had_is_one_sentence(check, server):
    server.fail("data/features", faults.error(273), 10)
    with pytest.raises(PrgbenchError, match=r"but task 2 can't be tried \(with unknown classes"):
        check(SELECTION.model_copy(update={"tasks": (2,)}))


def test_a_server_without_the_task_that_any_study_tries_needs_a_plan(check):
    with pytest.raises(PrgbenchError, match=r"does not have task 3872, .*: make the plan"):
        check(SELECTION)
    with pytest.raises(PrgbenchError, match="no classification task 77: correct `tasks`"):
        check(SELECTION.model_copy(update={"tasks": (77,)}))


def test_a_task_without_evaluated_runs_is_one_sentence(check, server):
    for run in server.content.runs_of({2}):
        server.content.engines[run.run_id] = ()
    with pytest.raises(PrgbenchError, match="lists no evaluated runs of task 2"):
        check(SELECTION.model_copy(update={"tasks": (2,)}))


LOST = [faults.html(404), faults.error(100, "Function not valid")]


@pytest.mark.parametrize("fault", LOST)
def test_lists_that_lack_are_named_and_a_run_of_the_plan_is_tried(check, server, fault):
    lines = check(plan=True, before=lambda: server.fail("/list", fault, 10_000))
    assert lines[0].startswith(
        "- lists: the server does not send those of estimation procedures ("
    )
    assert "evaluations (" in lines[0]
    assert lines[1].startswith("- description and file: run ")
    assert lines[2].startswith("Cost of the study, estimated from its plan.")


@pytest.mark.parametrize("fault", LOST)
def test_runs_that_the_study_names_are_tried_without_lists(check, server, tmp_path, fault):
    server.fail("/list", fault, 10_000)
    run = server.content.runs_of({2})[0]
    named = tmp_path / "runs.txt"
    named.write_text(f"{run.run_id}\n")
    lines = check(Selection(runs=str(named), estimation_procedures=()))
    assert lines[0].startswith(
        "- tasks and labels (REST API v1, in XML): task 2 (data-1, 40 instances), "
    )
    assert lines[1].startswith(
        "- lists: the server does not send those of estimation procedures ("
    )
    assert lines[1].endswith(" This study names its runs;")
    assert lines[2].endswith(f"AUROC {run.auroc:.6f} here, {run.auroc:.6f} stored.")


@pytest.mark.parametrize("fault", LOST)
def test_a_study_that_needs_lists_is_told_what_goes_without(check, server, fault):
    server.fail("/list", fault, 10_000)
    with pytest.raises(PrgbenchError, match=r"name its runs in a file \(`selection\.runs`"):
        check(SELECTION.model_copy(update={"tasks": (2,)}))


def test_lists_that_a_study_with_named_runs_does_not_need_are_said_to_be_there(
    check, server, tmp_path
):
    named = tmp_path / "runs.txt"
    named.write_text(f"999\n{server.content.runs_of({2})[0].run_id}\n")
    lines = check(Selection(runs=str(named), estimation_procedures=()))
    assert lines[1] == "- lists: answered, though this study needs none;"
