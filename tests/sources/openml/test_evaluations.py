"""The evaluated runs of tasks: what a row becomes, halves, and when none is believed."""

import pytest

from canned_client import CannedClient, answer, element, fields
from prgbench.sources.interface import ArchiveUnreachableError, Run, Task
from prgbench.sources.openml.client import AnswerCache
from prgbench.sources.openml.listings import ATTEMPTS_FOR_MANY, Evaluations

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


def evaluations(client, folder):
    return Evaluations(client, AnswerCache(folder))


def one(folder, *rows):
    client = CannedClient({page_of(1): answer("evaluations", *rows)})
    return evaluations(client, folder).of_one(task(1))


def test_a_row_is_a_run_with_what_it_states(tmp_path):
    (run,) = one(tmp_path, row(9, array_data="[0.5, 0.75]"))
    assert run == Run(9, 1, 12, "weka.J48", 11, 5, "2015-01-01 00:00:00", 0.75, aurocs=(0.5, 0.75))


def test_unknown_set_ups_and_uploaders_are_0(tmp_path):
    (run,) = one(tmp_path, row(9, setup_id="1.0", uploader="\u0661"))
    assert (run.setup_id, run.uploader_id) == (0, 0)


def test_a_row_without_a_sound_value_or_ids_is_a_run_without_them_or_none(tmp_path):
    runs = one(tmp_path, row(9, value="NaN"), row(10, flow_id=""), row(11, value="1.5"), row("0"))
    assert [(run.run_id, run.auroc) for run in runs] == [(9, None), (11, None)]


def test_of_two_engines_the_lowest_with_a_value_counts(tmp_path):
    runs = one(
        tmp_path,
        row(9, value=0.5, evaluation_engine_id=2),
        row(9, value="", evaluation_engine_id=1),
        row(10, value=0.25, evaluation_engine_id=2),
        row(10, value=0.75, evaluation_engine_id=1),
    )
    assert [(run.run_id, run.auroc) for run in runs] == [(9, 0.5), (10, 0.75)]


def test_two_rows_of_one_engine_that_differ_leave_no_value(tmp_path):
    (run,) = one(tmp_path, row(9, value=0.5), row(9, value=0.75))
    assert (run.auroc, run.aurocs) == (None, ())


def test_runs_of_tasks_that_were_not_asked_for_are_left_out(tmp_path):
    assert [run.run_id for run in one(tmp_path, row(9), row(10, task_id=2))] == [9]


def test_many_tasks_are_one_call_with_few_attempts(tmp_path):
    client = CannedClient({page_of(1, 2, 3): answer("evaluations", row(8, 2), row(9, 1))})
    found = evaluations(client, tmp_path).of_many([task(1), task(2), task(3)])
    assert {known: [run.run_id for run in runs] for known, runs in found.items()} == {
        1: [9],
        2: [8],
    }
    assert client.attempts == [ATTEMPTS_FOR_MANY]


def test_what_is_too_much_for_the_server_is_asked_for_in_halves(tmp_path):
    client = CannedClient(
        {
            page_of(1, 2, 3, 4, 5): ArchiveUnreachableError("no answer"),
            page_of(1, 2): answer("evaluations", row(9, 1)),
            page_of(3, 4, 5): answer("evaluations", row(10, 5)),
        }
    )
    found = evaluations(client, tmp_path).of_many([task(number) for number in range(1, 6)])
    assert sorted(found) == [1, 5]
    assert client.calls == [page_of(1, 2, 3, 4, 5), page_of(1, 2), page_of(3, 4, 5)]


def test_no_results_of_many_is_asked_again_and_of_few_left_to_each_task(tmp_path):
    client = CannedClient({page_of(1, 2): answer("evaluations", row(9, 1))})
    found = evaluations(client, tmp_path).of_many([task(number) for number in range(1, 6)])
    assert list(found) == [1]
    assert client.calls == [page_of(1, 2, 3, 4, 5), page_of(1, 2), page_of(3, 4, 5)]


def test_a_page_that_is_full_is_asked_for_in_halves(tmp_path, monkeypatch):
    monkeypatch.setattr("prgbench.sources.openml.listings.PAGE_ROWS", (2,))
    page = "limit/2/offset/0"
    client = CannedClient(
        {
            page_of(1, 2, page=page): answer("evaluations", row(8, 1), row(9, 2)),
            page_of(1, page=page): answer("evaluations", row(8, 1)),
            page_of(2, page=page): answer("evaluations", row(9, 2)),
        }
    )
    found = evaluations(client, tmp_path).of_many([task(1), task(2)])
    assert {known: [run.run_id for run in runs] for known, runs in found.items()} == {
        1: [8],
        2: [9],
    }


def test_a_task_alone_that_gets_no_answer_is_an_error(tmp_path):
    client = CannedClient({page_of(1): ArchiveUnreachableError("no answer")})
    with pytest.raises(ArchiveUnreachableError):
        evaluations(client, tmp_path).of_many([task(1)])


def test_none_is_believed_where_the_list_of_runs_has_none_either_and_is_noted(tmp_path):
    client = CannedClient()
    asked = evaluations(client, tmp_path)
    assert asked.of_one(task(1)) == []
    assert client.calls == [page_of(1), "run/list/task/1/limit/1/offset/0"]
    assert asked.of_one(task(1)) == []
    assert asked.of_many([task(1)]) == {}
    assert len(client.calls) == 2


def test_where_runs_are_known_the_evaluations_are_asked_for_in_smaller_pages(tmp_path):
    runs = answer("runs", element("run", fields(run_id=9)))
    smaller = page_of(1, page="limit/1000/offset/0")
    client = CannedClient(
        {"run/list/task/1/limit/1/offset/0": runs, smaller: answer("evaluations", row(9))}
    )
    assert [run.run_id for run in evaluations(client, tmp_path).of_one(task(1))] == [9]
    none = CannedClient({"run/list/task/1/limit/1/offset/0": runs})
    assert evaluations(none, tmp_path / "other").of_one(task(1)) == []
    assert none.calls.count(smaller) == 3
