"""The evaluated runs of tasks: what a row becomes, halves, and when none is believed."""

import pytest

from canned_client import CannedClient, answer, element, fields
from prgbench.sources.errors import ArchiveUnreachableError
from prgbench.sources.openml.answers import ServerError, UnansweredCallError
from prgbench.sources.openml.listings import ATTEMPTS_FOR_MANY, Evaluations
from prgbench.sources.runs import Run
from prgbench.sources.tasks import Task

PAGE = "limit/10000/offset/0"
FUNCTION = "evaluation/list/function/area_under_roc_curve"


def task(task_id):
    return Task(task_id, 40, "clover", "class", ("N", "P"), 63, 1, 1, 10)


def row(run_id, task_id=1, **stated):
    texts = {
        "run_id": run_id,
        "task_id": task_id,
        "setup_id": 11,
        "flow_id": 12,
        "flow_name": "weka.J48",
        "uploader": 5,
        "upload_time": "2015-01-01 00:00:00",
        "value": 0.75,
    }
    return element("evaluation", fields(**(texts | stated)))


def page_of(*task_ids, page=PAGE):
    return f"{FUNCTION}/task/{','.join(map(str, task_ids))}/{page}"


def one(*rows):
    client = CannedClient({page_of(1): answer("evaluations", *rows)})
    return Evaluations(client).of_one(task(1))


def test_a_row_is_a_run_with_what_it_states():
    (run,) = one(row(9, array_data="[0.5, 0.75]"))
    assert run == Run(9, 1, 12, "weka.J48", 11, 5, "2015-01-01 00:00:00", 0.75, aurocs=(0.5, 0.75))


def test_unknown_set_ups_and_uploaders_are_0():
    (run,) = one(row(9, setup_id="1.0", uploader="\u0661"))
    assert (run.setup_id, run.uploader_id) == (0, 0)


def test_a_row_without_a_sound_value_or_ids_is_a_run_without_them_or_none():
    runs = one(row(9, value="NaN"), row(10, flow_id=""), row(11, value="1.5"), row("0"))
    assert [(run.run_id, run.auroc) for run in runs] == [(9, None), (11, None)]


def test_of_two_engines_the_lowest_with_a_value_counts():
    runs = one(
        row(9, value=0.5, evaluation_engine_id=2),
        row(9, value="", evaluation_engine_id=1),
        row(10, value=0.25, evaluation_engine_id=2),
        row(10, value=0.75, evaluation_engine_id=1),
    )
    assert [(run.run_id, run.auroc) for run in runs] == [(9, 0.5), (10, 0.75)]


def test_two_rows_of_one_engine_that_differ_leave_no_value():
    (run,) = one(row(9, value=0.5), row(9, value=0.75))
    assert (run.auroc, run.aurocs) == (None, ())


def test_runs_of_tasks_that_were_not_asked_for_are_left_out():
    assert [run.run_id for run in one(row(9), row(10, task_id=2))] == [9]


def test_many_tasks_are_one_call_with_few_attempts():
    client = CannedClient({page_of(1, 2, 3): answer("evaluations", row(8, 2), row(9, 1))})
    found = Evaluations(client).of_many([task(1), task(2), task(3)])
    assert {known: [run.run_id for run in runs] for known, runs in found.items()} == {
        1: [9],
        2: [8],
    }
    assert client.attempts == [ATTEMPTS_FOR_MANY]


def test_what_is_too_much_for_the_server_is_asked_for_in_halves():
    client = CannedClient(
        {
            page_of(1, 2, 3, 4, 5): ArchiveUnreachableError("no answer"),
            page_of(1, 2): answer("evaluations", row(9, 1)),
            page_of(3, 4, 5): answer("evaluations", row(10, 5)),
        }
    )
    found = Evaluations(client).of_many([task(number) for number in range(1, 6)])
    assert sorted(found) == [1, 5]
    assert client.calls == [page_of(1, 2, 3, 4, 5), page_of(1, 2), page_of(3, 4, 5)]


def test_no_results_of_many_is_left_to_each_task():
    client = CannedClient({page_of(1, 2): answer("evaluations", row(9, 1))})
    assert Evaluations(client).of_many([task(number) for number in range(1, 6)]) == {}
    assert client.calls == [page_of(1, 2, 3, 4, 5)]


def test_a_page_that_is_full_is_asked_for_in_halves(monkeypatch):
    monkeypatch.setattr("prgbench.sources.openml.listings.PAGE_ROWS", (2,))
    page = "limit/2/offset/0"
    client = CannedClient(
        {
            page_of(1, 2, page=page): answer("evaluations", row(8, 1), row(9, 2)),
            page_of(1, page=page): answer("evaluations", row(8, 1)),
            page_of(2, page=page): answer("evaluations", row(9, 2)),
        }
    )
    found = Evaluations(client).of_many([task(1), task(2)])
    assert {known: [run.run_id for run in runs] for known, runs in found.items()} == {
        1: [8],
        2: [9],
    }


def test_a_task_alone_that_gets_no_answer_is_an_error():
    client = CannedClient({page_of(1): ArchiveUnreachableError("no answer")})
    with pytest.raises(ArchiveUnreachableError):
        Evaluations(client).of_many([task(1)])


ONE_RUN = "run/list/task/1/limit/1/offset/0"


def test_none_is_believed_beside_the_runs_of_another_task():
    client = CannedClient(
        {
            page_of(2, 3): answer("evaluations", row(7, 2), row(8, 2), row(9, 3)),
            page_of(1, 3): answer("evaluations", row(9, 3)),
        }
    )
    asked = Evaluations(client)
    asked.of_many([task(2), task(3)])
    assert asked.of_one(task(1)) == []
    assert client.calls == [page_of(2, 3), page_of(1), page_of(1, 3)]


def test_none_is_not_believed_if_the_other_task_has_none_now():
    asked = Evaluations(CannedClient({page_of(3): answer("evaluations", row(9, 3))}))
    asked.of_many([task(3)])
    with pytest.raises(UnansweredCallError):
        asked.of_one(task(1))


def test_without_another_task_the_list_of_runs_is_asked():
    client = CannedClient()
    assert Evaluations(client).of_one(task(1)) == []
    assert client.calls == [page_of(1), ONE_RUN]
    runs = answer("runs", element("run", fields(run_id=9)))
    none = ServerError(542, "No results", page_of(1))
    client = CannedClient({ONE_RUN: runs, page_of(1): [none, answer("evaluations", row(9))]})
    assert [run.run_id for run in Evaluations(client).of_one(task(1))] == [9]
    with pytest.raises(UnansweredCallError):
        Evaluations(CannedClient({ONE_RUN: runs})).of_one(task(1))
