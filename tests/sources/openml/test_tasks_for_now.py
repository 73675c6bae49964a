"""A fault is no fact: a task of which nobody says anything is left out for now, and named."""

import pytest

from archive_server import GeneratedArchive, faults
from prgbench.sources.errors import ArchiveUnreachableError
from prgbench.sources.exclusions import TASKS_FOR_NOW, Reason
from prgbench.study.make_plan import make_plan
from prgbench.study.plan_text import describe
from prgbench.study.selection import Selection

LASTING = {
    "500": faults.html(500),
    "502": faults.html(502),
    "503": faults.html(503),
    "reset": faults.reset(),
    "stall": faults.stall(3.0),
    "unexpected code": faults.error(542, "No results"),
}
SELECTION = Selection(min_flows=3, models=3, spares=0)


@pytest.fixture
def generated(tmp_path):
    return GeneratedArchive(
        tmp_path / "generated", n_tasks=80, n_flows=3, n_instances=20, evaluated=False
    )
    # A data set has two tasks, of which the one with an odd number has another procedure.


def features_of(task):
    return f"data/features/{task.dataset_id}$"


@pytest.mark.timeout(300)
@pytest.mark.parametrize("fault", LASTING)
def test_a_task_is_left_out_for_now_and_a_later_plan_has_it(fault, open_archive, server):
    archive = open_archive(timeout=(5.0, 0.3))
    expected = make_plan(open_archive("whole"), "test", SELECTION)
    server.fail(features_of(server.content.tasks[8]), LASTING[fault], float("inf"))
    first = make_plan(archive, "test", SELECTION)
    (left_out,) = [e for e in first.excluded_tasks if e.reason in TASKS_FOR_NOW]
    assert (left_out.task_id, left_out.reason) == (8, Reason.TASK_NOT_DESCRIBED)
    assert f"data/features/{server.content.tasks[8].dataset_id}: " in left_out.detail
    assert (
        "The server did not answer for task 8, which is left out for now: a new plan asks again. "
        "To ask now, add `--config again=1` to the command." in describe(first)
    )

    server.heal()
    later = make_plan(archive, "test", SELECTION)
    assert (later.tasks, later.excluded_tasks) == (expected.tasks, expected.excluded_tasks)


@pytest.mark.timeout(300)
@pytest.mark.parametrize("of", ["features", "evaluations", "both"])
def test_more_than_a_few_are_no_plan(of, open_archive, server):
    tasks = server.content.tasks
    asked = (2, 4, 6, 8, 10, 12)
    selection = Selection(min_flows=3, models=3, spares=0, tasks=asked)
    archive = open_archive(timeout=(5.0, 0.3))
    if of != "evaluations":
        server.fail(features_of(tasks[4]), faults.html(500), float("inf"))
    if of != "features":
        server.fail(r"evaluation.*/task/([0-9,]+,)?10(,[0-9,]+)?/", faults.html(500), float("inf"))
    with pytest.raises(ArchiveUnreachableError) as raised:
        make_plan(archive, "test", selection)
    assert "try again later" in str(raised.value).lower()
    server.heal()
    assert [t.task_id for t in make_plan(archive, "test", selection).tasks] == list(asked)


@pytest.mark.timeout(300)
def test_the_limit_counts_both_kinds_together(open_archive, server):
    # Two of 40 without features and one without a list of runs would be few, each kind alone.
    tasks = server.content.tasks
    archive = open_archive(timeout=(5.0, 0.3))
    for number in (4, 6):
        server.fail(features_of(tasks[number]), faults.html(500), float("inf"))
    server.fail(r"evaluation.*/task/([0-9,]+,)?20(,[0-9,]+)?/", faults.html(500), float("inf"))
    with pytest.raises(ArchiveUnreachableError, match="answer for 3 of 40 tasks, 4, 6, 20 "):
        make_plan(archive, "test", SELECTION)


def test_reasons_that_say_nothing_of_a_task_are_named_for_now():
    assert all("for now" in reason for reason in TASKS_FOR_NOW)
